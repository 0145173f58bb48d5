// The kernels of divergence.cu against the same arithmetic on the CPU. A fused multiply-add is correctly rounded on
// both, so results are compared bit by bit. Every output has one value more than the kernel may write.
#pragma once

#include <random>

constexpr int kThreads = 256;
constexpr unsigned kOddLanes = 1;
constexpr unsigned kUpperHalf = 16;
constexpr unsigned kOddWarps = 32;
static_assert(kOddWarps == kWarpSize, "the first bit that tells warps apart");

// A grid cannot be empty, so no element gets a block as well.
inline int blocks_for(int n) { return n == 0 ? 1 : (n + kThreads - 1) / kThreads; }

// Both signs, about as many of each, in random order.
inline std::vector<float> draw_values(int n) {
  std::mt19937 random(22u + n);
  std::uniform_real_distribution<float> draw(-1.0f, 1.0f);
  std::vector<float> values(n);
  for (float& one : values) one = draw(random);
  return values;
}

inline int differing(const std::vector<float>& got, const std::vector<float>& reference) {
  int wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) wrong += std::memcmp(&got[i], &reference[i], sizeof(float)) != 0;
  return wrong;
}

inline float steps_on(float x, int steps, float factor, float term) {
  for (int k = 0; k < steps * kStepsAtOnce; ++k) x = std::fma(x, factor, term);
  return x;
}

// Runs launch(in, out) over n values and counts results that differ from rule(i, in[i]).
template <class Launch, class Rule>
int wrong_values(int n, Launch launch, Rule rule) {
  const std::vector<float> in = draw_values(n);
  const lockstep::DeviceArray<float> device_in(in);
  const lockstep::DeviceArray<float> device_out(n + 1);
  std::vector<float> reference = device_out.to_host();
  for (int i = 0; i < n; ++i) reference[i] = rule(i, in[i]);
  launch(device_in.get(), device_out.get());
  LOCKSTEP_LAUNCHED();
  return differing(device_out.to_host(), reference);
}

inline float split_by_rule(int i, float x, int steps, unsigned bit) {
  return i % kThreads & bit ? steps_on(x, steps, 0.5f, 1.0f) : steps_on(x, steps, -0.25f, 3.0f);
}

inline int wrong_split(int n, int steps, unsigned bit) {
  return wrong_values(
      n, [=](const float* in, float* out) { split<<<blocks_for(n), kThreads>>>(in, out, n, steps, bit); },
      [=](int i, float x) { return split_by_rule(i, x, steps, bit); });
}

inline int wrong_some(int n, int steps, unsigned workers) {
  return wrong_values(
      n, [=](const float* in, float* out) { work_some<<<blocks_for(n), kThreads>>>(in, out, n, steps, workers); },
      [=](int i, float x) { return workers >> i % kWarpSize & 1u ? steps_on(x, steps, 0.5f, 1.0f) : x; });
}

inline int wrong_short(int n) {
  return wrong_values(
      n, [=](const float* in, float* out) { short_branch<<<blocks_for(n), kThreads>>>(in, out, n); },
      [](int, float x) { return x < 0.0f ? 0.125f * x : x; });
}

inline int wrong_long(int n, int steps) {
  return wrong_values(
      n, [=](const float* in, float* out) { long_branch<<<blocks_for(n), kThreads>>>(in, out, n, steps); },
      [=](int, float x) {
        if (x < 0.0f) {
          for (int step = 0; step < steps; ++step) x = std::fma(0.125f, x, -1.0f);
        }
        return x;
      });
}

inline int check_kernels() {
  for (const int n : {0, 1, 31, 32, 33, 1'000'003}) {
    const std::string end = "/n-" + std::to_string(n) + "/wrong";
    lockstep::report_check("split/odd-lanes" + end, 0, wrong_split(n, 1, kOddLanes));
    lockstep::report_check("split/upper-half" + end, 0, wrong_split(n, 1, kUpperHalf));
    lockstep::report_check("split/odd-warps" + end, 0, wrong_split(n, 1, kOddWarps));
    lockstep::report_check("some/half" + end, 0, wrong_some(n, 1, 0x55555555u));
    lockstep::report_check("short" + end, 0, wrong_short(n));
    lockstep::report_check("long" + end, 0, wrong_long(n, 3));
  }
  return 0;
}
