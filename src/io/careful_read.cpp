// The careful conversion: every cell is classified by the rules of cell_text.hpp, in file order, so
// that the first misfit of the file is the one that is reported.
#include "io/careful_read.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "io/cell_text.hpp"
#include "io/label_order.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

class ColumnBuilder {
 public:
  ColumnBuilder(const FilePlan& plan, const ColumnPlan& column)
      : plan_(plan), column_(column), point_(plan.dialect.decimal_point), storage_(column.storage) {
    known_.insert(column.order.begin(), column.order.end());
  }

  void add(const CsvField& field, std::string_view text) {
    if (is_text()) {
      add_text(field, text);
      return;
    }
    const CellClass kind = classify(text, point_);
    if (kind == CellClass::empty || kind == CellClass::token || is_declared_missing(column_, text, point_)) {
      add_missing();
    } else if (storage_ == Storage::dates) {
      add_date(field, text);
    } else if (storage_ == Storage::timestamps) {
      add_timestamp(text);
    } else {
      add_number(field, text, kind);
    }
  }

  // Dates that were only declared ordinal, and are not all dates, or moments that do not all have one form:
  // the column must be read as text.
  bool must_be_text() const { return must_be_text_; }

  // What the cells so far take: vectors, and for each label its text twice and its place in the map.
  std::size_t bytes() const {
    constexpr std::size_t per_label = 2 * sizeof(std::string) + 6 * sizeof(std::size_t);
    return numbers_.size() * sizeof(double) + integers_.values.size() * sizeof(std::int64_t) +
           integers_.missing.size() + dates_.days.size() * sizeof(std::int32_t) +
           times_.ticks.size() * sizeof(std::int64_t) + codes_.codes.size() * sizeof(std::int32_t) +
           codes_.labels.size() * per_label + 2 * text_bytes_;
  }

  // Forgets the cells so far, for a reading that is known to end with an error. Cells that follow are checked
  // as before.
  void discard() {
    numbers_.clear();
    integers_ = {};
    dates_.days.clear();
    times_.ticks.clear();
    codes_ = {};
    positions_.clear();
    text_bytes_ = 0;
  }

  Column finished() {
    switch (storage_) {
      case Storage::integers:
        return std::move(integers_);
      case Storage::numbers:
        return std::move(numbers_);
      case Storage::dates:
        return std::move(dates_);
      case Storage::timestamps: {
        Timestamps result = column_.times;
        result.ticks = std::move(times_.ticks);
        return result;
      }
      default:
        break;
    }
    order_labels(codes_, column_, point_);
    return std::move(codes_);
  }

 private:
  bool is_text() const { return storage_ == Storage::text || storage_ == Storage::undecided; }

  void add_text(const CsvField& field, std::string_view text) {
    const bool missing =
        (!field.quoted && (text.empty() || text == "NA")) || is_declared_missing(column_, text, point_);
    if (storage_ == Storage::undecided && !missing) {
      decide(field, text);
      if (!is_text()) return;
    }
    if (missing) {
      codes_.codes.push_back(Codes::missing);
      return;
    }
    const auto [position, added] =
        positions_.emplace(std::string(text), static_cast<std::int32_t>(codes_.labels.size()));
    if (added) {
      if (!known_.empty() && !known_.contains(position->first)) {
        wrong(field, text, "is not in the declared order", "add it to order = [...], or declare it missing");
      }
      codes_.labels.push_back(position->first);
      text_bytes_ += text.size();
    }
    codes_.codes.push_back(position->second);
  }

  // A column that was missing throughout the first block takes the type of its first value.
  void decide(const CsvField& field, std::string_view text) {
    const std::size_t missing = codes_.codes.size();
    switch (classify(text, point_)) {
      case CellClass::integer:
        storage_ = Storage::integers;
        break;
      case CellClass::number:
        storage_ = Storage::numbers;
        break;
      case CellClass::date:
        storage_ = Storage::dates;
        break;
      default:
        storage_ = Storage::text;
        return;
    }
    codes_.codes.clear();
    for (std::size_t i = 0; i < missing; ++i) add_missing();
    add(field, text);
  }

  void add_missing() {
    switch (storage_) {
      case Storage::integers:
        integers_.missing.resize(integers_.values.size(), 0);
        integers_.missing.push_back(1);
        integers_.values.push_back(0);
        break;
      case Storage::numbers:
        numbers_.push_back(std::numeric_limits<double>::quiet_NaN());
        break;
      case Storage::dates:
        dates_.days.push_back(Dates::missing);
        break;
      case Storage::timestamps:
        times_.ticks.push_back(Timestamps::missing);
        break;
      default:
        codes_.codes.push_back(Codes::missing);
        break;
    }
  }

  void add_date(const CsvField& field, std::string_view text) {
    std::int32_t day = 0;
    if (read_date_text(column_, text, day)) {
      dates_.days.push_back(day);
    } else if (!column_.form_declared && (column_.declared == Kind::ordinal || !column_.form.is_iso())) {
      must_be_text_ = true;
    } else {
      const std::string form = column_.form.is_iso() ? "YYYY-MM-DD" : to_text(column_.form);
      wrong(field, text, "is not a date (" + form + ")", nominal_or_missing(text));
    }
  }

  void add_timestamp(std::string_view text) {
    std::int64_t value = Timestamps::missing;
    if (!read_timestamp_text(column_, text, value)) must_be_text_ = true;
    times_.ticks.push_back(value);
  }

  void add_number(const CsvField& field, std::string_view text, CellClass kind) {
    if (kind == CellClass::infinite) {
      wrong(field, text, "is infinite or beyond the range of numbers", nominal_or_missing(text));
    }
    if (kind == CellClass::text || kind == CellClass::date) {
      wrong(field, text, "is not a number", nominal_or_missing(text));
    }
    if (kind == CellClass::padded_number && column_.declared != Kind::numeric) {
      wrong(field, text, "has zeros or a '+' in front, in a column of numbers",
            declare("nominal") + " to keep it as it is, or kind = \"numeric\" to read it as a number");
    }
    if (kind == CellClass::large_integer) {
      wrong(field, text, "is too large an integer", declare("nominal") + " to keep it as text");
    }
    const std::optional<std::int64_t> integer = cell_integer(text);
    const bool whole = integer && kind != CellClass::number;
    if (whole && (*integer > largest_exact_integer || *integer < -largest_exact_integer) &&
        large_line_ == 0) {
      large_line_ = field.line;
      large_text_ = text;
    }
    if (storage_ == Storage::integers && !whole) turn_into_numbers();
    if (storage_ == Storage::integers) {
      integers_.values.push_back(*integer);
      if (!integers_.missing.empty()) integers_.missing.push_back(0);
      return;
    }
    if (large_line_ != 0) {
      CsvField large = field;
      large.line = large_line_;
      wrong(large, large_text_, "is beyond 2^53, too large an integer for a column with decimals",
            declare("nominal") + " to keep it as text");
    }
    const std::optional<double> number = cell_number(text, point_);
    if (!number) wrong(field, text, "is not a number", nominal_or_missing(text));
    numbers_.push_back(*number);
  }

  void turn_into_numbers() {
    storage_ = Storage::numbers;
    numbers_.reserve(integers_.values.size());
    for (std::size_t row = 0; row < integers_.values.size(); ++row) {
      const bool missing = !integers_.missing.empty() && integers_.missing[row] != 0;
      numbers_.push_back(missing ? std::numeric_limits<double>::quiet_NaN()
                                 : static_cast<double>(integers_.values[row]));
    }
    integers_ = {};
  }

  std::string declare(const std::string& kind) const {
    return "declare kind = \"" + kind + "\" for [columns." + shown(column_.name) + "] in the sidecar";
  }
  std::string nominal_or_missing(std::string_view text) const {
    return declare("nominal") + " to read the column as text, or name the token with ‹missing› " +
           data_value(text) + " if it stands for a missing value";
  }
  [[noreturn]] void wrong(const CsvField& field, std::string_view text, const std::string& what,
                          std::string hint) const {
    bad_input(plan_.source + ", line " + std::to_string(field.line) + ", column '" + shown(column_.name) +
                  "': " + data_value(text) + " " + what,
              std::move(hint));
  }

  const FilePlan& plan_;
  const ColumnPlan& column_;
  char point_;
  Storage storage_;
  bool must_be_text_ = false;
  std::size_t large_line_ = 0;  // of the first integer beyond 2^53; 0: none
  std::string large_text_;
  Numbers numbers_;
  Integers integers_;
  Dates dates_;
  Timestamps times_;
  Codes codes_;
  std::unordered_map<std::string, std::int32_t> positions_;
  std::size_t text_bytes_ = 0;             // of labels
  std::unordered_set<std::string> known_;  // the declared order; empty: anything
};

[[noreturn]] void ragged(const FilePlan& plan, const CsvScanner& scanner) {
  const std::size_t expected = plan.columns.size();
  const std::size_t found = scanner.field_count();
  const auto fields = [](std::size_t count) {
    return std::to_string(count) + (count == 1 ? " field" : " fields");
  };
  const std::string at =
      found < expected ? "; column '" + shown(plan.columns[found].name) + "' is missing" : "";
  bad_input(plan.source + ", line " + std::to_string(scanner.line()) + ": " + fields(found) + " where " +
                std::to_string(expected) + " are expected" + at,
            "quote texts that contain the delimiter, or complete the row");
}

std::size_t rows_between_checks(std::size_t columns) {
  constexpr std::size_t most_cells = 1 << 16;
  return std::max<std::size_t>(1, most_cells / std::max<std::size_t>(1, columns));
}

void require_budget(const FilePlan& plan, const std::vector<ColumnBuilder>& builders) {
  if (plan.budget == nullptr) return;
  std::uint64_t bytes = 0;
  for (const ColumnBuilder& builder : builders) bytes += builder.bytes();
  plan.budget->require(bytes, "its table");
}

void discard(std::vector<ColumnBuilder>& builders) {
  for (ColumnBuilder& builder : builders) builder.discard();
}

}  // namespace

std::vector<Column> read_carefully(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                   const Run& run) {
  std::vector<ColumnBuilder> builders;
  builders.reserve(wanted.size());
  for (const std::size_t id : wanted) builders.emplace_back(plan, plan.columns[id]);
  const CsvSyntax syntax = plan.dialect.syntax;
  CsvScanner scanner(plan.body, syntax, plan.first_line,
                     {plan.columns.size(), longest_quoted_field(plan.budget)});
  const std::size_t step = rows_between_checks(plan.columns.size());
  std::string buffer;
  for (std::size_t row = 0; scanner.next(); ++row) {
    if (row % step == 0) {
      run.check_stop();
      plan.malformed ? discard(builders) : require_budget(plan, builders);
    }
    const std::vector<CsvField>& fields = scanner.fields();
    if (scanner.field_count() != plan.columns.size()) ragged(plan, scanner);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const CsvField& field = fields[wanted[i]];
      builders[i].add(field, field_text(field, syntax.quote, buffer));
    }
  }
  require_well_formed(scanner, plan.source, syntax.quote);
  if (plan.malformed) {  // and yet no error was found: the cells are needed
    FilePlan well_formed = plan;
    well_formed.malformed = false;
    return read_carefully(well_formed, wanted, run);
  }

  std::vector<Column> columns;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (builders[i].must_be_text()) {
      FilePlan as_text = plan;
      as_text.columns[wanted[i]].storage = Storage::text;
      columns.push_back(read_carefully(as_text, {wanted[i]}, run).front());
    } else {
      columns.push_back(builders[i].finished());
    }
  }
  return columns;
}

}  // namespace sfumato::io
