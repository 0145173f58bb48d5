// Whether every rung adds what it should, at the sizes and addresses that break such code, and what the tails come to.
// Inputs are small whole numbers, so that every float addition is exact in any order and results are compared for
// equality.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "launches.cuh"

// `count` numbers from -9 to 9 and no zero, so that an element left out must show; the others are zero.
inline std::vector<float> small_numbers(size_t count, double share, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> digit(1, 9);
  std::bernoulli_distribution negative(0.5);
  std::bernoulli_distribution there(share);
  std::vector<float> numbers(count, 0.0f);
  for (float& one : numbers) {
    if (share >= 1.0 || there(random)) one = static_cast<float>(negative(random) ? -digit(random) : digit(random));
  }
  return numbers;
}

// Whether a rung adds `numbers` wrongly when they begin `misplaced` floats after an address aligned to 256 bytes. What
// lies before them is no number, and nothing lies behind them, so that a sanitizer sees a read past the end.
inline bool is_wrong(const Rung& rung, Sums& sums, const std::vector<float>& numbers, int misplaced) {
  double reference = 0.0;
  for (const float one : numbers) reference += one;
  std::vector<float> placed(misplaced, NAN);
  placed.insert(placed.end(), numbers.begin(), numbers.end());
  const lockstep::DeviceArray<float> in(placed);
  sums.poison();
  rung.launch(sums, in.get() + misplaced, static_cast<int>(numbers.size()));
  LOCKSTEP_LAUNCHED();
  return sums.result() != reference;
}

// Rung 6 asks for an aligned address; the others take any.
inline int addresses_of(const Rung& rung) { return std::string(rung.id) == "grid-stride" ? 1 : 4; }

inline int wrong_addresses(const Rung& rung, Sums& sums, const std::vector<float>& numbers) {
  int wrong = 0;
  for (int misplaced = 0; misplaced < addresses_of(rung); ++misplaced) wrong += is_wrong(rung, sums, numbers, misplaced);
  return wrong;
}

// Sizes up to `most`, each at four addresses. The last rung is reported size by size, the others as one number each.
inline int check_sums(int most) {
  Sums sums(most);
  const auto report = [](const std::string& what, int wrong) { lockstep::report_check("sums/" + what, 0, wrong); };
  const std::vector<int> sizes = {0, 1, 31, 32, 33, 4099, most};
  std::vector<std::vector<float>> inputs;
  for (const int n : sizes) inputs.push_back(small_numbers(n, 1.0, 24u + n));
  const int sparse = std::min(most, 100'003);
  inputs.push_back(small_numbers(sparse, 0.02, 7u));
  inputs.push_back(small_numbers(sparse, 0.0, 8u));
  for (const Rung& rung : kRungs) {
    const std::string id = rung.id;
    std::vector<int> wrong;
    for (const std::vector<float>& input : inputs) wrong.push_back(wrong_addresses(rung, sums, input));
    if (id != "reduce") {
      report(id + "/wrong", static_cast<int>(std::count_if(wrong.begin(), wrong.end(), [](int one) { return one > 0; })));
      continue;
    }
    for (size_t i = 0; i + 1 < sizes.size(); ++i) report("reduce/n-" + std::to_string(sizes[i]) + "/wrong", wrong[i]);
    report("reduce/large/wrong", wrong[sizes.size() - 1]);
    report("reduce/sparse/wrong", wrong[sizes.size()]);
    report("reduce/zeros/wrong", wrong[sizes.size() + 1]);
  }
  return 0;
}

template <class Kernel>
int wrong_blocks(Kernel kernel, int blocks) {
  const std::vector<float> numbers = small_numbers(static_cast<size_t>(blocks) * kThreads, 1.0, 31u);
  const lockstep::DeviceArray<float> in(numbers);
  const lockstep::DeviceArray<float> out(blocks);
  kernel<<<blocks, kThreads>>>(in.get(), out.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<float> got = out.to_host();
  int wrong = 0;
  for (int block = 0; block < blocks; ++block) {
    float reference = 0.0f;
    for (int t = 0; t < kThreads; ++t) reference += numbers[static_cast<size_t>(block) * kThreads + t];
    wrong += got[block] != reference;
  }
  return wrong;
}

constexpr int kTailBlocks = 4096;

inline int check_tails() {
  lockstep::report_check("tail/bare/blocks-wrong", 0, wrong_blocks(tail_bare, kTailBlocks));
  lockstep::report_check("tail/volatile/blocks-wrong", 0, wrong_blocks(tail_volatile, kTailBlocks));
  lockstep::report_check("tail/synced/blocks-wrong", 0, wrong_blocks(tail_synced, kTailBlocks));
  lockstep::report_check("tail/shuffle/blocks-wrong", 0, wrong_blocks(tail_shuffle, kTailBlocks));
  return 0;
}

// One tail over four blocks, for a tool to watch.
template <class Kernel>
int run_tail(Kernel kernel) {
  std::printf("%d of 4 blocks wrong\n", wrong_blocks(kernel, 4));
  return 0;
}

// The first pass of each tree, for a profiler to count.
inline int run_trees() {
  constexpr int n = 1 << 20;
  const lockstep::DeviceArray<float> in(small_numbers(n, 1.0, 5u));
  const lockstep::DeviceArray<float> out(n / kThreads);
  tree_strided<<<n / kThreads, kThreads>>>(in.get(), out.get(), n);
  tree_sequential<<<n / kThreads, kThreads>>>(in.get(), out.get(), n);
  tree_shuffle<<<n / kThreads, kThreads>>>(in.get(), out.get(), n);
  LOCKSTEP_LAUNCHED();
  return 0;
}
