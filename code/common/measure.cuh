// Taking samples: raw readings, several arms in turn, until their spread is small or a limit is reached.
// The method has a version, MEASURING_METHOD in src/schema/evidence.ts: raise it when this file changes what a
// sample means.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "device.cuh"

namespace lockstep {

// What one arm is, and how to take one reading of it, already divided by `operations`.
struct Arm {
  std::string id;
  std::string unit;
  std::string timed;           // what lies between the two readings of the clock
  std::string clock;           // "cuda-events" or "clock64"
  std::string cache;           // "cold", "warm" or "not-applicable"
  std::string flush;           // how the cache was made cold; empty when it was not
  int operations = 1;          // operations in one reading
  std::function<double()> sample;
};

struct StopRule {
  int warmups = 5;
  int least = 30;
  int most = 400;
  double below = 0.005;  // interquartile range over median
};

// Quantile of sorted values by linear interpolation, as src/schema/statistics.ts does it.
inline double quantile(const std::vector<double>& sorted, double probability) {
  const double position = (sorted.size() - 1) * probability;
  const size_t below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

inline double relative_spread(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return (quantile(samples, 0.75) - quantile(samples, 0.25)) / quantile(samples, 0.5);
}

inline void report_measurement(const Arm& arm, const StopRule& rule, const std::vector<double>& samples, bool reached) {
  std::string values;
  for (const double sample : samples) values += (values.empty() ? "" : ",") + number(sample);
  report_line("{\"type\":\"measurement\",\"id\":" + quoted(arm.id) + ",\"unit\":" + quoted(arm.unit) +
              ",\"method\":{\"timed\":" + quoted(arm.timed) + ",\"clock\":" + quoted(arm.clock) + ",\"cache\":" +
              quoted(arm.cache) + ",\"flush\":" + (arm.flush.empty() ? "null" : quoted(arm.flush)) +
              ",\"warmups\":" + std::to_string(rule.warmups) + ",\"operationsPerSample\":" +
              std::to_string(arm.operations) + ",\"stopRule\":{\"kind\":\"relative-spread\",\"below\":" +
              number(rule.below) + ",\"leastSamples\":" + std::to_string(rule.least) + ",\"mostSamples\":" +
              std::to_string(rule.most) + ",\"reached\":" + (reached ? "true" : "false") +
              "}},\"samples\":[" + values + "]}");
}

// Takes one sample of each arm in turn, forwards and backwards alternately so that no arm always follows the same
// neighbour, until every arm has settled or the limit is reached. Reports every sample.
inline void measure_in_turn(const std::vector<Arm>& arms, const StopRule& rule) {
  for (int i = 0; i < rule.warmups; ++i) {
    for (const Arm& arm : arms) arm.sample();
  }
  std::vector<std::vector<double>> samples(arms.size());
  const auto settled = [&] {
    return std::all_of(samples.begin(), samples.end(),
                       [&](const std::vector<double>& one) { return relative_spread(one) < rule.below; });
  };
  bool reached = false;
  for (int round = 0; round < rule.most && !reached; ++round) {
    for (size_t k = 0; k < arms.size(); ++k) {
      const size_t i = round % 2 == 0 ? k : arms.size() - 1 - k;
      samples[i].push_back(arms[i].sample());
    }
    reached = round + 1 >= rule.least && settled();
  }
  for (size_t i = 0; i < arms.size(); ++i) report_measurement(arms[i], rule, samples[i], reached);
}

// Reads every byte once. The sum keeps the compiler from leaving the reads out.
static __global__ void read_all(const uint4* values, size_t count, unsigned* sink) {
  unsigned sum = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
    const uint4 value = values[i];
    sum += value.x ^ value.y ^ value.z ^ value.w;
  }
  if (sum == 1u) *sink = sum;
}

// Times a launch by CUDA events with a cold L2 cache. Before each sample a buffer of twice the cache's size is written
// and then read: the writing makes the cache forget the kernel's data, the reading leaves no written line behind that
// would have to go to memory while the kernel is timed. Both keep the device busy while the events and the kernel are
// queued, so the host's part of a launch lies outside the timed window as long as they take longer than the queueing.
class ColdTimer {
 public:
  ColdTimer() : trash_(2 * l2_bytes()), sink_(1) {
    LOCKSTEP_CUDA(cudaEventCreate(&start_));
    LOCKSTEP_CUDA(cudaEventCreate(&stop_));
  }
  ~ColdTimer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  ColdTimer(const ColdTimer&) = delete;
  ColdTimer& operator=(const ColdTimer&) = delete;

  // Microseconds between the events around `launch`.
  double microseconds(const std::function<void()>& launch) {
    LOCKSTEP_CUDA(cudaMemsetAsync(trash_.get(), 0x5A, trash_.bytes()));
    read_all<<<1024, 256>>>(reinterpret_cast<const uint4*>(trash_.get()), trash_.bytes() / sizeof(uint4), sink_.get());
    LOCKSTEP_CUDA(cudaEventRecord(start_));
    launch();
    LOCKSTEP_CUDA(cudaGetLastError());
    LOCKSTEP_CUDA(cudaEventRecord(stop_));
    LOCKSTEP_CUDA(cudaEventSynchronize(stop_));
    float milliseconds = 0.0f;
    LOCKSTEP_CUDA(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds * 1000.0;
  }

  std::string flush_description() const {
    return "a buffer of " + std::to_string(trash_.bytes()) +
           " bytes, twice the L2 cache, is written and read before each sample";
  }

 private:
  static size_t l2_bytes() {
    int device = 0;
    int bytes = 0;
    LOCKSTEP_CUDA(cudaGetDevice(&device));
    LOCKSTEP_CUDA(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
    return static_cast<size_t>(bytes);
  }

  DeviceArray<unsigned char> trash_;
  DeviceArray<unsigned> sink_;
  cudaEvent_t start_;
  cudaEvent_t stop_;
};

}  // namespace lockstep
