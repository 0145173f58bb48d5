// How each kernel of masks.cu is launched, and what its author meant it to do.
#pragma once

#include "warp.cuh"

struct Mask {
  const char* name;
  bool right;
  void (*kernel)(const int*, int*);
  int (*meant)(int lane);  // the value for this lane, every lane having offered its number plus 100
};

inline int next_in_warp(int lane) { return (lane + 1) % kWarpSize + 100; }
inline int next_in_group(int lane) { return lane / kGroup * kGroup + (lane + 1) % kGroup + 100; }
inline int next_in_first_group(int lane) { return lane < kGroup ? next_in_group(lane) : lane + 100; }
inline int from_one(int lane) { return lane < kFour ? 101 : lane + 100; }
inline int other_half_scaled(int lane) { return ((lane ^ 16) + 100) * (lane < kWarpSize / 2 ? 3 : 5); }
inline int neighbour_added(int lane) { return lane < kLive ? 2 * lane + 201 : 3 * (lane + 100); }

constexpr Mask kMasks[] = {
    {"six-fs", false, six_fs, next_in_warp},
    {"eight-fs", true, eight_fs, next_in_warp},
    {"decimal", false, decimal_mask, next_in_first_group},
    {"binary", true, binary_mask, next_in_first_group},
    {"hexadecimal", false, hexadecimal_mask, from_one},
    {"four-bits", true, four_bit_mask, from_one},
    {"modulo", false, modulo_mask, next_in_group},
    {"divided", true, divided_mask, next_in_group},
    {"both-arms", false, both_arms, other_half_scaled},
    {"never-called", false, named_but_elsewhere, neighbour_added},
};

inline int run_mask(const Mask& mask) {
  const std::string id = std::string("masks/") + mask.name;
  const lockstep::DeviceArray<int> offered(offered_values());
  const lockstep::DeviceArray<int> device_got(kWarpSize);
  mask.kernel<<<1, kWarpSize>>>(offered.get(), device_got.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = device_got.to_host();
  int wrong = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) wrong += got[lane] != mask.meant(lane);
  if (mask.right) {
    lockstep::report_check(id + "/wrong", 0, wrong);
  } else {
    lockstep::report_observation(id + "/wrong", wrong);
    lockstep::report_vector(id, "what each lane held afterwards; every lane offered its number plus 100", "i32",
                            got.data(), got.size());
  }
  return 0;
}
