// Parallel reduction: one sum, seven ways, from an atomic for every element to a kernel that reads memory as fast as
// the device does. The programs that check and time these kernels are in checks.cuh, order.cuh and timings.cuh.
#include <cstdint>
#include <cuda/atomic>

// #region shape
constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kWarpSize = 32;
constexpr int kThreads = 256;  // of a block in every rung but the last

__device__ int lane_of_thread() { return threadIdx.x % kWarpSize; }
__device__ int warp_of_thread() { return threadIdx.x / kWarpSize; }
__device__ int thread_in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }
// #endregion shape

// #region warp-sum
// The ladder of day 23. Lane 0 returns the sum of the warp; every lane must call this together.
__device__ float warp_sum(float value) {
  for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
    value += __shfl_down_sync(kFullMask, value, offset);
  }
  return value;
}
// #endregion warp-sum

// #region atomic-each
// Rung 1. Every thread adds its element to one address. *out must be zero before the launch, here and in rungs 2 and 6.
__global__ void atomic_each(const float* in, float* out, int n) {
  const int i = thread_in_grid();
  if (i < n) atomicAdd(out, in[i]);
}
// #endregion atomic-each

// #region atomic-warp
// Rung 2. A warp adds its elements among its registers first, and asks for one atomic instead of 32.
__global__ void atomic_warp(const float* in, float* out, int n) {
  const int i = thread_in_grid();
  const float sum = warp_sum(i < n ? in[i] : 0.0f);
  if (lane_of_thread() == 0) atomicAdd(out, sum);
}
// #endregion atomic-warp

// #region tree-strided
// Rung 3. sums_of_blocks[b] = the sum of the elements of block b, added in shared memory; the same kernel then adds those
// sums, and again, until one is left. At each step the pairs lie twice as far apart: 1, 2, 4, … The threads that work
// sit side by side; the words that they touch do not.
__global__ void tree_strided(const float* in, float* sums_of_blocks, int n) {
  __shared__ float sums[kThreads];
  const int t = threadIdx.x;
  const int i = thread_in_grid();
  sums[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
    const int left = 2 * distance * t;
    if (left < kThreads) sums[left] += sums[left + distance];
    __syncthreads();
  }
  if (t == 0) sums_of_blocks[blockIdx.x] = sums[0];
}
// #endregion tree-strided

// #region tree-sequential
// Rung 4. The same tree from the other end: 128, 64, 32, … Thread t works on word t, so the words of a warp lie side by
// side, one in each bank.
__global__ void tree_sequential(const float* in, float* sums_of_blocks, int n) {
  __shared__ float sums[kThreads];
  const int t = threadIdx.x;
  const int i = thread_in_grid();
  sums[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int distance = kThreads / 2; distance > 0; distance /= 2) {
    if (t < distance) sums[t] += sums[t + distance];
    __syncthreads();
  }
  if (t == 0) sums_of_blocks[blockIdx.x] = sums[0];
}
// #endregion tree-sequential

// #region block-sum
// The sum of a block of `threads` threads, returned by its thread 0. Every thread must call this together. Each warp
// adds its own values, and the first warp adds what the warps came to: two ladders and one barrier.
template <int threads>
__device__ float block_sum(float value) {
  __shared__ float sums[threads / kWarpSize];
  value = warp_sum(value);
  if (lane_of_thread() == 0) sums[warp_of_thread()] = value;
  __syncthreads();
  if (warp_of_thread() > 0) return 0.0f;
  return warp_sum(lane_of_thread() < threads / kWarpSize ? sums[lane_of_thread()] : 0.0f);
}
// #endregion block-sum

// #region tree-shuffle
// Rung 5. The same again, with registers in place of shared memory and one barrier in place of nine.
__global__ void tree_shuffle(const float* in, float* sums_of_blocks, int n) {
  const int i = thread_in_grid();
  const float sum = block_sum<kThreads>(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) sums_of_blocks[blockIdx.x] = sum;
}
// #endregion tree-shuffle

// #region grid-stride
// Rung 6. As many blocks as the device holds at once, each thread adding many elements to its own register before it
// talks to anyone. Four floats a load. `in` must be aligned to 16 bytes.
__global__ void grid_stride(const float* in, float* out, int n) {
  const float4* fours = reinterpret_cast<const float4*>(in);
  const int threads = gridDim.x * blockDim.x;
  float sum = 0.0f;
  for (int i = thread_in_grid(); i < n / 4; i += threads) {
    const float4 four = fours[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  const int rest = n / 4 * 4 + thread_in_grid();
  if (rest < n) sum += in[rest];
  sum = block_sum<kThreads>(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}
// #endregion grid-stride

// #region shape-of-reduce
constexpr int kReduceThreads = 512;
constexpr int kLoads = 4;                       // loads of four floats that a thread has under way at once
constexpr int kTile = kReduceThreads * kLoads;  // groups of four floats that a block takes at once
// #endregion shape-of-reduce

// #region tile
// Adds up to kLoads groups of four, kReduceThreads apart. All loads are issued before the first addition.
template <bool whole>
__device__ void add_tile(float4& sums, const float4* fours, int i, int count) {
  float4 loaded[kLoads];
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    const int at = i + k * kReduceThreads;
    loaded[k] = whole || at < count ? fours[at] : float4{};
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    sums.x += loaded[k].x;
    sums.y += loaded[k].y;
    sums.z += loaded[k].z;
    sums.w += loaded[k].w;
  }
}
// #endregion tile

// #region elements
// What this thread adds of the whole array: its share of the groups of four that are aligned to 16 bytes, and in block 0
// the at most six floats before and after them.
__device__ float add_elements(const float* in, int n) {
  const int misplaced = reinterpret_cast<std::uintptr_t>(in) / sizeof(float) % 4;
  const int head = misplaced == 0 ? 0 : min(n, 4 - misplaced);
  const float4* fours = reinterpret_cast<const float4*>(in + head);
  const int count = (n - head) / 4;

  float4 sums{};
  int i = blockIdx.x * kTile + threadIdx.x;
  for (; i + (kLoads - 1) * kReduceThreads < count; i += gridDim.x * kTile) add_tile<true>(sums, fours, i, count);
  if (i < count) add_tile<false>(sums, fours, i, count);
  float sum = (sums.x + sums.y) + (sums.z + sums.w);

  if (blockIdx.x == 0) {
    const int rest = head + 4 * count + threadIdx.x;
    if (threadIdx.x < head) sum += in[threadIdx.x];
    if (rest < n) sum += in[rest];
  }
  return sum;
}
// #endregion elements

// #region reduce
// Rung 7. *out = the sum of n floats at any address that a float may have, in one launch. Each block leaves its sum in
// `partials` and takes a ticket; the block with the last ticket adds the partials. *ticket must be zero before the first
// launch, and is zero again after each. The same n on the same device is added in the same order every time.
__global__ void __launch_bounds__(kReduceThreads)
    reduce(const float* in, int n, float* partials, unsigned* ticket, float* out) {
  const float mine = block_sum<kReduceThreads>(add_elements(in, n));
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = mine;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> taken(*ticket);
    is_last = taken.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;

  float sum = 0.0f;
  for (int i = threadIdx.x; i < gridDim.x; i += kReduceThreads) sum += partials[i];
  sum = block_sum<kReduceThreads>(sum);
  if (threadIdx.x == 0) {
    *out = sum;
    *ticket = 0;
  }
}
// #endregion reduce

#include "reads.cuh"
#include "tails.cuh"

#include "launches.cuh"

#include "checks.cuh"
#include "order.cuh"
#include "timings.cuh"

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "sums") return check_sums(1 << 24);
  if (what == "small-sums") return check_sums(1 << 13);
  if (what == "tails") return check_tails();
  if (what == "tail-bare") return run_tail(tail_bare);
  if (what == "tail-volatile") return run_tail(tail_volatile);
  if (what == "tail-synced") return run_tail(tail_synced);
  if (what == "tail-shuffle") return run_tail(tail_shuffle);
  if (what == "order") return check_order();
  if (what == "trees") return run_trees();
  if (what == "time-ladder") return time_ladder();
  if (what == "time-fast") return time_fast();
  std::fprintf(stderr,
               "usage: %s sums | small-sums | tails | tail-bare | tail-volatile | tail-synced | tail-shuffle | order | "
               "trees | time-ladder | time-fast\n",
               argv[0]);
  return 64;
}
