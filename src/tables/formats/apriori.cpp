#include "tables/formats/apriori.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_fields.hpp"

namespace sfumato::tables {
namespace {

enum class Change { status, cost, levels, bounds };

struct Command {
  Change change;
  CellStatus status = CellStatus::safe;
  std::size_t numbers = 0;  // that follow
};

std::optional<Command> command_of(std::string_view typed) {
  const std::string letters = upper_case(typed);
  if (letters == "S") return Command{Change::status, CellStatus::safe};
  if (letters == "U") return Command{Change::status, CellStatus::primary};
  if (letters == "P" || letters == "Z") return Command{Change::status, CellStatus::kept};
  if (letters == "M" || letters == "ML") return Command{Change::status, CellStatus::secondary};
  if (letters == "C" || letters == "W") return Command{Change::cost, {}, 1};
  if (letters == "PL") return Command{Change::levels, {}, 2};
  if (letters == "AB") return Command{Change::bounds, {}, 2};
  return std::nullopt;
}

char separator_of(std::string_view line) {
  for (const char candidate : {';', ',', '\t'}) {
    if (line.find(candidate) != std::string_view::npos) return candidate;
  }
  return ',';
}

class AprioriReader {
 public:
  AprioriReader(CellTable& table, std::string_view text, const std::string& source,
                const AprioriOptions& options)
      : table_(table), lines_(text, source), options_(options), index_(table) {
    for (const Dimension& dimension : table.dimensions) {
      auto& positions = positions_.emplace_back();
      for (std::size_t code = 0; code < dimension.codes.size(); ++code) {
        positions.emplace(dimension.codes[code], static_cast<std::uint32_t>(code));
      }
    }
  }

  void read() {
    std::optional<char> separator = options_.separator;
    while (const std::optional<std::string_view> line = lines_.next()) {
      if (io::trimmed(*line).empty()) continue;
      if (!separator) separator = separator_of(*line);
      comma_ = *separator != ',';
      try {
        if (!split_argus_fields(*line, *separator, fields_)) {
          lines_.fail("a quoted field is not closed");
        }
        read_line();
      } catch (const Error& error) {
        if (!options_.ignore_errors) throw;
        if (options_.notes != nullptr) options_.notes->push_back("ignored: " + error.message);
      }
    }
  }

 private:
  std::string at(std::size_t field) const { return "column " + std::to_string(field + 1) + ": "; }

  void read_line() {
    const std::size_t codes = std::max<std::size_t>(table_.dimensions.size(), 1);
    if (fields_.size() <= codes) {
      lines_.fail(std::to_string(fields_.size()) + " fields, but " + std::to_string(codes) +
                      (table_.dimensions.empty() ? " for the cell" : " for the codes of the dimensions") +
                      " and a letter are needed",
                  "write a line as: code;code;u");
    }
    const std::size_t cell = table_.dimensions.empty() ? numbered_cell() : coded_cell();
    const std::optional<Command> command = command_of(fields_[codes]);
    if (!command) {
      lines_.fail(at(codes) + data_value(fields_[codes]) + " is not a known letter",
                  "use s, u, p, z, m, ml, c COST, w COST, pl LOWER UPPER or ab LOWER UPPER");
    }
    while (fields_.size() > codes + 1 + command->numbers && fields_.back().empty()) fields_.pop_back();
    if (fields_.size() != codes + 1 + command->numbers) {
      lines_.fail(data_value(fields_[codes]) + " is followed by " +
                  std::to_string(fields_.size() - codes - 1) + " fields, not by " +
                  std::to_string(command->numbers));
    }
    if (done_.contains({cell, command->change})) {
      lines_.fail(
          cell_name(table_, cell) + " has its " + thing(command->change) + " changed on an earlier line",
          "keep one of the lines");
    }
    change(table_.cells[cell], *command, codes + 1);
    done_.insert({cell, command->change});
  }

  static std::string thing(Change change) {
    switch (change) {
      case Change::status:
        return "status";
      case Change::cost:
        return "cost";
      case Change::levels:
        return "protection levels";
      case Change::bounds:
        return "bounds";
    }
    return {};
  }

  std::size_t numbered_cell() const {
    const std::optional<std::int64_t> number = parse_integer(fields_[0]);
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) >= table_.cells.size()) {
      lines_.fail(at(0) + data_value(fields_[0]) + " is not a cell of this table",
                  "its cells are numbered from 0 to " + std::to_string(table_.cells.size() - 1));
    }
    return static_cast<std::size_t>(*number);
  }

  std::size_t coded_cell() {
    std::vector<std::uint32_t> place(table_.dimensions.size() + 1, 0);
    for (std::size_t i = 0; i < table_.dimensions.size(); ++i) {
      if (fields_[i].empty()) continue;
      const auto found = positions_[i].find(fields_[i]);
      if (found == positions_[i].end()) {
        lines_.fail(at(i) + data_value(fields_[i]) + " is not a code of '" + table_.dimensions[i].name + "'",
                    "write it as the table does");
      }
      place[i] = found->second;
    }
    std::optional<std::size_t> cell;
    for (std::size_t response = 0; response < table_.responses.size(); ++response) {
      place.back() = static_cast<std::uint32_t>(response);
      const std::optional<std::size_t> found = index_.find(place);
      if (found && cell) {
        lines_.fail("several responses have this cell, and an a-priori file cannot name one of them",
                    "apply it to a table of one response");
      }
      if (found) cell = found;
    }
    if (!cell) lines_.fail("no table crosses these codes");
    return *cell;
  }

  Decimal number(std::size_t field) const {
    const std::optional<Decimal> parsed = parse_argus_decimal(fields_[field], comma_);
    if (!parsed) lines_.fail(at(field) + data_value(fields_[field]) + " is not a number");
    return *parsed;
  }

  Decimal distance(std::size_t field, const std::string& what) const {
    const Decimal read = number(field);
    if (read.is_negative()) lines_.fail(at(field) + what + " " + data_value(read.text()) + " is negative");
    return read;
  }

  void change(Cell& cell, const Command& command, std::size_t field) const {
    switch (command.change) {
      case Change::status:
        cell.status = command.status;
        return;
      case Change::cost:
        cell.cost = distance(field, "the cost");
        return;
      case Change::levels: {
        const Decimal lower = distance(field, "the level"), upper = distance(field + 1, "the level");
        cell.lower_level = lower;
        cell.upper_level = upper;
        return;
      }
      case Change::bounds: {
        const Decimal lower = number(field), upper = number(field + 1);
        if (lower > cell.value || upper < cell.value) {
          lines_.fail("the bounds " + data_value(lower.text()) + " and " + data_value(upper.text()) +
                          " do not contain the value " + data_value(cell.value.text()),
                      "an attacker's bounds must contain the true value");
        }
        cell.lower = lower;
        cell.upper = upper;
        return;
      }
    }
  }

  CellTable& table_;
  TextLines lines_;
  const AprioriOptions& options_;
  CellIndex index_;
  std::vector<std::unordered_map<std::string_view, std::uint32_t>> positions_;  // codes of each dimension
  std::vector<std::string_view> fields_;
  bool comma_ = false;
  std::set<std::pair<std::size_t, Change>> done_;
};

}  // namespace

void parse_apriori(CellTable& table, std::string_view text, const std::string& source,
                   const AprioriOptions& options) {
  io::require_utf8(text, source);
  if (table.cells.empty()) bad_input("there are no cells to which " + source + " applies");
  CellTable changed = table;  // no partial change if a later line is wrong
  AprioriReader(changed, text, source, options).read();
  table = std::move(changed);
}

namespace {

// The first of ';', ',' and tab that no code has.
char free_separator(const CellTable& table) {
  for (const char separator : {';', ',', '\t'}) {
    const bool used =
        std::any_of(table.dimensions.begin(), table.dimensions.end(), [&](const Dimension& one) {
          return std::any_of(one.codes.begin(), one.codes.end(), [&](const std::string& code) {
            return code.find(separator) != std::string::npos;
          });
        });
    if (!used) return separator;
  }
  bad_input("an a-priori file cannot store these codes", "remove ';', ',' or tabs from all of them");
}

std::string status_word(CellStatus status) {
  switch (status) {
    case CellStatus::primary:
      return "u";
    case CellStatus::secondary:
      return "m";
    case CellStatus::kept:
      return "p";
    case CellStatus::safe:
      break;
  }
  return {};
}

}  // namespace

std::string apriori_text(const CellTable& table) {
  if (table.responses.size() > 1) {
    bad_input("an a-priori file cannot name one of several responses", "tabulate one response at a time");
  }
  const std::string separator(1, free_separator(table));
  std::string text;
  for (std::size_t index = 0; index < table.cells.size(); ++index) {
    std::string place;
    for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
      place +=
          table.dimensions[d].codes[table.coordinates[index * (table.dimensions.size() + 1) + d]] + separator;
    }
    if (table.dimensions.empty()) place = std::to_string(index) + separator;
    const auto say = [&](const std::string& what) { text += place + what + "\n"; };
    const auto both = [&](const char* what, const Decimal& lower, const Decimal& upper) {
      say(what + separator + lower.text() + separator + upper.text());
    };
    const Cell& cell = table.cells[index];
    if (const std::string status = status_word(cell.status); !status.empty()) say(status);
    if (cell.cost != cell.value) say("c" + separator + cell.cost.text());
    if (!cell.lower_level.is_zero() || !cell.upper_level.is_zero())
      both("pl", cell.lower_level, cell.upper_level);
    if (cell.lower && cell.upper) both("ab", *cell.lower, *cell.upper);
  }
  return text;
}

void apply_apriori(CellTable& table, const std::string& path, const AprioriOptions& options) {
  parse_apriori(table, io::read_text_file(path), path, options);
}

}  // namespace sfumato::tables
