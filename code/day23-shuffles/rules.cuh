// The lane that a shuffle reads from, by the CUDA Programming Guide, 5.4.6.5, as plain functions of the CPU. Distances
// are 0 to 31, the width a power of two from 1 to 32. Where a function gives the caller's own lane, nothing is read.
#pragma once

// #region rules
// idx: the lane of that number in the caller's own group. Numbers wrap at the width.
inline int source_of_idx(int lane, int number, int width) { return lane / width * width + number % width; }

// up and down: nothing wraps. A lane too close to the edge of its group keeps its own value.
inline int source_of_up(int lane, int distance, int width) {
  return lane % width < distance ? lane : lane - distance;
}

inline int source_of_down(int lane, int distance, int width) {
  return lane % width + distance >= width ? lane : lane + distance;
}

// xor: the odd one. An earlier group may be read, a later one may not.
inline int source_of_xor(int lane, int lane_mask, int width) {
  const int source = lane ^ lane_mask;
  return source / width > lane / width ? lane : source;
}
// #endregion rules
