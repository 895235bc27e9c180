// A cell is first read (a number of units, a code, missing, or not valid) and then treated by the column's
// policy. Each different text is treated only once.
#include "queries/database/column_import.hpp"

#include <cmath>
#include <string_view>
#include <unordered_map>

#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"
#include "queries/database/cell_units.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t max_units = std::int64_t{1} << 53;

struct Reading {
  enum class Kind : std::uint8_t { value, missing, none };  // none: not a number, or not a category
  Kind kind = Kind::value;
  std::int64_t value = 0;
  bool rounded = false;
};

constexpr Reading missing_cell{Reading::Kind::missing, 0, false};
constexpr Reading no_value{Reading::Kind::none, 0, false};

// Reads cells of one column, for every storage type.
class Reader {
 public:
  explicit Reader(const CatalogueColumn& declared) : declared_(declared) {
    for (std::size_t code = 0; code < declared.categories.size(); ++code) {
      codes_.emplace(declared.categories[code], static_cast<std::int64_t>(code));
    }
  }

  bool numbers() const { return declared_.kind == ColumnKind::number; }
  Reading integer(std::int64_t number) const {
    return declared_.date ? no_value : of_units(integer_units(number, declared_.decimals));
  }
  Reading real(double number) const {
    return declared_.date ? no_value : of_units(double_units(number, declared_.decimals));
  }
  Reading text(std::string_view text) const {
    if (declared_.date) return date(text);
    if (numbers()) return of_units(text_units(text, declared_.decimals));
    const auto found = codes_.find(text);
    return found == codes_.end() ? no_value : Reading{Reading::Kind::value, found->second, false};
  }

 private:
  static Reading date(std::string_view text) {
    std::int32_t day = 0;
    return parse_date(io::trimmed(text), day) ? Reading{Reading::Kind::value, day, false} : no_value;
  }
  static Reading of_units(const CellUnits& cell) {
    if (cell.kind == CellUnits::Kind::no_number) return no_value;
    return {Reading::Kind::value, cell.units, cell.rounded};
  }

  const CatalogueColumn& declared_;
  std::unordered_map<std::string_view, std::int64_t> codes_;
};

struct Settled {
  std::int64_t value = 0;
  bool null = false;
  bool refused = false;
  std::uint8_t marks = 0;
};

Settled settle(const Reading& reading, const CatalogueColumn& declared) {
  const std::uint8_t rounding = reading.rounded ? done::rounded : std::uint8_t{0};
  const bool has_value = reading.kind == Reading::Kind::value;
  if (has_value && reading.value >= declared.first() && reading.value <= declared.last()) {
    return {reading.value, false, false, rounding};
  }
  if (reading.kind == Reading::Kind::missing && declared.nullable) return {0, true, false, 0};
  switch (declared.outside) {
    case Outside::clamp:
      if (!has_value) break;
      return {reading.value < declared.first() ? declared.first() : declared.last(), false, false,
              done::clamped};
    case Outside::null:
      return {0, true, false, done::made_null};
    case Outside::drop:
      return {0, true, false, done::dropped};
    case Outside::refuse:
      break;
  }
  return {0, true, true, 0};
}

// Treated cells, row by row, until one is refused.
template <class T>
class Sink {
 public:
  Sink(const CatalogueColumn& declared, std::size_t rows) : declared_(declared) {
    values_.reserve(rows);
    marks_.reserve(rows);
  }

  bool open() const { return !refused_; }
  std::size_t rows() const { return values_.size(); }
  Settled settled(const Reading& reading) const { return settle(reading, declared_); }
  void add(const Reading& reading) { add(settled(reading), reading.kind == Reading::Kind::missing); }
  void add(const Settled& cell, bool missing) {
    if (cell.refused) refused_ = RefusedCell{rows(), missing};
    values_.push_back(cell.null ? null_value<T> : static_cast<T>(cell.value));
    marks_.push_back(cell.marks);
  }
  ColumnImport take() { return {std::move(values_), std::move(marks_), refused_}; }

 private:
  const CatalogueColumn& declared_;
  std::vector<T> values_;
  std::vector<std::uint8_t> marks_;
  std::optional<RefusedCell> refused_;
};

template <class T>
void import_codes(const Codes& codes, const Reader& reader, Sink<T>& sink) {
  std::vector<Settled> by_code;
  by_code.reserve(codes.labels.size());
  for (const std::string& label : codes.labels) by_code.push_back(sink.settled(reader.text(label)));
  const Settled without = sink.settled(missing_cell);
  for (const std::int32_t code : codes.codes) {
    if (!sink.open()) return;
    const bool missing = code == Codes::missing;
    sink.add(missing ? without : by_code[static_cast<std::size_t>(code)], missing);
  }
}

// Reads cells one by one; `read` is called for cells that are not missing.
template <class T, class Read>
void import_cells(const Column& column, Sink<T>& sink, Read&& read) {
  for (std::size_t row = 0; row < column.size() && sink.open(); ++row) {
    sink.add(column.missing(row) ? missing_cell : read(row));
  }
}

template <class T>
ColumnImport import_as(const Column& column, const CatalogueColumn& declared) {
  const Reader reader(declared);
  Sink<T> sink(declared, column.size());
  if (const auto* codes = column.get_if<Codes>()) {
    import_codes(*codes, reader, sink);
  } else if (const auto* times = column.get_if<Timestamps>(); times != nullptr && declared.date) {
    import_cells(column, sink, [&](std::size_t row) {
      return reader.text(date_text(times->day(times->ticks[row])));  // its day
    });
  } else if (!reader.numbers() || column.is_calendar()) {  // a date is a text, not a number
    import_cells(column, sink, [&](std::size_t row) { return reader.text(column.text(row)); });
  } else if (const auto* integers = column.get_if<Integers>()) {
    import_cells(column, sink, [&](std::size_t row) { return reader.integer(integers->values[row]); });
  } else if (const auto* numbers = column.get_if<Numbers>()) {
    import_cells(column, sink, [&](std::size_t row) { return reader.real((*numbers)[row]); });
  }
  return sink.take();
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) {
    text += (i == 0 ? "" : ", ") + io::shown(names[i]);
  }
  return names.size() > most ? text + ", …" : text;
}

}  // namespace

ColumnImport import_column(const Column& column, const CatalogueColumn& declared) {
  return is_narrow(declared) ? import_as<std::int32_t>(column, declared)
                             : import_as<std::int64_t>(column, declared);
}

void require_sound(const CatalogueColumn& declared, const std::string& table) {
  const auto wrong = [&](const char* what) {
    bad_input("table '" + io::shown(table) + "', column '" + io::shown(declared.name) + "': " + what,
              "correct the catalogue");
  };
  const bool number = declared.kind == ColumnKind::number;
  if (number && (declared.decimals < 0 || declared.decimals > 15)) wrong("decimals must be 0 to 15");
  if (number && (declared.lower < -max_units || declared.upper > max_units)) {
    wrong("the domain is more than 2^53 units from 0");
  }
  if (declared.first() > declared.last()) wrong("the domain is empty");
  if (declared.outside == Outside::clamp && !number) wrong("categories cannot be clamped");
  if (declared.outside == Outside::null && !declared.nullable) {
    wrong("values outside cannot become NULL, because null = true is not declared");
  }
}

bool is_narrow(const CatalogueColumn& declared) {
  return declared.first() > null_value<std::int32_t> &&
         declared.last() <= std::numeric_limits<std::int32_t>::max();
}

std::size_t place_in_data(const std::vector<std::string>& names, const std::string& wanted,
                          const std::string& source) {
  std::vector<std::size_t> alike;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == wanted) return i;
    if (same_word(names[i], wanted)) alike.push_back(i);
  }
  if (alike.size() == 1) return alike.front();
  const std::string what = source + " has ";
  if (!alike.empty()) {
    bad_input(what + std::to_string(alike.size()) + " columns named '" + io::shown(wanted) +
                  "' that differ only in case",
              "rename one, or write its name in the catalogue exactly as in the data");
  }
  const std::string close = suggestion(wanted, names);
  bad_input(what + "no column '" + io::shown(wanted) + "', which the catalogue declares",
            close.empty() ? "its columns are " + listed(names) : close);
}

}  // namespace sfumato::queries
