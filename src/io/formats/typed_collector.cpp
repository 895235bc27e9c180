// A column changes its form when a cell asks for it; the cells before are converted once.
#include "io/formats/typed_collector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t largest_exact = std::int64_t{1} << 53U;

// Any decimal number of 15 digits is exact after conversion to a double and back.
bool is_exact(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (is_digit(c) && (c != '0' || !digits.empty())) digits += c;
  }
  if (text.find('.') != std::string_view::npos) {
    while (digits.ends_with('0')) digits.pop_back();
  }
  return digits.size() <= 15;
}

Column as_integers(const Codes& texts) {
  Integers result;
  for (const std::int32_t code : texts.codes) {
    const bool missing = code == Codes::missing;
    if (missing) result.missing.resize(texts.codes.size());
    if (missing) result.missing[result.values.size()] = 1;
    result.values.push_back(missing ? 0 : *parse_integer(texts.labels[static_cast<std::size_t>(code)]));
  }
  return result;
}

// Also without a value.
Column all_missing(DeclaredType type, std::size_t rows) {
  switch (type) {
    case DeclaredType::integer:
      return Integers{std::vector<std::int64_t>(rows), std::vector<std::uint8_t>(rows, 1)};
    case DeclaredType::number:
    case DeclaredType::decimal:
      return Numbers(rows, not_a_number);
    case DeclaredType::timestamp: {
      Timestamps times;
      times.ticks.assign(rows, Timestamps::missing);
      return times;
    }
    case DeclaredType::date:
      return Dates{std::vector<std::int32_t>(rows, Dates::missing)};
    default:
      return Codes{std::vector<std::int32_t>(rows, Codes::missing), {}};
  }
}

}  // namespace

Column exact_numbers(Codes texts) {
  bool whole = true, exact = true;
  for (const std::string& label : texts.labels) {
    whole = whole && parse_integer(label).has_value();
    exact = exact && is_exact(label) && parse_number(label).has_value();
  }
  if (whole) return as_integers(texts);
  if (!exact) return texts;
  std::vector<double> values;
  for (const std::string& label : texts.labels) values.push_back(*parse_number(label));
  Numbers result;
  for (const std::int32_t code : texts.codes) {
    result.push_back(code == Codes::missing ? not_a_number : values[static_cast<std::size_t>(code)]);
  }
  return result;
}

void TypedCollector::wrong(const std::string& what, const std::string& hint) const {
  bad_input(source_ + ", row " + std::to_string(rows_ + 1) + ", column '" + shown(name_) + "' has " + what,
            hint);
}

void TypedCollector::add_missing() {
  switch (state_) {
    case State::nothing:
      break;
    case State::integers:
      integers_.missing.resize(rows_);
      integers_.missing.push_back(1);
      integers_.values.push_back(0);
      break;
    case State::numbers:
      numbers_.push_back(not_a_number);
      break;
    case State::texts:
      texts_.add_missing();
  }
  ++rows_;
}

void TypedCollector::become_numbers() {
  if (state_ == State::numbers || state_ == State::texts) return;
  if (state_ == State::nothing) numbers_.assign(rows_, not_a_number);
  for (std::size_t row = 0; row < integers_.values.size(); ++row) {
    const bool missing = row < integers_.missing.size() && integers_.missing[row] != 0;
    const std::int64_t value = integers_.values[row];
    if (value > largest_exact || value < -largest_exact) {
      bad_input(source_ + ", row " + std::to_string(row + 1) + ", column '" + shown(name_) +
                    "' has an integer beyond 2^53 among other numbers, which a double cannot hold",
                "store the column as integers or as text");
    }
    numbers_.push_back(missing ? not_a_number : static_cast<double>(value));
  }
  integers_ = {};
  state_ = State::numbers;
}

void TypedCollector::become_texts() {
  if (state_ == State::texts) return;
  dates_ = state_ == State::nothing;
  const Column before =
      state_ == State::integers ? Column(std::move(integers_)) : Column(std::move(numbers_));
  for (std::size_t row = 0; row < rows_; ++row) {
    if (row >= before.size() || before.missing(row)) {
      texts_.add_missing();
    } else {
      texts_.add(before.text(row));
    }
  }
  state_ = State::texts;
}

void TypedCollector::add(std::int64_t value) {
  if (type_ == DeclaredType::boolean && (value == 0 || value == 1))
    return add(std::string_view(value == 1 ? "true" : "false"));
  if (state_ == State::nothing) {
    integers_.values.assign(rows_, 0);
    integers_.missing.assign(rows_, 1);
    state_ = State::integers;
  }
  if (state_ == State::integers) {
    integers_.values.push_back(value);
    if (!integers_.missing.empty()) integers_.missing.push_back(0);
    ++rows_;
  } else if (state_ == State::texts) {
    add(std::string_view(std::to_string(value)));
  } else {
    if (value > largest_exact || value < -largest_exact) {
      wrong("an integer beyond 2^53 among other numbers, which a double cannot hold",
            "store the column as integers or as text");
    }
    add(static_cast<double>(value));
  }
}

void TypedCollector::add(double value) {
  if (std::isnan(value)) return add_missing();
  if (state_ == State::texts) return add(std::string_view(shortest(value)));
  become_numbers();
  numbers_.push_back(value);
  ++rows_;
}

void TypedCollector::add(std::string_view text) {
  if (first_invalid_utf8(text) != std::string_view::npos || text.find('\0') != std::string_view::npos) {
    wrong("a text that is not UTF-8, or has a NUL in it", "correct it in the database");
  }
  become_texts();
  const std::size_t labels = texts_.label_count();
  texts_.add(text);
  std::int32_t day = 0;
  if (dates_ && texts_.label_count() > labels) dates_ = parse_date(text, day);
  ++rows_;
}

void TypedCollector::add_bytes(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "\\x";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {digits[byte >> 4U], digits[byte & 15U]};
  }
  add(std::string_view(text));
}

Column TypedCollector::finished_texts() {
  Codes codes = texts_.take();
  const bool can_be_dates =
      type_ != DeclaredType::boolean && type_ != DeclaredType::text && type_ != DeclaredType::decimal;
  if (dates_ && !codes.labels.empty() && can_be_dates) {
    std::vector<std::int32_t> days(codes.labels.size());
    for (std::size_t i = 0; i < days.size(); ++i) static_cast<void>(parse_date(codes.labels[i], days[i]));
    Dates dates;
    for (const std::int32_t code : codes.codes) {
      dates.days.push_back(code == Codes::missing ? Dates::missing : days[static_cast<std::size_t>(code)]);
    }
    return dates;
  }
  if (can_be_dates) {
    if (auto times = timestamps_of(codes)) return std::move(*times);
  }
  return type_ == DeclaredType::decimal ? exact_numbers(std::move(codes)) : Column(std::move(codes));
}

Column TypedCollector::take() {
  Column result;
  switch (state_) {
    case State::nothing:
      result = all_missing(type_, rows_);
      break;
    case State::integers:
      result = std::move(integers_);
      break;
    case State::numbers:
      result = std::move(numbers_);
      break;
    case State::texts:
      result = finished_texts();
  }
  kind_ = result.is_text() ? Kind::nominal : result.is_calendar() ? Kind::ordinal : Kind::numeric;
  return result;
}

Table collected(std::vector<TypedCollector>& columns) {
  std::vector<ColumnInfo> infos;
  std::vector<Column> values;
  for (TypedCollector& column : columns) {
    values.push_back(column.take());
    infos.push_back(column.info());
  }
  return {std::move(infos), std::move(values)};
}

ColumnInfo TypedCollector::info() const {
  ColumnInfo result;
  result.name = name_;
  result.kind = kind_;
  return result;
}

}  // namespace sfumato::io
