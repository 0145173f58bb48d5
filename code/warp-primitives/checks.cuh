// CPU references for the four kernels that compute something. Values are small whole numbers, exact as floats in any
// order, and results are compared for equality. Every output has one value more than the kernel may write.
#pragma once

#include <random>

#include "../common/device.cuh"

constexpr int kThreads = 256;
constexpr int kBins = 61;    // no power of two, and more than a warp
constexpr int kBound = 1000;

// A grid cannot be empty, so no element gets a block as well.
inline int blocks_for(int n) { return n == 0 ? 1 : (n + kThreads - 1) / kThreads; }
inline int warps_for(int n) { return (n + kWarpSize - 1) / kWarpSize; }

// Input of one check: `share` of the elements takes part, at random.
struct Input {
  const char* label;
  int n;
  double share;
};

constexpr Input kInputs[] = {
    {"n-0", 0, 1.0},           {"n-1", 1, 1.0},
    {"n-31", 31, 1.0},         {"n-32", 32, 1.0},
    {"n-33", 33, 1.0},         {"n-1048576", 1 << 20, 1.0},
    {"sparse-half", 100'003, 0.5}, {"sparse-few", 100'003, 0.02},
    {"sparse-none", 100'003, 0.0},
};

inline std::mt19937 random_for(const Input& input, unsigned purpose) {
  return std::mt19937(1000u * purpose + static_cast<unsigned>(input.n) + static_cast<unsigned>(input.share * 100));
}

inline std::vector<unsigned char> draw_flags(int n, double share, std::mt19937& random) {
  std::bernoulli_distribution flag(share);
  std::vector<unsigned char> flags(n);
  for (unsigned char& one : flags) one = flag(random);
  return flags;
}

// Whole numbers of either sign and never zero: an element that is left out must show.
inline int draw_value(std::mt19937& random) {
  const int value = std::uniform_int_distribution<int>(1, 9)(random);
  return std::bernoulli_distribution(0.5)(random) ? -value : value;
}

// Outputs that differ bit by bit from the reference, which ends with the value that nothing may touch.
template <class T>
int wrong_values(const std::vector<T>& got, const std::vector<T>& reference) {
  int wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) wrong += std::memcmp(&got[i], &reference[i], sizeof(T)) != 0;
  return wrong;
}

inline int wrong_sums(const Input& input) {
  std::mt19937 random = random_for(input, 1);
  const std::vector<unsigned char> keep = draw_flags(input.n, input.share, random);
  std::vector<float> in(input.n);
  for (float& one : in) one = static_cast<float>(draw_value(random));

  const lockstep::DeviceArray<float> device_in(in);
  const lockstep::DeviceArray<unsigned char> device_keep(keep);
  const lockstep::DeviceArray<float> sums(warps_for(input.n) + 1);
  std::vector<float> reference = sums.to_host();
  for (int w = 0; w < warps_for(input.n); ++w) reference[w] = 0.0f;
  for (int i = 0; i < input.n; ++i) reference[i / kWarpSize] += keep[i] ? in[i] : 0.0f;

  sum_by_warp<<<blocks_for(input.n), kThreads>>>(device_in.get(), device_keep.get(), sums.get(), input.n);
  LOCKSTEP_LAUNCHED();
  return wrong_values(sums.to_host(), reference);
}

// An element that is not taken must stay as it was.
inline int wrong_neighbours(const Input& input) {
  std::mt19937 random = random_for(input, 2);
  const std::vector<unsigned char> taken = draw_flags(input.n, input.share, random);
  std::vector<int> in(input.n);
  for (int& one : in) one = draw_value(random);

  const lockstep::DeviceArray<int> device_in(in);
  const lockstep::DeviceArray<unsigned char> device_taken(taken);
  const lockstep::DeviceArray<int> out(input.n + 1);
  std::vector<int> reference = out.to_host();
  for (int i = 0; i < input.n; ++i) {
    if (!taken[i]) continue;
    const bool next = i % kWarpSize + 1 < kWarpSize && i + 1 < input.n && taken[i + 1];
    reference[i] = next ? in[i] + in[i + 1] : in[i];
  }

  add_neighbours<<<blocks_for(input.n), kThreads>>>(device_in.get(), device_taken.get(), out.get(), input.n);
  LOCKSTEP_LAUNCHED();
  return wrong_values(out.to_host(), reference);
}

// Keys that do not take part lie beyond the bins, on either side.
inline int wrong_bins(const Input& input) {
  std::mt19937 random = random_for(input, 3);
  const std::vector<unsigned char> counted = draw_flags(input.n, input.share, random);
  std::uniform_int_distribution<int> bin(0, kBins - 1);
  std::vector<int> keys(input.n);
  std::vector<unsigned> reference(kBins + 1, 0u);
  for (int i = 0; i < input.n; ++i) {
    // Half of the elements share a few keys, so that groups of many lanes occur as well as single ones.
    const int key = i % 2 == 0 ? bin(random) % 3 : bin(random);
    keys[i] = counted[i] ? key : (i % 3 == 0 ? kBins + key : -1 - key);
    if (counted[i]) ++reference[key];
  }

  const lockstep::DeviceArray<int> device_keys(keys);
  const lockstep::DeviceArray<unsigned> bins(std::vector<unsigned>(kBins + 1, 0u));
  count_keys<<<blocks_for(input.n), kThreads>>>(device_keys.get(), bins.get(), kBins, input.n);
  LOCKSTEP_LAUNCHED();
  return wrong_values(bins.to_host(), reference);
}

// In the full inputs a few indices lie outside, and the last one where n is odd. In the sparse ones `share` of them do.
inline int wrong_votes(const Input& input) {
  std::mt19937 random = random_for(input, 4);
  std::vector<unsigned char> outside = draw_flags(input.n, input.share == 1.0 ? 0.03 : input.share, random);
  if (input.share == 1.0 && input.n % 2 == 1) outside.back() = 1;
  std::uniform_int_distribution<int> index(0, kBound - 1);
  std::vector<int> indices(input.n);
  for (int i = 0; i < input.n; ++i) {
    const int inside = index(random);
    indices[i] = !outside[i] ? inside : (i % 2 == 0 ? kBound + inside : -1 - inside);
  }

  const lockstep::DeviceArray<int> device_indices(indices);
  const lockstep::DeviceArray<unsigned char> found(warps_for(input.n) + 1);
  std::vector<unsigned char> reference = found.to_host();
  for (int w = 0; w < warps_for(input.n); ++w) reference[w] = 0;
  for (int i = 0; i < input.n; ++i) reference[i / kWarpSize] |= outside[i];

  find_outside<<<blocks_for(input.n), kThreads>>>(device_indices.get(), kBound, found.get(), input.n);
  LOCKSTEP_LAUNCHED();
  return wrong_values(found.to_host(), reference);
}

inline int check_kernels() {
  for (const Input& input : kInputs) {
    const std::string end = std::string("/") + input.label + "/wrong";
    lockstep::report_check("sums" + end, 0, wrong_sums(input));
    lockstep::report_check("neighbours" + end, 0, wrong_neighbours(input));
    lockstep::report_check("histogram" + end, 0, wrong_bins(input));
    lockstep::report_check("vote" + end, 0, wrong_votes(input));
  }
  return 0;
}
