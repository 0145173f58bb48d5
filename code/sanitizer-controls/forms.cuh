// How each form of controls.cu is launched, one a process: a defect may end the CUDA context, or the program.
// A corrected form states how many values must be wrong, which is none. A defect only reports how many were.
#pragma once

#include "../common/device.cuh"

struct Form {
  const char* name;
  bool right;
  int (*run)(const Form&);
};

inline void report_wrong(const Form& form, int wrong) {
  const std::string id = std::string(form.name) + "/wrong";
  if (form.right) {
    lockstep::report_check(id, 0, wrong);
  } else {
    lockstep::report_observation(id, wrong);
  }
}

// Launches one block and counts the values that differ from what the author meant.
inline int run_block(const Form& form, void (*kernel)(int*), int threads, int count, int (*meant)(int)) {
  const lockstep::DeviceArray<int> values(count);
  kernel<<<1, threads>>>(values.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = values.to_host();
  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += got[i] != meant(i);
  report_wrong(form, wrong);
  return 0;
}

inline int own(int i) { return i; }
inline int own_or_untouched(int i) { return i < kCallers ? i : static_cast<int>(0xA5A5A5A5u); }
inline int own_or_negative(int i) { return i < kCallers ? i : -i; }
inline int reversed(int i) { return kBlock - 1 - i; }
inline int next_around(int lane) { return (lane + 1) % kWarpSize; }
inline int next_or_own(int lane) { return lane + 1 < kWarpSize ? lane + 1 : lane; }
inline int sixteen_above(int lane) { return lane < kWarpSize / 2 ? lane + kWarpSize / 2 : lane; }

// Memory of exactly one warp of values, by the plain call: nothing has written to it.
inline int* allocate_values() {
  int* values = nullptr;
  LOCKSTEP_CUDA(cudaMalloc(&values, kWarpSize * sizeof(int)));
  return values;
}

inline int read_back(const Form& form, const int* in) {
  const lockstep::DeviceArray<int> out(kWarpSize);
  read_values<<<1, kWarpSize>>>(in, out.get());
  LOCKSTEP_LAUNCHED();
  int wrong = 0;
  for (const int value : out.to_host()) wrong += value != 0;
  report_wrong(form, wrong);
  return 0;
}

inline int read_unset(const Form& form) {
  int* in = allocate_values();
  const int status = read_back(form, in);
  LOCKSTEP_CUDA(cudaFree(in));
  return status;
}

// Leaks are looked for when the context ends, so it is ended here and not by the exit of the program.
inline int read_set(const Form& form, bool keep) {
  int* in = allocate_values();
  LOCKSTEP_CUDA(cudaMemset(in, 0, kWarpSize * sizeof(int)));
  const int status = read_back(form, in);
  if (!keep) LOCKSTEP_CUDA(cudaFree(in));
  LOCKSTEP_CUDA(cudaDeviceReset());
  return status;
}

inline int set_and_free(const Form& form) { return read_set(form, false); }
inline int set_and_keep(const Form& form) { return read_set(form, true); }

constexpr bool kRight = true;
constexpr bool kDefect = false;

// A thread more than there are values, so that the comparison with the end is what keeps them apart.
const Form kForms[] = {
    {"bounds-past", kDefect, [](const Form& f) { return run_block(f, fill_past_end, kCount + 1, kCount, own); }},
    {"bounds-kept", kRight, [](const Form& f) { return run_block(f, fill_to_end, kCount + 1, kCount, own); }},
    {"store-misaligned", kDefect, [](const Form& f) { return run_block(f, store_misaligned, 8, 8, own); }},
    {"store-aligned", kRight, [](const Form& f) { return run_block(f, store_aligned, 8, 8, own); }},
    {"memory-kept", kDefect, set_and_keep},
    {"memory-freed", kRight, set_and_free},
    {"read-unset", kDefect, read_unset},
    {"read-set", kRight, set_and_free},
    {"block-racing", kDefect, [](const Form& f) { return run_block(f, reverse_racing, kBlock, kBlock, reversed); }},
    {"block-ordered", kRight, [](const Form& f) { return run_block(f, reverse_ordered, kBlock, kBlock, reversed); }},
    {"warp-racing", kDefect,
     [](const Form& f) { return run_block(f, rotate_racing, kWarpSize, kWarpSize, next_around); }},
    {"warp-ordered", kRight,
     [](const Form& f) { return run_block(f, rotate_ordered, kWarpSize, kWarpSize, next_around); }},
    {"barrier-without-self", kDefect,
     [](const Form& f) { return run_block(f, barrier_without_self, kWarpSize, kWarpSize, own); }},
    {"barrier-with-self", kRight,
     [](const Form& f) { return run_block(f, barrier_with_self, kWarpSize, kWarpSize, own); }},
    {"barrier-for-some", kDefect,
     [](const Form& f) { return run_block(f, barrier_for_some, kBarrierBlock, kBarrierBlock, own); }},
    {"barrier-for-all", kRight,
     [](const Form& f) { return run_block(f, barrier_for_all, kBarrierBlock, kBarrierBlock, own); }},
    {"shuffle-without-self", kDefect,
     [](const Form& f) { return run_block(f, shuffle_without_self, kWarpSize, kWarpSize, next_or_own); }},
    {"shuffle-with-self", kRight,
     [](const Form& f) { return run_block(f, shuffle_with_self, kWarpSize, kWarpSize, next_or_own); }},
    {"shuffle-absent", kDefect,
     [](const Form& f) { return run_block(f, read_absent, kWarpSize, kWarpSize, sixteen_above); }},
    {"shuffle-present", kRight,
     [](const Form& f) { return run_block(f, read_present, kWarpSize, kWarpSize, sixteen_above); }},
    {"named-exited", kRight,
     [](const Form& f) { return run_block(f, barrier_named_exited, kWarpSize, kWarpSize, own_or_untouched); }},
    {"named-elsewhere", kDefect,
     [](const Form& f) { return run_block(f, barrier_named_elsewhere, kWarpSize, kWarpSize, own_or_negative); }},
    {"named-arrive", kRight,
     [](const Form& f) { return run_block(f, barrier_named_arrive, kWarpSize, kWarpSize, own_or_negative); }},
};
