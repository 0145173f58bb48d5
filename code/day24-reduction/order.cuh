// What the order of float additions does: a sum of ones that stops growing, errors against float64, and results that
// differ from run to run.
#pragma once

#include <set>

#include "checks.cuh"

inline float sum_by(const Rung& rung, Sums& sums, const lockstep::DeviceArray<float>& in) {
  sums.poison();
  rung.launch(sums, in.get(), static_cast<int>(in.bytes() / sizeof(float)));
  LOCKSTEP_LAUNCHED();
  return sums.result();
}

// #region one-accumulator
// The sum as a loop on the CPU has it: one float, and an addition for every element.
inline float sum_in_one_accumulator(const std::vector<float>& numbers) {
  volatile float sum = 0.0f;  // no compiler may add in another order, or in double
  for (const float one : numbers) sum = sum + one;
  return sum;
}
// #endregion one-accumulator

// Twice as many ones as a float can count one by one.
constexpr int kOnes = 1 << 25;

inline void report_ones() {
  const std::vector<float> ones(kOnes, 1.0f);
  const lockstep::DeviceArray<float> in(ones);
  Sums sums(kOnes);
  lockstep::report_check("ones/cpu-loop/sum", kOnes, sum_in_one_accumulator(ones));
  for (const Rung& rung : kRungs) {
    lockstep::report_check("ones/" + std::string(rung.id) + "/sum", kOnes, sum_by(rung, sums, in));
  }
}

inline std::vector<float> uniform_numbers(size_t count) {
  std::mt19937 random(24u);
  std::vector<float> numbers(count);
  for (float& one : numbers) one = (random() >> 8) * (1.0f / 16777216.0f);
  return numbers;
}

// How far each rung is from the sum in float64, and for the last rung a tolerance: a millionth of the sum.
inline void report_errors() {
  constexpr int n = 1 << 26;
  const std::vector<float> numbers = uniform_numbers(n);
  double reference = 0.0;
  for (const float one : numbers) reference += one;
  lockstep::report_observation("error/reference", reference);
  lockstep::report_observation("error/cpu-loop", std::fabs(sum_in_one_accumulator(numbers) - reference));
  const lockstep::DeviceArray<float> in(numbers);
  Sums sums(n);
  for (const Rung& rung : kRungs) {
    const float got = sum_by(rung, sums, in);
    lockstep::report_observation("error/" + std::string(rung.id), std::fabs(got - reference));
    if (std::string(rung.id) != "reduce") continue;
    lockstep::report_line("{\"type\":\"check\",\"id\":\"error/reduce/within-a-millionth\",\"expected\":" +
                          lockstep::number(reference) + ",\"got\":" + lockstep::number(got) +
                          ",\"tolerance\":" + lockstep::number(reference * 1e-6) + "}");
  }
}

constexpr int kRepeats = 100;

// How many different sums the same kernel makes of the same numbers.
inline void report_repeats() {
  const lockstep::DeviceArray<float> in(uniform_numbers(1 << 20));
  Sums sums(1 << 20);
  for (const Rung& rung : kRungs) {
    std::set<float> different;
    for (int i = 0; i < kRepeats; ++i) different.insert(sum_by(rung, sums, in));
    const std::string id = "repeats/" + std::string(rung.id);
    lockstep::report_check(id + "/different-sums", 1, static_cast<double>(different.size()));
    lockstep::report_observation(id + "/apart", double(*different.rbegin()) - double(*different.begin()));
  }
}

inline int check_order() {
  report_ones();
  report_errors();
  report_repeats();
  return 0;
}
