// The different values of an original column, found by their text or number: what labels are matched with.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "stats/covers/covered_column.hpp"
#include "stats/covers/interval_label.hpp"

namespace sfumato::stats {

// Cells that say nothing: missing, or with the text `*`.
std::vector<char> blank_cells(const Column& column);

class OriginalValues {
 public:
  // Fills in `original`, `counts`, `texts` and `numbers` of the target, which must outlive this, as the table
  // must.
  OriginalValues(const Table& table, ColumnId id, const std::vector<char>& blank, CoveredColumn& target);

  // Are the values numbers or dates?
  bool are_numbers() const { return number_; }
  // The number of a text; nothing where the values are not numbers, or the text is none.
  std::optional<double> number(const std::string& text) const;
  // Places, −1 for none.
  std::int32_t place(const std::string& text) const;
  std::int32_t place(double number) const;

  // Of numbers, dates, and ordered categories that are stored as such.
  std::optional<LabelInterval> interval(const std::string& text) const;
  // The values in an interval.
  std::vector<std::int32_t> inside(const LabelInterval& interval) const;

 private:
  void set_numbers(Kind kind);

  const Column& column_;
  bool number_;
  CoveredColumn& target_;
  Numbers amounts_;  // of each value of numbers and dates that have an order, whatever their kind
  std::unordered_map<std::string, std::int32_t> place_of_text_;
};

}  // namespace sfumato::stats
