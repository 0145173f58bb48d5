// Masks as they were found in published code, each beside what its author meant. All say the same thing: read the next
// lane around the ring of your group. One kernel a process, since what follows a wrong mask is not defined.
#include "warp.cuh"

constexpr int kGroup = 8;
constexpr int kFour = 4;
constexpr int kLive = 20;

// #region six-fs
// WRONG: six F's name lanes 0 to 23, and all 32 call.
// SASS: SHFL.IDX ; !SHFL
// SASS: !WARPSYNC
__global__ void six_fs(const int* offered, int* got) {
  const int lane = threadIdx.x;
  got[lane] = __shfl_sync(0xFFFFFF, offered[lane], lane + 1);
}

// SASS: SHFL.IDX ; !SHFL
// SASS: !WARPSYNC
__global__ void eight_fs(const int* offered, int* got) {
  const int lane = threadIdx.x;
  got[lane] = __shfl_sync(0xFFFFFFFF, offered[lane], lane + 1);
}
// #endregion six-fs

// #region decimal
// WRONG: without 0b the digits are decimal. 11111111 is 0xa98ac7 and names lanes 0, 1, 2, 6, 7, 9, 11, 15, 16, 19, 21
// and 23, where lanes 0 to 7 call.
// SASS sm_75, sm_80: BRA.CONV ; SHFL.IDX ; BSYNC ; WARPSYNC  // a converged warp goes around the WARPSYNC
// SASS sm_90, sm_100, sm_120: WARPSYNC [mask] ; SHFL.IDX ; BSYNC
__global__ void decimal_mask(const int* offered, int* got) {
  const int lane = threadIdx.x;
  int value = offered[lane];
  if (lane < kGroup) value = __shfl_sync(11111111, value, lane + 1, kGroup);
  got[lane] = value;
}

__global__ void binary_mask(const int* offered, int* got) {
  const int lane = threadIdx.x;
  int value = offered[lane];
  if (lane < kGroup) value = __shfl_sync(0b11111111, value, lane + 1, kGroup);
  got[lane] = value;
}
// #endregion decimal

// #region hexadecimal
// WRONG: 0x for 0b. 0xb1111 names lanes 0, 4, 8, 12, 16, 17 and 19, where lanes 0 to 3 call.
// SASS sm_75, sm_80: BRA.CONV ; SHFL.IDX ; BSYNC ; WARPSYNC  // a converged warp goes around the WARPSYNC
// SASS sm_90, sm_100, sm_120: WARPSYNC [mask] ; SHFL.IDX ; BSYNC
__global__ void hexadecimal_mask(const int* offered, int* got) {
  const int lane = threadIdx.x;
  int value = offered[lane];
  if (lane < kFour) value = __shfl_sync(0xb1111, value, 1);
  got[lane] = value;
}

__global__ void four_bit_mask(const int* offered, int* got) {
  const int lane = threadIdx.x;
  int value = offered[lane];
  if (lane < kFour) value = __shfl_sync(0b1111, value, 1);
  got[lane] = value;
}
// #endregion hexadecimal

// #region modulo
// WRONG: the number of a lane's group is lane / width. With % lane 1 names the lanes of group 1, and is in group 0.
// SASS sm_75: !WARPSYNC
// SASS sm_80: MATCH.ANY ; BRA.CONV ; SHFL.IDX ; WARPSYNC
// SASS sm_90, sm_100, sm_120: WARPSYNC [mask] ; SHFL.IDX ; !SHFL
__global__ void modulo_mask(const int* offered, int* got) {
  const int lane = threadIdx.x;
  const int group = lane % (kWarpSize / kGroup);
  const unsigned mask = 0xffu << (group * kGroup);
  got[lane] = __shfl_sync(mask, offered[lane], lane + 1, kGroup);
}

__global__ void divided_mask(const int* offered, int* got) {
  const int lane = threadIdx.x;
  const int group = lane / kGroup;
  const unsigned mask = 0xffu << (group * kGroup);
  got[lane] = __shfl_sync(mask, offered[lane], lane + 1, kGroup);
}
// #endregion modulo

// #region both-arms
// The same call in both arms of a branch, with the full mask. The editions of the guide disagree about it.
// SASS: BRA.DIV ; SHFL.BFLY ; BRA.DIV ; SHFL.BFLY ; BSYNC
__global__ void both_arms(const int* offered, int* got) {
  const int lane = threadIdx.x;
  int value = offered[lane];
  if (lane < kWarpSize / 2) {
    value = __shfl_xor_sync(kFullMask, value, 16);
    value *= 3;
  } else {
    value = __shfl_xor_sync(kFullMask, value, 16);
    value *= 5;
  }
  got[lane] = value;
}
// #endregion both-arms

// #region never-called
// WRONG: the mask names all 32 lanes, and lanes 20 to 31 never call. They wait below for the callers, alive; the
// callers wait above for them.
// SASS sm_75, sm_80: BRA.CONV ; SHFL.DOWN ; BRA.CONV ; WARPSYNC x2
// SASS sm_90, sm_100, sm_120: WARPSYNC.ALL ; SHFL.DOWN ; WARPSYNC.ALL
__global__ void named_but_elsewhere(const int* offered, int* got) {
  const int lane = threadIdx.x;
  int value = offered[lane];
  if (lane < kLive) {
    value += __shfl_down_sync(kFullMask, value, 1);
  } else {
    value *= 3;
  }
  __syncwarp();
  got[lane] = value;
}
// #endregion never-called

#include "mistakes.cuh"

int main(int argc, char** argv) {
  const std::string wanted = argc == 2 ? argv[1] : "";
  for (const Mask& mask : kMasks) {
    if (wanted == mask.name) return run_mask(mask);
  }
  std::fprintf(stderr, "usage: %s MASK, where MASK is one of:\n", argv[0]);
  for (const Mask& mask : kMasks) std::fprintf(stderr, "  %s\n", mask.name);
  return 64;
}
