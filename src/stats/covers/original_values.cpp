// Numbers are found by bisection, texts in a table.
#include "stats/covers/original_values.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "stats/categories/category_pairs.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

std::vector<char> blank_cells(const Column& column) {
  std::vector<char> blank(column.size(), 0);
  const Codes* codes = column.get_if<Codes>();
  std::int32_t star = Codes::missing;
  for (std::size_t code = 0; codes != nullptr && code < codes->labels.size(); ++code) {
    if (codes->labels[code] == suppressed_text) star = static_cast<std::int32_t>(code);
  }
  for (std::size_t row = 0; row < blank.size(); ++row) {
    blank[row] = column.missing(row) || (codes != nullptr && codes->codes[row] == star) ? 1 : 0;
  }
  return blank;
}

OriginalValues::OriginalValues(const Table& table, ColumnId id, const std::vector<char>& blank,
                               CoveredColumn& target)
    : column_(table.column(id)),
      number_(table.info(id).kind == Kind::numeric && !table.column(id).is_text()),
      target_(target) {
  const Codes* codes = column_.get_if<Codes>();
  target.original = codes != nullptr ? codes->codes : key_column(column_).codes;
  if (codes != nullptr) target.texts = codes->labels;
  for (std::size_t row = 0; row < blank.size(); ++row) {
    std::int32_t& place = target.original[row];
    if (blank[row] != 0) place = CoveredColumn::missing;
    if (place == CoveredColumn::missing) continue;
    const auto at = static_cast<std::size_t>(place);
    if (target.counts.size() <= at) target.counts.resize(at + 1, 0);
    if (target.texts.size() <= at) target.texts.resize(at + 1);
    if (target.counts[at]++ == 0 && codes == nullptr) target.texts[at] = column_.text(row);
  }
  target.counts.resize(target.texts.size(), 0);
  set_numbers(table.info(id).kind);
  if (number_) return;
  for (std::size_t at = 0; at < target.texts.size(); ++at) {
    place_of_text_.emplace(target.texts[at], static_cast<std::int32_t>(at));
  }
}

void OriginalValues::set_numbers(Kind kind) {
  Numbers& numbers = target_.numbers;
  if (kind == Kind::nominal) return;
  numbers.resize(target_.counts.size());
  for (std::size_t at = 0; at < numbers.size(); ++at) numbers[at] = static_cast<double>(at);
  if (column_.is_text()) return;
  amounts_ = numbers;
  const Numbers values = column_.to_numbers();
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (target_.original[row] >= 0) amounts_[static_cast<std::size_t>(target_.original[row])] = values[row];
  }
  if (number_) numbers = amounts_;
}

std::optional<double> OriginalValues::number(const std::string& text) const {
  if (!number_) return std::nullopt;
  if (column_.get_if<Dates>() == nullptr) return parse_number(text);
  std::int32_t day = 0;
  return parse_date(text, day) ? std::optional<double>(day) : std::nullopt;
}

std::int32_t OriginalValues::place(const std::string& text) const {
  if (!number_) {
    const auto found = place_of_text_.find(text);
    return found == place_of_text_.end() ? CoveredColumn::missing : found->second;
  }
  const std::optional<double> wanted = number(text);
  return wanted ? place(*wanted) : CoveredColumn::missing;
}

std::int32_t OriginalValues::place(double number) const {
  const auto found = std::lower_bound(target_.numbers.begin(), target_.numbers.end(), number);
  if (found == target_.numbers.end() || *found != number) return CoveredColumn::missing;
  return static_cast<std::int32_t>(found - target_.numbers.begin());
}

std::optional<LabelInterval> OriginalValues::interval(const std::string& text) const {
  if (amounts_.empty()) return std::nullopt;
  const Timestamps* times = column_.get_if<Timestamps>();
  if (times != nullptr) return times->form.time ? moment_interval(text) : date_interval(text);
  return column_.get_if<Dates>() == nullptr ? number_interval(text) : date_interval(text);
}

std::vector<std::int32_t> OriginalValues::inside(const LabelInterval& interval) const {
  std::vector<std::int32_t> result;
  const auto first = std::lower_bound(amounts_.begin(), amounts_.end(), interval.lower);
  for (auto each = first; each != amounts_.end() && *each <= interval.upper; ++each) {
    if (interval.contains(*each)) result.push_back(static_cast<std::int32_t>(each - amounts_.begin()));
  }
  return result;
}

}  // namespace sfumato::stats
