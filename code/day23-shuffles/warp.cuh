// What the programs of this lab share: the shape of a warp, and launching one.
#pragma once

#include "../common/device.cuh"

// #region warp
constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kWarpSize = 32;

// The lane of a thread in a one-dimensional block, and the number of its warp in the grid.
__device__ inline int lane_of_thread() { return threadIdx.x % kWarpSize; }
__device__ inline int element_of_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline int warp_in_grid() { return element_of_thread() / kWarpSize; }
// #endregion warp

constexpr int kThreads = 256;

inline int blocks_for(int threads) { return threads == 0 ? 1 : (threads + kThreads - 1) / kThreads; }

// What each lane offers where a lane must be told from its neighbours: its number plus 100.
inline std::vector<int> offered_values() {
  std::vector<int> values(kWarpSize);
  for (int lane = 0; lane < kWarpSize; ++lane) values[lane] = lane + 100;
  return values;
}
