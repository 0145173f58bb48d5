// The first kernel and the numbering of threads, against the same rules on the CPU.
#pragma once

#include <random>

// #region launch
// Enough blocks of 256 threads for n elements. A grid cannot be empty, so no element gets a block as well.
constexpr int kThreads = 256;
inline int blocks_for(int n) { return n == 0 ? 1 : (n + kThreads - 1) / kThreads; }

inline void launch_scale(const float* in, float* out, float factor, int n) {
  scale<<<blocks_for(n), kThreads>>>(in, out, factor, n);
}
// #endregion launch

// Elements that differ from the CPU's. The value behind the last must stay untouched.
inline int wrong_scaled(int n) {
  std::mt19937 random(21u + n);
  std::uniform_real_distribution<float> draw(-1.0f, 1.0f);
  std::vector<float> in(n);
  for (float& one : in) one = draw(random);
  const lockstep::DeviceArray<float> device_in(in);
  const lockstep::DeviceArray<float> device_out(n + 1);
  std::vector<float> reference = device_out.to_host();
  for (int i = 0; i < n; ++i) reference[i] = 3.0f * in[i];

  launch_scale(device_in.get(), device_out.get(), 3.0f, n);
  LOCKSTEP_LAUNCHED();
  const std::vector<float> got = device_out.to_host();
  int wrong = 0;
  for (int i = 0; i <= n; ++i) wrong += std::memcmp(&got[i], &reference[i], sizeof(float)) != 0;
  return wrong;
}

// #region refused
// A launch returns nothing. Whether the device took it has to be asked.
inline std::string launch_error(unsigned threads) {
  scale<<<1, threads>>>(nullptr, nullptr, 1.0f, 0);
  return cudaGetErrorName(cudaGetLastError());
}
// #endregion refused

inline int check_scale() {
  for (const int n : {0, 1, 31, 32, 33, 1'000'003}) {
    lockstep::report_check("scale/n-" + std::to_string(n) + "/wrong", 0, wrong_scaled(n));
  }
  for (const unsigned threads : {0u, 1025u}) {
    const std::string id = "launch/threads-" + std::to_string(threads);
    const std::string error = launch_error(threads);
    lockstep::report_check(id + "/refused", "refused", error == "cudaSuccess" ? "accepted" : "refused");
    lockstep::report_line("{\"type\":\"check\",\"id\":" + lockstep::quoted(id + "/error") + ",\"got\":" +
                          lockstep::quoted(error) + "}");
  }
  LOCKSTEP_LAUNCHED();
  return 0;
}

struct Shape {
  const char* label;
  dim3 block;
};

inline const Shape kShapes[] = {
    {"1", dim3(1)},          {"31", dim3(31)},           {"32", dim3(32)},        {"33", dim3(33)},
    {"40", dim3(40)},        {"1024", dim3(1024)},       {"16x16", dim3(16, 16)}, {"32x8", dim3(32, 8)},
    {"33x3", dim3(33, 3)},   {"8x4", dim3(8, 4)},        {"5x7", dim3(5, 7)},     {"1x64", dim3(1, 64)},
    {"4x4x4", dim3(4, 4, 4)}, {"3x5x7", dim3(3, 5, 7)},  {"8x8x16", dim3(8, 8, 16)},
};
constexpr unsigned kBlocks = 3;  // a warp never reaches into the next block

inline unsigned threads_of(const Shape& shape) { return shape.block.x * shape.block.y * shape.block.z; }

// Bits of the lanes that hold a thread, in one warp of a block of so many threads.
inline unsigned mates_by_rule(unsigned warp, unsigned threads) {
  const unsigned live = threads - warp * kWarpSize;
  return live >= kWarpSize ? kFullMask : (1u << live) - 1;
}

// Threads whose lane, warp or warp mates differ from the rule, over all blocks; or whose entry nobody wrote.
inline int wrong_threads(const Shape& shape) {
  const unsigned threads = threads_of(shape);
  const lockstep::DeviceArray<Asked> device_asked(kBlocks * threads);
  ask<<<kBlocks, shape.block>>>(device_asked.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<Asked> asked = device_asked.to_host();
  int wrong = 0;
  for (unsigned block = 0; block < kBlocks; ++block) {
    for (unsigned number = 0; number < threads; ++number) {
      const unsigned warp = number / kWarpSize;
      const Asked expected{number % kWarpSize, warp * kWarpSize, mates_by_rule(warp, threads)};
      wrong += std::memcmp(&asked[block * threads + number], &expected, sizeof(Asked)) != 0;
    }
  }
  return wrong;
}

// Threads of one block whose lane threadIdx.x % 32 gets wrong.
inline int misled_threads(const Shape& shape) {
  const unsigned threads = threads_of(shape);
  const lockstep::DeviceArray<unsigned> device_wrong(threads);
  compare_lanes<<<1, shape.block>>>(device_wrong.get());
  LOCKSTEP_LAUNCHED();
  int misled = 0;
  for (const unsigned one : device_wrong.to_host()) misled += static_cast<int>(one);
  return misled;
}

inline int check_ids() {
  for (const Shape& shape : kShapes) {
    const std::string id = std::string("ids/") + shape.label;
    lockstep::report_check(id + "/wrong", 0, wrong_threads(shape));
    lockstep::report_observation(id + "/misled-by-x", misled_threads(shape));
  }
  // The last warp of a block of 40: who is in it, as each of its lanes says.
  const lockstep::DeviceArray<Asked> device_asked(40);
  ask<<<1, 40>>>(device_asked.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<Asked> asked = device_asked.to_host();
  lockstep::report_check("partial/live-lanes", 8, __builtin_popcount(asked[39].mates));
  lockstep::report_check("partial/lane-of-thread-39", 7, asked[39].lane);
  return 0;
}
