// Warp shuffles: a sum across a warp, a reduction that reads lanes that are not there, and its repair.
// The programs that check and time these kernels are in checks.cuh and timings.cuh.

constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kWarpSize = 32;

// Rows of the ladder kernels: 32 floats apart, of which the first 20 hold data. 20 is no power of two, so the
// lowest step of the ladder reaches past the data.
constexpr int kRowStride = 32;
constexpr int kLiveColumns = 20;

// #region operations
// Each operation with its identity: combining it with any value gives that value back.
struct Sum {
  static constexpr float identity = 0.0f;
  __device__ float operator()(float a, float b) const { return a + b; }
};

struct Max {
  static constexpr float identity = -INFINITY;
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Product {
  static constexpr float identity = 1.0f;
  __device__ float operator()(float a, float b) const { return a * b; }
};
// #endregion operations

// #region lane
// The lane of a thread in a one-dimensional block, and the number of its warp in the grid.
__device__ int lane_of_thread() { return threadIdx.x % kWarpSize; }
__device__ int warp_in_grid() { return (blockIdx.x * blockDim.x + threadIdx.x) / kWarpSize; }
// #endregion lane

// #region warp-reduce
// Combines the values of all 32 lanes. Lane 0 returns the result; the other lanes return partial results.
// Every lane of the warp must call this together.
template <class Op>
__device__ float warp_reduce(float value, Op combine) {
  for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
    value = combine(value, __shfl_down_sync(kFullMask, value, offset));
  }
  return value;
}
// #endregion warp-reduce

// #region warp-sums
// sums[w] = in[32 w] + … + in[32 w + 31], taking only elements before n whose keep flag is set.
// A lane without an element stays in the warp and carries zero.
__global__ void warp_sums(const float* in, const unsigned char* keep, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float mine = i < n && keep[i] ? in[i] : Sum::identity;
  const float sum = warp_reduce(mine, Sum{});
  if (lane_of_thread() == 0 && i < n) sums[warp_in_grid()] = sum;
}
// #endregion warp-sums

// #region ladder-live
// WRONG, on purpose. The mask names exactly the lanes that call the shuffle, so every rule about masks is kept.
// At offset 16 lane 4 still reads from lane 20, which is not in the branch: the value it gets is undefined.
template <class Op>
__device__ void reduce_row_live(const float* rows, float* results, int row_count, Op combine) {
  const int lane = lane_of_thread();
  const int row = warp_in_grid();
  if (row >= row_count) return;  // the same for all lanes of the warp

  const bool live = lane < kLiveColumns;
  const unsigned mask = __ballot_sync(kFullMask, live);
  if (live) {
    float value = rows[row * kRowStride + lane];
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
      value = combine(value, __shfl_down_sync(mask, value, offset));
    }
    if (lane == 0) results[row] = value;
  }
}
// #endregion ladder-live

// #region ladder-identity
// RIGHT. All 32 lanes take part; a lane without data carries the identity of the operation.
template <class Op>
__device__ void reduce_row(const float* rows, float* results, int row_count, Op combine) {
  const int lane = lane_of_thread();
  const int row = warp_in_grid();
  if (row >= row_count) return;  // the same for all lanes of the warp

  const float mine = lane < kLiveColumns ? rows[row * kRowStride + lane] : Op::identity;
  const float result = warp_reduce(mine, combine);
  if (lane == 0) results[row] = result;
}
// #endregion ladder-identity

__global__ void ladder_live_sum(const float* rows, float* results, int n) { reduce_row_live(rows, results, n, Sum{}); }
__global__ void ladder_live_max(const float* rows, float* results, int n) { reduce_row_live(rows, results, n, Max{}); }
__global__ void ladder_live_product(const float* rows, float* results, int n) {
  reduce_row_live(rows, results, n, Product{});
}

__global__ void ladder_identity_sum(const float* rows, float* results, int n) { reduce_row(rows, results, n, Sum{}); }
__global__ void ladder_identity_max(const float* rows, float* results, int n) { reduce_row(rows, results, n, Max{}); }
__global__ void ladder_identity_product(const float* rows, float* results, int n) {
  reduce_row(rows, results, n, Product{});
}

// #region first-step
// The first step of the live ladder alone: what each live lane reads from the lane 16 above it. Every lane offers
// its number plus one hundred. Lanes 4 to 15 read from lanes 20 to 31, which are not in the branch.
__global__ void first_step(unsigned* read) {
  const int lane = lane_of_thread();
  const unsigned offered = lane + 100u;
  const bool live = lane < kLiveColumns;
  const unsigned mask = __ballot_sync(kFullMask, live);
  if (live) read[lane] = __shfl_down_sync(mask, offered, kWarpSize / 2);
}
// #endregion first-step

constexpr int kExchanges = 256;

// #region exchange-shuffle
// One warp passes a value around a ring, kExchanges times, each exchange waiting for the one before it.
__global__ void exchange_shuffle(int* values, long long* cycles) {
  const int lane = lane_of_thread();
  const int from = (lane + 1) % kWarpSize;
  int value = values[lane];
  const long long start = clock64();
#pragma unroll
  for (int i = 0; i < kExchanges; ++i) {
    value = __shfl_sync(kFullMask, value, from);
  }
  const long long stop = clock64();
  values[lane] = value;
  if (lane == 0) *cycles = stop - start;
}
// #endregion exchange-shuffle

// #region exchange-shared
// The same ring through shared memory. Two buffers in turn, so that one __syncwarp() an exchange is enough: a lane
// overwrites a buffer only after the barrier that follows every read of it.
__global__ void exchange_shared(int* values, long long* cycles) {
  __shared__ int slots[2][kWarpSize];
  const int lane = lane_of_thread();
  const int from = (lane + 1) % kWarpSize;
  int value = values[lane];
  const long long start = clock64();
#pragma unroll
  for (int i = 0; i < kExchanges; ++i) {
    slots[i % 2][lane] = value;
    __syncwarp();
    value = slots[i % 2][from];
  }
  const long long stop = clock64();
  values[lane] = value;
  if (lane == 0) *cycles = stop - start;
}
// #endregion exchange-shared

#include "checks.cuh"
#include "timings.cuh"

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "sums") return check_warp_sums();
  if (what == "ladder-live") return observe_live_ladder();
  if (what == "ladder-identity") return check_identity_ladder();
  if (what == "time-exchange") return time_exchange();
  if (what == "time-ladder") return time_ladder();
  std::fprintf(stderr, "usage: %s sums | ladder-live | ladder-identity | time-exchange | time-ladder\n", argv[0]);
  return 64;
}
