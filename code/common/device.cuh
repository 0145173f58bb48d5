// CUDA calls that report their errors, and memory that frees itself.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "report.cuh"

// Exit status of a program that a CUDA call stopped; the report holds the error itself.
constexpr int kCudaErrorExit = 70;

#define LOCKSTEP_CUDA(call) ::lockstep::check_cuda((call), #call, __FILE__, __LINE__)

namespace lockstep {

inline void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  const char* slash = std::strrchr(file, '/');
  const std::string name = slash == nullptr ? file : slash + 1;
  report_line("{\"type\":\"cuda-error\",\"code\":" + std::to_string(error) + ",\"name\":" +
              quoted(cudaGetErrorName(error)) + ",\"text\":" + quoted(cudaGetErrorString(error)) + ",\"call\":" +
              quoted(call) + ",\"file\":" + quoted(name) + ",\"line\":" + std::to_string(line) + "}");
  std::fprintf(stderr, "%s:%d: %s: %s\n", name.c_str(), line, call, cudaGetErrorString(error));
  std::exit(kCudaErrorExit);
}

// Waits for the kernel before it, so that an error is reported where it happened.
inline void check_launch(const char* file, int line) {
  check_cuda(cudaGetLastError(), "kernel launch", file, line);
  check_cuda(cudaDeviceSynchronize(), "kernel", file, line);
}
#define LOCKSTEP_LAUNCHED() ::lockstep::check_launch(__FILE__, __LINE__)

// Device memory of `count` values. Every byte starts as 0xA5, so a value that no kernel wrote is recognisable and an
// output that should have been written cannot look right by accident.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t count) : count_(count) {
    LOCKSTEP_CUDA(cudaMalloc(&data_, bytes() == 0 ? 1 : bytes()));
    poison();
  }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    LOCKSTEP_CUDA(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return data_; }
  size_t bytes() const { return count_ * sizeof(T); }
  void poison() { LOCKSTEP_CUDA(cudaMemset(data_, 0xA5, bytes())); }

  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    LOCKSTEP_CUDA(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    return host;
  }

 private:
  T* data_ = nullptr;
  size_t count_;
};

}  // namespace lockstep
