// Warp divergence: one kernel whose branch splits a warp or does not, branches that never become branches, divergence
// that costs nothing, and where the lanes of a warp meet again.
// checks.cuh compares with the CPU, observations.cuh records what lanes did, timings.cuh times.
#include "../common/device.cuh"

constexpr unsigned kWarpSize = 32;
constexpr unsigned kFullMask = 0xffffffffu;

// #region split
constexpr int kStepsAtOnce = 8;

// out[i] = in[i] sent through `steps` rounds of one of two lines, chosen by a bit of the thread's number. Bit 1 splits
// each warp between odd and even lanes, bit 16 in the middle, bit 32 sends whole warps one way or the other. The
// machine code is the same for every bit: it is an argument.
// SASS: BSSY ; FFMA x8 ; BSYNC
// SASS sm_75, sm_80, sm_90: FFMA x16 ; !FFMA
__global__ void split(const float* in, float* out, int n, int steps, unsigned bit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (threadIdx.x & bit) {
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
      for (int k = 0; k < kStepsAtOnce; ++k) x = fmaf(x, 0.5f, 1.0f);
    }
  } else {
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
      for (int k = 0; k < kStepsAtOnce; ++k) x = fmaf(x, -0.25f, 3.0f);
    }
  }
  out[i] = x;
}
// #endregion split

// #region one-arm
// The same with nothing to do on the other side: only the lanes in `workers` take the steps.
// SASS: FFMA x8 ; !FFMA
__global__ void work_some(const float* in, float* out, int n, int steps, unsigned workers) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (workers >> threadIdx.x % kWarpSize & 1u) {
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
#pragma unroll
      for (int k = 0; k < kStepsAtOnce; ++k) x = fmaf(x, 0.5f, 1.0f);
    }
  }
  out[i] = x;
}
// #endregion one-arm

// #region short
// A branch in the source, a short one on both sides.
// SASS: !BSSY ; !BSYNC
__global__ void short_branch(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (x < 0.0f) {
    x = 0.125f * x;
  }
  out[i] = x;
}
// #endregion short

// #region long
// The same shape with more to do inside.
// SASS: BSSY ; BRA ; BSYNC
__global__ void long_branch(const float* in, float* out, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (x < 0.0f) {
#pragma unroll 1
    for (int step = 0; step < steps; ++step) x = 0.125f * x - 1.0f;
  }
  out[i] = x;
}
// #endregion long

struct Timeline {
  unsigned before;
  unsigned in_arm;
  unsigned after;
};

// #region timeline
constexpr unsigned kThenLanes = 12;  // lanes 0 to 11 take the first arm

// When each lane was where, in cycles after its first reading. The two arms do the same amount of arithmetic.
__global__ void timeline(Timeline* when, float* values) {
  const unsigned lane = threadIdx.x;
  float x = values[lane];
  Timeline mine;
  const long long start = clock64();
  mine.before = 0;
  if (lane < kThenLanes) {
#pragma unroll 1
    for (int k = 0; k < 64; ++k) x = fmaf(x, 0.5f, 1.0f);
    mine.in_arm = static_cast<unsigned>(clock64() - start);
  } else {
#pragma unroll 1
    for (int k = 0; k < 64; ++k) x = fmaf(x, -0.25f, 3.0f);
    mine.in_arm = static_cast<unsigned>(clock64() - start);
  }
  __syncwarp();
  mine.after = static_cast<unsigned>(clock64() - start);
  values[lane] = x;
  when[lane] = mine;
}
// #endregion timeline

// #region handshake
// Two lanes of one warp, in the two arms of one branch, each waiting for the other: lane 1 speaks, lane 0 answers. If the
// lanes of one arm had to finish before those of the other begin, the program would hang whichever arm came first.
__global__ void handshake(volatile int* said, int* heard) {
  const unsigned lane = threadIdx.x;
  if (lane == 0) {
    while (*said != 1) {
    }
    heard[0] = 1;
    *said = 2;
  } else if (lane == 1) {
    *said = 1;
    while (*said != 2) {
    }
    heard[1] = 2;
  }
}
// #endregion handshake

// #region unsynced
// WRONG: the lanes of the branch store, then every lane loads what its neighbour stored. Nothing says that the stores
// come first: a lane may still be in the branch, or past it.
__global__ void rotate_unsynced(const int* in, int* out) {
  __shared__ int slots[kWarpSize];
  const unsigned lane = threadIdx.x;
  if (lane % 2 == 0) {
    slots[lane] = in[lane];
  } else {
    slots[lane] = -in[lane];
  }
  out[lane] = slots[(lane + 1) % kWarpSize];
}
// #endregion unsynced

// #region synced
// RIGHT: __syncwarp() makes the named lanes wait for one another, and orders the stores before it with the loads after.
__global__ void rotate_synced(const int* in, int* out) {
  __shared__ int slots[kWarpSize];
  const unsigned lane = threadIdx.x;
  if (lane % 2 == 0) {
    slots[lane] = in[lane];
  } else {
    slots[lane] = -in[lane];
  }
  __syncwarp();
  out[lane] = slots[(lane + 1) % kWarpSize];
}
// #endregion synced

// #region after
// Who is active after a branch that some lanes leave by `continue`, with and without a meeting point.
__global__ void after_branch(unsigned* plain, unsigned* met, volatile int* work) {
  const unsigned lane = threadIdx.x;
  if (lane < kThenLanes || work[lane] < 0) {
    work[lane] = work[lane] + 1;
    if (work[lane] > 1) work[lane] = work[lane] * 5;
  }
  plain[lane] = __activemask();
  __syncwarp();
  met[lane] = __activemask();
}
// #endregion after

#include "checks.cuh"
#include "observations.cuh"
#include "timings.cuh"

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "checks") return check_kernels();
  if (what == "timeline") return observe_timeline();
  if (what == "handshake") return observe_handshake();
  if (what == "rotate-unsynced") return observe_rotation();
  if (what == "rotate-synced") return check_rotation();
  if (what == "after") return observe_after_branch();
  if (what == "time-split") return time_split();
  if (what == "time-free") return time_free();
  if (what == "count-odd") return count_split(kOddLanes);
  if (what == "count-half") return count_split(kUpperHalf);
  if (what == "count-warps") return count_split(kOddWarps);
  if (what == "count-short") return count_short();
  if (what == "count-long") return count_long();
  std::fprintf(stderr, "usage: %s checks | timeline | handshake | rotate-unsynced | rotate-synced | after | time-split | "
               "time-free | count-odd | count-half | count-warps | count-short | count-long\n", argv[0]);
  return 64;
}
