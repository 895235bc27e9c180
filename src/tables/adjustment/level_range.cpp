#include "tables/adjustment/level_range.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "tables/rules/rules_fraction.hpp"

namespace sfumato::tables {
namespace {

constexpr std::int64_t steps = 1'000'000;
// Levels of a drawn percentage get this many more decimals than the cell; the adjusted value is rounded to
// the table's last decimal anyway.
constexpr int more_decimals = 6;

[[noreturn]] void refuse(const std::string& typed, const std::string& reason) {
  bad_param("levels", "parameter 'levels' cannot be '" + typed + "': " + reason,
            "write a range in percent of the required level, such as 100:150; 100 is the required level");
}

Decimal percentage(const std::string& typed, const std::string& part) {
  const std::optional<Decimal> number = Decimal::parse(part);
  if (!number || number->trimmed().decimals() > 3) refuse(typed, "'" + part + "' is not a percentage");
  if (*number < Decimal::whole(100)) refuse(typed, "a level below 100 % would not protect as required");
  if (*number > Decimal::whole(10'000)) refuse(typed, "a level above 10000 % is not allowed");
  return number->trimmed();
}

Decimal scaled(const Decimal& level, const Decimal& percent, int decimals) {
  return (Fraction(level) * Fraction(percent) / Fraction(100)).rounded_up(decimals);
}

}  // namespace

std::string LevelRange::text() const {
  return single() ? low.text() + " %" : low.text() + " to " + high.text() + " %";
}

LevelRange parse_level_range(const std::string& typed) {
  const std::size_t colon = typed.find(':');
  LevelRange range;
  range.low = percentage(typed, typed.substr(0, colon));
  range.high = colon == std::string::npos ? range.low : percentage(typed, typed.substr(colon + 1));
  if (range.high < range.low) refuse(typed, "the second number is smaller than the first");
  return range;
}

std::vector<Decimal> drawn_percentages(const CellTable& table, const LevelRange& range, const Run& run) {
  SecureRng rng = run.secure("levels");
  const Decimal step = (range.high - range.low) * Decimal(1, 6);
  std::vector<Decimal> drawn;
  for (const Cell& cell : table.cells) {
    if (cell.status != CellStatus::primary) continue;
    const auto place = static_cast<std::int64_t>(rng.below(steps + 1));
    drawn.push_back((range.low + step * Decimal::whole(place)).trimmed());
  }
  return drawn;
}

CellTable with_drawn_levels(const CellTable& table, const std::vector<Decimal>& percentages) {
  CellTable drawn = table;
  std::size_t next = 0;
  for (Cell& cell : drawn.cells) {
    if (cell.status != CellStatus::primary) continue;
    const Decimal& percent = percentages[next++];
    const int decimals = std::min(Decimal::most_decimals, cell.value.decimals() + more_decimals);
    cell.lower_level = scaled(cell.lower_level, percent, decimals);
    cell.upper_level = scaled(cell.upper_level, percent, decimals);
  }
  return drawn;
}

}  // namespace sfumato::tables
