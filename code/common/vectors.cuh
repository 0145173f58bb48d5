// Bulk values of every type that evidence knows, in rows and with the seed that made their inputs. Apart from
// report.cuh, because labs that need none of this would have to be verified anew with every change of it.
#pragma once

#include <cstdint>

#include "report.cuh"

namespace lockstep {

inline std::string base64(const void* values, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(values);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (size_t i = 0; i < size; i += 3) {
    const size_t left = size - i;
    const unsigned group = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    text += digits[group >> 18];
    text += digits[group >> 12 & 63];
    text += left > 1 ? digits[group >> 6 & 63] : '=';
    text += left > 2 ? digits[group & 63] : '=';
  }
  return text;
}

// The name that src/schema/model.ts gives a type.
template <class T>
constexpr const char* kTypeName = nullptr;
template <>
constexpr const char* kTypeName<std::uint8_t> = "u8";
template <>
constexpr const char* kTypeName<int> = "i32";
template <>
constexpr const char* kTypeName<unsigned> = "u32";
template <>
constexpr const char* kTypeName<unsigned long long> = "u64";
template <>
constexpr const char* kTypeName<float> = "f32";
template <>
constexpr const char* kTypeName<double> = "f64";

// Rows of `columns` values, packed as base64 (RFC 4648). Evidence is little-endian, as every host of CUDA is.
template <class T>
void report_rows(const std::string& id, const std::string& description, const std::string& seed,
                 const std::vector<T>& values, size_t columns) {
  static_assert(kTypeName<T> != nullptr, "evidence has no name for this type");
  report_line("{\"type\":\"vector\",\"id\":" + quoted(id) + ",\"description\":" + quoted(description) +
              ",\"valueType\":" + quoted(kTypeName<T>) + ",\"shape\":[" + std::to_string(values.size() / columns) +
              "," + std::to_string(columns) + "],\"seed\":" + (seed.empty() ? "null" : quoted(seed)) +
              ",\"encoding\":\"base64\",\"data\":" + quoted(base64(values.data(), values.size() * sizeof(T))) + "}");
}

}  // namespace lockstep
