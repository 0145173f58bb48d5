/**
 * A program that asks the CUDA runtime what device it reaches and prints one JSON object (`deviceReport` in
 * src/schema/report.ts). It travels inside the tool so that the one-file build needs nothing beside it.
 */
export const PROBE_SOURCE = String.raw`
#include <cstdio>
#include <cuda_runtime.h>

static int failed(cudaError_t error) {
  std::printf("{\"error\":{\"code\":%d,\"name\":\"%s\",\"text\":\"%s\"}}\n", int(error), cudaGetErrorName(error),
              cudaGetErrorString(error));
  return 3;
}

int main() {
  int count = 0, driver = 0, runtime = 0;
  char bus[32] = "";
  cudaDeviceProp device;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count == 0) error = cudaErrorNoDevice;
  if (error == cudaSuccess) error = cudaSetDevice(0);
  if (error == cudaSuccess) error = cudaFree(0);
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&device, 0);
  if (error == cudaSuccess) error = cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
  if (error == cudaSuccess) error = cudaDriverGetVersion(&driver);
  if (error == cudaSuccess) error = cudaRuntimeGetVersion(&runtime);
  if (error != cudaSuccess) return failed(error);
  std::printf("{\"name\":\"%s\",\"computeCapability\":\"%d.%d\",\"multiprocessors\":%d,\"l2Bytes\":%d,"
              "\"memoryBytes\":%zu,\"cudaDriver\":\"%d.%d\",\"cudaRuntime\":\"%d.%d\",\"pciBusId\":\"%s\"}\n",
              device.name, device.major, device.minor, device.multiProcessorCount, device.l2CacheSize,
              device.totalGlobalMem, driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10, bus);
  return 0;
}
`;
