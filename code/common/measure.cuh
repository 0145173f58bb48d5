// Taking samples: raw readings, several arms in turn, until their spread is small or a limit is reached.
// The method has a version, MEASURING_METHOD in src/schema/evidence.ts: raise it when this file changes what a
// sample means.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "conditions.cuh"
#include "device.cuh"

// Exit status of a program of whose samples none could be kept.
constexpr int kNoSampleExit = 71;

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
  int most_discarded = 40;  // rounds
};

// The sampling of one arm. `discarded` has a reason for every sample that is not among `samples`.
struct Sampled {
  struct Discarded {
    double sample;
    std::string reason;
  };
  std::vector<double> samples;
  std::vector<Discarded> discarded;
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

inline void report_measurement(const Arm& arm, const StopRule& rule, const Sampled& sampled, bool reached,
                               const Conditions& conditions) {
  std::string values;
  for (const double sample : sampled.samples) values += (values.empty() ? "" : ",") + number(sample);
  std::string discarded;
  for (const Sampled::Discarded& one : sampled.discarded) {
    discarded += (discarded.empty() ? "" : ",") + ("{\"sample\":" + number(one.sample)) + ",\"reason\":" +
                 quoted(one.reason) + "}";
  }
  report_line("{\"type\":\"measurement\",\"id\":" + quoted(arm.id) + ",\"unit\":" + quoted(arm.unit) +
              ",\"method\":{\"timed\":" + quoted(arm.timed) + ",\"clock\":" + quoted(arm.clock) + ",\"cache\":" +
              quoted(arm.cache) + ",\"flush\":" + (arm.flush.empty() ? "null" : quoted(arm.flush)) +
              ",\"warmups\":" + std::to_string(rule.warmups) + ",\"operationsPerSample\":" +
              std::to_string(arm.operations) + ",\"stopRule\":{\"kind\":\"relative-spread\",\"below\":" +
              number(rule.below) + ",\"leastSamples\":" + std::to_string(rule.least) + ",\"mostSamples\":" +
              std::to_string(rule.most) + ",\"mostDiscarded\":" + std::to_string(rule.most_discarded) +
              ",\"reached\":" + (reached ? "true" : "false") + "}},\"conditions\":" + conditions.json() +
              ",\"samples\":[" + values + "],\"discarded\":[" + discarded + "]}");
}

// Takes one sample of each arm in turn, forwards and backwards alternately so that no arm always follows the same
// neighbour, until every arm has settled or a limit is reached. Reports every sample.
// The clock is read between rounds, outside of what is timed. A round with a spoiling reason before or after it is
// discarded for all arms, so that what is compared was always sampled together; the device then gets a pause.
inline void measure_in_turn(const std::vector<Arm>& arms, const StopRule& rule) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  ClockReader reader;
  Conditions conditions;
  for (int i = 0; i < rule.warmups; ++i) {
    for (const Arm& arm : arms) arm.sample();
  }
  std::vector<Sampled> sampled(arms.size());
  const auto settled = [&] {
    return std::all_of(sampled.begin(), sampled.end(),
                       [&](const Sampled& one) { return relative_spread(one.samples) < rule.below; });
  };
  bool reached = false;
  int kept = 0;
  int discarded = 0;
  std::vector<double> round(arms.size());
  bool spoilt_before = conditions.read(reader);
  while (!reached && kept < rule.most && discarded < rule.most_discarded) {
    const unsigned long long before = spoilt_before ? conditions.last_reasons() : 0;
    for (size_t k = 0; k < arms.size(); ++k) {
      const size_t i = (kept + discarded) % 2 == 0 ? k : arms.size() - 1 - k;
      round[i] = arms[i].sample();
    }
    const bool spoilt_after = conditions.read(reader);
    if (spoilt_before || spoilt_after) {
      const unsigned long long after = spoilt_after ? conditions.last_reasons() : 0;
      const std::string reason = reasons_text(before | after) + " during the round";
      for (size_t i = 0; i < arms.size(); ++i) sampled[i].discarded.push_back({round[i], reason});
      ++discarded;
      std::this_thread::sleep_for(kPause);
      spoilt_before = conditions.read(reader);
      continue;
    }
    for (size_t i = 0; i < arms.size(); ++i) sampled[i].samples.push_back(round[i]);
    spoilt_before = false;
    reached = ++kept >= rule.least && settled();
  }
  if (kept == 0) {
    std::fprintf(stderr, "every one of %d rounds was discarded, the last for: %s\n", discarded,
                 sampled.front().discarded.back().reason.c_str());
    std::exit(kNoSampleExit);
  }
  for (size_t i = 0; i < arms.size(); ++i) report_measurement(arms[i], rule, sampled[i], reached, conditions);
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

// Keeps the device busy for a time, as its own clock counts it.
static __global__ void wait_nanoseconds(unsigned long long nanoseconds) {
  unsigned long long start;
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < nanoseconds);
}

// Times launches by CUDA events with the caches as the same launch left them: it runs once untimed before each sample,
// since the arm before it in the round may have flushed them or filled them with its own data. One thread then keeps the device busy while
// the events and the launches are queued; if the device got to the first event before all was queued, a part of the
// host's work may lie in the window, so the reading is taken again with a longer wait.
// A short kernel wants `repetitions` of some ten: the events have a resolution of about half a microsecond
// (cudaEventElapsedTime), which the reading divides by them. Successive launches leave a gap, which it includes.
class WarmTimer {
 public:
  WarmTimer() {
    LOCKSTEP_CUDA(cudaEventCreate(&start_));
    LOCKSTEP_CUDA(cudaEventCreate(&stop_));
  }
  ~WarmTimer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  WarmTimer(const WarmTimer&) = delete;
  WarmTimer& operator=(const WarmTimer&) = delete;

  // Microseconds of one launch: those between the events, over the repetitions. Say the repetitions in the arm's
  // `operations`.
  double microseconds(const std::function<void()>& launch, int repetitions = 1) {
    for (;;) {
      launch();
      wait_nanoseconds<<<1, 1>>>(wait_);
      LOCKSTEP_CUDA(cudaEventRecord(start_));
      for (int i = 0; i < repetitions; ++i) launch();
      LOCKSTEP_CUDA(cudaGetLastError());
      LOCKSTEP_CUDA(cudaEventRecord(stop_));
      const cudaError_t begun = cudaEventQuery(start_);
      if (begun != cudaErrorNotReady) LOCKSTEP_CUDA(begun);
      cudaGetLastError();  // "not ready" is an answer here, which the next check must not find
      LOCKSTEP_CUDA(cudaEventSynchronize(stop_));
      if (begun != cudaErrorNotReady && wait_ >= kLongestWait) give_up();
      if (begun == cudaErrorNotReady || is_late_) {
        float milliseconds = 0.0f;
        LOCKSTEP_CUDA(cudaEventElapsedTime(&milliseconds, start_, stop_));
        return milliseconds * 1000.0 / repetitions;
      }
      wait_ *= 2;
    }
  }

 private:
  static constexpr unsigned long long kFirstWait = 50'000;  // nanoseconds
  static constexpr unsigned long long kLongestWait = 50'000'000;

  // As where launches are made to wait for their kernel: under a debugging tool or CUDA_LAUNCH_BLOCKING.
  void give_up() {
    std::fprintf(stderr, "launches cannot be queued ahead here: samples include the host's part of them\n");
    is_late_ = true;
    wait_ = kFirstWait;
  }

  unsigned long long wait_ = kFirstWait;
  bool is_late_ = false;
  cudaEvent_t start_;
  cudaEvent_t stop_;
};

}  // namespace lockstep
