// CPU references for the kernels of shuffles.cu. Inputs are small whole numbers and powers of two, so that every
// float operation is exact in any order and results are compared for equality.
#pragma once

#include <cmath>
#include <random>

#include "warp.cuh"

constexpr int kRows = 8205;  // no multiple of the eight warps in a block: the last block has idle warps

// How many of the n/32 sums differ from the reference. -1 stands for a sum that was written past the end.
inline int wrong_warp_sums(int n, double keep_probability, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> digit(1, 9);  // never zero: an element that is left out must show
  std::bernoulli_distribution negative(0.5);
  std::bernoulli_distribution kept(keep_probability);
  std::vector<float> in(n);
  std::vector<unsigned char> keep(n);
  const int sums = (n + kWarpSize - 1) / kWarpSize;
  std::vector<float> reference(sums, 0.0f);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>(negative(random) ? -digit(random) : digit(random));
    keep[i] = kept(random);
    if (keep[i]) reference[i / kWarpSize] += in[i];
  }

  const lockstep::DeviceArray<float> device_in(in);
  const lockstep::DeviceArray<unsigned char> device_keep(keep);
  const lockstep::DeviceArray<float> device_sums(sums + 1);  // one more, which must stay untouched
  const std::vector<float> untouched = device_sums.to_host();
  warp_sums<<<blocks_for(n), kThreads>>>(device_in.get(), device_keep.get(), device_sums.get(), n);
  LOCKSTEP_LAUNCHED();

  const std::vector<float> got = device_sums.to_host();
  if (std::memcmp(&got[sums], &untouched[sums], sizeof(float)) != 0) return -1;
  int wrong = 0;
  for (int w = 0; w < sums; ++w) wrong += got[w] != reference[w];
  return wrong;
}

inline int check_warp_sums() {
  for (const int n : {0, 1, 31, 32, 33, 1 << 20}) {
    lockstep::report_check("sums/n-" + std::to_string(n) + "/wrong", 0, wrong_warp_sums(n, 1.0, 1u + n));
  }
  lockstep::report_check("sums/sparse-half/wrong", 0, wrong_warp_sums(100'003, 0.5, 7u));
  lockstep::report_check("sums/sparse-few/wrong", 0, wrong_warp_sums(100'003, 0.02, 8u));
  lockstep::report_check("sums/sparse-none/wrong", 0, wrong_warp_sums(100'003, 0.0, 9u));
  return 0;
}

// What the columns past the data hold: something that no result could hide.
enum class Values { small, negative, powers };

inline float guard_of(Values values) { return values == Values::negative ? INFINITY : NAN; }

inline float draw(Values values, std::mt19937& random) {
  std::uniform_int_distribution<int> digit(1, 9);
  std::uniform_int_distribution<int> thousand(1, 1000);
  std::uniform_int_distribution<int> exponent(-1, 1);
  switch (values) {
    case Values::small: return static_cast<float>(digit(random));
    case Values::negative: return static_cast<float>(-thousand(random));
    case Values::powers: return std::ldexp(1.0f, exponent(random));
  }
  return NAN;
}

inline std::vector<float> make_rows(int row_count, Values values, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> rows(static_cast<size_t>(row_count) * kRowStride, guard_of(values));
  for (int row = 0; row < row_count; ++row) {
    for (int column = 0; column < kLiveColumns; ++column) {
      rows[static_cast<size_t>(row) * kRowStride + column] = draw(values, random);
    }
  }
  return rows;
}

// How many results differ from a reduction on the CPU, column by column.
template <class Combine>
int wrong_results(const std::vector<float>& rows, const std::vector<float>& got, float identity, Combine combine) {
  int wrong = 0;
  for (size_t row = 0; row < got.size(); ++row) {
    float reference = identity;
    for (int column = 0; column < kLiveColumns; ++column) reference = combine(reference, rows[row * kRowStride + column]);
    wrong += got[row] != reference;
  }
  return wrong;
}

template <class Kernel, class Combine>
int wrong_rows(Kernel kernel, Values values, float identity, Combine combine) {
  const std::vector<float> rows = make_rows(kRows, values, 23u);
  const lockstep::DeviceArray<float> device_rows(rows);
  const lockstep::DeviceArray<float> device_results(kRows);
  kernel<<<blocks_for(kRows * kWarpSize), kThreads>>>(device_rows.get(), device_results.get(), kRows);
  LOCKSTEP_LAUNCHED();

  return wrong_results(rows, device_results.to_host(), identity, combine);
}

inline float add(float a, float b) { return a + b; }
inline float larger(float a, float b) { return std::fmax(a, b); }
inline float multiply(float a, float b) { return a * b; }

inline int observe_live_ladder() {
  lockstep::report_check("ladder-live/sum/rows-wrong", 0, wrong_rows(ladder_live_sum, Values::small, 0.0f, add));
  lockstep::report_check("ladder-live/max/rows-wrong", 0,
                         wrong_rows(ladder_live_max, Values::negative, -INFINITY, larger));
  lockstep::report_check("ladder-live/product/rows-wrong", 0,
                         wrong_rows(ladder_live_product, Values::powers, 1.0f, multiply));

  const lockstep::DeviceArray<unsigned> device_read(kWarpSize);
  first_step<<<1, kWarpSize>>>(device_read.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<unsigned> read = device_read.to_host();
  int zeros = 0;
  for (int lane = kLiveColumns - kWarpSize / 2; lane < kWarpSize / 2; ++lane) zeros += read[lane] == 0;
  lockstep::report_observation("ladder-live/first-step/lanes-that-read-zero", zeros);
  lockstep::report_vector("ladder-live/first-step", "what each lane holds after one shuffle-down by 16 under the mask of "
                          "live lanes; every lane offered its number plus 100; 0xffffffff in the lanes that took no part",
                          "u32", read.data(), read.size());
  return 0;
}

inline int check_identity_ladder() {
  lockstep::report_check("ladder-identity/sum/rows-wrong", 0, wrong_rows(ladder_identity_sum, Values::small, 0.0f, add));
  lockstep::report_check("ladder-identity/max/rows-wrong", 0,
                         wrong_rows(ladder_identity_max, Values::negative, -INFINITY, larger));
  lockstep::report_check("ladder-identity/product/rows-wrong", 0,
                         wrong_rows(ladder_identity_product, Values::powers, 1.0f, multiply));
  return 0;
}
