// An inclusive scan of each warp: every lane learns the sum of its own value and of all below it.
#include <random>

#include "warp.cuh"

// #region warp-scan
// Doubles the distance at each step: after the step at distance d a lane holds the sum of the 2d values that end at its
// own. A lane with nothing that far below gets its own value back, and must not add it twice.
__device__ int warp_scan(int value) {
  const int lane = lane_of_thread();
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    const int below = __shfl_up_sync(kFullMask, value, distance);
    if (lane >= distance) value += below;
  }
  return value;
}
// #endregion warp-scan

// #region scan-by-warp
// out[i] = the kept elements of in[w] to in[i] added up, w being the first element of the warp.
// SASS: SHFL.UP x5 ; !SHFL
__global__ void scan_by_warp(const int* in, const unsigned char* keep, int* out, int n) {
  const int i = element_of_thread();
  const int sum = warp_scan(i < n && keep[i] ? in[i] : 0);
  if (i < n) out[i] = sum;
}
// #endregion scan-by-warp

// How many of the n values differ from the reference. -1 stands for one that was written past the end.
static int wrong_scans(int n, double keep_probability, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> digit(-1000, 1000);
  std::bernoulli_distribution kept(keep_probability);
  std::vector<int> in(n);
  std::vector<unsigned char> keep(n);
  std::vector<int> reference(n);
  for (int i = 0; i < n; ++i) {
    do in[i] = digit(random);
    while (in[i] == 0);  // an element that is left out must show
    keep[i] = kept(random);
    reference[i] = (i % kWarpSize == 0 ? 0 : reference[i - 1]) + (keep[i] ? in[i] : 0);
  }
  const lockstep::DeviceArray<int> device_in(in);
  const lockstep::DeviceArray<unsigned char> device_keep(keep);
  const lockstep::DeviceArray<int> device_out(n + 1);  // one more, which must stay untouched
  const int untouched = device_out.to_host()[n];
  scan_by_warp<<<blocks_for(n), kThreads>>>(device_in.get(), device_keep.get(), device_out.get(), n);
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = device_out.to_host();
  if (got[n] != untouched) return -1;
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += got[i] != reference[i];
  return wrong;
}

int main() {
  for (const int n : {0, 1, 31, 32, 33, 1 << 20}) {
    lockstep::report_check("scan/n-" + std::to_string(n) + "/wrong", 0, wrong_scans(n, 1.0, 1u + n));
  }
  lockstep::report_check("scan/sparse-half/wrong", 0, wrong_scans(100'003, 0.5, 7u));
  lockstep::report_check("scan/sparse-few/wrong", 0, wrong_scans(100'003, 0.02, 8u));
  lockstep::report_check("scan/sparse-none/wrong", 0, wrong_scans(100'003, 0.0, 9u));
  return 0;
}
