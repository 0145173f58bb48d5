// The four shuffles in groups of 8, 16 and 32 lanes, compared with the rules of the guide lane by lane.
#include "rules.cuh"
#include "warp.cuh"

// #region moves
__global__ void move_idx(const int* offered, int* got, int number, int width) {
  got[threadIdx.x] = __shfl_sync(kFullMask, offered[threadIdx.x], number, width);
}

__global__ void move_up(const int* offered, int* got, int distance, int width) {
  got[threadIdx.x] = __shfl_up_sync(kFullMask, offered[threadIdx.x], distance, width);
}

__global__ void move_down(const int* offered, int* got, int distance, int width) {
  got[threadIdx.x] = __shfl_down_sync(kFullMask, offered[threadIdx.x], distance, width);
}

__global__ void move_xor(const int* offered, int* got, int lane_mask, int width) {
  got[threadIdx.x] = __shfl_xor_sync(kFullMask, offered[threadIdx.x], lane_mask, width);
}
// #endregion moves

// #region edges
// Four groups of eight, and what each kind of shuffle does at their edges. 11 is past the width: it wraps to 3.
// SASS: SHFL.IDX PT, _, [v], 0xb, 0x181f ; SHFL.UP PT, _, [v], 0x1, 0x1800 ; SHFL.DOWN PT, _, [v], 0x1, 0x181f ;
//       SHFL.BFLY PT, _, [v], 0x8, 0x181f ; !SHFL
__global__ void edges_in_eights(const int* offered, int* idx, int* up, int* down, int* bfly) {
  const int lane = threadIdx.x;
  const int mine = offered[lane];
  idx[lane] = __shfl_sync(kFullMask, mine, 11, 8);
  up[lane] = __shfl_up_sync(kFullMask, mine, 1, 8);
  down[lane] = __shfl_down_sync(kFullMask, mine, 1, 8);
  bfly[lane] = __shfl_xor_sync(kFullMask, mine, 8, 8);
}
// #endregion edges

using Move = void (*)(const int*, int*, int, int);
using Source = int (*)(int, int, int);

// Lanes that did not get what the rule says, over all arguments from 0 to `most`.
static int wrong_lanes(Move move, Source source, int most, int width) {
  const std::vector<int> offered = offered_values();
  const lockstep::DeviceArray<int> device_offered(offered);
  lockstep::DeviceArray<int> device_got(kWarpSize);
  int wrong = 0;
  for (int argument = 0; argument <= most; ++argument) {
    device_got.poison();
    move<<<1, kWarpSize>>>(device_offered.get(), device_got.get(), argument, width);
    LOCKSTEP_LAUNCHED();
    const std::vector<int> got = device_got.to_host();
    for (int lane = 0; lane < kWarpSize; ++lane) wrong += got[lane] != offered[source(lane, argument, width)];
  }
  return wrong;
}

static void check_move(const char* name, Move move, Source source, int most) {
  for (const int width : {8, 16, 32}) {
    const std::string id = std::string("moves/") + name + "/width-" + std::to_string(width) + "/wrong";
    lockstep::report_check(id, 0, wrong_lanes(move, source, most, width));
  }
}

static void report_edges() {
  const lockstep::DeviceArray<int> offered(offered_values());
  const lockstep::DeviceArray<int> idx(kWarpSize), up(kWarpSize), down(kWarpSize), bfly(kWarpSize);
  edges_in_eights<<<1, kWarpSize>>>(offered.get(), idx.get(), up.get(), down.get(), bfly.get());
  LOCKSTEP_LAUNCHED();
  const auto report = [](const char* id, const char* call, const lockstep::DeviceArray<int>& got) {
    lockstep::report_vector(std::string("edges/") + id, std::string("what each lane got from ") + call +
                            " in groups of eight; every lane offered its number plus 100", "i32", got.to_host().data(),
                            kWarpSize);
  };
  report("idx", "lane 11 of its group", idx);
  report("up", "one lane below", up);
  report("down", "one lane above", down);
  report("xor", "the lane whose number differs in bit 3", bfly);
}

int main() {
  check_move("idx", move_idx, source_of_idx, 63);
  check_move("up", move_up, source_of_up, 31);
  check_move("down", move_down, source_of_down, 31);
  check_move("xor", move_xor, source_of_xor, 31);
  report_edges();
  return 0;
}
