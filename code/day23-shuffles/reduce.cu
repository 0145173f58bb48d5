// One instruction for the whole sum, where there is one: __reduce_add_sync against the ladder of shuffles, and what
// cooperative groups make of each. A program of its own, because the instruction came with compute capability 8.0.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <random>

#include "warp.cuh"

namespace cg = cooperative_groups;

// #region all-lanes
// Each way gives the sum of a warp to all 32 lanes.
struct Butterfly {
  template <class T>
  __device__ static T sum(T value) {
    for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
      value += __shfl_xor_sync(kFullMask, value, distance);
    }
    return value;
  }
};

struct Reduce {
  __device__ static unsigned sum(unsigned value) { return __reduce_add_sync(kFullMask, value); }
};

struct Groups {
  template <class T>
  __device__ static T sum(T value) {
    return cg::reduce(cg::tiled_partition<kWarpSize>(cg::this_thread_block()), value, cg::plus<T>());
  }
};
// #endregion all-lanes

// #region sums
template <class Way, class T>
__device__ void sum_rows(const T* in, T* out) {
  const int i = element_of_thread();
  out[i] = Way::sum(in[i]);
}

// SASS: SHFL.BFLY x5 ; !SHFL ; !REDUX
__global__ void sum_butterfly(const unsigned* in, unsigned* out) { sum_rows<Butterfly>(in, out); }

// SASS: REDUX ; !REDUX ; !SHFL
__global__ void sum_reduce(const unsigned* in, unsigned* out) { sum_rows<Reduce>(in, out); }

// SASS: REDUX ; !REDUX ; !SHFL
__global__ void sum_groups(const unsigned* in, unsigned* out) { sum_rows<Groups>(in, out); }

// SASS: SHFL.BFLY x5 ; !SHFL ; !REDUX
__global__ void sum_butterfly_float(const float* in, float* out) { sum_rows<Butterfly>(in, out); }

// SASS: SHFL.BFLY x5 ; !SHFL ; !REDUX
__global__ void sum_groups_float(const float* in, float* out) { sum_rows<Groups>(in, out); }
// #endregion sums

constexpr int kReductions = 64;

// #region chain
// Reductions in a chain, each waiting for the one before it. `own` keeps the values of the lanes apart, at the cost of
// one instruction a reduction, the same for all ways. Reports the cycles of the second of two passes, by the first and
// the last clock of the block, so the block may be one warp or fill a multiprocessor.
__device__ inline unsigned mix(unsigned sum, unsigned own) { return sum ^ own; }
__device__ inline float mix(float sum, float own) { return fmaf(sum, -0.03125f, own); }

template <class Way, class T>
__device__ void chain(T* values, long long* clocks) {
  const int i = threadIdx.x;
  const T own = values[i];
  T value = own;
  long long before = 0;
  long long after = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    before = clock64();
#pragma unroll
    for (int k = 0; k < kReductions; ++k) value = mix(Way::sum(value), own);
    after = clock64();
  }
  values[i] = value;
  if (lane_of_thread() == 0) {
    clocks[2 * warp_in_grid()] = before;
    clocks[2 * warp_in_grid() + 1] = after;
  }
}
// #endregion chain

__global__ void chain_butterfly(unsigned* values, long long* clocks) { chain<Butterfly>(values, clocks); }
__global__ void chain_reduce(unsigned* values, long long* clocks) { chain<Reduce>(values, clocks); }
__global__ void chain_groups(unsigned* values, long long* clocks) { chain<Groups>(values, clocks); }
__global__ void chain_butterfly_float(float* values, long long* clocks) { chain<Butterfly>(values, clocks); }
__global__ void chain_groups_float(float* values, long long* clocks) { chain<Groups>(values, clocks); }

#include "reductions.cuh"

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "check") return check_reductions();
  if (what == "time-one") return time_chains("one", kWarpSize);
  if (what == "time-full") return time_chains("full", 1024);
  if (what == "once") return run_chains_once();
  std::fprintf(stderr, "usage: %s check | time-one | time-full | once\n", argv[0]);
  return 64;
}
