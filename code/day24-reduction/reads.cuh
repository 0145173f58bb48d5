// Kernels that only read an array and keep one value of it: how fast the device can read at all. The best of them is the
// ceiling that a reduction is held against. Each takes `fours` groups of four floats, aligned to 16 bytes.
#pragma once

constexpr int kReadThreads = 256;

// What cannot be: the inputs of this lab hold no such bits. The comparison keeps the compiler from leaving the reads out.
constexpr unsigned kNeverRead = 0x7fc0a5a5u;

__device__ unsigned bits_of(float4 four) {
  return __float_as_uint(four.x) ^ __float_as_uint(four.y) ^ __float_as_uint(four.z) ^ __float_as_uint(four.w);
}

// #region read-one
// One load of 16 bytes at a time in each thread.
__global__ void read_one(const float4* fours, int count, unsigned* kept) {
  unsigned bits = 0;
#pragma unroll 1
  for (int i = thread_in_grid(); i < count; i += gridDim.x * kReadThreads) bits |= bits_of(fours[i]);
  if (bits == kNeverRead) *kept = bits;
}
// #endregion read-one

// #region read-four
// Four loads of 16 bytes at a time in each thread.
__global__ void read_four(const float4* fours, int count, unsigned* kept) {
  const int step = gridDim.x * kReadThreads;
  unsigned bits = 0;
#pragma unroll 1
  for (int i = thread_in_grid(); i < count; i += 4 * step) {
    float4 loaded[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) loaded[k] = i + k * step < count ? fours[i + k * step] : float4{};
#pragma unroll
    for (int k = 0; k < 4; ++k) bits |= bits_of(loaded[k]);
  }
  if (bits == kNeverRead) *kept = bits;
}
// #endregion read-four

constexpr int kBulkThreads = 128;
constexpr int kBulkBytes = 16384;  // of one copy
constexpr int kBulkStages = 4;     // copies under way at once

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ unsigned shared_address(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__device__ void start_copy(void* into, const float4* from, unsigned long long* done) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(done)), "r"(kBulkBytes) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(into)),
               "l"(from), "r"(kBulkBytes), "r"(shared_address(done))
               : "memory");
}

__device__ void wait_for_copy(unsigned long long* done, unsigned parity) {
  unsigned arrived = 0;
  while (arrived == 0) {
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
        : "=r"(arrived)
        : "r"(shared_address(done)), "r"(parity)
        : "memory");
  }
}
#endif

// #region read-bulk
// The copy engine brings the array to shared memory, four copies of 16 KiB under way in each block, and each thread keeps
// a word of every copy. Devices before compute capability 9.0 have no such engine, and read as read_four does.
__global__ void __launch_bounds__(kBulkThreads) read_bulk(const float4* fours, int count, unsigned* kept) {
  unsigned bits = 0;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  extern __shared__ __align__(128) unsigned char copies[];
  __shared__ unsigned long long done[kBulkStages];
  constexpr int group = kBulkBytes / sizeof(float4);
  const int groups = count / group;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kBulkStages; ++stage) {
      asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(done + stage)));
    }
    asm volatile("fence.mbarrier_init.release.cluster;");
    for (int stage = 0; stage < kBulkStages; ++stage) {
      const int first = blockIdx.x + stage * gridDim.x;
      if (first < groups) start_copy(copies + stage * kBulkBytes, fours + size_t(first) * group, done + stage);
    }
  }
  __syncthreads();
  int stage = 0;
  unsigned parity = 0;
  for (int i = blockIdx.x; i < groups; i += gridDim.x) {
    wait_for_copy(done + stage, parity);
    bits |= reinterpret_cast<const unsigned*>(copies + stage * kBulkBytes)[threadIdx.x];
    __syncthreads();
    const int next = i + kBulkStages * gridDim.x;
    if (threadIdx.x == 0 && next < groups) {
      start_copy(copies + stage * kBulkBytes, fours + size_t(next) * group, done + stage);
    }
    stage = (stage + 1) % kBulkStages;
    if (stage == 0) parity ^= 1;
  }
  const int from = groups * group;
#else
  const int from = 0;
#endif
  for (int i = from + blockIdx.x * kBulkThreads + threadIdx.x; i < count; i += gridDim.x * kBulkThreads) {
    bits |= bits_of(fours[i]);
  }
  if (bits == kNeverRead) *kept = bits;
}
// #endregion read-bulk
