// The rules of the CUDA Programming Guide for warp intrinsics, as plain functions of the CPU: section 5.4.6, Warp
// Functions. None of this looks at what the device did.
#pragma once

#include <cstring>

#include "cases.cuh"

inline bool has_lane(unsigned mask, int lane) { return mask >> lane & 1u; }

// #region shuffle-sources
// The lane that a shuffle reads from, which is the caller's own where the other lies outside its group of `width`.
// Arguments are at most 31 for all but idx.

// idx: the lane of that number in the caller's group; numbers wrap at the width.
inline int source_of_idx(int lane, int argument, int width) { return lane / width * width + argument % width; }

// up and down: no wrapping. A lane too close to the edge keeps its own value.
inline int source_of_up(int lane, int distance, int width) {
  const int source = lane - distance;
  return source < lane / width * width ? lane : source;
}

inline int source_of_down(int lane, int distance, int width) {
  const int source = lane + distance;
  return source >= (lane / width + 1) * width ? lane : source;
}

// xor: an earlier group may be read, a later one may not.
inline int source_of_xor(int lane, int lane_mask, int width) {
  const int source = lane ^ lane_mask;
  return source / width > lane / width ? lane : source;
}
// #endregion shuffle-sources

// #region votes-and-matches
// Lanes whose votes count are the ones that take part; exited ones are ignored even where the mask names them.
template <class Holds>
unsigned lanes_where(unsigned participants, Holds holds) {
  unsigned lanes = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (has_lane(participants, lane) && holds(lane)) lanes |= 1u << lane;
  }
  return lanes;
}

inline unsigned voters(const Case& one, const int* predicates) {
  return lanes_where(one.participants, [&](int lane) { return predicates[lane] != 0; });
}

// Equal means the same bits, so that -0 differs from 0, and a NaN equals itself.
template <class T>
unsigned lanes_equal_to(const Case& one, const T* keys, int lane) {
  return lanes_where(one.participants,
                     [&](int other) { return std::memcmp(&keys[other], &keys[lane], sizeof(T)) == 0; });
}
// #endregion votes-and-matches

// #region reductions
template <class T, class Combine>
T reduced(const Case& one, const T* values, Combine combine) {
  bool first = true;
  T result = 0;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    if (!has_lane(one.participants, lane)) continue;
    result = first ? values[lane] : combine(result, values[lane]);
    first = false;
  }
  return result;
}
// #endregion reductions
