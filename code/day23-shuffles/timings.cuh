// What the kernels of shuffles.cu cost. Each pair of arms is sampled in turn in one process.
#pragma once

#include "../common/measure.cuh"
#include "checks.cuh"

// Cycles of one exchange, from one launch of one warp. Checks that the value really went around the ring.
template <class Kernel>
double cycles_per_exchange(Kernel kernel) {
  std::vector<int> start(kWarpSize);
  for (int lane = 0; lane < kWarpSize; ++lane) start[lane] = lane;
  const lockstep::DeviceArray<int> values(start);
  const lockstep::DeviceArray<long long> cycles(1);
  kernel<<<1, kWarpSize>>>(values.get(), cycles.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = values.to_host();
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (got[lane] != (lane + 2 * kExchanges) % kWarpSize) {
      std::fprintf(stderr, "lane %d holds %d after %d exchanges\n", lane, got[lane], 2 * kExchanges);
      std::exit(65);
    }
  }
  return static_cast<double>(cycles.to_host()[0]) / kExchanges;
}

inline int time_exchange() {
  const std::string count = std::to_string(kExchanges);
  const auto arm = [](const char* id, const std::string& timed, auto kernel) {
    return lockstep::Arm{id, "cycles", timed + " of one warp alone on the device, the second of two passes", "clock64",
                         "not-applicable", "", kExchanges, [kernel] { return cycles_per_exchange(kernel); }};
  };
  lockstep::measure_in_turn(
      {arm("exchange/shuffle", count + " dependent __shfl_sync calls", exchange_shuffle),
       arm("exchange/shared-memory", count + " dependent exchanges through shared memory, each a store, a __syncwarp() "
           "and a load,", exchange_shared)},
      {5, 100, 400, 0.005});
  return 0;
}

// Rows enough that what is read is more than 60 MB: it does not fit the L2 cache of a device of 2024.
constexpr int kTimedRows = 1 << 20;

inline int time_ladder() {
  const std::vector<float> rows = make_rows(kTimedRows, Values::small, 5u);
  const lockstep::DeviceArray<float> device_rows(rows);
  lockstep::DeviceArray<float> results(kTimedRows);
  lockstep::ColdTimer timer;
  const auto launch = [&](auto kernel) {
    kernel<<<blocks_for(kTimedRows * kWarpSize), kThreads>>>(device_rows.get(), results.get(), kTimedRows);
  };
  const auto arm = [&](const char* id, auto kernel) {
    return lockstep::Arm{id, "µs", "one launch over " + std::to_string(kTimedRows) + " rows", "cuda-events", "cold", timer.flush_description(), 1,
                         [&, kernel] { return timer.microseconds([&] { launch(kernel); }); }};
  };
  lockstep::measure_in_turn(
      {arm("ladder-identity/sum/time", ladder_identity_sum), arm("ladder-live/sum/time", ladder_live_sum)},
      {5, 50, 400, 0.005});

  results.poison();
  launch(ladder_identity_sum);
  LOCKSTEP_LAUNCHED();
  lockstep::report_check("ladder-identity/sum/timed-rows-wrong", 0, wrong_results(rows, results.to_host(), 0.0f, add));
  return 0;
}

// One launch of each kernel that a profiler counts.
inline int run_once() {
  cycles_per_exchange(exchange_shuffle);
  cycles_per_exchange(exchange_shared);
  wrong_rows(ladder_live_sum, Values::small, 0.0f, add);
  wrong_rows(ladder_identity_sum, Values::small, 0.0f, add);
  return 0;
}
