// Votes and matches: questions that a warp asks of its own lanes.
#include <random>

#include "warp.cuh"

// #region votes
// Each lane votes whether its element is kept; a lane without an element votes no, so that all 32 reach the call.
// ballot returns the votes as a mask. The number of votes below a lane's own is the place of its element among the kept
// ones of the warp: a scan of zeros and ones in two instructions and a count of bits.
// SASS: VOTE.ANY [votes], PT, _ ; POPC
// SASS sm_80, sm_90, sm_100, sm_120: VOTE.ANY ; VOTE.ALL  // sm_75 makes do with the ballot
__global__ void vote_by_warp(const unsigned char* keep, unsigned* ballots, unsigned char* any, unsigned char* all,
                             int* places, int n) {
  const int i = element_of_thread();
  const int lane = lane_of_thread();
  const bool mine = i < n && keep[i];
  const unsigned votes = __ballot_sync(kFullMask, mine);
  const bool some = __any_sync(kFullMask, mine);
  const bool each = __all_sync(kFullMask, mine);
  if (i < n) places[i] = mine ? __popc(votes & ((1u << lane) - 1)) : -1;
  if (i < n && lane == 0) {
    ballots[warp_in_grid()] = votes;
    any[warp_in_grid()] = some;
    all[warp_in_grid()] = each;
  }
}
// #endregion votes

// #region matches
// same[i] names the lanes whose key equals that of element i, bit for bit. agreed[w] is the full mask where all 32 lanes
// of warp w hold one key, and 0 elsewhere. A lane without an element brings kNoKey.
constexpr int kNoKey = -1;

// SASS: MATCH.ANY
// SASS sm_80, sm_90, sm_100, sm_120: MATCH.ANY ; MATCH.ALL  // sm_75 asks in another way
__global__ void match_by_warp(const int* keys, unsigned* same, unsigned* agreed, int n) {
  const int i = element_of_thread();
  const int key = i < n ? keys[i] : kNoKey;
  const unsigned equal = __match_any_sync(kFullMask, key);
  int every = 0;
  const unsigned whole = __match_all_sync(kFullMask, key, &every);
  if (i < n) same[i] = equal;
  if (i < n && lane_of_thread() == 0) agreed[warp_in_grid()] = every ? whole : 0;
}
// #endregion matches

struct Wrong {
  int any = 0;
  int all = 0;
  int ballot = 0;
  int place = 0;
};

static Wrong wrong_votes(int n, double keep_probability, unsigned seed) {
  std::mt19937 random(seed);
  std::bernoulli_distribution kept(keep_probability);
  std::vector<unsigned char> keep(n);
  for (unsigned char& one : keep) one = kept(random);
  const int warps = (n + kWarpSize - 1) / kWarpSize;
  const lockstep::DeviceArray<unsigned char> device_keep(keep), device_any(warps), device_all(warps);
  const lockstep::DeviceArray<unsigned> device_ballots(warps);
  const lockstep::DeviceArray<int> device_places(n);
  vote_by_warp<<<blocks_for(n), kThreads>>>(device_keep.get(), device_ballots.get(), device_any.get(), device_all.get(),
                                            device_places.get(), n);
  LOCKSTEP_LAUNCHED();
  const std::vector<unsigned> ballots = device_ballots.to_host();
  const std::vector<unsigned char> any = device_any.to_host();
  const std::vector<unsigned char> all = device_all.to_host();
  const std::vector<int> places = device_places.to_host();
  Wrong wrong;
  for (int w = 0; w < warps; ++w) {
    unsigned votes = 0;
    int count = 0;
    for (int i = w * kWarpSize; i < n && i < (w + 1) * kWarpSize; ++i) {
      wrong.place += places[i] != (keep[i] ? count : -1);
      count += keep[i];
      if (keep[i]) votes |= 1u << (i % kWarpSize);
    }
    wrong.ballot += ballots[w] != votes;
    wrong.any += any[w] != (votes != 0);
    wrong.all += all[w] != (votes == kFullMask);
  }
  return wrong;
}

static void wrong_matches(int n, int different, unsigned seed, int& wrong_any, int& wrong_all) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> one_of(0, different - 1);
  std::vector<int> keys(n);
  for (int& key : keys) key = one_of(random);
  const int warps = (n + kWarpSize - 1) / kWarpSize;
  const lockstep::DeviceArray<int> device_keys(keys);
  const lockstep::DeviceArray<unsigned> device_same(n), device_agreed(warps);
  match_by_warp<<<blocks_for(n), kThreads>>>(device_keys.get(), device_same.get(), device_agreed.get(), n);
  LOCKSTEP_LAUNCHED();
  const std::vector<unsigned> same = device_same.to_host();
  const std::vector<unsigned> agreed = device_agreed.to_host();
  const auto key_of = [&](int i) { return i < n ? keys[i] : kNoKey; };
  for (int i = 0; i < n; ++i) {
    const int first = i / kWarpSize * kWarpSize;
    unsigned equal = 0;
    for (int lane = 0; lane < kWarpSize; ++lane) {
      if (key_of(first + lane) == keys[i]) equal |= 1u << lane;
    }
    wrong_any += same[i] != equal;
    if (i == first) wrong_all += agreed[i / kWarpSize] != (equal == kFullMask ? kFullMask : 0u);
  }
}

int main() {
  Wrong sum;
  for (const int n : {0, 1, 31, 32, 33, 100'003}) {
    for (const double probability : {0.0, 0.02, 0.5, 0.98, 1.0}) {
      const Wrong wrong = wrong_votes(n, probability, 1u + n);
      sum.any += wrong.any;
      sum.all += wrong.all;
      sum.ballot += wrong.ballot;
      sum.place += wrong.place;
    }
  }
  lockstep::report_check("votes/any/wrong", 0, sum.any);
  lockstep::report_check("votes/all/wrong", 0, sum.all);
  lockstep::report_check("votes/ballot/wrong", 0, sum.ballot);
  lockstep::report_check("votes/place/wrong", 0, sum.place);

  int wrong_any = 0;
  int wrong_all = 0;
  for (const int n : {0, 1, 31, 32, 33, 100'003}) {
    for (const int different : {1, 2, 5, 1000}) wrong_matches(n, different, 2u + n, wrong_any, wrong_all);
  }
  lockstep::report_check("matches/any/wrong", 0, wrong_any);
  lockstep::report_check("matches/all/wrong", 0, wrong_all);
  return 0;
}
