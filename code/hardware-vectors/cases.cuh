// What is asked of one warp, and how such questions are made. Everything drawn comes from std::mt19937's own 32-bit
// outputs, which are the same everywhere; cases and inputs are reported beside the results all the same.
#pragma once

#include <random>
#include <string>
#include <vector>

constexpr int kWarpSize = 32;
constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kRows = 8;  // rows of inputs; case c uses row c mod 8
constexpr unsigned kSeed = 20250923u;

// What the lanes do that take no part.
enum Others : unsigned {
  kNone = 0,        // every lane takes part
  kPassBy = 1,      // they skip the branch and wait behind it
  kExited = 2,      // they have left, and the mask does not name them
  kExitedNamed = 3  // they have left, and the mask names all 32 lanes
};

// One call by one warp. Lane l passes `argument + l * stride` where the intrinsic takes a lane or a distance.
struct Case {
  unsigned participants;
  unsigned mask;
  unsigned others;
  unsigned argument;
  unsigned stride;
  unsigned width;
  unsigned row;
  unsigned defined;  // lanes whose result the language defines; only these are recorded
};
constexpr int kCaseColumns = sizeof(Case) / sizeof(unsigned);

constexpr const char* kCaseDescription =
    "a row a case: lanes that take part, mask, what the others do (0 there are none, 1 pass the branch by, 2 exited, 3 "
    "exited and named), argument, its step from lane to lane, width, row of the inputs, lanes with a defined result";

class Draw {
 public:
  explicit Draw(unsigned purpose) : random_(kSeed + purpose) {}

  unsigned bits() { return static_cast<unsigned>(random_()); }
  unsigned below(unsigned limit) { return bits() % limit; }
  unsigned long long bits64() {
    const unsigned long long high = bits();
    return high << 32 | bits();
  }

  // Some lanes and not all: a few, half, many, one alone, or the first so many.
  unsigned some_lanes() {
    for (;;) {
      unsigned lanes = 0;
      switch (below(5)) {
        case 0: lanes = bits() & bits(); break;
        case 1: lanes = bits(); break;
        case 2: lanes = bits() | bits(); break;
        case 3: lanes = 1u << below(kWarpSize); break;
        case 4: lanes = (1u << (1 + below(kWarpSize - 1))) - 1; break;
      }
      if (lanes != 0 && lanes != kFullMask) return lanes;
    }
  }

 private:
  std::mt19937 random_;
};

inline std::string seed_text(unsigned purpose) { return "mt19937 " + std::to_string(kSeed + purpose); }

inline Case whole_warp(unsigned argument, unsigned stride, unsigned width) {
  return {kFullMask, kFullMask, kNone, argument, stride, width, 0, 0};
}

inline Case part_of_warp(Others others, unsigned argument, unsigned stride, unsigned width, Draw& draw) {
  const unsigned lanes = draw.some_lanes();
  return {lanes, others == kExitedNamed ? kFullMask : lanes, others, argument, stride, width, 0, 0};
}

inline void number_rows(std::vector<Case>& cases) {
  for (size_t i = 0; i < cases.size(); ++i) cases[i].row = static_cast<unsigned>(i) % kRows;
}

// For intrinsics without an argument: every row of the inputs with the whole warp, and two parts of a warp each way.
// `named` leaves out exited lanes in the mask where the language does not say what becomes of their bits.
inline std::vector<Case> plain_cases(unsigned purpose, bool named) {
  Draw draw(purpose);
  std::vector<Case> cases;
  const auto add_for_all_rows = [&](auto make) {
    for (int row = 0; row < kRows; ++row) cases.push_back(make());
  };
  add_for_all_rows([] { return whole_warp(0, 0, kWarpSize); });
  for (int time = 0; time < 2; ++time) {
    for (const Others others : {kPassBy, kExited, kExitedNamed}) {
      if (others == kExitedNamed && !named) continue;
      add_for_all_rows([&] { return part_of_warp(others, 0, 0, kWarpSize, draw); });
    }
  }
  number_rows(cases);
  for (Case& one : cases) one.defined = one.participants;
  return cases;
}
