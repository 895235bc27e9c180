// One column of a table: its values as they were read, and which of them are missing. Numbers of a
// file stay 64-bit integers or doubles, dates stay days, moments stay moments, and everything else is codes
// into strings.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/timestamp.hpp"

namespace sfumato {

// Doubles. A missing value is NaN, so a NaN in a file is a missing value.
using Numbers = std::vector<double>;

// 64-bit integers; `missing` has one byte per value, or is empty when nothing is missing.
struct Integers {
  std::vector<std::int64_t> values;
  std::vector<std::uint8_t> missing;
  bool operator==(const Integers&) const = default;
};

// Days since 1970-01-01.
struct Dates {
  static constexpr std::int32_t missing = std::numeric_limits<std::int32_t>::min();
  std::vector<std::int32_t> days;
  bool operator==(const Dates&) const = default;
};

// Indices into `labels`, which are distinct. For an ordinal column the labels stand in their order.
struct Codes {
  static constexpr std::int32_t missing = -1;
  std::vector<std::int32_t> codes;
  std::vector<std::string> labels;
  bool operator==(const Codes&) const = default;
};

class Column {
 public:
  Column() : data_(Numbers{}) {}
  Column(Numbers numbers) : data_(std::move(numbers)) {}     // NOLINT: implicit by intent
  Column(Integers integers) : data_(std::move(integers)) {}  // NOLINT
  Column(Dates dates) : data_(std::move(dates)) {}           // NOLINT
  Column(Timestamps times) : data_(std::move(times)) {}      // NOLINT
  Column(Codes codes) : data_(std::move(codes)) {}           // NOLINT

  std::size_t size() const;
  bool missing(std::size_t row) const;
  std::size_t missing_count() const;

  bool is_text() const { return std::holds_alternative<Codes>(data_); }
  // Dates, or moments.
  bool is_calendar() const { return get_if<Dates>() != nullptr || get_if<Timestamps>() != nullptr; }
  bool same_type(const Column& other) const { return data_.index() == other.data_.index(); }
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&data_);
  }
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), data_);
  }

  // Every value as a double, NaN where missing: integers as they are (beyond 2^53 rounded), dates as
  // days, moments as days with a fraction (microseconds differ until the year 2149), codes as the position of
  // their label.
  Numbers to_numbers() const;

  // Row i of the result is row `rows[i]` of this column.
  Column taking(std::span<const std::size_t> rows) const;

  // The values in place, for a column of doubles.
  std::span<double> edit_numbers() { return std::get<Numbers>(data_); }

  // The value as a file would hold it, with dates as 2021-03-31; empty when missing.
  std::string text(std::size_t row) const;

  // The same type, values and missing marks, bit for bit (so 0.0 differs from -0.0). Codes are
  // compared by label, whatever their numbering.
  bool operator==(const Column& other) const;

 private:
  std::variant<Numbers, Integers, Dates, Codes, Timestamps> data_;
};

// The column with missing cells behind its own, up to so many rows.
Column padded(const Column& column, std::size_t rows);

// The columns one after the other. Of unequal types, integers and doubles become doubles; codes are
// joined by label, in order of first appearance. Moments have the finest unit, and the zone and form of the
// first part.
Column concatenated(std::span<const Column* const> parts);

// "2021-03-31" for a day since 1970-01-01, and back; nothing for a text that is not a date of years
// 0001-9999.
std::string date_text(std::int32_t day);
bool parse_date(std::string_view text, std::int32_t& day);

}  // namespace sfumato
