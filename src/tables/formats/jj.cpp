#include "tables/formats/jj.hpp"

#include <algorithm>
#include <charconv>

#include "core/data_values.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;
// The shortest lines, "0 0 0 s 0 0 0 0 0" and "0 1 : 0 (1)", with their line ends: they bound every count.
constexpr std::size_t shortest_cell = 18;
constexpr std::size_t shortest_relation = 12;

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
}

std::optional<std::uint64_t> whole_number(std::string_view word) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
  return failure == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

// A count that is alone on its line and fits the rest of the file.
std::size_t read_count(TextLines& lines, const std::string& what, std::size_t shortest) {
  std::string_view line = lines.require("the number of " + what);
  const std::string_view word = take_word(line);
  const std::optional<std::uint64_t> count = whole_number(word);
  if (!count || !io::trimmed(line).empty()) {
    lines.fail("the number of " + what + " is expected here, alone on its line");
  }
  // The last line may lack its end.
  if (*count > (lines.bytes_left() + 1) / shortest) {
    lines.fail("there should be " + std::to_string(*count) + " " + what +
                   ", but the rest of the file is too short for them",
               "the file may have been cut off");
  }
  return static_cast<std::size_t>(*count);
}

class JjReader {
 public:
  JjReader(std::string_view text, const std::string& source) : lines_(text, source) {}

  CellTable read() {
    if (io::trimmed(lines_.require("its first line, 0")) != "0") {
      lines_.fail("a JJ file starts with a line 0", "name the format if this is another one");
    }
    read_cells();
    read_relations();
    while (const std::optional<std::string_view> line = lines_.next()) {
      if (!io::trimmed(*line).empty()) lines_.fail("there is text after the last relation", "delete it");
    }
    return std::move(table_);
  }

 private:
  void read_cells() {
    const std::size_t count = read_count(lines_, "cells", shortest_cell);
    table_.cells.resize(count);
    std::vector<std::size_t> line_of(count, 0);
    const std::string last = "the last of its " + std::to_string(count) + " cells";
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view line = lines_.require(last);
      const std::string_view word = take_word(line);
      const std::optional<std::uint64_t> index = whole_number(word);
      if (!index) lines_.fail(data_value(word) + " is not the number of a cell");
      if (*index >= count) {
        lines_.fail("there is no cell " + std::to_string(*index),
                    "the " + std::to_string(count) + " cells are numbered from 0");
      }
      if (line_of[*index] != 0) {
        lines_.fail("cell " + std::to_string(*index) + " is already on line " +
                    std::to_string(line_of[*index]));
      }
      line_of[*index] = lines_.number();
      read_cell(*index, line);
    }
  }

  void read_cell(std::size_t index, std::string_view line) {
    Cell& cell = table_.cells[index];
    cell.value = read_decimal(index, line, "value");
    cell.cost = read_decimal(index, line, "cost");
    const std::string_view letter = take_word(line);
    const std::optional<CellStatus> status =
        letter.size() == 1 ? status_of_letter(letter.front()) : std::nullopt;
    if (!status) {
      lines_.fail("cell " + std::to_string(index) + " has the status " + data_value(letter),
                  "s is safe, u primary, m secondary, z protected");
    }
    cell.status = *status;
    cell.lower = read_decimal(index, line, "lower bound");
    cell.upper = read_decimal(index, line, "upper bound");
    cell.lower_level = read_decimal(index, line, "lower protection level");
    cell.upper_level = read_decimal(index, line, "upper protection level");
    cell.sliding_level = read_decimal(index, line, "sliding protection level");
    if (!io::trimmed(line).empty()) {
      lines_.fail("cell " + std::to_string(index) + " has more than nine fields",
                  "index value cost status lower upper lower_level upper_level sliding_level");
    }
  }

  Decimal read_decimal(std::size_t index, std::string_view& line, const std::string& what) const {
    const std::string_view word = take_word(line);
    if (const std::optional<Decimal> number = Decimal::parse(word)) return *number;
    const std::string cell = "cell " + std::to_string(index);
    if (word.empty()) {
      lines_.fail(cell + " has no " + what,
                  "index value cost status lower upper lower_level upper_level sliding_level");
    }
    lines_.fail("the " + what + " " + data_value(word) + " of " + cell +
                " is not a number of at most 18 digits");
  }

  void read_relations() {
    const std::size_t count = read_count(lines_, "relations", shortest_relation);
    std::vector<std::size_t> last_in(table_.cells.size(), 0);  // the latest relation of each cell, from 1
    std::vector<Term> terms;
    const std::string last = "the last of its " + std::to_string(count) + " relations";
    for (std::size_t relation = 1; relation <= count; ++relation) {
      std::string_view line = lines_.require(last);
      const Decimal right = read_head(relation, line);
      terms.clear();
      for (skip_blanks(line); !line.empty(); skip_blanks(line)) {
        const Term term = read_term(relation, line);
        if (last_in[term.cell] == relation) {
          fail_in(relation, "has cell " + std::to_string(term.cell) + " twice");
        }
        last_in[term.cell] = relation;
        terms.push_back(term);
      }
      if (terms.size() != announced_) {
        fail_in(relation, "should have " + std::to_string(announced_) + " cells, but has " +
                              std::to_string(terms.size()));
      }
      if (terms.empty()) fail_in(relation, "has no cells");
      table_.relations.add(right, terms);
    }
  }

  [[noreturn]] void fail_in(std::size_t relation, const std::string& what) const {
    lines_.fail("relation " + std::to_string(relation) + " " + what,
                "a relation is written: right count : cell (coefficient) …");
  }

  // "0 4 :", of which the count goes to announced_.
  Decimal read_head(std::size_t relation, std::string_view& line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) fail_in(relation, "has no colon");
    std::string_view head = line.substr(0, colon);
    line.remove_prefix(colon + 1);
    const std::optional<Decimal> right = Decimal::parse(take_word(head));
    if (!right) fail_in(relation, "has no number for its right side");
    const std::optional<std::uint64_t> count = whole_number(take_word(head));
    if (!count || !io::trimmed(head).empty()) fail_in(relation, "has no number of cells");
    announced_ = *count;
    return *right;
  }

  // "868 (-1)", removed from the line.
  Term read_term(std::size_t relation, std::string_view& line) const {
    Term term;
    const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), term.cell);
    if (failure != std::errc()) {
      fail_in(relation, "has " + data_value(line.substr(0, 20)) + " where a cell should be");
    }
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (term.cell >= table_.cells.size()) {
      fail_in(relation, "has cell " + std::to_string(term.cell) + ", which does not exist");
    }
    skip_blanks(line);
    const std::size_t close = line.find(')');
    if (!line.starts_with('(') || close == std::string_view::npos) {
      fail_in(relation, "has cell " + std::to_string(term.cell) + " without a coefficient in parentheses");
    }
    const std::string_view typed = io::trimmed(line.substr(1, close - 1));
    line.remove_prefix(close + 1);
    const std::optional<Decimal> coefficient = Decimal::parse(typed);
    const std::optional<std::int64_t> whole = coefficient ? coefficient->units_at(0) : std::nullopt;
    if (!whole) {
      fail_in(relation, "has the coefficient " + data_value(typed) + " for cell " +
                            std::to_string(term.cell) + ", which is not an integer");
    }
    term.coefficient = *whole;
    return term;
  }

  TextLines lines_;
  CellTable table_;
  std::uint64_t announced_ = 0;
};

// Bounds for cells that have none: from 0, or as far below it as above where values are negative, to 1.5
// times the largest magnitude. Where that is less than the largest magnitude and the largest protection level
// together, it is 1.5 times these, and where a cell without lower bound is smaller than that level, it may go
// below 0: to protect one cell another may have to move as far, and a bound that prevents it would make a
// safe table unsafe.
struct Fallback {
  Decimal lower, upper;
  bool negative_values = false;
  bool with_levels = false;
  std::size_t used = 0;
};

Fallback fallback_of(const CellTable& table) {
  Decimal largest, level;
  Fallback fallback;
  for (const Cell& cell : table.cells) {
    largest = std::max(largest, magnitude(cell.value));
    level = std::max({level, cell.lower_level, cell.upper_level, cell.sliding_level});
    fallback.negative_values = fallback.negative_values || cell.value.is_negative();
  }
  bool needed = false;
  bool below_zero = fallback.negative_values;
  for (const Cell& cell : table.cells) {
    needed = needed || !cell.lower || !cell.upper;
    below_zero = below_zero || (!cell.lower && cell.value < level);
  }
  if (!needed) return fallback;
  const Decimal factor(15, 1);
  fallback.with_levels = largest + level > largest * factor;
  fallback.upper = ((fallback.with_levels ? largest + level : largest) * factor).trimmed();
  if (below_zero) fallback.lower = -fallback.upper;
  return fallback;
}

void append_cell(std::string& text, std::size_t index, const Cell& cell, Fallback& fallback) {
  if (!cell.lower || !cell.upper) ++fallback.used;
  const Decimal lower = cell.lower.value_or(fallback.lower);
  text += std::to_string(index);
  for (const Decimal& number : {cell.value, cell.cost}) {
    text += ' ';
    text += number.text();
  }
  text += ' ';
  text += status_letter(cell.status);
  for (const Decimal& number :
       {lower, cell.upper.value_or(fallback.upper), cell.lower_level, cell.upper_level, cell.sliding_level}) {
    text += ' ';
    text += number.text();
  }
  text += '\n';
}

std::vector<std::string> notes_on(const CellTable& table, const Fallback& fallback) {
  std::vector<std::string> notes;
  if (fallback.used > 0) {
    notes.push_back("JJ needs bounds, which " + std::to_string(fallback.used) + " of " +
                    std::to_string(table.cells.size()) + " cells lack: written as " + fallback.lower.text() +
                    " and " + fallback.upper.text() + " (1.5 times the largest cell" +
                    (fallback.with_levels ? " with the largest protection level)" : ")"));
  }
  if (!table.dimensions.empty()) {
    notes.emplace_back("JJ identifies cells only by number: codes and names are not in the file");
  }
  if (!table.contributors.empty()) notes.emplace_back("JJ cannot store the contributors of cells");
  if (!table.rules.empty()) notes.emplace_back("JJ cannot store the rules that were applied");
  return notes;
}

}  // namespace

CellTable parse_jj(std::string_view text, const std::string& source) { return JjReader(text, source).read(); }

std::vector<std::string> write_jj(const CellTable& table, const TextSink& sink) {
  Fallback fallback = fallback_of(table);
  std::string text = "0\n";
  text += std::to_string(table.cells.size());
  text += '\n';
  const auto hand_over = [&](std::size_t least) {
    if (text.size() < least) return;
    sink(text);
    text.clear();
  };
  for (std::size_t index = 0; index < table.cells.size(); ++index) {
    append_cell(text, index, table.cells[index], fallback);
    hand_over(piece);
  }
  text += std::to_string(table.relations.count()) + "\n";
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    const std::span<const Term> terms = table.relations.terms(relation);
    text += table.relations.right(relation).text() + " " + std::to_string(terms.size()) + " :";
    for (const Term& term : terms) {
      text += ' ';
      text += std::to_string(term.cell);
      text += " (";
      text += std::to_string(term.coefficient);
      text += ')';
    }
    text += '\n';
    hand_over(piece);
  }
  hand_over(1);
  return notes_on(table, fallback);
}

}  // namespace sfumato::tables
