// Cells in their simplest form are converted while their end is searched; the others use the shared rules of
// cells, so that both ways give the same values.
#include "io/piece_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/column.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/cell_text.hpp"

namespace sfumato::io {
namespace {

void add_integer(PieceCells& cells, const FastColumn& column, std::int64_t value) {
  const auto& tokens = column.number_tokens;
  const bool token =
      !tokens.empty() && std::find(tokens.begin(), tokens.end(), static_cast<double>(value)) != tokens.end();
  if (token && cells.missing.empty()) cells.missing.resize(cells.integers.size(), 0);
  if (token || !cells.missing.empty()) cells.missing.push_back(token ? 1 : 0);
  cells.integers.push_back(token ? 0 : value);
}

// Integers beyond 2^53 may lose digits as doubles, and the careful reader says so.
void add_number(PieceCells& cells, FastColumn& column, double value) {
  if (std::fabs(value) >= largest_exact_number) column.failed = true;
  const auto& tokens = column.number_tokens;
  const bool token = !tokens.empty() && std::find(tokens.begin(), tokens.end(), value) != tokens.end();
  cells.numbers.push_back(token ? nan : value);
}

void add_missing(PieceCells& cells, Storage storage) {
  switch (storage) {
    case Storage::integers:
      if (cells.missing.empty()) cells.missing.resize(cells.integers.size(), 0);
      cells.missing.push_back(1);
      cells.integers.push_back(0);
      break;
    case Storage::numbers:
      cells.numbers.push_back(nan);
      break;
    case Storage::timestamps:
      cells.ticks.push_back(Timestamps::missing);
      break;
    default:
      cells.days.push_back(Dates::missing);
      break;
  }
}

}  // namespace

void PieceCells::clear() {
  numbers.clear();
  integers.clear();
  missing.clear();
  days.clear();
  ticks.clear();
  texts.clear();
  undoubled.clear();
}

bool PieceReader::read(std::string_view piece) {
  const char* at = piece.data();
  end_ = at + piece.size();
  rows_ = 0;
  while (at != end_) {
    if (*at == '\n' || *at == '\r') {  // an empty line is not a row
      ++at;
      continue;
    }
    if (!read_row(at)) return false;
    ++rows_;
  }
  return true;
}

bool PieceReader::read_row(const char*& at) {
  auto wanted = columns_.begin();
  auto cells = cells_.begin();
  const std::size_t count = plan_.columns.size();
  for (std::size_t position = 0; position < count; ++position) {
    if (wanted != columns_.end() && wanted->position == position) {
      at = wanted->failed.load(std::memory_order_relaxed) ? field_end(at) : read_cell(*wanted, *cells, at);
      ++wanted;
      ++cells;
    } else {
      at = field_end(at);
    }
    const bool more = at != end_ && *at == syntax_.delimiter;
    if (more != (position + 1 < count)) return false;
    if (more) ++at;
  }
  return true;
}

// Quotes are known to be closed, and to be followed by the end of their field.
const char* PieceReader::field_end(const char* at) const {
  if (at != end_ && *at == syntax_.quote) {
    for (++at; at != end_; ++at) {
      if (*at != syntax_.quote) continue;
      if (at + 1 == end_ || at[1] != syntax_.quote) return at + 1;
      ++at;
    }
    return at;
  }
  while (!ends(at)) ++at;
  return at;
}

const char* PieceReader::read_cell(FastColumn& column, PieceCells& cells, const char* at) {
  const char* end = nullptr;
  switch (column.plan->storage) {
    case Storage::integers:
      end = read_integer(column, cells, at);
      break;
    case Storage::numbers:
      end = read_number(column, cells, at);
      break;
    case Storage::dates:
      end = column.plan->missing.empty() && column.plan->form.is_iso() ? read_date(cells, at) : nullptr;
      break;
    case Storage::timestamps:
      break;
    default:
      return read_text(cells, at);
  }
  if (end != nullptr) return end;
  end = field_end(at);
  CsvField field{.raw = {at, static_cast<std::size_t>(end - at)}};
  if (at != end_ && *at == syntax_.quote) {
    field.raw = field.raw.substr(1, field.raw.size() - 2);
    field.doubled = field.raw.find(syntax_.quote) != std::string_view::npos;
  }
  read_slowly(column, cells, field_text(field, syntax_.quote, buffer_));
  return end;
}

const char* PieceReader::read_integer(const FastColumn& column, PieceCells& cells, const char* at) const {
  constexpr std::ptrdiff_t most_digits = 18;  // which always fit into 64 bits
  const bool negative = at != end_ && *at == '-';
  const char* const digits = negative ? at + 1 : at;
  const char* stop = digits;
  std::int64_t value = 0;
  while (stop != end_ && is_digit(*stop) && stop - digits < most_digits) value = value * 10 + (*stop++ - '0');
  if (stop == digits || !ends(stop)) return nullptr;
  if (*digits == '0' && (negative || stop - digits > 1)) return nullptr;
  add_integer(cells, column, negative ? -value : value);
  return stop;
}

const char* PieceReader::read_number(FastColumn& column, PieceCells& cells, const char* at) const {
  if (plan_.dialect.decimal_point != '.') return nullptr;
  const char* const first = at != end_ && *at == '-' ? at + 1 : at;
  if (end_ - first < 1) return nullptr;
  const char second = end_ - first > 1 ? first[1] : ' ';
  if (!is_digit(*first) && !(*first == '.' && is_digit(second))) return nullptr;
  if (*first == '0' && is_digit(second)) return nullptr;
  double value = 0.0;
  const auto [stop, error] = std::from_chars(at, end_, value);
  if (error != std::errc() || !ends(stop)) return nullptr;
  add_number(cells, column, value);
  return stop;
}

const char* PieceReader::read_date(PieceCells& cells, const char* at) const {
  constexpr std::ptrdiff_t length = 10;
  std::int32_t day = 0;
  if (end_ - at < length || !ends(at + length) || !parse_date({at, length}, day)) return nullptr;
  cells.days.push_back(day);
  return at + length;
}

const char* PieceReader::read_text(PieceCells& cells, const char* at) {
  const char* const end = field_end(at);
  const auto size = static_cast<std::size_t>(end - at);
  if (at == end_ || *at != syntax_.quote) {
    const std::string_view text(at, size);
    cells.texts.push_back(text.empty() || text == "NA" ? std::string_view() : text);
    return end;
  }
  const CsvField field{.raw = {at + 1, size - 2}, .doubled = true};
  if (field.raw.find(syntax_.quote) == std::string_view::npos) {
    cells.texts.push_back(field.raw);
  } else {
    cells.texts.push_back(cells.undoubled.emplace_front(field_text(field, syntax_.quote, buffer_)));
  }
  return end;
}

void PieceReader::read_slowly(FastColumn& column, PieceCells& cells, std::string_view text) {
  const char point = plan_.dialect.decimal_point;
  const Storage storage = column.plan->storage;
  const CellClass kind = classify(text, point);
  if (kind == CellClass::empty || kind == CellClass::token ||
      is_declared_missing(*column.plan, text, point)) {
    add_missing(cells, storage);
  } else if (storage == Storage::integers && kind == CellClass::integer) {
    add_integer(cells, column, *cell_integer(text));
  } else if (storage == Storage::numbers && (kind == CellClass::integer || kind == CellClass::number)) {
    add_number(cells, column, *cell_number(text, point));
  } else if (std::int32_t day = 0; storage == Storage::dates && read_date_text(*column.plan, text, day)) {
    cells.days.push_back(day);
  } else if (std::int64_t value = 0;
             storage == Storage::timestamps && read_timestamp_text(*column.plan, text, value)) {
    cells.ticks.push_back(value);
  } else {
    column.failed = true;
  }
}

}  // namespace sfumato::io
