// Defects that a sanitizer must report, each beside its corrected form, and defects that no shipped tool reports.
// A clean result elsewhere counts only where the tool's control in here has fired. forms.cuh launches the kernels.

constexpr unsigned kFullMask = 0xffffffffu;
constexpr int kWarpSize = 32;

constexpr int kCount = 33;      // values in the allocation of the bounds and alignment pairs, and nothing after them
constexpr int kBlock = 256;     // threads of the block-wide race
constexpr int kBarrierBlock = 64;
constexpr int kBarrierCallers = 48;  // one whole warp and half of the next
constexpr int kCallers = 17;    // lanes that call where others are named and stay away
constexpr int kLiveLanes = 20;

// #region bounds
// WRONG: `<=` writes one value past the end.
__global__ void fill_past_end(int* values) {
  const int i = threadIdx.x;
  if (i <= kCount) values[i] = i;
}

__global__ void fill_to_end(int* values) {
  const int i = threadIdx.x;
  if (i < kCount) values[i] = i;
}
// #endregion bounds

// #region alignment
// WRONG: an int lies at a multiple of four bytes, and no address here is one.
__global__ void store_misaligned(int* values) {
  char* bytes = reinterpret_cast<char*>(values) + 1;
  *reinterpret_cast<int*>(bytes + threadIdx.x * sizeof(int)) = threadIdx.x;
}

__global__ void store_aligned(int* values) {
  char* bytes = reinterpret_cast<char*>(values);
  *reinterpret_cast<int*>(bytes + threadIdx.x * sizeof(int)) = threadIdx.x;
}
// #endregion alignment

// #region initialisation
// Right or wrong by what `in` holds: whether anything was ever written there.
__global__ void read_values(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }
// #endregion initialisation

// #region block-race
// WRONG: thread i reads what thread 255 - i of another warp writes, and nothing says who comes first.
__global__ void reverse_racing(int* out) {
  __shared__ int slots[kBlock];
  const int i = threadIdx.x;
  slots[i] = i;
  out[i] = slots[kBlock - 1 - i];
}

__global__ void reverse_ordered(int* out) {
  __shared__ int slots[kBlock];
  const int i = threadIdx.x;
  slots[i] = i;
  __syncthreads();
  out[i] = slots[kBlock - 1 - i];
}
// #endregion block-race

// #region warp-race
// WRONG: the same inside one warp. Lanes need not advance together, so the order must be asked for here too.
__global__ void rotate_racing(int* out) {
  __shared__ int slots[kWarpSize];
  const int lane = threadIdx.x;
  slots[lane] = lane;
  out[lane] = slots[(lane + 1) % kWarpSize];
}

__global__ void rotate_ordered(int* out) {
  __shared__ int slots[kWarpSize];
  const int lane = threadIdx.x;
  slots[lane] = lane;
  __syncwarp();
  out[lane] = slots[(lane + 1) % kWarpSize];
}
// #endregion warp-race

// #region barrier-mask
// WRONG: lanes 0 to 15 call, and the mask names lanes 16 to 31.
__global__ void barrier_without_self(int* out) {
  const int lane = threadIdx.x;
  if (lane < kWarpSize / 2) __syncwarp(0xffff0000u);
  out[lane] = lane;
}

__global__ void barrier_with_self(int* out) {
  const int lane = threadIdx.x;
  if (lane < kWarpSize / 2) __syncwarp(0x0000ffffu);
  out[lane] = lane;
}
// #endregion barrier-mask

// #region block-barrier
// WRONG: half of the second warp passes this block-wide barrier by.
__global__ void barrier_for_some(int* out) {
  const int i = threadIdx.x;
  if (i < kBarrierCallers) __syncthreads();
  out[i] = i;
  __syncthreads();
}

__global__ void barrier_for_all(int* out) {
  const int i = threadIdx.x;
  __syncthreads();
  out[i] = i;
  __syncthreads();
}
// #endregion block-barrier

// #region shuffle-mask
// WRONG: all 32 lanes call, and the mask names five.
__global__ void shuffle_without_self(int* out) {
  const int lane = threadIdx.x;
  out[lane] = __shfl_down_sync(0x1fu, lane, 1);
}

__global__ void shuffle_with_self(int* out) {
  const int lane = threadIdx.x;
  out[lane] = __shfl_down_sync(kFullMask, lane, 1);
}
// #endregion shuffle-mask

// #region shuffle-source
// WRONG: the mask names exactly the callers, and yet lanes 4 to 15 read from lanes 20 to 31, which take no part.
__global__ void read_absent(int* out) {
  const int lane = threadIdx.x;
  int got = lane;
  if (lane < kLiveLanes) got = __shfl_down_sync(0x000fffffu, lane, kWarpSize / 2);
  out[lane] = got;
}

__global__ void read_present(int* out) {
  const int lane = threadIdx.x;
  const int got = __shfl_down_sync(kFullMask, lane, kWarpSize / 2);
  out[lane] = lane < kLiveLanes ? got : lane;
}
// #endregion shuffle-source

// #region named-lanes
// The named lanes from 17 on have left before the barrier. The rule about masks ignores them.
__global__ void barrier_named_exited(int* out) {
  const int lane = threadIdx.x;
  if (lane >= kCallers) return;
  __syncwarp(kFullMask);
  out[lane] = lane;
}

// WRONG: the named lanes are alive and never reach this barrier. They wait at another one.
__global__ void barrier_named_elsewhere(int* out) {
  const int lane = threadIdx.x;
  if (lane < kCallers) {
    __syncwarp(kFullMask);
    out[lane] = lane;
  } else {
    out[lane] = -lane;
    __syncwarp(kFullMask);
  }
}

// One barrier, reached by every lane it names.
__global__ void barrier_named_arrive(int* out) {
  const int lane = threadIdx.x;
  __syncwarp(kFullMask);
  out[lane] = lane < kCallers ? lane : -lane;
}
// #endregion named-lanes

#include "forms.cuh"

int main(int argc, char** argv) {
  const std::string wanted = argc == 2 ? argv[1] : "";
  for (const Form& form : kForms) {
    if (wanted == form.name) return form.run(form);
  }
  std::fprintf(stderr, "usage: %s FORM, where FORM is one of:\n", argv[0]);
  for (const Form& form : kForms) std::fprintf(stderr, "  %s\n", form.name);
  return 64;
}
