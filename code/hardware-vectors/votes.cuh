// The three votes. all and any promise zero or not zero, so that is what is recorded of them.
#pragma once

#include "record.cuh"

struct VoteAll {
  __device__ static std::uint8_t call(unsigned mask, int predicate, unsigned, unsigned) {
    return __all_sync(mask, predicate) != 0;
  }
  static std::uint8_t expected(const Case& one, const int* predicates, int) {
    return voters(one, predicates) == one.participants;
  }
};

struct VoteAny {
  __device__ static std::uint8_t call(unsigned mask, int predicate, unsigned, unsigned) {
    return __any_sync(mask, predicate) != 0;
  }
  static std::uint8_t expected(const Case& one, const int* predicates, int) { return voters(one, predicates) != 0; }
};

struct VoteBallot {
  __device__ static unsigned call(unsigned mask, int predicate, unsigned, unsigned) {
    return __ballot_sync(mask, predicate);
  }
  static unsigned expected(const Case& one, const int* predicates, int) { return voters(one, predicates); }
};

// A predicate is any int: true ones have few bits set, the low ones clear as often as not.
inline std::vector<int> predicate_rows(unsigned purpose) {
  Draw draw(purpose);
  const auto truth = [&] { return static_cast<int>(1u << draw.below(32)); };
  std::vector<int> rows;
  for (int row = 0; row < kRows; ++row) {
    const int odd_one_out = static_cast<int>(draw.below(kWarpSize));
    for (int lane = 0; lane < kWarpSize; ++lane) {
      bool holds = false;
      switch (row) {
        case 0: holds = false; break;
        case 1: holds = true; break;
        case 2: holds = lane == odd_one_out; break;
        case 3: holds = lane != odd_one_out; break;
        case 4: holds = lane % 2 == 0; break;
        case 5: holds = draw.below(2) == 0; break;
        case 6: holds = draw.below(8) == 0; break;
        case 7: holds = draw.below(8) != 0; break;
      }
      rows.push_back(holds ? truth() : 0);
    }
  }
  return rows;
}

inline void record_all_votes(Answer answer) {
  const std::vector<int> predicates = predicate_rows(2);
  const std::vector<Case> cases = plain_cases(21, true);
  report_inputs("vote/inputs/i32", "the predicate of each lane", 2, predicates);
  report_cases("vote/cases", 21, cases);
  record<VoteAll>(answer, "vote-all/i32", "1 where __all_sync was not zero", cases, predicates);
  record<VoteAny>(answer, "vote-any/i32", "1 where __any_sync was not zero", cases, predicates);
  record<VoteBallot>(answer, "vote-ballot/i32", "results of __ballot_sync", cases, predicates);
}
