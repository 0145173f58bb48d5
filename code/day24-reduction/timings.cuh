// What each rung costs at sizes from 256 KiB to 1 GiB, with the input out of the cache and with it used just before.
#pragma once

#include "../common/measure.cuh"
#include "order.cuh"

constexpr int kTimedPowers[] = {16, 18, 20, 22, 24, 26, 28};
constexpr int kMostTimed = 1 << 28;

// The timed inputs: whole numbers from -8 to 8, scattered, so that every partial sum is exact and must be right.
__host__ __device__ inline int scattered(unsigned i) {
  unsigned bits = i * 2654435761u;
  bits = (bits ^ bits >> 15) * 2246822519u;
  return static_cast<int>((bits ^ bits >> 13) % 17) - 8;
}

static __global__ void scatter(float* numbers, int n) {
  for (int i = thread_in_grid(); i < n; i += gridDim.x * blockDim.x) numbers[i] = static_cast<float>(scattered(i));
}

static __global__ void hold(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

// Times a launch by CUDA events with the L2 cache as the same launch left it. The device is kept busy while the events
// and the launch are queued.
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

  double microseconds(const std::function<void()>& launch) {
    launch();
    hold<<<1, 1>>>(100'000);
    LOCKSTEP_CUDA(cudaEventRecord(start_));
    launch();
    LOCKSTEP_CUDA(cudaGetLastError());
    LOCKSTEP_CUDA(cudaEventRecord(stop_));
    LOCKSTEP_CUDA(cudaEventSynchronize(stop_));
    float milliseconds = 0.0f;
    LOCKSTEP_CUDA(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds * 1000.0;
  }

 private:
  cudaEvent_t start_;
  cudaEvent_t stop_;
};

// Times a list of rungs in turn at every size, cold and warm, and checks the sum of each.
class Bench {
 public:
  Bench() : in_(kMostTimed), sums_(kMostTimed) {
    scatter<<<4096, 256>>>(in_.get(), kMostTimed);
    LOCKSTEP_LAUNCHED();
    long long sum = 0;
    int i = 0;
    for (const int power : kTimedPowers) {
      for (; i < 1 << power; ++i) sum += scattered(i);
      references_.push_back(static_cast<double>(sum));
    }
  }

  int run(const std::vector<Rung>& rungs, const lockstep::StopRule& rule) {
    for (const int power : kTimedPowers) {
      measure(rungs, 1 << power, "cold", rule);
      measure(rungs, 1 << power, "warm", rule);
    }
    return 0;
  }

  int wrong_sums(const std::vector<Rung>& rungs) {
    int wrong = 0;
    for (const Rung& rung : rungs) {
      for (size_t i = 0; i < references_.size(); ++i) {
        sums_.poison();
        rung.launch(sums_, in_.get(), 1 << kTimedPowers[i]);
        LOCKSTEP_LAUNCHED();
        wrong += sums_.result() != references_[i];
      }
    }
    return wrong;
  }

 private:
  void measure(const std::vector<Rung>& rungs, int n, const std::string& cache, const lockstep::StopRule& rule) {
    const bool is_cold = cache == "cold";
    std::vector<lockstep::Arm> arms;
    for (const Rung& rung : rungs) {
      const auto launch = [this, rung, n] { rung.launch(sums_, in_.get(), n); };
      arms.push_back({rung.id + ("/" + cache) + "/n-" + std::to_string(n), "µs",
                      "one sum of " + std::to_string(n) + " floats, all its launches", "cuda-events", cache,
                      is_cold ? cold_.flush_description() : "", 1, [this, is_cold, launch] {
                        return is_cold ? cold_.microseconds(launch) : warm_.microseconds(launch);
                      }});
    }
    lockstep::measure_in_turn(arms, rule);
  }

  lockstep::DeviceArray<float> in_;
  Sums sums_;
  std::vector<double> references_;
  lockstep::ColdTimer cold_;
  WarmTimer warm_;
};

// Rungs 1 and 2, which are slow: few samples. Then rungs 3 to 5.
inline int time_ladder() {
  Bench bench;
  const std::vector<Rung> rungs(kRungs, kRungs + 5);
  lockstep::report_check("time-ladder/sums-wrong", 0, bench.wrong_sums(rungs));
  bench.run({kRungs, kRungs + 2}, {1, 4, 4, 0.005});
  return bench.run({kRungs + 2, kRungs + 5}, {2, 20, 30, 0.005});
}

// Rungs 6 and 7, the library, and what only reads.
inline int time_fast() {
  const std::vector<Rung> rungs(kRungs + 5, std::end(kRungs));
  Bench bench;
  lockstep::report_check("time-fast/sums-wrong", 0, bench.wrong_sums(rungs));
  std::vector<Rung> arms = rungs;
  arms.push_back({"read-one", [](Sums& sums, const float* in, int n) { sums.read_by_one(in, n); }});
  arms.push_back({"read-four", [](Sums& sums, const float* in, int n) { sums.read_by_four(in, n); }});
  arms.push_back({"read-bulk", [](Sums& sums, const float* in, int n) { sums.read_by_bulk(in, n); }});
  return bench.run(arms, {3, 30, 60, 0.005});
}
