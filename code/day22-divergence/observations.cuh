// What the lanes of one warp did: when, in what order, and who was active.
#pragma once

#include <algorithm>

// An observation that is a mask, as eight digits.
inline void observe_mask(const std::string& id, unsigned mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  lockstep::report_line("{\"type\":\"check\",\"id\":" + lockstep::quoted(id) + ",\"got\":" + lockstep::quoted(text) + "}");
}

inline int observe_timeline() {
  const lockstep::DeviceArray<Timeline> device_when(kWarpSize);
  const lockstep::DeviceArray<float> values(std::vector<float>(kWarpSize, 0.5f));
  // The first launch brings the instructions into the cache.
  for (int launch = 0; launch < 2; ++launch) {
    timeline<<<1, kWarpSize>>>(device_when.get(), values.get());
    LOCKSTEP_LAUNCHED();
  }
  const std::vector<Timeline> when = device_when.to_host();
  std::vector<unsigned> in_arm(kWarpSize);
  std::vector<unsigned> after(kWarpSize);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    in_arm[lane] = when[lane].in_arm;
    after[lane] = when[lane].after;
  }
  const auto text = [](const char* where) {
    return std::string("cycles from the clock64() before the branch to the one ") + where + ", lane by lane";
  };
  lockstep::report_vector("timeline/in-arm", text("at the end of the arm"), "u32", in_arm.data(), in_arm.size());
  lockstep::report_vector("timeline/after", text("behind the __syncwarp() after the branch"), "u32", after.data(), after.size());
  lockstep::report_observation("timeline/then-arm", in_arm[0]);
  lockstep::report_observation("timeline/else-arm", in_arm[31]);
  lockstep::report_observation("timeline/after/lane-0", after[0]);
  lockstep::report_observation("timeline/after/lane-31", after[31]);
  return 0;
}

inline int observe_handshake() {
  const lockstep::DeviceArray<int> said(std::vector<int>(1, 0));
  const lockstep::DeviceArray<int> heard(2);
  lockstep::report_observation("handshake/launched", 1);
  handshake<<<1, kWarpSize>>>(said.get(), heard.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = heard.to_host();
  lockstep::report_observation("handshake/lane-0-heard", got[0]);
  lockstep::report_observation("handshake/lane-1-heard", got[1]);
  return 0;
}

template <class Kernel>
int wrong_rotation(Kernel kernel) {
  std::vector<int> in(kWarpSize);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) in[lane] = static_cast<int>(lane) + 100;
  const lockstep::DeviceArray<int> device_in(in);
  const lockstep::DeviceArray<int> device_out(kWarpSize);
  kernel<<<1, kWarpSize>>>(device_in.get(), device_out.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<int> got = device_out.to_host();
  int wrong = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const unsigned from = (lane + 1) % kWarpSize;
    wrong += got[lane] != (from % 2 == 0 ? in[from] : -in[from]);
  }
  return wrong;
}

inline int observe_rotation() {
  lockstep::report_observation("rotate/unsynced/wrong", wrong_rotation(rotate_unsynced));
  return 0;
}

inline int check_rotation() {
  lockstep::report_check("rotate/synced/wrong", 0, wrong_rotation(rotate_synced));
  return 0;
}

inline int observe_after_branch() {
  const lockstep::DeviceArray<unsigned> plain(kWarpSize);
  const lockstep::DeviceArray<unsigned> met(kWarpSize);
  const lockstep::DeviceArray<int> work(std::vector<int>(kWarpSize, 3));
  after_branch<<<1, kWarpSize>>>(plain.get(), met.get(), work.get());
  LOCKSTEP_LAUNCHED();
  observe_mask("after/plain/lane-0", plain.to_host()[0]);
  observe_mask("after/plain/lane-31", plain.to_host()[31]);
  observe_mask("after/syncwarp/lane-0", met.to_host()[0]);
  observe_mask("after/syncwarp/lane-31", met.to_host()[31]);
  return 0;
}
