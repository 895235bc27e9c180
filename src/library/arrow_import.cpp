// Each type has one loop over the pieces of a column. Buffers may lie at any address, so values are copied
// out of them byte by byte; a run that was asked to stop does so between pieces.
#include "library/arrow_import.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "io/calendar.hpp"
#include "io/cell_text.hpp"
#include "io/code_collector.hpp"
#include "io/column_note.hpp"
#include "io/memory_budget.hpp"
#include "io/utf8.hpp"
#include "library/arrow_values.hpp"

namespace sfumato::library {
namespace {

constexpr std::size_t piece_rows = std::size_t{1} << 12;

// Rows of one array; `at` is the first of them in the whole column.
struct Piece {
  const ArrowArray* array;
  std::size_t start;  // from the beginning of the buffers
  std::size_t rows;
  std::size_t at;
};

void add_pieces(std::vector<Piece>& pieces, const ArrowArray& array, std::size_t start, std::size_t rows,
                std::size_t at) {
  for (std::size_t done = 0; done < rows; done += piece_rows) {
    pieces.push_back({&array, start + done, std::min(piece_rows, rows - done), at + done});
  }
}

// One column on its way; `where` names input and column.
class ColumnImport {
 public:
  ColumnImport(const ArrowType& type, std::vector<Piece> pieces, std::string where, const Run& run)
      : type_(type), pieces_(std::move(pieces)), where_(std::move(where)), run_(run) {
    if (!pieces_.empty()) rows_ = pieces_.back().at + pieces_.back().rows;
  }

  Column column() const;
  Column dictionary(const ArrowType& values) const;

 private:
  [[noreturn]] void refuse(std::size_t row, const std::string& what, std::string hint = {}) const {
    bad_input(where_ + ", row " + std::to_string(row + 1) + ": " + what, std::move(hint));
  }

  // Calls body(piece) for each piece.
  template <class Body>
  void for_pieces(Body&& body) const {
    for (const Piece& piece : pieces_) {
      run_.check_stop();
      body(piece);
    }
  }
  // Calls body(value slot, row) for each value that is there, and none(row) for each that is missing.
  template <class Body, class None>
  void for_values(Body&& body, None&& none) const {
    for_pieces([&](const Piece& piece) {
      const std::uint8_t* valid = valid_bits(*piece.array);
      for (std::size_t i = 0; i < piece.rows; ++i) {
        if (valid != nullptr && !bit_at(valid, piece.start + i)) {
          none(piece.at + i);
        } else {
          body(*piece.array, piece.start + i, piece.at + i);
        }
      }
    });
  }

  template <class T>
  Integers integers_of() const;
  Integers integers() const;
  template <class T>
  Numbers numbers_of() const;
  Column halves() const;
  Column booleans() const;
  Column dates(const Integers& raw, std::int64_t ticks_per_day) const;
  Column timestamps() const;
  Column times() const;
  Column decimals() const;
  Column texts() const;
  void require_utf8_labels(const Codes& codes) const;

  const ArrowType& type_;
  std::vector<Piece> pieces_;
  std::string where_;
  const Run& run_;
  std::size_t rows_ = 0;
};

template <class T>
Integers ColumnImport::integers_of() const {
  Integers integers;
  integers.values.resize(rows_);
  for_values(
      [&](const ArrowArray& array, std::size_t slot, std::size_t row) {
        const T value = value_at<T>(array.buffers[1], slot);
        if constexpr (std::is_same_v<T, std::uint64_t>) {
          if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            refuse(row, std::to_string(value) + " is beyond 64-bit integers", "hand the column over as text");
          }
        }
        integers.values[row] = static_cast<std::int64_t>(value);
      },
      [&](std::size_t row) {
        integers.missing.resize(rows_);
        integers.missing[row] = 1;
      });
  return integers;
}

Integers ColumnImport::integers() const {
  switch (type_.id) {
    case ArrowId::int8:
      return integers_of<std::int8_t>();
    case ArrowId::uint8:
      return integers_of<std::uint8_t>();
    case ArrowId::int16:
      return integers_of<std::int16_t>();
    case ArrowId::uint16:
      return integers_of<std::uint16_t>();
    case ArrowId::uint32:
      return integers_of<std::uint32_t>();
    case ArrowId::uint64:
      return integers_of<std::uint64_t>();
    case ArrowId::int32:
    case ArrowId::date32:
    case ArrowId::time32:
      return integers_of<std::int32_t>();
    default:
      return integers_of<std::int64_t>();
  }
}

template <class T>
Numbers ColumnImport::numbers_of() const {
  Numbers numbers(rows_);
  for_values(
      [&](const ArrowArray& array, std::size_t slot, std::size_t row) {
        numbers[row] = static_cast<double>(value_at<T>(array.buffers[1], slot));
        if (std::isinf(numbers[row])) refuse(row, "an infinite value", "make it missing or finite");
      },
      [&](std::size_t row) { numbers[row] = nan; });
  return numbers;
}

Column ColumnImport::halves() const {
  Numbers numbers(rows_);
  for_values(
      [&](const ArrowArray& array, std::size_t slot, std::size_t row) {
        numbers[row] = half_number(value_at<std::uint16_t>(array.buffers[1], slot));
        if (std::isinf(numbers[row])) refuse(row, "an infinite value", "make it missing or finite");
      },
      [&](std::size_t row) { numbers[row] = nan; });
  return numbers;
}

Column ColumnImport::booleans() const {
  io::CodeCollector codes;
  codes.reserve(rows_);
  for_values(
      [&](const ArrowArray& array, std::size_t slot, std::size_t) {
        codes.add(bit_at(static_cast<const std::uint8_t*>(array.buffers[1]), slot) ? "true" : "false");
      },
      [&](std::size_t) { codes.add_missing(); });
  return codes.take();
}

Column ColumnImport::dates(const Integers& raw, std::int64_t ticks_per_day) const {
  Dates dates;
  dates.days.assign(rows_, Dates::missing);
  for (std::size_t row = 0; row < rows_; ++row) {
    if (!raw.missing.empty() && raw.missing[row] != 0) continue;
    const std::int64_t day = raw.values[row] / ticks_per_day;
    if (day * ticks_per_day != raw.values[row]) refuse(row, "a date that is not a whole day");
    if (!io::is_calendar_day(day)) refuse(row, "a date outside the years 1 to 9999");
    dates.days[row] = static_cast<std::int32_t>(day);
  }
  return dates;
}

Column ColumnImport::timestamps() const {
  std::size_t wrong = 0;
  auto times = io::timestamps_from(integers(), type_.ticks, type_.zone, wrong);
  if (!times) refuse(wrong, "a date outside the years 1 to 9999");
  return std::move(*times);
}

Column ColumnImport::times() const {
  const Integers raw = integers();
  io::CodeCollector codes;
  for (std::size_t row = 0; row < rows_; ++row) {
    if (row % piece_rows == 0) run_.check_stop();
    if (!raw.missing.empty() && raw.missing[row] != 0) {
      codes.add_missing();
      continue;
    }
    if (raw.values[row] < 0 || raw.values[row] >= 86400 * type_.ticks) refuse(row, "a time outside the day");
    codes.add(io::time_text(raw.values[row], type_.ticks));
  }
  return codes.take();
}

std::size_t decimal_digits(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find_first_of("eE"))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  }
  while (digits.ends_with('0')) digits.pop_back();
  return digits.size();
}

// Any decimal number of 15 digits comes back from a double as it was.
Column ColumnImport::decimals() const {
  io::CodeCollector collector;
  collector.reserve(rows_);
  bool exact = true;
  for_values(
      [&](const ArrowArray& array, std::size_t slot, std::size_t) {
        const auto* bytes = static_cast<const std::uint8_t*>(array.buffers[1]) + slot * type_.width;
        const std::string text = decimal_text({bytes, type_.width}, type_.scale);
        exact = exact && decimal_digits(text) <= 15 && io::cell_number(text, '.').has_value();
        collector.add(text);
      },
      [&](std::size_t) { collector.add_missing(); });
  const Codes codes = collector.take();
  if (!exact) return codes;
  Numbers numbers;
  numbers.reserve(rows_);
  for (const std::int32_t code : codes.codes) {
    numbers.push_back(
        code == Codes::missing ? nan : *io::cell_number(codes.labels[static_cast<std::size_t>(code)], '.'));
  }
  return numbers;
}

void ColumnImport::require_utf8_labels(const Codes& codes) const {
  for (std::size_t label = 0; label < codes.labels.size(); ++label) {
    if (io::first_invalid_utf8(codes.labels[label]) == std::string::npos) continue;
    const auto found = std::find(codes.codes.begin(), codes.codes.end(), static_cast<std::int32_t>(label));
    refuse(static_cast<std::size_t>(found - codes.codes.begin()), "a text that is not valid UTF-8");
  }
}

Column ColumnImport::texts() const {
  io::CodeCollector collector;
  collector.reserve(rows_);
  for_values(
      [&](const ArrowArray& array, std::size_t slot, std::size_t row) {
        const auto text = text_at(array, type_.id, slot);
        if (!text) {
          refuse(row, "the offsets of a text are out of range",
                 "the Arrow structures are damaged: see the program that made them");
        }
        collector.add(*text);
      },
      [&](std::size_t) { collector.add_missing(); });
  Codes codes = collector.take();
  require_utf8_labels(codes);
  return codes;
}

// Dictionaries may differ from batch to batch; categories that are not texts become their textual form.
Column ColumnImport::dictionary(const ArrowType& values) const {
  io::CodeCollector collector;
  collector.reserve(rows_);
  std::vector<std::int32_t> shared;  // code of each entry of the batch's dictionary
  const ArrowArray* known = nullptr;
  for_pieces([&](const Piece& piece) {
    const ArrowArray& entries = *piece.array->dictionary;
    if (&entries != known) {
      known = &entries;
      std::vector<Piece> pieces;
      add_pieces(pieces, entries, static_cast<std::size_t>(entries.offset),
                 static_cast<std::size_t>(entries.length), 0);
      const Column column = ColumnImport(values, std::move(pieces), where_ + ", dictionary", run_).column();
      shared.assign(column.size(), Codes::missing);
      for (std::size_t i = 0; i < column.size(); ++i) {
        if (!column.missing(i)) shared[i] = collector.code_of(column.text(i));
      }
    }
    const std::uint8_t* valid = valid_bits(*piece.array);
    for (std::size_t i = 0; i < piece.rows; ++i) {
      if (valid != nullptr && !bit_at(valid, piece.start + i)) {
        collector.add_missing();
        continue;
      }
      const std::int64_t index = index_at(*piece.array, type_.id, piece.start + i);
      if (index < 0 || index >= static_cast<std::int64_t>(shared.size())) {
        refuse(piece.at + i, "a category that its dictionary does not have",
               "the Arrow structures are damaged: see the program that made them");
      }
      collector.add_code(shared[static_cast<std::size_t>(index)]);
    }
  });
  return collector.take();
}

Column ColumnImport::column() const {
  switch (type_.id) {
    case ArrowId::null:
      return Codes{std::vector<std::int32_t>(rows_, Codes::missing), {}};
    case ArrowId::boolean:
      return booleans();
    case ArrowId::float16:
      return halves();
    case ArrowId::float32:
      return numbers_of<float>();
    case ArrowId::float64:
      return numbers_of<double>();
    case ArrowId::date32:
      return dates(integers(), 1);
    case ArrowId::date64:
      return dates(integers(), 86400000);
    case ArrowId::timestamp:
      return timestamps();
    case ArrowId::time32:
    case ArrowId::time64:
      return times();
    case ArrowId::decimal:
      return decimals();
    case ArrowId::text:
    case ArrowId::large_text:
    case ArrowId::text_view:
      return texts();
    default:
      return integers();
  }
}

Kind found_kind(const Column& column, const ArrowField& field) {
  if (column.is_calendar()) return Kind::ordinal;
  if (!column.is_text()) return Kind::numeric;
  return field.ordered() ? Kind::ordinal : Kind::nominal;
}

// A column without buffers can claim any number of rows.
void require_memory(const ArrowData& data, const std::string& input, const Run& run) {
  const auto memory = static_cast<double>(run.memory() > 0 ? run.memory() : io::machine_memory());
  const double needed =
      static_cast<double>(data.rows) * static_cast<double>(data.fields.size()) * sizeof(std::int32_t);
  if (needed <= memory) return;
  if (run.memory() > 0) {
    bad_input(input + " takes more memory than ‹memory› sets",
              "allow more, or take fewer records or columns");
  }
  bad_input(input + " does not fit into the memory of this machine", "take fewer records or columns");
}

}  // namespace

Table imported(const ArrowData& data, const std::string& name, const Run& run) {
  const std::string input = "input '" + io::shown(name) + "'";
  require_memory(data, input, run);
  const Declarations notes = io::parse_column_note(metadata_value(data.metadata, "sfumato"));
  std::vector<ColumnInfo> infos(data.fields.size());
  std::vector<Column> columns(data.fields.size());
  run.parallel(data.fields.size(), [&](std::size_t i) {
    const ArrowField& field = data.fields[i];
    std::vector<Piece> pieces;
    std::size_t at = 0;
    for (const ArrowBatch& batch : data.batches) {
      const ArrowArray& child = *batch.array->children[i];
      add_pieces(pieces, child, static_cast<std::size_t>(child.offset + batch.array->offset), batch.rows, at);
      at += batch.rows;
    }
    const ColumnImport import(field.type, std::move(pieces),
                              input + ", column '" + io::shown(field.name) + "'", run);
    columns[i] = field.encoded ? import.dictionary(field.values) : import.column();
    infos[i].name = field.name;
    infos[i].kind = found_kind(columns[i], field);
    if (const auto note = notes.find(field.name); note != notes.end()) {
      io::apply_column_note(infos[i], columns[i], note->second);
    }
  });
  return {std::move(infos), std::move(columns)};
}

}  // namespace sfumato::library
