// The kernels that are about masks: legal ones with a right answer, and what an invalid one happened to do.
#pragma once

#include <algorithm>

#include "../common/device.cuh"

constexpr unsigned kCallersMask = (1u << kCallers) - 1;
constexpr int kUntouched = static_cast<int>(0xA5A5A5A5u);

inline int wrong_halves() {
  const lockstep::DeviceArray<int> device_got(kWarpSize);
  shuffle_in_halves<<<1, kWarpSize>>>(device_got.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = device_got.to_host();
  int wrong = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) wrong += got[lane] != (lane < kWarpSize / 2 ? lane ^ 1 : lane ^ 2);
  return wrong;
}

inline int check_masks() {
  lockstep::report_check("masks/disjoint/wrong", 0, wrong_halves());

  const lockstep::DeviceArray<int> device_got(kWarpSize);
  const lockstep::DeviceArray<unsigned> device_voted(kWarpSize);
  vote_after_exit<<<1, kWarpSize>>>(device_got.get(), device_voted.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = device_got.to_host();
  const std::vector<unsigned> voted = device_voted.to_host();
  int wrong_values = 0;
  int wrong_votes = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    wrong_values += got[lane] != (lane < kCallers ? 100 : kUntouched);
    wrong_votes += voted[lane] != (lane < kCallers ? kCallersMask : static_cast<unsigned>(kUntouched));
  }
  lockstep::report_check("masks/exited/values-wrong", 0, wrong_values);
  lockstep::report_check("masks/exited/votes-wrong", 0, wrong_votes);
  return 0;
}

inline int observe_late_exit() {
  constexpr long long kPatience = 1 << 20;  // cycles: well below a second on any clock
  const lockstep::DeviceArray<long long> device_clocks(kWarpSize);
  const lockstep::DeviceArray<unsigned> device_voted(kWarpSize);
  vote_until_exit<<<1, kWarpSize>>>(device_clocks.get(), device_voted.get(), kPatience);
  LOCKSTEP_LAUNCHED();
  const std::vector<long long> clocks = device_clocks.to_host();
  const std::vector<unsigned> voted = device_voted.to_host();
  const long long last_left = *std::max_element(clocks.begin() + kCallers, clocks.end());
  const auto did_not_wait = std::count_if(clocks.begin(), clocks.begin() + kCallers,
                                          [&](long long clock) { return clock < last_left; });
  const auto wrong = kCallers - std::count(voted.begin(), voted.begin() + kCallers, kCallersMask);
  lockstep::report_observation("masks/exit-late/callers-that-did-not-wait", static_cast<double>(did_not_wait));
  lockstep::report_observation("masks/exit-late/votes-wrong", static_cast<double>(wrong));
  return 0;
}

// Each lane brings its number plus 100.
inline std::vector<int> offered_values() {
  std::vector<int> values(kWarpSize);
  for (int lane = 0; lane < kWarpSize; ++lane) values[lane] = lane + 100;
  return values;
}

inline int observe_exited() {
  const std::vector<int> offered = offered_values();
  const lockstep::DeviceArray<int> values(offered);
  invalid_mask_exited<<<1, kWarpSize>>>(values.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = values.to_host();
  const int last = kCallers - 1;
  int wrong = 0;
  for (int lane = 0; lane < last; ++lane) wrong += got[lane] != offered[lane] + offered[lane + 1];
  for (int lane = kCallers; lane < kWarpSize; ++lane) wrong += got[lane] != offered[lane];
  lockstep::report_check("invalid-mask/exited/defined-values-wrong", 0, wrong);
  lockstep::report_observation("invalid-mask/exited/lane-16-read", got[last] - offered[last]);
  return 0;
}

// As if the callers had got the lane above: what the author of such a kernel would mean.
inline int observe_alive() {
  const std::vector<int> offered = offered_values();
  const lockstep::DeviceArray<int> values(offered);
  lockstep::report_observation("invalid-mask/alive/launched", 1);
  invalid_mask_alive<<<1, kWarpSize>>>(values.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = values.to_host();
  int wrong = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    wrong += got[lane] != (lane < kCallers ? offered[lane] + offered[lane + 1] : 3 * offered[lane]);
  }
  lockstep::report_observation("invalid-mask/alive/wrong", wrong);
  return 0;
}
