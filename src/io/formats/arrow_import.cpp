// Arrow's arrays copied into columns, type by type. It runs in a child process, on untrusted files: indices
// are checked before they are used.
#include <arrow/array.h>
#include <arrow/chunked_array.h>
#include <arrow/type.h>
#include <arrow/util/float16.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "io/calendar.hpp"
#include "io/cell_text.hpp"
#include "io/code_collector.hpp"
#include "io/formats/arrow_table.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// One column being converted; `where` names file and column.
class Import {
 public:
  Import(const arrow::ChunkedArray& chunks, std::string where)
      : chunks_(chunks),
        type_(*chunks.type()),
        rows_(static_cast<std::size_t>(chunks.length())),
        where_(std::move(where)) {}

  Column column() const;

 private:
  [[noreturn]] void refuse(std::size_t row, const std::string& what, std::string hint = {}) const {
    bad_input(where_ + ", row " + std::to_string(row + 1) + ": " + what, std::move(hint));
  }

  // Calls body(chunk, first row) for each chunk.
  template <class Body>
  void for_chunks(Body&& body) const {
    std::size_t at = 0;
    for (const auto& chunk : chunks_.chunks()) {
      body(*chunk, at);
      at += static_cast<std::size_t>(chunk->length());
    }
  }

  template <class T>
  Integers integers_of() const {
    Integers integers;
    integers.values.resize(rows_);
    if (chunks_.null_count() > 0) integers.missing.resize(rows_);
    for_chunks([&](const arrow::Array& chunk, std::size_t at) {
      const T* values = chunk.data()->GetValues<T>(1);
      for (std::size_t i = 0; i < static_cast<std::size_t>(chunk.length()); ++i) {
        if (chunk.null_count() > 0 && chunk.IsNull(static_cast<std::int64_t>(i))) {
          integers.missing[at + i] = 1;
          continue;
        }
        if constexpr (std::is_same_v<T, std::uint64_t>) {
          if (values[i] > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            refuse(at + i, std::to_string(values[i]) + " is beyond 64-bit integers",
                   "store the column as text");
          }
        }
        integers.values[at + i] = static_cast<std::int64_t>(values[i]);
      }
    });
    return integers;
  }
  Integers integers() const;

  template <class T>
  Numbers numbers_of() const {
    Numbers numbers;
    numbers.reserve(rows_);
    for_chunks([&](const arrow::Array& chunk, std::size_t at) {
      const T* values = chunk.data()->GetValues<T>(1);
      numbers.insert(numbers.end(), values, values + chunk.length());
      for (std::int64_t i = 0; chunk.null_count() > 0 && i < chunk.length(); ++i) {
        if (chunk.IsNull(i)) numbers[at + static_cast<std::size_t>(i)] = nan;
      }
    });
    for (std::size_t row = 0; row < rows_; ++row) {
      if (std::isinf(numbers[row])) refuse(row, "an infinite value", "make it missing or finite");
    }
    return numbers;
  }

  Column halves() const;
  Column booleans() const;
  Column dates(const Integers& raw, std::int64_t ticks_per_day) const;
  Column timestamps() const;
  Column times() const;
  Column decimals() const;
  Column dictionary() const;
  template <class ArrayType>
  Column texts() const;
  void require_utf8_labels(const Codes& codes) const;

  const arrow::ChunkedArray& chunks_;
  const arrow::DataType& type_;
  std::size_t rows_;
  std::string where_;
};

Integers Import::integers() const {
  switch (type_.id()) {
    case arrow::Type::INT8:
      return integers_of<std::int8_t>();
    case arrow::Type::UINT8:
      return integers_of<std::uint8_t>();
    case arrow::Type::INT16:
      return integers_of<std::int16_t>();
    case arrow::Type::UINT16:
      return integers_of<std::uint16_t>();
    case arrow::Type::UINT32:
      return integers_of<std::uint32_t>();
    case arrow::Type::UINT64:
      return integers_of<std::uint64_t>();
    case arrow::Type::INT32:
    case arrow::Type::DATE32:
    case arrow::Type::TIME32:
      return integers_of<std::int32_t>();
    default:
      return integers_of<std::int64_t>();
  }
}

Column Import::halves() const {
  Numbers numbers;
  for_chunks([&](const arrow::Array& chunk, std::size_t at) {
    const auto* values = chunk.data()->GetValues<std::uint16_t>(1);
    for (std::int64_t i = 0; i < chunk.length(); ++i) {
      const double value = static_cast<double>(arrow::util::Float16::FromBits(values[i]).ToFloat());
      numbers.push_back(chunk.IsNull(i) ? nan : value);
      if (std::isinf(numbers.back())) refuse(at + static_cast<std::size_t>(i), "an infinite value");
    }
  });
  return numbers;
}

Column Import::booleans() const {
  CodeCollector codes;
  for_chunks([&](const arrow::Array& chunk, std::size_t) {
    const auto& array = static_cast<const arrow::BooleanArray&>(chunk);
    for (std::int64_t i = 0; i < array.length(); ++i) {
      if (array.IsNull(i)) {
        codes.add_missing();
      } else {
        codes.add(array.Value(i) ? "true" : "false");
      }
    }
  });
  return codes.take();
}

Column Import::dates(const Integers& raw, std::int64_t ticks_per_day) const {
  Dates dates;
  dates.days.assign(rows_, Dates::missing);
  for (std::size_t row = 0; row < rows_; ++row) {
    if (!raw.missing.empty() && raw.missing[row] != 0) continue;
    const std::int64_t day = raw.values[row] / ticks_per_day;
    if (day * ticks_per_day != raw.values[row]) refuse(row, "a date with a time of day");
    if (!is_calendar_day(day)) refuse(row, "a date outside the years 1 to 9999");
    dates.days[row] = static_cast<std::int32_t>(day);
  }
  return dates;
}

std::int64_t ticks_per_second(arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND:
      return 1;
    case arrow::TimeUnit::MILLI:
      return 1000;
    case arrow::TimeUnit::MICRO:
      return 1000000;
    default:
      return 1000000000;
  }
}

Column Import::timestamps() const {
  const auto& type = static_cast<const arrow::TimestampType&>(type_);
  std::size_t wrong = 0;
  auto times = timestamps_from(integers(), ticks_per_second(type.unit()), type.timezone(), wrong);
  if (!times) refuse(wrong, "a date outside the years 1 to 9999");
  return std::move(*times);
}

Column Import::times() const {
  const std::int64_t ticks = ticks_per_second(static_cast<const arrow::TimeType&>(type_).unit());
  const Integers raw = integers();
  CodeCollector codes;
  for (std::size_t row = 0; row < rows_; ++row) {
    if (!raw.missing.empty() && raw.missing[row] != 0) {
      codes.add_missing();
      continue;
    }
    if (raw.values[row] < 0 || raw.values[row] >= 86400 * ticks) refuse(row, "a time outside the day");
    codes.add(time_text(raw.values[row], ticks));
  }
  return codes.take();
}

std::size_t significant_digits(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find_first_of("eE"))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  }
  while (digits.ends_with('0')) digits.pop_back();
  return digits.size();
}

// Any decimal number of 15 digits is exact after conversion to a double and back.
Column Import::decimals() const {
  CodeCollector collector;
  bool exact = true;
  const auto add = [&](const auto& array) {
    for (std::int64_t i = 0; i < array.length(); ++i) {
      if (array.IsNull(i)) {
        collector.add_missing();
        continue;
      }
      const std::string text = array.FormatValue(i);
      exact = exact && significant_digits(text) <= 15 && cell_number(text, '.').has_value();
      collector.add(text);
    }
  };
  for_chunks([&](const arrow::Array& chunk, std::size_t) {
    switch (type_.id()) {
      case arrow::Type::DECIMAL32:
        return add(static_cast<const arrow::Decimal32Array&>(chunk));
      case arrow::Type::DECIMAL64:
        return add(static_cast<const arrow::Decimal64Array&>(chunk));
      case arrow::Type::DECIMAL128:
        return add(static_cast<const arrow::Decimal128Array&>(chunk));
      default:
        return add(static_cast<const arrow::Decimal256Array&>(chunk));
    }
  });
  const Codes codes = collector.take();
  if (!exact) return codes;
  Numbers numbers;
  numbers.reserve(rows_);
  for (const std::int32_t code : codes.codes) {
    numbers.push_back(
        code == Codes::missing ? nan : *cell_number(codes.labels[static_cast<std::size_t>(code)], '.'));
  }
  return numbers;
}

void Import::require_utf8_labels(const Codes& codes) const {
  for (std::size_t label = 0; label < codes.labels.size(); ++label) {
    if (first_invalid_utf8(codes.labels[label]) == std::string::npos) continue;
    const auto found = std::find(codes.codes.begin(), codes.codes.end(), static_cast<std::int32_t>(label));
    refuse(static_cast<std::size_t>(found - codes.codes.begin()), "a text that is not valid UTF-8");
  }
}

template <class ArrayType>
Column Import::texts() const {
  CodeCollector collector;
  collector.reserve(rows_);
  for_chunks([&](const arrow::Array& chunk, std::size_t) {
    const auto& array = static_cast<const ArrayType&>(chunk);
    for (std::int64_t i = 0; i < array.length(); ++i) {
      if (array.IsNull(i)) {
        collector.add_missing();
      } else {
        collector.add(array.GetView(i));
      }
    }
  });
  Codes codes = collector.take();
  require_utf8_labels(codes);
  return codes;
}

// Dictionaries may differ from chunk to chunk; categories that are not texts become their textual form.
Column Import::dictionary() const {
  CodeCollector collector;
  collector.reserve(rows_);
  std::vector<std::int32_t> shared;  // code of each entry of the chunk's dictionary
  const arrow::Array* known = nullptr;
  for_chunks([&](const arrow::Array& chunk, std::size_t at) {
    const auto& array = static_cast<const arrow::DictionaryArray&>(chunk);
    if (array.dictionary().get() != known) {
      known = array.dictionary().get();
      const Column entries = Import(arrow::ChunkedArray(array.dictionary()), where_).column();
      shared.assign(entries.size(), Codes::missing);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!entries.missing(i)) shared[i] = collector.code_of(entries.text(i));
      }
    }
    const bool plain = array.indices()->type_id() == arrow::Type::INT32;
    const std::int32_t* indices = plain ? array.indices()->data()->GetValues<std::int32_t>(1) : nullptr;
    for (std::int64_t i = 0; i < array.length(); ++i) {
      if (array.IsNull(i)) {
        collector.add_missing();
        continue;
      }
      const std::int64_t index = plain ? indices[i] : array.GetValueIndex(i);
      if (index < 0 || index >= static_cast<std::int64_t>(shared.size())) {
        refuse(at + static_cast<std::size_t>(i), "a category that does not exist", "the file is damaged");
      }
      collector.add_code(shared[static_cast<std::size_t>(index)]);
    }
  });
  return collector.take();
}

Column Import::column() const {
  switch (type_.id()) {
    case arrow::Type::NA:
      return Codes{std::vector<std::int32_t>(rows_, Codes::missing), {}};
    case arrow::Type::BOOL:
      return booleans();
    case arrow::Type::HALF_FLOAT:
      return halves();
    case arrow::Type::FLOAT:
      return numbers_of<float>();
    case arrow::Type::DOUBLE:
      return numbers_of<double>();
    case arrow::Type::DATE32:
      return dates(integers(), 1);
    case arrow::Type::DATE64:
      return dates(integers(), 86400000);
    case arrow::Type::TIMESTAMP:
      return timestamps();
    case arrow::Type::TIME32:
    case arrow::Type::TIME64:
      return times();
    case arrow::Type::DECIMAL32:
    case arrow::Type::DECIMAL64:
    case arrow::Type::DECIMAL128:
    case arrow::Type::DECIMAL256:
      return decimals();
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
      return texts<arrow::BinaryArray>();
    case arrow::Type::LARGE_STRING:
    case arrow::Type::LARGE_BINARY:
      return texts<arrow::LargeBinaryArray>();
    case arrow::Type::STRING_VIEW:
    case arrow::Type::BINARY_VIEW:
      return texts<arrow::BinaryViewArray>();
    case arrow::Type::DICTIONARY:
      return dictionary();
    default:
      if (arrow::is_integer(type_.id())) return integers();
      bad_input(where_ + ": values of the type " + type_.ToString() + " are not supported",
                "write the column as numbers, dates or text");
  }
}

}  // namespace

Column column_from_arrow(const arrow::ChunkedArray& chunks, const std::string& where) {
  return Import(chunks, where).column();
}

}  // namespace sfumato::io
