// Single values in the buffers of Arrow's arrays. Buffers may lie at any address; `slot` counts from their
// beginning.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sfumato/arrow_c.h>
#include "library/arrow_type.hpp"

namespace sfumato::library {

template <class T>
T value_at(const void* buffer, std::size_t slot) {
  T value;
  std::memcpy(&value, static_cast<const char*>(buffer) + slot * sizeof(T), sizeof(T));
  return value;
}

inline bool bit_at(const std::uint8_t* bits, std::size_t slot) {
  return (bits[slot / 8] >> (slot % 8) & 1) != 0;
}

// The bits that say which values are there; none where all are.
inline const std::uint8_t* valid_bits(const ArrowArray& array) {
  if (array.n_buffers == 0 || array.null_count == 0) return nullptr;
  return static_cast<const std::uint8_t*>(array.buffers[0]);
}

// An index into a dictionary; one beyond 64 bits is −1.
std::int64_t index_at(const ArrowArray& array, ArrowId id, std::size_t slot);

// A text of any of the three forms; nothing where offsets, sizes or buffers cannot be right.
std::optional<std::string_view> text_at(const ArrowArray& array, ArrowId id, std::size_t slot);

// The double that has the value of a half (IEEE 754 binary16).
double half_number(std::uint16_t bits);

// A decimal of 4 to 32 bytes, lowest first, in two's complement, as Arrow writes it: with an exponent where
// the scale is below 0 or the number below 1e-6.
std::string decimal_text(std::span<const std::uint8_t> bytes, std::int32_t scale);

}  // namespace sfumato::library
