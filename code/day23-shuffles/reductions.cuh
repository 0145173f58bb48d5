// Checks and times of reduce.cu. Arms are sampled in turn in one process.
#pragma once

#include "../common/measure.cuh"
#include "warp.cuh"

// Values of both signs, small enough that every order of adding 32 of them as floats is exact.
template <class T>
std::vector<T> random_values(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> any(-100'000, 100'000);
  std::vector<T> values(n);
  for (T& value : values) value = static_cast<T>(any(random));
  return values;
}

template <class T>
int wrong_sums(void (*kernel)(const T*, T*)) {
  constexpr int kCount = 1 << 20;
  const std::vector<T> in = random_values<T>(kCount, 31u);
  const lockstep::DeviceArray<T> device_in(in);
  const lockstep::DeviceArray<T> device_out(kCount);
  kernel<<<kCount / kThreads, kThreads>>>(device_in.get(), device_out.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<T> got = device_out.to_host();
  int wrong = 0;
  for (int first = 0; first < kCount; first += kWarpSize) {
    T sum = 0;
    for (int lane = 0; lane < kWarpSize; ++lane) sum += in[first + lane];
    for (int lane = 0; lane < kWarpSize; ++lane) wrong += got[first + lane] != sum;
  }
  return wrong;
}

inline int check_reductions() {
  lockstep::report_check("reduce/butterfly/wrong", 0, wrong_sums(sum_butterfly));
  lockstep::report_check("reduce/reduce-add/wrong", 0, wrong_sums(sum_reduce));
  lockstep::report_check("reduce/groups/wrong", 0, wrong_sums(sum_groups));
  lockstep::report_check("reduce/butterfly-float/wrong", 0, wrong_sums(sum_butterfly_float));
  lockstep::report_check("reduce/groups-float/wrong", 0, wrong_sums(sum_groups_float));
  return 0;
}

inline unsigned mixed(unsigned sum, unsigned own) { return sum ^ own; }
inline float mixed(float sum, float own) { return std::fma(sum, -0.03125f, own); }

// What the 32 lanes of a warp hold after the chains of two passes, added in the order of the butterfly.
template <class T>
void chain_on_cpu(T* values) {
  T own[kWarpSize];
  std::copy(values, values + kWarpSize, own);
  for (int k = 0; k < 2 * kReductions; ++k) {
    for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
      T before[kWarpSize];
      std::copy(values, values + kWarpSize, before);
      for (int lane = 0; lane < kWarpSize; ++lane) values[lane] = before[lane] + before[lane ^ distance];
    }
    for (int lane = 0; lane < kWarpSize; ++lane) values[lane] = mixed(values[lane], own[lane]);
  }
}

// Cycles from the first clock of a block to its last, over the reductions of all its warps. Ends the program where a
// chain did not come to what it should.
template <class T>
double cycles_per_reduction(void (*kernel)(T*, long long*), int threads) {
  const int warps = threads / kWarpSize;
  std::vector<T> start = random_values<T>(threads, 77u);
  const lockstep::DeviceArray<T> values(start);
  const lockstep::DeviceArray<long long> device_clocks(2 * warps);
  kernel<<<1, threads>>>(values.get(), device_clocks.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<T> got = values.to_host();
  for (int w = 0; w < warps; ++w) chain_on_cpu(&start[w * kWarpSize]);
  for (int i = 0; i < threads; ++i) {
    if (got[i] != start[i]) {
      std::fprintf(stderr, "thread %d holds %.9g and not %.9g\n", i, double(got[i]), double(start[i]));
      std::exit(65);
    }
  }
  const std::vector<long long> clocks = device_clocks.to_host();
  long long first = clocks[0];
  long long last = clocks[1];
  for (int w = 1; w < warps; ++w) {
    first = std::min(first, clocks[2 * w]);
    last = std::max(last, clocks[2 * w + 1]);
  }
  return static_cast<double>(last - first) / (kReductions * warps);
}

inline int time_chains(const std::string& group, int threads) {
  const int warps = threads / kWarpSize;
  const std::string timed = std::to_string(kReductions) + " dependent reductions of each of " + std::to_string(warps) +
                            " warps, alone on the device, the second of two passes";
  const auto arm = [&](const char* id, auto kernel) {
    return lockstep::Arm{"reduce-" + group + "/" + id, "cycles", timed, "clock64", "not-applicable", "",
                         kReductions * warps, [kernel, threads] { return cycles_per_reduction(kernel, threads); }};
  };
  lockstep::measure_in_turn({arm("butterfly", chain_butterfly), arm("reduce-add", chain_reduce),
                             arm("groups", chain_groups), arm("butterfly-float", chain_butterfly_float),
                             arm("groups-float", chain_groups_float)},
                            {5, 50, 100, 0.005});
  return 0;
}

// One launch of each integer chain, for a profiler to count.
inline int run_chains_once() {
  cycles_per_reduction(chain_butterfly, kWarpSize);
  cycles_per_reduction(chain_reduce, kWarpSize);
  return 0;
}
