#include "release/kept_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_map>

#include "core/number_text.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/record_groups.hpp"
#include "release/fitted.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::release {
namespace {

constexpr double most_steps = 1e15;  // from 0 to a limit: more than that are not exact

// 1, 2 or 5 times a power of ten.
struct RoundStep {
  int exponent = 0;
  int place = 0;  // in {1, 2, 5}

  double base() const { return place == 0 ? 1.0 : place == 1 ? 2.0 : 5.0; }
  double power() const { return std::pow(10.0, std::abs(exponent)); }
  // The double nearest to the decimal text.
  double multiple(double count) const {
    return exponent < 0 ? count * base() / power() : count * base() * power();
  }
  void widen() {
    if (++place < 3) return;
    place = 0;
    ++exponent;
  }
};

RoundStep first_step(const std::vector<double>& sorted, double limit) {
  double spread = stats::quantile(sorted, 0.95) - stats::quantile(sorted, 0.05);
  if (!(spread > 0.0)) spread = sorted.back() - sorted.front();
  double least = spread > 0.0 ? spread / 100.0 : std::max(std::fabs(limit), 1.0) / 100.0;
  least = std::max(least, std::fabs(limit) / most_steps);
  RoundStep step{static_cast<int>(std::floor(std::log10(least))), 0};
  while (step.multiple(1.0) < least) step.widen();
  return step;
}

}  // namespace

std::int64_t TailCount::percent() const {
  return present == 0 ? 0 : std::llround(100.0 * static_cast<double>(beyond) / static_cast<double>(present));
}

TailCount count_beyond(const Column& column, const std::string& limit, bool upper) {
  std::optional<double> bound;
  if (const Codes* codes = column.get_if<Codes>()) {
    const auto found = std::find(codes->labels.begin(), codes->labels.end(), limit);
    if (found != codes->labels.end()) bound = static_cast<double>(found - codes->labels.begin());
  } else {
    bound = parse_number(limit);
  }
  TailCount count;
  for (const double value : column.to_numbers()) {
    if (std::isnan(value)) continue;
    ++count.present;
    if (bound && (upper ? value > *bound : value < *bound)) ++count.beyond;
  }
  return count;
}

KeptValues::KeptValues(const Table& table) : unit_of_row_(table.rows()) {
  for (std::size_t row = 0; row < table.rows(); ++row) unit_of_row_[row] = row;
  for (const Role role : {Role::unit, Role::household}) {
    const auto column = masking::column_of(table, role);
    if (column) join(masking::group_of_row(masking::record_groups(table.column(*column)), table.rows()));
  }
}

// Records of one of these groups become one, with all that each of them was joined with before.
void KeptValues::join(const std::vector<std::size_t>& group_of_row) {
  std::vector<std::size_t> parent(unit_of_row_.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t row) {
    while (parent[row] != row) row = parent[row] = parent[parent[row]];
    return row;
  };
  for (const std::vector<std::size_t>& groups : {unit_of_row_, group_of_row}) {
    std::unordered_map<std::size_t, std::size_t> first;
    for (std::size_t row = 0; row < groups.size(); ++row) {
      parent[root(row)] = root(first.try_emplace(groups[row], row).first->second);
    }
  }
  for (std::size_t row = 0; row < parent.size(); ++row) unit_of_row_[row] = root(row);
}

template <class Wanted>
bool KeptValues::enough(const Wanted& wanted) const {
  std::set<std::size_t> units;
  for (std::size_t row = 0; row < unit_of_row_.size(); ++row) {
    if (!wanted(row)) continue;
    units.insert(unit_of_row_[row]);
    if (units.size() >= least_kept) return true;
  }
  return false;
}

std::vector<std::string> KeptValues::frequent(const Column& column) const {
  const stats::KeyColumn keys = stats::key_column(column);
  std::vector<std::set<std::size_t>> units(static_cast<std::size_t>(keys.distinct));
  for (std::size_t row = 0; row < keys.codes.size(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    std::set<std::size_t>& own = units[static_cast<std::size_t>(keys.codes[row])];
    if (own.size() < least_kept) own.insert(unit_of_row_[row]);
  }
  const std::vector<std::string> texts = masking::distinct_texts(column);
  std::vector<std::string> result;
  for (std::size_t code = 0; code < texts.size(); ++code) {
    if (units[code].size() >= least_kept) result.push_back(texts[code]);
  }
  return result;
}

// The value that `least_kept` units reach or pass, each counted by the most extreme of its values.
std::optional<double> KeptValues::reached_by_enough(const Numbers& values, bool upper) const {
  std::unordered_map<std::size_t, double> extreme;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) continue;
    const auto [found, fresh] = extreme.try_emplace(unit_of_row_[row], values[row]);
    if (!fresh)
      found->second = upper ? std::max(found->second, values[row]) : std::min(found->second, values[row]);
  }
  if (extreme.size() < least_kept) return std::nullopt;
  std::vector<double> sorted;
  for (const auto& [unit, value] : extreme) sorted.push_back(value);
  std::sort(sorted.begin(), sorted.end());
  return upper ? sorted[sorted.size() - least_kept] : sorted[least_kept - 1];
}

std::optional<double> KeptValues::rounded_limit(const Column& column, double limit, bool upper) const {
  const Numbers values = column.to_numbers();
  const std::optional<double> reached = reached_by_enough(values, upper);
  if (!reached || !std::isfinite(limit)) return std::nullopt;
  limit = upper ? std::min(limit, *reached) : std::max(limit, *reached);
  std::vector<double> sorted = values;
  std::erase_if(sorted, [](double value) { return std::isnan(value); });
  std::sort(sorted.begin(), sorted.end());
  const RoundStep step = first_step(sorted, limit);
  const double count = limit / step.multiple(1.0);
  double rounded = step.multiple(upper ? std::floor(count) : std::ceil(count));
  // A quotient that was rounded can lie on the other side of the limit.
  if (upper ? rounded > limit : rounded < limit)
    rounded = step.multiple(std::round(count) + (upper ? -1.0 : 1.0));
  return rounded == 0.0 ? 0.0 : rounded;  // not −0
}

std::optional<std::string> KeptValues::kept_category(const Column& column, const std::string& limit,
                                                     bool upper) const {
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr) return std::nullopt;
  const auto found = std::find(codes->labels.begin(), codes->labels.end(), limit);
  const auto last = static_cast<std::int32_t>(codes->labels.size()) - 1;
  for (auto place = static_cast<std::int32_t>(found - codes->labels.begin()); place >= 0 && place <= last;
       place += upper ? -1 : 1) {
    const auto beyond = [&](std::size_t row) {
      const std::int32_t code = codes->codes[row];
      return code != Codes::missing && (upper ? code >= place : code <= place);
    };
    if (enough(beyond)) return codes->labels[static_cast<std::size_t>(place)];
  }
  return std::nullopt;
}

}  // namespace sfumato::release
