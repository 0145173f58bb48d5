// Who was active, as __activemask() told it. Nothing here is required: it is a snapshot, and promises nothing.
#pragma once

#include <algorithm>

// An observation that is a mask, as eight digits.
inline void observe_mask(const std::string& id, unsigned mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  lockstep::report_line("{\"type\":\"check\",\"id\":" + lockstep::quoted(id) + ",\"got\":" + lockstep::quoted(text) + "}");
}

inline void observe_masks_around_branch() {
  const lockstep::DeviceArray<ActiveMasks> device_seen(kWarpSize);
  const lockstep::DeviceArray<int> work(kWarpSize);
  masks_around_branch<<<1, kWarpSize>>>(device_seen.get(), work.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<ActiveMasks> seen = device_seen.to_host();
  observe_mask("masks/before/lane-0", seen[0].before);
  observe_mask("masks/inside/lane-0", seen[0].inside);
  observe_mask("masks/inside/lane-31", seen[31].inside);
  observe_mask("masks/after/lane-0", seen[0].after);
  observe_mask("masks/after/lane-31", seen[31].after);
  const auto whole = std::count_if(seen.begin(), seen.end(), [](const ActiveMasks& one) { return one.after == kFullMask; });
  lockstep::report_observation("masks/after/lanes-that-saw-all", static_cast<double>(whole));
}

inline void observe_masks_in_loop() {
  const lockstep::DeviceArray<unsigned> device_turns(kWarpSize);
  const lockstep::DeviceArray<int> work(kWarpSize);
  masks_in_loop<<<1, kWarpSize>>>(device_turns.get(), work.get());
  LOCKSTEP_LAUNCHED();
  const std::vector<unsigned> turns = device_turns.to_host();
  int exact = 0;
  for (unsigned turn = 0; turn < kWarpSize; ++turn) exact += turns[turn] == kFullMask << turn;
  observe_mask("masks/loop/turn-0", turns[0]);
  observe_mask("masks/loop/turn-20", turns[20]);
  observe_mask("masks/loop/turn-31", turns[31]);
  lockstep::report_observation("masks/loop/turns-with-exactly-the-rest", exact);
}

inline int observe_masks() {
  observe_masks_around_branch();
  observe_masks_in_loop();
  return 0;
}
