// Warp primitives at work: a sum, a sum of neighbours, a histogram and a vote; masks that are legal; one that is not.
// checks.cuh compares the first four with the CPU, masks.cuh runs the others.

// #region shape
constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kWarpSize = 32;
constexpr int kCallers = 17;  // lanes that call, where others stay away

// All of this is for blocks of one dimension, whose threads are a multiple of the warp.
__device__ int lane_of_thread() { return threadIdx.x % kWarpSize; }
__device__ int element_of_thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int warp_in_grid() { return element_of_thread() / kWarpSize; }
// #endregion shape

// #region sums
// sums[w] = the kept elements among in[32 w] to in[32 w + 31], added up. A lane without one brings zero, so that all 32
// lanes reach every shuffle.
// SASS: BSSY [b], _ ; BSYNC [b] ; SHFL.DOWN PT, _, _, 0x10, 0x1f ; FADD [s], ... ;  // all 32 lanes are back
//       SHFL.DOWN PT, _, [s], 0x8, 0x1f ; FADD [t], ... ; SHFL.DOWN PT, _, [t], 0x4, 0x1f ; FADD [u], ... ;
//       SHFL.DOWN PT, _, [u], 0x2, 0x1f ; FADD [v], ... ; SHFL.DOWN PT, _, [v], 0x1, 0x1f ; FADD ; !SHFL ; !FADD
// SASS: !BAR ; !STS ; !LDS  // no memory but registers
__global__ void sum_by_warp(const float* in, const unsigned char* keep, float* sums, int n) {
  const int i = element_of_thread();
  float sum = i < n && keep[i] ? in[i] : 0.0f;
  for (int offset = kWarpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(kFullMask, sum, offset);
  if (lane_of_thread() == 0 && i < n) sums[warp_in_grid()] = sum;
}
// #endregion sums

// #region neighbours
// out[i] = in[i] + in[i + 1] for a taken element, or in[i] where the next is not taken or lies in another warp.
// All 32 lanes reach the ballot, so the full mask is right there. What it returns names exactly the lanes that go into
// the branch. A source outside it has no defined value; such a value arrives and is not used.
// SASS: BSYNC ; VOTE.ANY _, PT, _ ; @![mine] EXIT ; SHFL.DOWN PT, _, _, 0x1, 0x1f ; !SHFL  // the ballot comes first
__global__ void add_neighbours(const int* in, const unsigned char* taken, int* out, int n) {
  const int i = element_of_thread();
  const bool mine = i < n && taken[i];
  const unsigned callers = __ballot_sync(kFullMask, mine);
  if (mine) {
    const int value = in[i];
    const int next = __shfl_down_sync(callers, value, 1);
    const int source = lane_of_thread() + 1;
    const bool defined = source < kWarpSize && (callers >> source & 1u);
    out[i] = defined ? value + next : value;
  }
}
// #endregion neighbours

// #region histogram
constexpr int kNoKey = -1;  // no bin has this number

// Counts keys from 0 to bin_count - 1; others are left out. Lanes with the same key form a group, and its lowest lane
// adds the whole group at once. A lane without a key still takes part and joins the group of kNoKey.
// SASS sm_75, sm_80: MATCH.ANY [group], _ ; POPC [n], [group] ; RED.E.ADD.STRONG.GPU _, [n] ; !RED
// SASS sm_90, sm_100, sm_120: MATCH.ANY [group], _ ; POPC [n], [group] ; REDG.E.ADD.STRONG.GPU _, [n] ; !REDG
// SASS: !ATOM ; !ATOMG  // nobody waits for an old value
__global__ void count_keys(const int* keys, unsigned* bins, int bin_count, int n) {
  const int i = element_of_thread();
  const int found = i < n ? keys[i] : kNoKey;
  const int key = found >= 0 && found < bin_count ? found : kNoKey;
  const unsigned group = __match_any_sync(kFullMask, key);
  const bool lowest = lane_of_thread() == __ffs(group) - 1;
  if (lowest && key != kNoKey) atomicAdd(&bins[key], __popc(group));
}
// #endregion histogram

// #region vote
// found[w] = whether any of the indices of warp w lies outside 0 to bound - 1. A lane without an index votes no.
// SASS: BSYNC ; VOTE.ANY ; !VOTE
// SASS sm_80, sm_90, sm_100, sm_120: VOTE.ANY [any], [any]  // a predicate; sm_75 takes a ballot
__global__ void find_outside(const int* indices, int bound, unsigned char* found, int n) {
  const int i = element_of_thread();
  const bool outside = i < n && (indices[i] < 0 || indices[i] >= bound);
  const bool any = __any_sync(kFullMask, outside);
  if (lane_of_thread() == 0 && i < n) found[warp_in_grid()] = any;
}
// #endregion vote

// #region disjoint
// Two halves of a warp in two branches, each with a mask of its own. No lane is named twice, none is named in vain.
// SASS: BRA.DIV ; SHFL.BFLY PT, _, _, _, 0x1f ; BRA.DIV ; SHFL.BFLY PT, _, _, _, 0x1f ; BSYNC
__global__ void shuffle_in_halves(int* got) {
  const int lane = threadIdx.x;
  if (lane < kWarpSize / 2) {
    got[lane] = __shfl_xor_sync(0x0000ffffu, lane, 1);
  } else {
    got[lane] = __shfl_xor_sync(0xffff0000u, lane, 2);
  }
}
// #endregion disjoint

// #region exited
// The full mask after lanes have left: a named lane that has exited is ignored. It offers no value and has no vote.
// SASS: @[left] EXIT ; SHFL.IDX PT, _, _, RZ, 0x1f
// SASS: @[left] EXIT ; VOTE.ANY _, PT, PT
// SASS: !WARPSYNC ; !BSYNC  // nobody waits for those who left
__global__ void vote_after_exit(int* got, unsigned* voted) {
  const int lane = threadIdx.x;
  if (lane >= kCallers) return;
  got[lane] = __shfl_sync(kFullMask, lane + 100, 0);
  voted[lane] = __ballot_sync(kFullMask, true);
}
// #endregion exited

// #region exit-late
// The named lanes stay for a while and then leave. Until they do, the ballot waits for them: the clock of a caller that
// is past it should be later than the clock of each lane that left.
__global__ void vote_until_exit(long long* clocks, unsigned* voted, long long patience) {
  const int lane = threadIdx.x;
  if (lane >= kCallers) {
    const long long start = clock64();
    while (clock64() - start < patience) {
    }
    clocks[lane] = clock64();
    return;
  }
  voted[lane] = __ballot_sync(kFullMask, true);
  clocks[lane] = clock64();
}
// #endregion exit-late

// #region invalid-exited
// The mask names all 32 lanes and 17 call, the others having left. The call itself is legal. WRONG is what lane 16
// does: it reads from lane 17, which is not there, and uses what it gets.
// SASS: @[left] EXIT ; LDG [value], ... ; SHFL.DOWN PT, _, [value], 0x1, 0x1f ; !SHFL
// SASS: !WARPSYNC ; !BSYNC  // of the mask nothing is left
__global__ void invalid_mask_exited(int* values) {
  const int lane = threadIdx.x;
  if (lane >= kCallers) return;
  values[lane] += __shfl_down_sync(kFullMask, values[lane], 1);
}
// #endregion invalid-exited

// #region invalid-alive
// WRONG: the same with the other lanes alive. They wait below for the callers, and the callers wait above for them.
// SASS sm_75, sm_80: BRA.CONV x2 ; WARPSYNC 0xffffffff x2  // one for the shuffle, one for __syncwarp()
// SASS sm_90, sm_100, sm_120: WARPSYNC.ALL ; SHFL.DOWN PT, _, _, 0x1, 0x1f ; WARPSYNC.ALL
__global__ void invalid_mask_alive(int* values) {
  const int lane = threadIdx.x;
  int value = values[lane];
  if (lane < kCallers) {
    value += __shfl_down_sync(kFullMask, value, 1);
  } else {
    value *= 3;
  }
  __syncwarp();
  values[lane] = value;
}
// #endregion invalid-alive

#include "checks.cuh"
#include "masks.cuh"

int main(int argc, char** argv) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what == "correct") return check_kernels() + check_masks();
  if (what == "exit-late") return observe_late_exit();
  if (what == "invalid-exited") return observe_exited();
  if (what == "invalid-alive") return observe_alive();
  std::fprintf(stderr, "usage: %s correct | exit-late | invalid-exited | invalid-alive\n", argv[0]);
  return 64;
}
