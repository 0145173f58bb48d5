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

inline double relative_spread(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double p) { return samples[static_cast<size_t>(p * (samples.size() - 1))]; };
  return (at(0.75) - at(0.25)) / at(0.5);
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

// Times a launch by CUDA events with a cold L2 cache: before each sample a buffer of twice the cache's size is
// overwritten. That also keeps the device busy while the events and the kernel are queued, so the time between the
// events holds no launch latency.
class ColdTimer {
 public:
  ColdTimer() : trash_(2 * l2_bytes()) {
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
    LOCKSTEP_CUDA(cudaEventRecord(start_));
    launch();
    LOCKSTEP_CUDA(cudaGetLastError());
    LOCKSTEP_CUDA(cudaEventRecord(stop_));
    LOCKSTEP_CUDA(cudaEventSynchronize(stop_));
    float milliseconds = 0.0f;
    LOCKSTEP_CUDA(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds * 1000.0;
  }

  static std::string flush_description() {
    return "cudaMemset of " + std::to_string(2 * l2_bytes()) + " bytes, twice the L2 cache, before each sample";
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
  cudaEvent_t start_;
  cudaEvent_t stop_;
};

}  // namespace lockstep
