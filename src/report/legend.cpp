// Entries run down the columns, as lists are read. All columns are as wide as the widest entry.
#include "report/legend.hpp"

#include <algorithm>

#include "report/svg.hpp"

namespace sfumato::report {
namespace {

constexpr double row_height = 20.0;
constexpr double column_gap = 22.0;  // between columns
constexpr double text_gap = 8.0;     // between sample and name
constexpr double room_above = 10.0;
constexpr double longest_entry = 340.0;  // pixels of a name
constexpr std::size_t most_columns = 5;

}  // namespace

Legend::Legend(std::vector<std::string> names, double left, double right, double top)
    : names_(std::move(names)),
      left_(left),
      top_(top),
      name_room_(std::min(longest_entry, right - left - sample_width - text_gap)),
      column_width_(1.0),
      rows_(0) {
  for (const std::string& name : names_) {
    const double room = sample_width + text_gap + text_width(fitted(name, name_room_)) + column_gap;
    column_width_ = std::max(column_width_, room);
  }
  const auto fitting = static_cast<std::size_t>((right - left + column_gap) / column_width_);
  const std::size_t columns = std::clamp<std::size_t>(fitting, 1, most_columns);
  rows_ = (names_.size() + columns - 1) / columns;
}

double Legend::height() const {
  return names_.empty() ? 0.0 : room_above + row_height * static_cast<double>(rows_);
}

Shapes Legend::name(std::size_t entry, std::string_view classes) const {
  const std::string text = fitted(names_[entry], name_room_);
  const Shapes drawn =
      label(sample_left(entry) + sample_width + text_gap, sample_middle(entry) + 4.0, text, classes);
  return text == names_[entry] ? drawn : group("", drawn, names_[entry]);
}

double Legend::sample_left(std::size_t entry) const {
  const std::size_t column = entry / rows_;
  return left_ + column_width_ * static_cast<double>(column);
}

double Legend::sample_middle(std::size_t entry) const {
  const std::size_t row = entry % rows_;
  return top_ + room_above + row_height * (static_cast<double>(row) + 0.5);
}

}  // namespace sfumato::report
