// What the device says of its clock while samples are taken: the clock of the multiprocessors, and what holds it down.
// Read from the driver's management library (NVML), which is loaded while the program runs, so that nothing is linked
// with it and a program without it still measures. https://docs.nvidia.com/deploy/nvml-api/
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "device.cuh"

namespace lockstep {

// One reading. The reasons are the bits of nvmlClocksEventReasons.
struct ClockReading {
  unsigned sm_mhz = 0;
  unsigned long long reasons = 0;
};

// Reasons that spoil a sample: the hardware slowed the clock, for heat or at an outer signal, or the driver did for
// heat. All of them depend on what went before, not on the program that is measured. The software power cap (0x4) is
// not among them: a program that draws the power the card may draw always meets it, so it is part of its speed.
constexpr unsigned long long kSpoilingReasons = 0x8 | 0x20 | 0x40 | 0x80;

inline std::string reasons_text(unsigned long long reasons) {
  static const struct {
    unsigned long long bit;
    const char* words;
  } known[] = {{0x8, "hardware slowdown"}, {0x20, "software thermal slowdown"}, {0x40, "hardware thermal slowdown"},
               {0x80, "hardware power brake"}};
  std::string text;
  for (const auto& one : known) {
    if ((reasons & one.bit) != 0) text += (text.empty() ? "" : ", ") + std::string(one.words);
  }
  return text;
}

inline std::string hexadecimal(unsigned long long bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", bits);
  return text;
}

// Reads the clock of the current CUDA device. A device that cannot be read, as where it is partitioned or the library
// is not there, has an `unavailable` that says why; so has one that stops to answer.
class ClockReader {
 public:
  ClockReader() {
    library_ = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      unavailable_ = "the management library libnvidia-ml.so.1 cannot be loaded";
      return;
    }
    const auto init = find<int()>("nvmlInit_v2");
    const auto by_bus_id = find<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    error_text_ = find<const char*(int)>("nvmlErrorString");
    shutdown_ = find<int()>("nvmlShutdown");
    clock_ = find<int(void*, int, unsigned*)>("nvmlDeviceGetClockInfo");
    // Drivers before 535 know the reasons by their older name.
    reasons_ = find<int(void*, unsigned long long*)>("nvmlDeviceGetCurrentClocksEventReasons");
    if (reasons_ == nullptr) {
      reasons_ = find<int(void*, unsigned long long*)>("nvmlDeviceGetCurrentClocksThrottleReasons");
    }
    if (init == nullptr || by_bus_id == nullptr || error_text_ == nullptr || shutdown_ == nullptr ||
        clock_ == nullptr || reasons_ == nullptr) {
      unavailable_ = "the management library lacks a function that the readings need";
      return;
    }
    if (!worked(init(), "nvmlInit")) return;
    is_open_ = true;
    int device = 0;
    char bus_id[32] = {};
    LOCKSTEP_CUDA(cudaGetDevice(&device));
    LOCKSTEP_CUDA(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device));
    worked(by_bus_id(bus_id, &device_), "nvmlDeviceGetHandleByPciBusId");
  }
  // The library stays loaded: it may have started threads of its own.
  ~ClockReader() {
    if (is_open_) shutdown_();
  }
  ClockReader(const ClockReader&) = delete;
  ClockReader& operator=(const ClockReader&) = delete;

  // Why nothing can be read; empty while it can.
  const std::string& unavailable() const { return unavailable_; }

  // A reading now; meaningless once `unavailable` says why.
  ClockReading read() {
    constexpr int kSmClock = 1;  // NVML_CLOCK_SM
    ClockReading reading;
    if (unavailable_.empty() && worked(clock_(device_, kSmClock, &reading.sm_mhz), "nvmlDeviceGetClockInfo")) {
      worked(reasons_(device_, &reading.reasons), "nvmlDeviceGetCurrentClocksEventReasons");
    }
    return reading;
  }

 private:
  template <class Function>
  Function* find(const char* name) {
    return reinterpret_cast<Function*>(dlsym(library_, name));
  }

  bool worked(int status, const char* call) {
    if (status != 0) unavailable_ = std::string(call) + " says: " + error_text_(status);
    return status == 0;
  }

  void* library_ = nullptr;
  void* device_ = nullptr;
  bool is_open_ = false;
  std::string unavailable_;
  const char* (*error_text_)(int) = nullptr;
  int (*shutdown_)() = nullptr;
  int (*clock_)(void*, int, unsigned*) = nullptr;
  int (*reasons_)(void*, unsigned long long*) = nullptr;
};

// The readings of one sampling: the first, the last, the least clock, and every reason that was ever active.
class Conditions {
 public:
  // Reads the clock; true when a reason that spoils samples is active.
  bool read(ClockReader& reader) {
    const ClockReading now = reader.read();
    unavailable_ = reader.unavailable();
    if (!unavailable_.empty()) return false;
    if (count_++ == 0) {
      first_ = now;
      least_mhz_ = now.sm_mhz;
    }
    least_mhz_ = std::min(least_mhz_, now.sm_mhz);
    ever_ |= now.reasons;
    last_ = now;
    return (now.reasons & kSpoilingReasons) != 0;
  }

  unsigned long long last_reasons() const { return last_.reasons; }

  std::string json() const {
    if (!unavailable_.empty()) return "{\"status\":\"unavailable\",\"reason\":" + quoted(unavailable_) + "}";
    return "{\"status\":\"read\",\"readings\":" + std::to_string(count_) + ",\"smClockMHz\":{\"before\":" +
           std::to_string(first_.sm_mhz) + ",\"after\":" + std::to_string(last_.sm_mhz) + ",\"least\":" +
           std::to_string(least_mhz_) + "},\"throttleReasons\":{\"before\":" + quoted(hexadecimal(first_.reasons)) +
           ",\"after\":" + quoted(hexadecimal(last_.reasons)) + ",\"ever\":" + quoted(hexadecimal(ever_)) + "}}";
  }

 private:
  unsigned count_ = 0;
  ClockReading first_;
  ClockReading last_;
  unsigned least_mhz_ = 0;
  unsigned long long ever_ = 0;
  std::string unavailable_;
};

}  // namespace lockstep
