// Asks the device, or the rules, and reports what came back. An operation is a type with two functions:
// `call`, what a lane of the device does, and `expected`, what the rules say of a lane.
#pragma once

#include <type_traits>

#include "../common/device.cuh"
#include "../common/vectors.cuh"
#include "rules.cuh"

// Who answers.
enum class Answer { by_device, by_rules };

// #region record-lanes
// One warp a block, one case a warp. Lanes that take no part either leave first or pass the branch by; the barrier
// behind it keeps the latter in the kernel until the call is over. A result that the language leaves undefined is not
// stored, and its place keeps what was there before the launch.
template <class Op, class In, class Out>
__global__ void record_lanes(const Case* cases, const In* inputs, Out* results) {
  const Case one = cases[blockIdx.x];
  const unsigned lane = threadIdx.x;
  const bool takes_part = one.participants >> lane & 1u;
  if (one.others >= kExited && !takes_part) return;
  const In offered = inputs[one.row * kWarpSize + lane];
  if (takes_part) {
    const Out got = Op::call(one.mask, offered, one.argument + lane * one.stride, one.width);
    if (one.defined >> lane & 1u) results[blockIdx.x * kWarpSize + lane] = got;
  }
  __syncwarp();
}
// #endregion record-lanes

// Results with every byte 0xA5, as device memory is before a launch.
template <class Out>
std::vector<Out> untouched_results(size_t cases) {
  std::vector<Out> results(cases * kWarpSize);
  std::memset(results.data(), 0xA5, results.size() * sizeof(Out));
  return results;
}

template <class Op, class In, class Out>
std::vector<Out> ask_rules(const std::vector<Case>& cases, const std::vector<In>& inputs) {
  std::vector<Out> results = untouched_results<Out>(cases.size());
  for (size_t c = 0; c < cases.size(); ++c) {
    for (int lane = 0; lane < kWarpSize; ++lane) {
      if (!has_lane(cases[c].defined, lane)) continue;
      results[c * kWarpSize + lane] = Op::expected(cases[c], &inputs[cases[c].row * kWarpSize], lane);
    }
  }
  return results;
}

// One row of results more than there are cases; it must come back untouched.
template <class Op, class In, class Out>
std::vector<Out> ask_device(const std::vector<Case>& cases, const std::vector<In>& inputs) {
  const lockstep::DeviceArray<Case> device_cases(cases);
  const lockstep::DeviceArray<In> device_inputs(inputs);
  const lockstep::DeviceArray<Out> results((cases.size() + 1) * kWarpSize);
  const auto warps = static_cast<unsigned>(cases.size());
  record_lanes<Op, In, Out><<<warps, kWarpSize>>>(device_cases.get(), device_inputs.get(), results.get());
  LOCKSTEP_LAUNCHED();
  return results.to_host();
}

// Values that differ bit by bit, those that nothing should have written among them.
template <class T>
int differing(const std::vector<T>& got, std::vector<T> expected) {
  const std::vector<T> behind = untouched_results<T>(1);
  expected.insert(expected.end(), behind.begin(), behind.end());
  int count = 0;
  for (size_t i = 0; i < expected.size(); ++i) count += std::memcmp(&got[i], &expected[i], sizeof(T)) != 0;
  return count;
}

// Reports the results of one operation as `id`, and for the device how many differ from what the rules say.
template <class Op, class In>
void record(Answer answer, const std::string& id, const std::string& description, const std::vector<Case>& cases,
            const std::vector<In>& inputs) {
  using Out = decltype(Op::expected(cases[0], inputs.data(), 0));
  std::vector<Out> results = ask_rules<Op, In, Out>(cases, inputs);
  if (answer == Answer::by_device) {
    std::vector<Out> got = ask_device<Op, In, Out>(cases, inputs);
    lockstep::report_check(id + "/wrong", 0, differing(got, results));
    got.resize(results.size());
    results = got;
  }
  lockstep::report_rows(id, description + "; a row a case, a column a lane, bytes 0xa5 where no result is defined",
                        "mt19937 " + std::to_string(kSeed) + " and on", results, kWarpSize);
}

inline void report_cases(const std::string& id, unsigned purpose, const std::vector<Case>& cases) {
  const auto* fields = reinterpret_cast<const unsigned*>(cases.data());
  const std::vector<unsigned> values(fields, fields + cases.size() * kCaseColumns);
  lockstep::report_rows(id, kCaseDescription, seed_text(purpose), values, kCaseColumns);
}

template <class T>
void report_inputs(const std::string& id, const std::string& description, unsigned purpose,
                   const std::vector<T>& inputs) {
  lockstep::report_rows(id, description + "; a column a lane", seed_text(purpose), inputs, kWarpSize);
}

// The `main` of both programs.
template <class Family>
int answer_all(int argc, char** argv, Family all) {
  const std::string what = argc == 2 ? argv[1] : "";
  if (what != "device" && what != "rules") {
    std::fprintf(stderr, "usage: %s device | rules\n", argv[0]);
    return 64;
  }
  all(what == "device" ? Answer::by_device : Answer::by_rules);
  return 0;
}
