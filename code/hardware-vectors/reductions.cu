// What the reductions of a warp return on this device, lane by lane; and what the language's rules say of the same
// questions, without a device. A program of its own, because the instructions came with compute capability 8.0.
#include "record.cuh"

// The plan builds this program for no older target. One that is built by hand traps.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define LOCKSTEP_REDUCE(intrinsic, mask, value) (__trap(), (value))
#else
#define LOCKSTEP_REDUCE(intrinsic, mask, value) intrinsic(mask, value)
#endif

template <class T>
struct ReduceAdd {
  __device__ static T call(unsigned mask, T value, unsigned, unsigned) {
    return LOCKSTEP_REDUCE(__reduce_add_sync, mask, value);
  }
  static T expected(const Case& one, const T* values, int) {
    return reduced(one, values, [](T a, T b) { return a + b; });
  }
};

template <class T>
struct ReduceMin {
  __device__ static T call(unsigned mask, T value, unsigned, unsigned) {
    return LOCKSTEP_REDUCE(__reduce_min_sync, mask, value);
  }
  static T expected(const Case& one, const T* values, int) {
    return reduced(one, values, [](T a, T b) { return a < b ? a : b; });
  }
};

template <class T>
struct ReduceMax {
  __device__ static T call(unsigned mask, T value, unsigned, unsigned) {
    return LOCKSTEP_REDUCE(__reduce_max_sync, mask, value);
  }
  static T expected(const Case& one, const T* values, int) {
    return reduced(one, values, [](T a, T b) { return a > b ? a : b; });
  }
};

struct ReduceAnd {
  __device__ static unsigned call(unsigned mask, unsigned value, unsigned, unsigned) {
    return LOCKSTEP_REDUCE(__reduce_and_sync, mask, value);
  }
  static unsigned expected(const Case& one, const unsigned* values, int) {
    return reduced(one, values, [](unsigned a, unsigned b) { return a & b; });
  }
};

struct ReduceOr {
  __device__ static unsigned call(unsigned mask, unsigned value, unsigned, unsigned) {
    return LOCKSTEP_REDUCE(__reduce_or_sync, mask, value);
  }
  static unsigned expected(const Case& one, const unsigned* values, int) {
    return reduced(one, values, [](unsigned a, unsigned b) { return a | b; });
  }
};

struct ReduceXor {
  __device__ static unsigned call(unsigned mask, unsigned value, unsigned, unsigned) {
    return LOCKSTEP_REDUCE(__reduce_xor_sync, mask, value);
  }
  static unsigned expected(const Case& one, const unsigned* values, int) {
    return reduced(one, values, [](unsigned a, unsigned b) { return a ^ b; });
  }
};

// Unsigned sums wrap. Rows differ in how many bits are set, so that neither `and` nor `or` is the same everywhere.
static std::vector<unsigned> unsigned_rows(unsigned purpose) {
  Draw draw(purpose);
  std::vector<unsigned> rows;
  for (int row = 0; row < kRows; ++row) {
    const unsigned shared = draw.bits();
    for (int lane = 0; lane < kWarpSize; ++lane) {
      switch (row % 4) {
        case 0: rows.push_back(draw.bits()); break;
        case 1: rows.push_back(draw.bits() | draw.bits() | draw.bits() | draw.bits() | draw.bits()); break;
        case 2: rows.push_back(draw.bits() & draw.bits() & draw.bits() & draw.bits() & draw.bits()); break;
        case 3: rows.push_back(row == 3 ? shared : shared ^ 1u << draw.below(32)); break;
      }
    }
  }
  return rows;
}

// 32 of these fit an int whatever their signs: what happens past its end is not asked. Two rows have one sign only.
static std::vector<int> signed_rows(unsigned purpose) {
  Draw draw(purpose);
  std::vector<int> rows;
  for (int row = 0; row < kRows; ++row) {
    for (int lane = 0; lane < kWarpSize; ++lane) {
      const int value = static_cast<int>(draw.below(1u << 26)) - (1 << 25);
      rows.push_back(row == 2 ? -1 - std::abs(value / 2) : row == 5 ? 1 + std::abs(value / 2) : value);
    }
  }
  return rows;
}

int main(int argc, char** argv) {
  return answer_all(argc, argv, [](Answer answer) {
    const std::vector<Case> cases = plain_cases(41, true);
    const std::vector<unsigned> u32 = unsigned_rows(5);
    const std::vector<int> i32 = signed_rows(6);
    report_cases("reduce/cases", 41, cases);
    report_inputs("reduce/inputs/u32", "what each lane brings to a reduction", 5, u32);
    report_inputs("reduce/inputs/i32", "what each lane brings to a reduction", 6, i32);
    record<ReduceAdd<unsigned>>(answer, "reduce-add/u32", "results of __reduce_add_sync for unsigned", cases, u32);
    record<ReduceAdd<int>>(answer, "reduce-add/i32", "results of __reduce_add_sync for int", cases, i32);
    record<ReduceMin<unsigned>>(answer, "reduce-min/u32", "results of __reduce_min_sync for unsigned", cases, u32);
    record<ReduceMin<int>>(answer, "reduce-min/i32", "results of __reduce_min_sync for int", cases, i32);
    record<ReduceMax<unsigned>>(answer, "reduce-max/u32", "results of __reduce_max_sync for unsigned", cases, u32);
    record<ReduceMax<int>>(answer, "reduce-max/i32", "results of __reduce_max_sync for int", cases, i32);
    record<ReduceAnd>(answer, "reduce-and/u32", "results of __reduce_and_sync", cases, u32);
    record<ReduceOr>(answer, "reduce-or/u32", "results of __reduce_or_sync", cases, u32);
    record<ReduceXor>(answer, "reduce-xor/u32", "results of __reduce_xor_sync", cases, u32);
  });
}
