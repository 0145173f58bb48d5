// How each rung is launched, and the memory that it needs beside its input.
#pragma once

#include <algorithm>

#include <cub/device/device_reduce.cuh>

#include "../common/device.cuh"

inline int blocks_for(int threads, int threads_of_block) {
  return threads == 0 ? 1 : (threads - 1) / threads_of_block + 1;
}

inline int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  LOCKSTEP_CUDA(cudaGetDevice(&device));
  LOCKSTEP_CUDA(cudaDeviceGetAttribute(&value, which, device));
  return value;
}

// How many blocks of a kernel the device holds at once.
template <class Kernel>
int resident_blocks(Kernel kernel, int threads, int shared_bytes = 0) {
  int blocks = 0;
  LOCKSTEP_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes));
  return blocks * attribute(cudaDevAttrMultiProcessorCount);
}

// Every way of adding `most` floats or fewer. Each call queues work and does not wait; the sum is at out().
class Sums {
 public:
  explicit Sums(int most)
      : out_(1), desk_(1), kept_(1), sums_(2 * static_cast<size_t>(blocks_for(most, kThreads))),
        cub_bytes_(bytes_of_cub(most)), cub_memory_(cub_bytes_) {
    LOCKSTEP_CUDA(cudaMemset(desk_.get(), 0, desk_.bytes()));
    LOCKSTEP_CUDA(cudaFuncSetAttribute(read_bulk, cudaFuncAttributeMaxDynamicSharedMemorySize, bulk_bytes()));
    multiprocessors_ = attribute(cudaDevAttrMultiProcessorCount);
    grid_stride_blocks_ = resident_blocks(grid_stride, kThreads);
    reduce_blocks_ = resident_blocks(reduce, kReduceThreads);
    read_one_blocks_ = resident_blocks(read_one, kReadThreads);
  }

  float* out() { return out_.get(); }
  float result() { return out_.to_host()[0]; }
  void poison() { out_.poison(); }

  // Rungs 1 and 2.
  template <class Kernel>
  void by_atomics(Kernel kernel, const float* in, int n) {
    LOCKSTEP_CUDA(cudaMemsetAsync(out(), 0, sizeof(float)));
    kernel<<<blocks_for(n, kThreads), kThreads>>>(in, out(), n);
  }

  // Rungs 3 to 5: again and again, until one sum is left.
  template <class Kernel>
  void by_trees(Kernel kernel, const float* in, int n) {
    float* into = sums_.get();
    for (;;) {
      const int blocks = blocks_for(n, kThreads);
      kernel<<<blocks, kThreads>>>(in, blocks == 1 ? out() : into, n);
      if (blocks == 1) return;
      in = into;
      into += blocks;
      n = blocks;
    }
  }

  // Rung 6.
  void by_grid_stride(const float* in, int n) {
    LOCKSTEP_CUDA(cudaMemsetAsync(out(), 0, sizeof(float)));
    grid_stride<<<std::min(grid_stride_blocks_, blocks_for(n / 4, kThreads)), kThreads>>>(in, out(), n);
  }

  // #region launch-reduce
  // Rung 7: a block for every tile, and at most as many as the device holds at once.
  void by_reduce(const float* in, int n) {
    const int blocks = std::min(reduce_blocks_, blocks_for(n / 4, kTile));
    reduce<<<blocks, kReduceThreads>>>(in, n, share_out(in, n, blocks), sums_.get(), desk_.get(), out());
  }
  // #endregion launch-reduce

  void by_cub(const float* in, int n) {
    LOCKSTEP_CUDA(cub::DeviceReduce::Sum(cub_memory_.get(), cub_bytes_, in, out(), n));
  }

  // The ceiling.
  void read_by_one(const float* in, int n) {
    read_one<<<std::min(read_one_blocks_, blocks_for(n / 4, kReadThreads)), kReadThreads>>>(fours(in), n / 4, kept_.get());
  }
  void read_by_four(const float* in, int n) {
    const int blocks = std::min(32 * multiprocessors_, blocks_for(n / 4, 4 * kReadThreads));
    read_four<<<blocks, kReadThreads>>>(fours(in), n / 4, kept_.get());
  }
  void read_by_bulk(const float* in, int n) {
    const int blocks = std::min(2 * multiprocessors_, blocks_for(n / 4, kBulkBytes / int(sizeof(float4))));
    read_bulk<<<blocks, kBulkThreads, bulk_bytes()>>>(fours(in), n / 4, kept_.get());
  }

 private:
  static const float4* fours(const float* in) { return reinterpret_cast<const float4*>(in); }
  static size_t bytes_of_cub(int most) {
    size_t bytes = 0;
    LOCKSTEP_CUDA(cub::DeviceReduce::Sum(nullptr, bytes, static_cast<const float*>(nullptr), static_cast<float*>(nullptr), most));
    return bytes;
  }
  // Devices before 9.0 read without it, and may not have it.
  static int bulk_bytes() { return attribute(cudaDevAttrComputeCapabilityMajor) >= 9 ? kBulkStages * kBulkBytes : 0; }

  lockstep::DeviceArray<float> out_;
  lockstep::DeviceArray<Desk> desk_;
  lockstep::DeviceArray<unsigned> kept_;
  lockstep::DeviceArray<float> sums_;  // of blocks
  size_t cub_bytes_;
  lockstep::DeviceArray<unsigned char> cub_memory_;
  int multiprocessors_ = 0;
  int grid_stride_blocks_ = 0;
  int reduce_blocks_ = 0;
  int read_one_blocks_ = 0;
};

// Every rung by name, in the order of the ladder.
struct Rung {
  const char* id;
  void (*launch)(Sums&, const float*, int);
};
constexpr Rung kRungs[] = {
    {"atomic-each", [](Sums& sums, const float* in, int n) { sums.by_atomics(atomic_each, in, n); }},
    {"atomic-warp", [](Sums& sums, const float* in, int n) { sums.by_atomics(atomic_warp, in, n); }},
    {"tree-strided", [](Sums& sums, const float* in, int n) { sums.by_trees(tree_strided, in, n); }},
    {"tree-sequential", [](Sums& sums, const float* in, int n) { sums.by_trees(tree_sequential, in, n); }},
    {"tree-shuffle", [](Sums& sums, const float* in, int n) { sums.by_trees(tree_shuffle, in, n); }},
    {"grid-stride", [](Sums& sums, const float* in, int n) { sums.by_grid_stride(in, n); }},
    {"reduce", [](Sums& sums, const float* in, int n) { sums.by_reduce(in, n); }},
    {"cub", [](Sums& sums, const float* in, int n) { sums.by_cub(in, n); }},
};
