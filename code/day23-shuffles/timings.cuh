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
    if (got[lane] != (lane + kExchanges) % kWarpSize) {
      std::fprintf(stderr, "lane %d holds %d after %d exchanges\n", lane, got[lane], kExchanges);
      std::exit(65);
    }
  }
  return static_cast<double>(cycles.to_host()[0]) / kExchanges;
}

inline int time_exchange() {
  const auto arm = [](const char* id, const char* timed, auto kernel) {
    return lockstep::Arm{id,      "cycles", timed,      "clock64", "not-applicable", "",
                         kExchanges, [kernel] { return cycles_per_exchange(kernel); }};
  };
  lockstep::measure_in_turn(
      {arm("exchange/shuffle", "256 dependent __shfl_sync calls of one warp alone on the device", exchange_shuffle),
       arm("exchange/shared-memory", "256 dependent exchanges through shared memory, each a store, a __syncwarp() and a "
           "load, of one warp alone on the device", exchange_shared)},
      {5, 100, 400, 0.005});
  return 0;
}

// Rows enough that the data is more than twice the L2 cache of the largest device in use when this was written.
constexpr int kTimedRows = 1 << 20;

inline int time_ladder() {
  const lockstep::DeviceArray<float> rows(make_rows(kTimedRows, Values::small, 5u));
  const lockstep::DeviceArray<float> results(kTimedRows);
  lockstep::ColdTimer timer;
  const auto arm = [&](const char* id, const char* timed, auto kernel) {
    return lockstep::Arm{id, "µs", timed, "cuda-events", "cold", lockstep::ColdTimer::flush_description(), 1, [&, kernel] {
      return timer.microseconds(
          [&] { kernel<<<blocks_for(kTimedRows * kWarpSize), kThreads>>>(rows.get(), results.get(), kTimedRows); });
    }};
  };
  lockstep::measure_in_turn({arm("ladder-identity/sum/time", "one launch over 1048576 rows", ladder_identity_sum),
                             arm("ladder-live/sum/time", "one launch over 1048576 rows", ladder_live_sum)},
                            {5, 50, 400, 0.005});
  return 0;
}
