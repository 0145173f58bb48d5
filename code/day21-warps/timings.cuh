// What a warp with empty places costs: the same threads doing the same work, in blocks of 40 and in blocks of 64.
#pragma once

#include "../common/measure.cuh"

constexpr int kPartialBlock = 40;  // a whole warp, and one of 8 lanes
constexpr int kWholeBlock = 64;    // two whole warps
constexpr int kBusyThreads = 1 << 20;
static_assert(kBusyThreads % kWholeBlock == 0, "all blocks of 64 are whole");

// Both launch at least kBusyThreads; blocks of 40 round up, by less than one block.
inline int busy_blocks(int block) { return (kBusyThreads + block - 1) / block; }

constexpr float kFactor = 0.9990234375f;
constexpr float kTerm = 0.125f;

inline int launch_busy(int block) {
  const lockstep::DeviceArray<float> out(static_cast<size_t>(busy_blocks(block)) * block);
  keep_busy<<<busy_blocks(block), block>>>(out.get(), kFactor, kTerm);
  LOCKSTEP_LAUNCHED();
  return 0;
}

inline float busy_by_rule(unsigned i) {
  float chain[kChains];
  for (int c = 0; c < kChains; ++c) {
    chain[c] = static_cast<float>(i % 97 + c);
    for (int round = 0; round < kRounds; ++round) chain[c] = std::fma(chain[c], kFactor, kTerm);
  }
  return (chain[0] + chain[1]) + (chain[2] + chain[3]);
}

inline int wrong_busy(const std::vector<float>& got) {
  float reference[97];
  for (unsigned i = 0; i < 97; ++i) reference[i] = busy_by_rule(i);
  int wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) wrong += got[i] != reference[i % 97];
  return wrong;
}

inline int time_partial_warps() {
  const size_t most = static_cast<size_t>(busy_blocks(kPartialBlock)) * kPartialBlock;
  lockstep::DeviceArray<float> out(most);
  lockstep::ColdTimer timer;
  const auto launch = [&](int block) { keep_busy<<<busy_blocks(block), block>>>(out.get(), kFactor, kTerm); };
  const auto arm = [&](const char* id, int block) {
    return lockstep::Arm{id, "µs", "one launch of " + std::to_string(busy_blocks(block)) + " blocks of " + std::to_string(block) + " threads",
                         "cuda-events", "cold", timer.flush_description(), 1,
                         [&, block] { return timer.microseconds([&] { launch(block); }); }};
  };
  lockstep::measure_in_turn({arm("partial/blocks-of-40/time", kPartialBlock), arm("partial/blocks-of-64/time", kWholeBlock)},
                            {5, 50, 200, 0.005});

  for (const int block : {kPartialBlock, kWholeBlock}) {
    out.poison();
    launch(block);
    LOCKSTEP_LAUNCHED();
    std::vector<float> got = out.to_host();
    got.resize(static_cast<size_t>(busy_blocks(block)) * block);
    lockstep::report_check("partial/blocks-of-" + std::to_string(block) + "/wrong", 0, wrong_busy(got));
  }
  return 0;
}
