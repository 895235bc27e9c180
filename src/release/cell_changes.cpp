// Numbers are compared as numbers, whether they are integers, doubles or texts; everything else as texts.
#include "release/cell_changes.hpp"

#include <limits>

#include "core/number_text.hpp"

namespace sfumato::release {
namespace {

// NaN for a text that is not a number, and for a missing value.
Numbers as_numbers(const Column& column) {
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr) return column.to_numbers();
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  Numbers of_label;
  for (const std::string& label : codes->labels) of_label.push_back(parse_number(label).value_or(none));
  Numbers result;
  for (const std::int32_t code : codes->codes) {
    result.push_back(code == Codes::missing ? none : of_label[static_cast<std::size_t>(code)]);
  }
  return result;
}

}  // namespace

bool has_values(const Column& column) { return column.missing_count() < column.size(); }

void CellChanges::add(const Column& original, const Column& released) {
  const Numbers before = as_numbers(original), after = as_numbers(released);
  const bool texts = original.is_text() || released.is_text();
  for (std::size_t row = 0; row < released.size(); ++row) {
    const bool gone = released.missing(row), absent = original.missing(row);
    if (gone && absent) continue;
    ++cells_;
    const bool same =
        gone == absent && (before[row] == after[row] || (texts && original.text(row) == released.text(row)));
    if (!same) ++changed_;
  }
}

std::optional<std::size_t> CellChanges::few(bool has_values) const {
  if (!has_values || static_cast<double>(changed_) > few_changed * static_cast<double>(cells_)) {
    return std::nullopt;
  }
  return changed_;
}

std::optional<std::size_t> few_changed_cells(const Column& original, const Column& released) {
  if (!has_values(released) || original.size() != released.size()) return std::nullopt;
  if (original == released) return 0;
  CellChanges changes;
  changes.add(original, released);
  return changes.few(true);
}

}  // namespace sfumato::release
