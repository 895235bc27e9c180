#include "tables/formats/argus_rows.hpp"

#include <algorithm>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_fields.hpp"

namespace sfumato::tables {
namespace {

void set_once(std::optional<std::size_t>& place, std::size_t position, const ArgusMetadata& metadata,
              const std::string& what) {
  const ArgusVariable& variable = metadata.variables[position];
  if (place) {
    bad_input(metadata.source + ", line " + std::to_string(variable.line) + ": '" + io::shown(variable.name) +
                  "' is a second " + what + " beside '" + io::shown(metadata.variables[*place].name) + "'",
              "a .tab file contains one table; write the other into its own file");
  }
  place = position;
}

class RowReader {
 public:
  RowReader(std::string_view text, const std::string& source, const ArgusMetadata& metadata,
            const ArgusLayout& layout)
      : lines_(text, source),
        metadata_(metadata),
        layout_(layout),
        separator_(metadata.separator.value_or(';')) {
    for (const std::size_t position : layout.dimensions) {
      rows_.seen.emplace_back().place(metadata.variables[position].total, 0);
    }
  }

  ArgusRows read(const Run& run) {
    while (const std::optional<std::string_view> line = lines_.next()) {
      if (io::trimmed(*line).empty()) continue;
      if (lines_.number() % 4096 == 0) run.check_stop();
      split(*line);
      read_row();
    }
    if (rows_.rows.empty()) bad_input(lines_.source() + " has no cells");
    return std::move(rows_);
  }

 private:
  void split(std::string_view line) {
    if (!split_argus_fields(line, separator_, fields_)) {
      lines_.fail("a quoted field is not closed");
    }
    const std::size_t wanted = metadata_.variables.size();
    if (fields_.size() == wanted + 1 && fields_.back().empty()) fields_.pop_back();
    if (fields_.size() == wanted) return;
    lines_.fail(std::to_string(fields_.size()) + " fields, but " + metadata_.source + " describes " +
                    std::to_string(wanted),
                "the separator is '" + std::string(1, separator_) + "'");
  }

  std::string at(std::size_t field) const {
    return "column " + std::to_string(field + 1) + " ('" + io::shown(metadata_.variables[field].name) +
           "'): ";
  }

  Decimal number(std::size_t field) const {
    const std::optional<Decimal> parsed = parse_argus_decimal(fields_[field], separator_ != ',');
    if (!parsed) {
      lines_.fail(at(field) + data_value(fields_[field]) + " is not a number",
                  "every cell needs its value, also a suppressed one");
    }
    return *parsed;
  }

  void read_row() {
    ArgusRow row;
    row.line = lines_.number();
    for (std::size_t i = 0; i < layout_.dimensions.size(); ++i) {
      const std::string_view code = fields_[layout_.dimensions[i]];
      rows_.places.push_back(code.empty() ? 0 : rows_.seen[i].place(code, row.line));
    }
    if (layout_.frequency) row.frequency = frequency(*layout_.frequency);
    row.value = number(layout_.response ? *layout_.response : *layout_.frequency);
    row.shadow = layout_.shadow ? number(*layout_.shadow) : row.value;
    row.cost = layout_.cost ? number(*layout_.cost) : magnitude(row.value);
    if (row.cost.is_negative()) lines_.fail(at(*layout_.cost) + "the cost is negative");
    if (layout_.lower_level) row.lower_level = level(*layout_.lower_level);
    if (layout_.upper_level) row.upper_level = level(*layout_.upper_level);
    if (layout_.status) {
      const std::optional<CellStatus> status = argus_status(fields_[*layout_.status], metadata_);
      if (!status) {
        lines_.fail(at(*layout_.status) + data_value(fields_[*layout_.status]) + " is not a known status",
                    "use S, U, M, P or E, or define the texts with <SAFE>, <UNSAFE> and <PROTECT>");
      }
      row.status = *status;
    }
    for (const std::size_t field : layout_.tops) {
      rows_.tops.push_back(fields_[field].empty() ? Decimal() : number(field));
    }
    rows_.rows.push_back(row);
  }

  std::int64_t frequency(std::size_t field) const {
    const Decimal read = number(field);
    const std::optional<std::int64_t> whole = read.units_at(0);
    if (!whole || *whole < 0) {
      lines_.fail(at(field) + "the frequency " + data_value(read.text()) + " is not a number of respondents");
    }
    return *whole;
  }

  Decimal level(std::size_t field) const {
    const Decimal read = number(field);
    if (read.is_negative())
      lines_.fail(at(field) + "the protection level " + data_value(read.text()) + " is negative");
    return read;
  }

  TextLines lines_;
  const ArgusMetadata& metadata_;
  const ArgusLayout& layout_;
  char separator_;
  ArgusRows rows_;
  std::vector<std::string_view> fields_;
};

void place_variable(ArgusLayout& layout, std::size_t i, const ArgusMetadata& metadata,
                    std::vector<std::string>& notes) {
  switch (metadata.variables[i].kind) {
    case ArgusKind::dimension:
      return layout.dimensions.push_back(i);
    case ArgusKind::amount:
      return set_once(layout.response, i, metadata, "response");
    case ArgusKind::frequency:
      return set_once(layout.frequency, i, metadata, "frequency");
    case ArgusKind::top:
      return layout.tops.push_back(i);
    case ArgusKind::status:
      return set_once(layout.status, i, metadata, "status");
    case ArgusKind::shadow:
      return set_once(layout.shadow, i, metadata, "shadow variable");
    case ArgusKind::cost:
      return set_once(layout.cost, i, metadata, "cost variable");
    case ArgusKind::lower_level:
      return set_once(layout.lower_level, i, metadata, "lower level");
    case ArgusKind::upper_level:
      return set_once(layout.upper_level, i, metadata, "upper level");
    default:
      notes.push_back(metadata.source + ": '" + io::shown(metadata.variables[i].name) +
                      "' does not describe a cell and was ignored");
  }
}

}  // namespace

std::uint32_t SeenCodes::place(std::string_view code, std::size_t line) {
  const auto [entry, is_new] =
      positions.try_emplace(std::string(code), static_cast<std::uint32_t>(codes.size()));
  if (is_new) {
    codes.emplace_back(code);
    lines.push_back(line);
  }
  return entry->second;
}

ArgusLayout argus_layout(const ArgusMetadata& metadata, std::vector<std::string>& notes) {
  ArgusLayout layout;
  for (std::size_t i = 0; i < metadata.variables.size(); ++i) place_variable(layout, i, metadata, notes);
  if (layout.dimensions.empty()) {
    bad_input(metadata.source + " describes no dimension", "mark the columns of codes with <RECODEABLE>");
  }
  if (!layout.response && !layout.frequency) {
    bad_input(metadata.source + " describes no column with the cells' values",
              "mark it with <NUMERIC>, or with <FREQUENCY> in a table of counts");
  }
  return layout;
}

ArgusRows parse_argus_rows(std::string_view text, const std::string& source, const ArgusMetadata& metadata,
                           const ArgusLayout& layout, const Run& run) {
  io::require_utf8(text, source);
  return RowReader(text, source, metadata, layout).read(run);
}

std::optional<CellStatus> argus_status(std::string_view text, const ArgusMetadata& metadata) {
  const std::string status = upper_case(text);
  if (status == upper_case(metadata.safe)) return CellStatus::safe;
  if (status == upper_case(metadata.unsafe)) return CellStatus::primary;
  if (status == upper_case(metadata.protect)) return CellStatus::kept;
  const auto among = [&](std::initializer_list<std::string_view> texts) {
    return std::find(texts.begin(), texts.end(), status) != texts.end();
  };
  if (among({"S", "V", "1", "2", "13"})) return CellStatus::safe;
  if (among({"U", "X", "A", "B", "C", "F", "3", "4", "5", "6", "7", "8", "9"})) return CellStatus::primary;
  if (among({"M", "D", "11", "12"})) return CellStatus::secondary;
  if (among({"P", "Z", "E", "10", "14"})) return CellStatus::kept;
  return std::nullopt;
}

}  // namespace sfumato::tables
