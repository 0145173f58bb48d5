// Parallel reduction: one sum, seven ways, from an atomic for every element to a kernel that reads memory as fast as
// the device does. The programs that check and time these kernels are in checks.cuh, order.cuh and timings.cuh.
#include <algorithm>
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
// SASS sm_75, sm_80: LDG.E ; RED.E.ADD.F32 ; !RED
// SASS sm_90, sm_100, sm_120: LDG.E ; REDG.E.ADD.F32 ; !REDG
__global__ void atomic_each(const float* in, float* out, int n) {
  const int i = thread_in_grid();
  if (i < n) atomicAdd(out, in[i]);
}
// #endregion atomic-each

// #region atomic-warp
// Rung 2. A warp adds its elements among its registers first, and asks for one atomic instead of 32.
// SASS sm_75, sm_80: SHFL.DOWN x5 ; RED.E.ADD.F32 ; !RED
// SASS sm_90, sm_100, sm_120: SHFL.DOWN x5 ; REDG.E.ADD.F32 ; !REDG
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
// SASS sm_80, sm_90: STS ; BAR.SYNC ; LDS.64 ; STS ; BAR.SYNC  // the first pair lies side by side, and is one load
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
// SASS: !LDS.64
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
// SASS: SHFL.DOWN x5 ; STS ; BAR.SYNC ; LDS ; SHFL.DOWN x5 ; !BAR
__global__ void tree_shuffle(const float* in, float* sums_of_blocks, int n) {
  const int i = thread_in_grid();
  const float sum = block_sum<kThreads>(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) sums_of_blocks[blockIdx.x] = sum;
}
// #endregion tree-shuffle

// #region grid-stride
// Rung 6. As many blocks as the device holds at once, each thread adding many elements to its own register before it
// talks to anyone. Four floats a load. `in` must be aligned to 16 bytes.
// SASS: LDG.E.128
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

// #region tile
constexpr int kReduceThreads = 512;
constexpr int kLoads = 4;                       // loads of four floats that a thread has under way at once
constexpr int kTile = kReduceThreads * kLoads;  // groups of four floats that a block takes at once

// Four floats that nobody will want again: they pass by the first cache.
__device__ float4 load_once(const float4* from) {
  float4 four;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(four.x), "=f"(four.y), "=f"(four.z), "=f"(four.w)
               : "l"(from));
  return four;
}

// Adds kLoads groups of four, kReduceThreads apart, those before `end`. All loads are issued before the first addition.
template <bool whole>
__device__ void add_tile(float4& sums, const float4* fours, int i, int end) {
  float4 loaded[kLoads];
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    const int at = i + k * kReduceThreads;
    loaded[k] = whole || at < end ? load_once(fours + at) : float4{};
  }
#pragma unroll
  for (int k = 0; k < kLoads; ++k) {
    sums.x += loaded[k].x;
    sums.y += loaded[k].y;
    sums.z += loaded[k].z;
    sums.w += loaded[k].w;
  }
}

// This thread's part of every tile from `first` on, `step` tiles apart, up to group `end`.
__device__ float add_tiles(const float4* fours, int first, int step, int end) {
  float4 sums{};
  int i = first * kTile + threadIdx.x;
  for (; i + (kLoads - 1) * kReduceThreads < end; i += step * kTile) add_tile<true>(sums, fours, i, end);
  if (i < end) add_tile<false>(sums, fours, i, end);
  return (sums.x + sums.y) + (sums.z + sums.w);
}
// #endregion tile

// #region shares
// Where the groups of four begin and how they are shared out: most of them evenly, block by block; the last tenth of a
// long array tile by tile, to blocks that have become free.
struct Shares {
  int head;   // floats before the first address that is divisible by 16
  int fours;  // groups of four from there on
  int even;   // of which so many are shared out evenly
  int tiles;  // and the rest is so many tiles
};

// The host shares out, since all blocks must agree on it.
inline Shares share_out(const float* in, int n, int blocks) {
  Shares shares{};
  const int misplaced = reinterpret_cast<std::uintptr_t>(in) / sizeof(float) % 4;
  shares.head = misplaced == 0 ? 0 : std::min(n, 4 - misplaced);
  shares.fours = (n - shares.head) / 4;
  const int each = shares.fours / kTile / blocks;  // whole tiles for each block
  shares.even = each < 10 ? shares.fours : (each - each / 10) * blocks * kTile;
  shares.tiles = (shares.fours - shares.even + kTile - 1) / kTile;
  return shares;
}

// The at most six floats that belong to no group of four: block 0 adds them.
__device__ float add_edges(const float* in, int n, const Shares& shares) {
  const int t = threadIdx.x;
  const int rest = shares.head + 4 * shares.fours + t;
  if (blockIdx.x > 0) return 0.0f;
  return (t < shares.head ? in[t] : 0.0f) + (rest < n ? in[rest] : 0.0f);
}
// #endregion shares

// #region desk
// Where blocks draw numbers. Both are zero before the first launch, and zero again after each.
struct Desk {
  int claims;   // of tiles: who is free takes the next
  int tickets;  // of blocks: who takes the last knows that all others are done
};
// #endregion desk

// #region last-block
// Takes a ticket. Releases what this block wrote before; the block that gets true acquires what all others wrote.
__device__ bool is_last_block(Desk* desk) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> tickets(desk->tickets);
    is_last = tickets.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  return is_last;
}
// #endregion last-block

// #region reduce
// Rung 7. *out = the sum of n floats at any address that a float may have, in one launch. A sum for each block and for
// each claimed tile goes to `partials`; the last block adds those, in their order and not in the order of time. So the
// same n, aligned alike, in as many blocks, is added the same way every time.
__global__ void __launch_bounds__(kReduceThreads)
    reduce(const float* in, int n, Shares shares, float* partials, Desk* desk, float* out) {
  __shared__ int claimed[2];
  const float4* fours = reinterpret_cast<const float4*>(in + shares.head);

  // The next tile is claimed while this share is added.
  if (threadIdx.x == 0) claimed[0] = shares.tiles > 0 ? atomicAdd(&desk->claims, 1) : 0;
  float sum = add_edges(in, n, shares) + add_tiles(fours, blockIdx.x, gridDim.x, shares.even);
  sum = block_sum<kReduceThreads>(sum);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
  __syncthreads();

  int turn = 0;
  for (int tile = claimed[0]; tile < shares.tiles; tile = claimed[turn]) {
    turn ^= 1;
    if (threadIdx.x == 0) claimed[turn] = atomicAdd(&desk->claims, 1);
    const int first = shares.even / kTile + tile;
    sum = block_sum<kReduceThreads>(add_tiles(fours, first, 1, min(shares.fours, (first + 1) * kTile)));
    if (threadIdx.x == 0) partials[gridDim.x + tile] = sum;
    __syncthreads();
  }

  if (!is_last_block(desk)) return;
  sum = 0.0f;
  for (int i = threadIdx.x; i < gridDim.x + shares.tiles; i += kReduceThreads) sum += partials[i];
  sum = block_sum<kReduceThreads>(sum);
  if (threadIdx.x == 0) {
    *out = sum;
    *desk = Desk{};
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
