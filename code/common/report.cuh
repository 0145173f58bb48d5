// What a lab's program tells the verification while it runs: one JSON object a line, in the file named by
// LOCKSTEP_REPORT, or on standard output when the program is started by hand.
// The shape of each line is declared in src/schema/report.ts.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace lockstep {

inline std::FILE* report_file() {
  static std::FILE* file = [] {
    const char* path = std::getenv("LOCKSTEP_REPORT");
    if (path == nullptr) return stdout;
    std::FILE* opened = std::fopen(path, "a");
    if (opened == nullptr) {
      std::fprintf(stderr, "cannot open the report file named by LOCKSTEP_REPORT: %s\n", path);
      std::exit(66);
    }
    return opened;
  }();
  return file;
}

// One line, flushed at once: a program that traps later has still said what it knew.
inline void report_line(const std::string& json) {
  std::fprintf(report_file(), "%s\n", json.c_str());
  std::fflush(report_file());
}

inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

// A number in JSON, or its name as a string where JSON has none: "NaN", "Infinity". A name equals no number.
inline std::string number(double value) {
  if (std::isnan(value)) return quoted("NaN");
  if (std::isinf(value)) return quoted(value < 0 ? "-Infinity" : "Infinity");
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

// A check with a right answer. The verification compares; the program only says what it expected and what it got.
inline void report_check(const std::string& id, double expected, double got) {
  report_line("{\"type\":\"check\",\"id\":" + quoted(id) + ",\"expected\":" + number(expected) +
              ",\"got\":" + number(got) + "}");
}

inline void report_check(const std::string& id, const std::string& expected, const std::string& got) {
  report_line("{\"type\":\"check\",\"id\":" + quoted(id) + ",\"expected\":" + quoted(expected) +
              ",\"got\":" + quoted(got) + "}");
}

// An observation without a right answer: what happened, where the language defines no result.
inline void report_observation(const std::string& id, double got) {
  report_line("{\"type\":\"check\",\"id\":" + quoted(id) + ",\"got\":" + number(got) + "}");
}

// 32-bit values, packed as little-endian base64 (RFC 4648).
inline void report_vector(const std::string& id, const std::string& description, const std::string& type,
                          const void* values, size_t count) {
  static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(values);
  const size_t size = count * 4;
  std::string data;
  for (size_t i = 0; i < size; i += 3) {
    const size_t left = size - i;
    const unsigned group = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    data += digits[group >> 18];
    data += digits[group >> 12 & 63];
    data += left > 1 ? digits[group >> 6 & 63] : '=';
    data += left > 2 ? digits[group & 63] : '=';
  }
  report_line("{\"type\":\"vector\",\"id\":" + quoted(id) + ",\"description\":" + quoted(description) +
              ",\"valueType\":" + quoted(type) + ",\"shape\":[" + std::to_string(count) +
              "],\"seed\":null,\"encoding\":\"base64\",\"data\":" + quoted(data) + "}");
}

}  // namespace lockstep
