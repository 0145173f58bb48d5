// What clock64() said, over many launches. Nothing here is required: the language promises no values.
#pragma once

#include <algorithm>
#include <map>

constexpr int kLaunches = 1000;
constexpr int kClockThreads = 1024;
constexpr int kClockWarps = kClockThreads / kWarpSize;

struct ClockCounts {
  long long warps_that_differ = 0;        // warps whose lanes did not all read the same value
  long long launches_with_shared = 0;     // launches in which two warps read the same value
  long long pairs = 0;                    // pairs of warps that read the same value
  long long pairs_of_same_remainder = 0;  // of these, pairs whose warp numbers leave the same remainder by four
  size_t most_warps = 0;                  // most warps with one value
  size_t fewest_values = kClockWarps;     // fewest different values among the warps of a launch
  size_t most_values = 0;
};

// Counts one launch: clocks of kClockWarps warps.
inline void count_launch(const std::vector<long long>& clocks, ClockCounts& counts) {
  std::map<long long, std::vector<int>> warps_by_value;
  for (int warp = 0; warp < kClockWarps; ++warp) {
    const auto first = clocks.begin() + warp * static_cast<int>(kWarpSize);
    const auto end = first + kWarpSize;
    counts.warps_that_differ += std::any_of(first, end, [&](long long one) { return one != *first; });
    warps_by_value[*first].push_back(warp);
  }
  bool shared = false;
  for (const auto& [value, warps] : warps_by_value) {
    shared = shared || warps.size() > 1;
    counts.most_warps = std::max(counts.most_warps, warps.size());
    for (size_t a = 0; a < warps.size(); ++a) {
      for (size_t b = a + 1; b < warps.size(); ++b) {
        ++counts.pairs;
        counts.pairs_of_same_remainder += warps[a] % 4 == warps[b] % 4;
      }
    }
  }
  counts.launches_with_shared += shared;
  counts.fewest_values = std::min(counts.fewest_values, warps_by_value.size());
  counts.most_values = std::max(counts.most_values, warps_by_value.size());
}

// Cycles after the earliest reading of the 32.
inline std::vector<unsigned> since_earliest(const std::vector<long long>& clocks) {
  const long long earliest = *std::min_element(clocks.begin(), clocks.end());
  std::vector<unsigned> since(clocks.size());
  for (size_t i = 0; i < clocks.size(); ++i) since[i] = static_cast<unsigned>(clocks[i] - earliest);
  return since;
}

inline size_t different(std::vector<long long> values) {
  std::sort(values.begin(), values.end());
  return static_cast<size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

inline void observe_clock_in_arms() {
  const lockstep::DeviceArray<long long> device_clocks(kWarpSize);
  int launches_with_four = 0;
  std::vector<long long> clocks;
  for (int launch = 0; launch < kLaunches; ++launch) {
    read_clock_in_arms<<<1, kWarpSize>>>(device_clocks.get());
    LOCKSTEP_LAUNCHED();
    clocks = device_clocks.to_host();
    launches_with_four += different(clocks) == kArms;
  }
  lockstep::report_observation("clock/arms/values-in-last-launch", static_cast<double>(different(clocks)));
  lockstep::report_observation("clock/arms/launches-with-four-values", launches_with_four);
  const std::vector<unsigned> since = since_earliest(clocks);
  lockstep::report_vector("clock/arms/last-launch", "cycles between the earliest reading of clock64() in the warp and that "
                          "of each lane, in the last launch; lane i reads in arm i % 4", "u32", since.data(), since.size());
}

inline int observe_clock() {
  const lockstep::DeviceArray<long long> device_clocks(kClockThreads);
  ClockCounts counts;
  for (int launch = 0; launch < kLaunches; ++launch) {
    read_clock<<<1, kClockThreads>>>(device_clocks.get());
    LOCKSTEP_LAUNCHED();
    count_launch(device_clocks.to_host(), counts);
  }
  lockstep::report_observation("clock/warps-that-differ", static_cast<double>(counts.warps_that_differ));
  lockstep::report_observation("clock/launches-with-shared-value", static_cast<double>(counts.launches_with_shared));
  lockstep::report_observation("clock/pairs-with-one-value", static_cast<double>(counts.pairs));
  lockstep::report_observation("clock/pairs-of-same-remainder", static_cast<double>(counts.pairs_of_same_remainder));
  lockstep::report_observation("clock/most-warps-with-one-value", static_cast<double>(counts.most_warps));
  lockstep::report_observation("clock/fewest-values", static_cast<double>(counts.fewest_values));
  lockstep::report_observation("clock/most-values", static_cast<double>(counts.most_values));

  observe_clock_in_arms();
  return 0;
}
