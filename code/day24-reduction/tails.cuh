// The last six steps of a tree in shared memory, by one warp alone: the classic warp-synchronous tail, as it was written
// when a warp was believed to keep in step, and as the rules want it.
#pragma once

// #region tail-bare
// WRONG, on purpose. Every step reads what other lanes wrote the step before, and nothing orders the two.
struct TailBare {
  __device__ static void add(float* sums, int t) {
    sums[t] += sums[t + 32];
    sums[t] += sums[t + 16];
    sums[t] += sums[t + 8];
    sums[t] += sums[t + 4];
    sums[t] += sums[t + 2];
    sums[t] += sums[t + 1];
  }
};
// #endregion tail-bare

// #region tail-volatile
// WRONG as well. volatile makes the compiler store and load at every step, in this order. Of other lanes it says nothing.
struct TailVolatile {
  __device__ static void add(volatile float* sums, int t) {
    sums[t] = sums[t] + sums[t + 32];
    sums[t] = sums[t] + sums[t + 16];
    sums[t] = sums[t] + sums[t + 8];
    sums[t] = sums[t] + sums[t + 4];
    sums[t] = sums[t] + sums[t + 2];
    sums[t] = sums[t] + sums[t + 1];
  }
};
// #endregion tail-volatile

// #region tail-synced
// RIGHT. All lanes have read before any writes, and all have written before any reads again.
struct TailSynced {
  __device__ static void add(float* sums, int t) {
    for (int distance = kWarpSize; distance > 0; distance /= 2) {
      const float other = sums[t + distance];
      __syncwarp();
      sums[t] += other;
      __syncwarp();
    }
  }
};
// #endregion tail-synced

// #region tail-shuffle
// RIGHT, and without shared memory from the second step on.
struct TailShuffle {
  __device__ static void add(float* sums, int t) {
    const float sum = warp_sum(sums[t] + sums[t + kWarpSize]);
    if (t == 0) sums[0] = sum;
  }
};
// #endregion tail-shuffle

// #region tail-block
// sums_of_blocks[b] = the sum of the kThreads elements of block b. The steps before the tail are those of
// tree_sequential.
template <class Tail>
__device__ void sum_block(const float* in, float* sums_of_blocks) {
  __shared__ float sums[kThreads];
  const int t = threadIdx.x;
  sums[t] = in[thread_in_grid()];
  __syncthreads();
  for (int distance = kThreads / 2; distance > kWarpSize; distance /= 2) {
    if (t < distance) sums[t] += sums[t + distance];
    __syncthreads();
  }
  if (t < kWarpSize) Tail::add(sums, t);
  if (t == 0) sums_of_blocks[blockIdx.x] = sums[0];
}
// #endregion tail-block

// The tail reads seven words, and stores once: the compiler took every step's partner before any lane wrote its sum.
// SASS: BAR.SYNC ; BAR.SYNC ; BAR.SYNC ; LDS x7 ; STS ; !STS
__global__ void tail_bare(const float* in, float* out) { sum_block<TailBare>(in, out); }
// SASS: BAR.SYNC ; BAR.SYNC ; BAR.SYNC ; STS x6 ; !STS ; !WARPSYNC
__global__ void tail_volatile(const float* in, float* out) { sum_block<TailVolatile>(in, out); }
__global__ void tail_synced(const float* in, float* out) { sum_block<TailSynced>(in, out); }
__global__ void tail_shuffle(const float* in, float* out) { sum_block<TailShuffle>(in, out); }
