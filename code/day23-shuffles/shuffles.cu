// Warp shuffles: a sum across a warp, a reduction that reads lanes that are not there, and its repair.
// The programs that check and time these kernels are in checks.cuh and timings.cuh.

#include "warp.cuh"

// #region shape
// A row of the ladder kernels: 32 floats apart, of which the first 20 hold data.
constexpr int kRowStride = 32;
constexpr int kLiveColumns = 20;
// #endregion shape

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
// SASS: BSSY [b], _ ; BSYNC [b] ; SHFL.DOWN PT, _, _, 0x10, 0x1f ; FADD [s], ... ;  // all 32 lanes are back
//       SHFL.DOWN PT, _, [s], 0x8, 0x1f ; FADD [t], ... ; SHFL.DOWN PT, _, [t], 0x4, 0x1f ; FADD [u], ... ;
//       SHFL.DOWN PT, _, [u], 0x2, 0x1f ; FADD [v], ... ; SHFL.DOWN PT, _, [v], 0x1, 0x1f ; FADD ; !SHFL ; !FADD
// SASS: !BAR ; !STS ; !LDS  // no memory but registers
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

// SASS: VOTE.ANY _, PT, _ ; @[idle] EXIT ; SHFL.DOWN x5 ; !SHFL  // the idle lanes leave before the first shuffle
// SASS: !BSYNC ; !WARPSYNC  // and nobody waits for them
__global__ void ladder_live_sum(const float* rows, float* results, int n) { reduce_row_live(rows, results, n, Sum{}); }
// SASS: VOTE.ANY _, PT, _ ; @[idle] EXIT ; SHFL.DOWN x5 ; !SHFL
__global__ void ladder_live_max(const float* rows, float* results, int n) { reduce_row_live(rows, results, n, Max{}); }
__global__ void ladder_live_product(const float* rows, float* results, int n) {
  reduce_row_live(rows, results, n, Product{});
}

// SASS: BSSY [b], _ ; BSYNC [b] ; SHFL.DOWN PT, _, _, 0x10, 0x1f ; FADD [s], ... ;  // all 32 lanes are back
//       SHFL.DOWN PT, _, [s], 0x8, 0x1f ; FADD [t], ... ; SHFL.DOWN PT, _, [t], 0x4, 0x1f ; FADD [u], ... ;
//       SHFL.DOWN PT, _, [u], 0x2, 0x1f ; FADD [v], ... ; SHFL.DOWN PT, _, [v], 0x1, 0x1f ; FADD ; !SHFL ; !FADD
__global__ void ladder_identity_sum(const float* rows, float* results, int n) { reduce_row(rows, results, n, Sum{}); }
// SASS: BSSY [b], _ ; BSYNC [b] ; SHFL.DOWN x5 ; !SHFL
__global__ void ladder_identity_max(const float* rows, float* results, int n) { reduce_row(rows, results, n, Max{}); }
__global__ void ladder_identity_product(const float* rows, float* results, int n) {
  reduce_row(rows, results, n, Product{});
}

constexpr unsigned kNothing = 0xffffffffu;

// #region first-step
// The first step of the live ladder alone, with the idle lanes still in the kernel: they pass the branch by and meet
// the others at the store. Every lane offers its number plus 100; lanes 4 to 15 read from lanes 20 to 31.
// SASS sm_75, sm_80: BRA.CONV ; SHFL.DOWN PT, _, _, 0x10, 0x1f ; BSYNC ; WARPSYNC  // the slow path is below the end
// SASS sm_90, sm_100, sm_120: VOTE.ANY [mask], PT, _ ; WARPSYNC [mask] ; SHFL.DOWN PT, _, _, 0x10, 0x1f ; BSYNC
__global__ void first_step(unsigned* read) {
  const int lane = lane_of_thread();
  const bool live = lane < kLiveColumns;
  const unsigned mask = __ballot_sync(kFullMask, live);
  unsigned got = kNothing;
  if (live) got = __shfl_down_sync(mask, lane + 100u, kWarpSize / 2);
  read[lane] = got;
}
// #endregion first-step

// Even, so that the two buffers of the shared-memory ring alternate across passes as well. Two passes move every value
// by 252 lanes, which is not a whole number of rounds: a kernel that moved nothing would not look right.
constexpr int kExchanges = 126;
static_assert(kExchanges % 2 == 0 && 2 * kExchanges % kWarpSize != 0, "see above");

// #region exchange-shuffle
// One warp passes its values around a ring, each exchange waiting for the one before it. Reports the cycles that the
// second of two passes took: the first brings the instructions into the cache. The clock is read just after the last
// exchange of each pass was issued, so kExchanges waits lie between the two readings, and little else.
__global__ void exchange_shuffle(int* values, long long* cycles) {
  const int lane = lane_of_thread();
  const int from = (lane + 1) % kWarpSize;
  int value = values[lane];
  long long before = 0;
  long long after = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    before = after;
#pragma unroll
    for (int i = 0; i < kExchanges; ++i) {
      value = __shfl_sync(kFullMask, value, from);
    }
    after = clock64();
  }
  values[lane] = value;
  if (lane == 0) *cycles = after - before;
}
// #endregion exchange-shuffle

// #region exchange-shared
// The same ring through shared memory. With two buffers in turn one __syncwarp() an exchange is enough: a lane writes a
// buffer again only after the barrier that follows every read of it.
__global__ void exchange_shared(int* values, long long* cycles) {
  __shared__ int slots[2][kWarpSize];
  const int lane = lane_of_thread();
  const int from = (lane + 1) % kWarpSize;
  int value = values[lane];
  long long before = 0;
  long long after = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    before = after;
#pragma unroll
    for (int i = 0; i < kExchanges; ++i) {
      slots[i % 2][lane] = value;
      __syncwarp();
      value = slots[i % 2][from];
    }
    after = clock64();
  }
  values[lane] = value;
  if (lane == 0) *cycles = after - before;
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
  if (what == "once") return run_once();
  std::fprintf(stderr, "usage: %s sums | ladder-live | ladder-identity | time-exchange | time-ladder | once\n", argv[0]);
  return 64;
}
