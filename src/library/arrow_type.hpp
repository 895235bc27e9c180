// The types of Arrow's C data interface: what the format text of a field means, and which of them are columns
// of ours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sfumato::library {

enum class ArrowId {
  null,
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64,
  decimal,
  date32,
  date64,
  time32,
  time64,
  timestamp,
  text,
  large_text,
  text_view
};

struct ArrowType {
  ArrowId id = ArrowId::null;
  std::int64_t ticks = 1;  // per second, of times and timestamps
  std::string zone = {};   // of a timestamp; empty: none
  std::size_t width = 0;   // bytes of a value of fixed width; 0 for others and for booleans
  std::int32_t scale = 0;  // of a decimal

  bool is_integer() const { return id >= ArrowId::int8 && id <= ArrowId::uint64; }
  bool is_text() const { return id >= ArrowId::text; }
  // Without the variadic buffers of views.
  std::int64_t buffers() const {
    return id == ArrowId::null ? 0 : id == ArrowId::text || id == ArrowId::large_text ? 3 : 2;
  }
};

// An error that starts with `where` for nested types, binary data, durations and texts that are not a format.
ArrowType parse_arrow_type(std::string_view format, const std::string& where);

}  // namespace sfumato::library
