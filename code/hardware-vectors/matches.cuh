// The two matches, over keys whose equality is that of their bits.
#pragma once

#include "record.cuh"

struct MatchAny {
  template <class T>
  __device__ static unsigned call(unsigned mask, T key, unsigned, unsigned) {
    return __match_any_sync(mask, key);
  }
  template <class T>
  static unsigned expected(const Case& one, const T* keys, int lane) {
    return lanes_equal_to(one, keys, lane);
  }
};

struct MatchAll {
  template <class T>
  __device__ static unsigned call(unsigned mask, T key, unsigned, unsigned) {
    int all = 0;
    return __match_all_sync(mask, key, &all);
  }
  template <class T>
  static unsigned expected(const Case& one, const T* keys, int lane) {
    return lanes_equal_to(one, keys, lane) == one.participants ? one.mask : 0u;
  }
};

struct MatchAllPredicate {
  template <class T>
  __device__ static std::uint8_t call(unsigned mask, T key, unsigned, unsigned) {
    int all = 0;
    __match_all_sync(mask, key, &all);
    return all != 0;
  }
  template <class T>
  static std::uint8_t expected(const Case& one, const T* keys, int lane) {
    return lanes_equal_to(one, keys, lane) == one.participants;
  }
};

template <class T, class Bits>
T from_bits(Bits bits) {
  static_assert(sizeof(T) == sizeof(Bits), "the same size");
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Four bit patterns that compare in surprising ways as numbers: 0 and -0, and two quiet NaNs.
inline unsigned special_bits(unsigned which, unsigned) {
  static constexpr unsigned bits[] = {0x00000000u, 0x80000000u, 0x7fc00000u, 0x7fc00001u};
  return bits[which];
}
inline unsigned long long special_bits(unsigned which, unsigned long long) {
  static constexpr unsigned long long bits[] = {0ull, 0x8000000000000000ull, 0x7ff8000000000000ull,
                                                0x7ff8000000000001ull};
  return bits[which];
}

// Bit patterns of keys. In the last row they differ in their highest or lowest bit alone.
template <class Bits>
std::vector<Bits> key_rows(unsigned purpose) {
  Draw draw(purpose);
  const auto any_bits = [&] { return static_cast<Bits>(draw.bits64() & 0x7fefffff7f7fffffull); };  // no NaN
  std::vector<Bits> rows;
  for (int row = 0; row < kRows; ++row) {
    const Bits few[] = {any_bits(), any_bits(), any_bits(), any_bits()};
    const int odd_one_out = static_cast<int>(draw.below(kWarpSize));
    for (int lane = 0; lane < kWarpSize; ++lane) {
      Bits key = 0;
      switch (row) {
        case 0: key = few[0]; break;
        case 1: key = any_bits(); break;
        case 2: key = lane == odd_one_out ? few[1] : few[0]; break;
        case 3: key = few[draw.below(2)]; break;
        case 4: key = few[draw.below(4)]; break;
        case 5: key = special_bits(draw.below(4), Bits{}); break;
        case 6: key = special_bits(2 + draw.below(2), Bits{}); break;
        case 7: key = few[0] ^ (draw.below(2) == 0 ? Bits{1} : Bits{1} << (8 * sizeof(Bits) - 1)); break;
      }
      rows.push_back(key);
    }
  }
  return rows;
}

template <class T, class Bits>
void record_matches(Answer answer, const std::string& type, const std::vector<Bits>& bits,
                    const std::vector<Case>& any_cases, const std::vector<Case>& all_cases) {
  std::vector<T> keys;
  for (const Bits one : bits) keys.push_back(from_bits<T>(one));
  record<MatchAny>(answer, "match-any/" + type, "results of __match_any_sync for " + type, any_cases, keys);
  record<MatchAll>(answer, "match-all/" + type, "results of __match_all_sync for " + type, all_cases, keys);
  record<MatchAllPredicate>(answer, "match-all-predicate/" + type,
                            "1 where the predicate of __match_all_sync was not zero, for " + type, all_cases, keys);
}

// match-all returns its mask, and the guide does not say whether that holds the bits of named lanes that have exited.
inline void record_all_matches(Answer answer) {
  const std::vector<Case> any_cases = plain_cases(31, true);
  const std::vector<Case> all_cases = plain_cases(32, false);
  report_cases("match-any/cases", 31, any_cases);
  report_cases("match-all/cases", 32, all_cases);
  const std::vector<unsigned> bits32 = key_rows<unsigned>(3);
  const std::vector<unsigned long long> bits64 = key_rows<unsigned long long>(4);
  report_inputs("match/inputs/32-bit", "the bits of each lane's key, as u32 or f32", 3, bits32);
  report_inputs("match/inputs/64-bit", "the bits of each lane's key, as u64 or f64", 4, bits64);
  record_matches<unsigned>(answer, "u32", bits32, any_cases, all_cases);
  record_matches<float>(answer, "f32", bits32, any_cases, all_cases);
  record_matches<unsigned long long>(answer, "u64", bits64, any_cases, all_cases);
  record_matches<double>(answer, "f64", bits64, any_cases, all_cases);
}
