// What divergence costs, and when it costs nothing. The arms of a comparison are sampled in turn in one process.
#pragma once

#include "../common/measure.cuh"

// Much arithmetic on few bytes: the multiprocessors are busy issuing.
constexpr int kBusyElements = 1 << 22;
constexpr int kBusySteps = 256;

// Little arithmetic on many bytes: twice 256 MB go to and from memory.
constexpr int kStreamElements = 1 << 26;
constexpr int kStreamSteps = 1;

// Launches to time or to count, over the same values.
class Work {
 public:
  explicit Work(int n) : in_(draw_values(n)), out_(n), n_(n) {}
  void split_by(unsigned bit, int steps) const {
    split<<<blocks_for(n_), kThreads>>>(in_.get(), out_.get(), n_, steps, bit);
  }
  void only(unsigned workers, int steps) const {
    work_some<<<blocks_for(n_), kThreads>>>(in_.get(), out_.get(), n_, steps, workers);
  }
  void short_one() const { short_branch<<<blocks_for(n_), kThreads>>>(in_.get(), out_.get(), n_); }
  void long_one(int steps) const { long_branch<<<blocks_for(n_), kThreads>>>(in_.get(), out_.get(), n_, steps); }

  // Results that differ from rule(i, in[i]), of every `stride`-th element.
  template <class Rule>
  int wrong(Rule rule, size_t stride) const {
    const std::vector<float> in = in_.to_host();
    const std::vector<float> got = out_.to_host();
    int wrong = 0;
    for (size_t i = 0; i < got.size(); i += stride) {
      const float reference = rule(static_cast<int>(i), in[i]);
      wrong += std::memcmp(&got[i], &reference, sizeof(float)) != 0;
    }
    return wrong;
  }

 private:
  lockstep::DeviceArray<float> in_;
  lockstep::DeviceArray<float> out_;
  int n_;
};

// Arms of one run: they share the timer and what is timed over.
class Arms {
 public:
  Arms(lockstep::ColdTimer& timer, std::string over) : timer_(timer), over_(std::move(over)) {}
  lockstep::Arm operator()(const char* id, std::function<void()> launch) const {
    lockstep::ColdTimer& timer = timer_;
    return {id, "µs", "one launch over " + over_, "cuda-events", "cold", timer.flush_description(), 1,
            [&timer, launch] { return timer.microseconds(launch); }};
  }

 private:
  lockstep::ColdTimer& timer_;
  std::string over_;
};

constexpr lockstep::StopRule kRule{5, 50, 200, 0.005};

inline int time_split() {
  const Work work(kBusyElements);
  lockstep::ColdTimer timer;
  const Arms arm(timer, std::to_string(kBusyElements) + " elements, " + std::to_string(kBusySteps * kStepsAtOnce) +
                            " fused multiply-adds each");
  lockstep::measure_in_turn(
      {
          arm("split/odd-lanes/time", [&] { work.split_by(kOddLanes, kBusySteps); }),
          arm("split/upper-half/time", [&] { work.split_by(kUpperHalf, kBusySteps); }),
          arm("split/odd-warps/time", [&] { work.split_by(kOddWarps, kBusySteps); }),
      },
      kRule);
  for (const unsigned bit : {kOddLanes, kOddWarps}) {
    work.split_by(bit, kBusySteps);
    LOCKSTEP_LAUNCHED();
    lockstep::report_check(bit == kOddLanes ? "split/odd-lanes/timed-wrong" : "split/odd-warps/timed-wrong", 0,
                           work.wrong([=](int i, float x) { return split_by_rule(i, x, kBusySteps, bit); }, 61));
  }
  return 0;
}

inline void time_one_arm(lockstep::ColdTimer& timer) {
  const Work work(kBusyElements);
  const Arms arm(timer, std::to_string(kBusyElements) + " elements, " + std::to_string(kBusySteps * kStepsAtOnce) +
                            " fused multiply-adds for each lane that works");
  lockstep::measure_in_turn(
      {
          arm("some/all-lanes/time", [&] { work.only(kFullMask, kBusySteps); }),
          arm("some/half-the-lanes/time", [&] { work.only(0x55555555u, kBusySteps); }),
          arm("some/one-lane/time", [&] { work.only(1u, kBusySteps); }),
      },
      kRule);
}

inline void time_stream(lockstep::ColdTimer& timer) {
  const Work work(kStreamElements);
  const Arms arm(timer, std::to_string(kStreamElements) + " elements, " + std::to_string(kStreamSteps * kStepsAtOnce) +
                            " fused multiply-adds each");
  lockstep::measure_in_turn(
      {
          arm("stream/odd-lanes/time", [&] { work.split_by(kOddLanes, kStreamSteps); }),
          arm("stream/odd-warps/time", [&] { work.split_by(kOddWarps, kStreamSteps); }),
      },
      kRule);
}

inline int time_free() {
  lockstep::ColdTimer timer;
  time_one_arm(timer);
  time_stream(timer);
  return 0;
}

// One launch each, for the profiler to count.
constexpr int kCountedElements = 1 << 20;

inline int count_split(unsigned bit) {
  const Work work(kCountedElements);
  work.split_by(bit, kBusySteps);
  LOCKSTEP_LAUNCHED();
  return 0;
}

inline int count_short() {
  const Work work(kCountedElements);
  work.short_one();
  LOCKSTEP_LAUNCHED();
  return 0;
}

inline int count_long() {
  const Work work(kCountedElements);
  work.long_one(kBusySteps);
  LOCKSTEP_LAUNCHED();
  return 0;
}
