// The four shuffles, for 32- and 64-bit integers and floating-point values.
#pragma once

#include <algorithm>

#include "record.cuh"

struct ShuffleIdx {
  static constexpr const char* id = "shuffle-idx";
  static constexpr int (*source)(int, int, int) = source_of_idx;
  template <class T>
  __device__ static T call(unsigned mask, T value, unsigned argument, unsigned width) {
    return __shfl_sync(mask, value, static_cast<int>(argument), static_cast<int>(width));
  }
};

struct ShuffleUp {
  static constexpr const char* id = "shuffle-up";
  static constexpr int (*source)(int, int, int) = source_of_up;
  template <class T>
  __device__ static T call(unsigned mask, T value, unsigned argument, unsigned width) {
    return __shfl_up_sync(mask, value, argument, static_cast<int>(width));
  }
};

struct ShuffleDown {
  static constexpr const char* id = "shuffle-down";
  static constexpr int (*source)(int, int, int) = source_of_down;
  template <class T>
  __device__ static T call(unsigned mask, T value, unsigned argument, unsigned width) {
    return __shfl_down_sync(mask, value, argument, static_cast<int>(width));
  }
};

struct ShuffleXor {
  static constexpr const char* id = "shuffle-xor";
  static constexpr int (*source)(int, int, int) = source_of_xor;
  template <class T>
  __device__ static T call(unsigned mask, T value, unsigned argument, unsigned width) {
    return __shfl_xor_sync(mask, value, static_cast<int>(argument), static_cast<int>(width));
  }
};

inline int argument_of(const Case& one, int lane) { return static_cast<int>(one.argument + lane * one.stride); }

template <class Shuffle, class T>
struct Shuffled : Shuffle {
  static T expected(const Case& one, const T* values, int lane) {
    return values[Shuffle::source(lane, argument_of(one, lane), static_cast<int>(one.width))];
  }
};

// Lanes that take part and read from one that does.
template <class Shuffle>
unsigned defined_lanes(const Case& one) {
  return lanes_where(one.participants, [&](int lane) {
    return has_lane(one.participants, Shuffle::source(lane, argument_of(one, lane), static_cast<int>(one.width)));
  });
}

// Distances and lanes in and out of the group. Only idx says what becomes of a number past 31, and what happens where
// lanes pass different ones; the rest stay below 32 and pass the same.
inline std::vector<unsigned> arguments_for(unsigned width, bool any_number) {
  std::vector<unsigned> arguments = {0, 1, 2, width / 2, width - 1, width, width + 1, 31};
  if (any_number) {
    arguments.insert(arguments.end(), {32, 45, 1000});
  } else {
    arguments.insert(arguments.end(), {5, 16, 21});
  }
  const auto too_large = [&](unsigned argument) { return !any_number && argument > 31; };
  arguments.erase(std::remove_if(arguments.begin(), arguments.end(), too_large), arguments.end());
  std::sort(arguments.begin(), arguments.end());
  arguments.erase(std::unique(arguments.begin(), arguments.end()), arguments.end());
  return arguments;
}

template <class Shuffle>
std::vector<Case> shuffle_cases(unsigned purpose) {
  const bool idx = std::is_same<Shuffle, ShuffleIdx>::value;
  Draw draw(purpose);
  std::vector<Case> cases;
  for (const unsigned width : {32u, 16u, 8u, 4u, 2u, 1u}) {
    const std::vector<unsigned> arguments = arguments_for(width, idx);
    for (const unsigned argument : arguments) cases.push_back(whole_warp(argument, 0, width));
    if (idx) cases.push_back(whole_warp(draw.below(64), 1 + draw.below(31), width));
    for (const Others others : {kPassBy, kExited, kExitedNamed}) {
      for (int time = 0; time < 2; ++time) {
        const unsigned argument = arguments[draw.below(static_cast<unsigned>(arguments.size()))];
        cases.push_back(part_of_warp(others, argument, idx ? draw.below(4) : 0, width, draw));
      }
    }
  }
  number_rows(cases);
  for (Case& one : cases) one.defined = defined_lanes<Shuffle>(one);
  return cases;
}

// Finite values of either sign, no two of a row alike but by a rare chance.
struct ShuffleInputs {
  std::vector<int> i32;
  std::vector<unsigned long long> u64;
  std::vector<float> f32;
  std::vector<double> f64;

  explicit ShuffleInputs(unsigned purpose) {
    Draw draw(purpose);
    for (int i = 0; i < kRows * kWarpSize; ++i) {
      i32.push_back(static_cast<int>(draw.bits()));
      u64.push_back(draw.bits64());
      const double whole = static_cast<int>(draw.bits());
      f32.push_back(static_cast<float>(std::ldexp(whole, static_cast<int>(draw.below(41)) - 51)));
      f64.push_back(std::ldexp(whole, static_cast<int>(draw.below(101)) - 81) + std::ldexp(draw.bits() | 1u, -120));
    }
  }
};

template <class Shuffle, class T>
void record_shuffle(Answer answer, const std::vector<Case>& cases, const std::vector<T>& inputs) {
  const std::string type = lockstep::kTypeName<T>;
  record<Shuffled<Shuffle, T>>(answer, std::string(Shuffle::id) + "/" + type,
                               "results of " + std::string(Shuffle::id) + " for " + type, cases, inputs);
}

// Where the number is past 31 the guide and the instruction set disagree: the one speaks of the whole number, the other
// of its low five bits. Counts the lanes that did not keep their own value, of 32.
template <class Shuffle>
void observe_far(Answer answer, const std::vector<int>& inputs) {
  if (answer == Answer::by_rules) return;
  for (const unsigned argument : {32u, 33u, 48u}) {
    Case one = whole_warp(argument, 0, kWarpSize);
    one.defined = kFullMask;
    const std::vector<int> got = ask_device<Shuffled<Shuffle, int>, int, int>({one}, inputs);
    int moved = 0;
    for (int lane = 0; lane < kWarpSize; ++lane) moved += got[lane] != inputs[lane];
    lockstep::report_observation(std::string(Shuffle::id) + "/far-" + std::to_string(argument) + "/lanes-moved", moved);
  }
}

template <class Shuffle>
void record_shuffles(Answer answer, unsigned purpose, const ShuffleInputs& inputs) {
  const std::vector<Case> cases = shuffle_cases<Shuffle>(purpose);
  report_cases(std::string(Shuffle::id) + "/cases", purpose, cases);
  record_shuffle<Shuffle>(answer, cases, inputs.i32);
  record_shuffle<Shuffle>(answer, cases, inputs.u64);
  record_shuffle<Shuffle>(answer, cases, inputs.f32);
  record_shuffle<Shuffle>(answer, cases, inputs.f64);
}

inline void record_all_shuffles(Answer answer) {
  const ShuffleInputs inputs(1);
  report_inputs("shuffle/inputs/i32", "what each lane offers to a shuffle", 1, inputs.i32);
  report_inputs("shuffle/inputs/u64", "what each lane offers to a shuffle", 1, inputs.u64);
  report_inputs("shuffle/inputs/f32", "what each lane offers to a shuffle", 1, inputs.f32);
  report_inputs("shuffle/inputs/f64", "what each lane offers to a shuffle", 1, inputs.f64);
  record_shuffles<ShuffleIdx>(answer, 11, inputs);
  record_shuffles<ShuffleUp>(answer, 12, inputs);
  record_shuffles<ShuffleDown>(answer, 13, inputs);
  record_shuffles<ShuffleXor>(answer, 14, inputs);
  observe_far<ShuffleUp>(answer, inputs.i32);
  observe_far<ShuffleDown>(answer, inputs.i32);
}
