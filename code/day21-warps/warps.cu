// What a warp is: a first kernel, how threads fall into warps and lanes, what a clock says about it, who is active in a
// branch, and what a warp with empty places costs.
// ids.cuh, clocks.cuh and masks.cuh check and observe these kernels, timings.cuh times them.
#include "../common/device.cuh"

constexpr unsigned kFullMask = 0xffffffffu;
constexpr unsigned kWarpSize = 32;

// #region scale
// out[i] = factor * in[i]. One thread an element; threads past the end of the array do nothing.
__global__ void scale(const float* in, float* out, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}
// #endregion scale

// #region rule
// The number of a thread in its block: x counts fastest, then y, then z. Consecutive numbers make a warp.
__device__ unsigned thread_number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ unsigned lane_by_rule() { return thread_number() % kWarpSize; }
__device__ unsigned warp_by_rule() { return thread_number() / kWarpSize; }
// #endregion rule

// #region asked
// What the hardware says, one entry a thread.
struct Asked {
  unsigned lane;    // %laneid
  unsigned leader;  // the number of the thread that sits in lane 0 of this warp
  unsigned mates;   // a bit for each lane of this warp that holds a thread
};

// Which lane the hardware gave this thread.
__device__ unsigned lane_by_hardware() {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

// SASS: S2R _, SR_LANEID
__global__ void ask(Asked* asked) {
  const unsigned block = blockIdx.x * blockDim.x * blockDim.y * blockDim.z;
  const unsigned leader = __shfl_sync(kFullMask, thread_number(), 0);  // what lane 0 of this warp has
  const unsigned mates = __ballot_sync(kFullMask, true);
  asked[block + thread_number()] = {lane_by_hardware(), leader, mates};
}
// #endregion asked

// #region wrong-lane
// WRONG, except by luck: in a block of two or three dimensions threadIdx.x starts again in each row.
__device__ unsigned lane_by_x() { return threadIdx.x % kWarpSize; }
// #endregion wrong-lane

// wrong[t] = 1 where the short formula and the hardware disagree.
__global__ void compare_lanes(unsigned* wrong) { wrong[thread_number()] = lane_by_x() != lane_by_hardware(); }

// #region clock
// Each thread reads its multiprocessor's cycle counter once, just after all warps of the block have met.
// SASS sm_80, sm_90, sm_100, sm_120: BAR.SYNC ; CS2R _, SR_CLOCKLO
__global__ void read_clock(long long* clocks) {
  __syncthreads();
  clocks[threadIdx.x] = clock64();
}
// #endregion clock

// #region clock-in-branch
constexpr int kArms = 4;

// The same reading in a branch: a quarter of the lanes in each of four arms. Lane 0 goes one way, lane 1 another.
__global__ void read_clock_in_arms(long long* clocks) {
  const unsigned lane = threadIdx.x;
  long long clock = 0;
  switch (lane % kArms) {
    case 0: clock = clock64(); break;
    case 1: clock = clock64(); break;
    case 2: clock = clock64(); break;
    case 3: clock = clock64(); break;
  }
  clocks[lane] = clock;
}
// #endregion clock-in-branch

constexpr unsigned kTaken = 20;  // lanes 0 to 19 go into the branch

struct ActiveMasks {
  unsigned before;
  unsigned inside;
  unsigned after;
};

// #region masks
// Which lanes were active at three instructions: before a branch, in it, and after it.
__global__ void masks_around_branch(ActiveMasks* seen, volatile int* work) {
  const unsigned lane = threadIdx.x;
  ActiveMasks mine;
  mine.before = __activemask();
  if (lane < kTaken) {
    work[lane] = work[lane] + 1;
    mine.inside = __activemask();
  } else {
    work[lane] = work[lane] * 3;
    mine.inside = __activemask();
  }
  mine.after = __activemask();
  seen[lane] = mine;
}
// #endregion masks

// #region masks-in-loop
// Each lane leaves the loop after a different number of turns. turns[t] = who was active in turn t.
__global__ void masks_in_loop(unsigned* turns, volatile int* work) {
  const unsigned lane = threadIdx.x;
  for (unsigned turn = 0; turn <= lane; ++turn) {
    work[lane] = work[lane] + 1;
    const unsigned active = __activemask();
    if (lane == kWarpSize - 1) turns[turn] = active;
  }
}
// #endregion masks-in-loop

// #region busy
constexpr int kChains = 4;
constexpr int kRounds = 2048;

// Arithmetic and nothing else: four independent chains a thread, to keep the multiprocessor issuing.
__global__ void keep_busy(float* out, float factor, float term) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float chain[kChains];
  for (int c = 0; c < kChains; ++c) chain[c] = static_cast<float>(i % 97 + c);
#pragma unroll 8
  for (int round = 0; round < kRounds; ++round) {
    for (int c = 0; c < kChains; ++c) chain[c] = fmaf(chain[c], factor, term);
  }
  out[i] = (chain[0] + chain[1]) + (chain[2] + chain[3]);
}
// #endregion busy

#include "clocks.cuh"
#include "ids.cuh"
#include "masks.cuh"
#include "timings.cuh"

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "first") return check_scale();
  if (what == "ids") return check_ids();
  if (what == "clock") return observe_clock();
  if (what == "masks") return observe_masks();
  if (what == "busy-40") return launch_busy(kPartialBlock);
  if (what == "busy-64") return launch_busy(kWholeBlock);
  if (what == "time") return time_partial_warps();
  std::fprintf(stderr, "usage: %s first | ids | clock | masks | busy-40 | busy-64 | time\n", argv[0]);
  return 64;
}
