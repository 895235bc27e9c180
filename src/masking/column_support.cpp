// Numbers by domain and decimals, categories by their list.
#include "masking/column_support.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary.hpp"
#include "masking/declared_categories.hpp"
#include "masking/declared_domain.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t unlimited = std::size_t{1} << 40;
constexpr int exact_powers = 22;  // 10^22 is the last power of ten that is exact in a double

constexpr double many_units = 10'000.0;

// asinh(x/unit): like x near 0 and like its logarithm far from it, on both sides.
double on_scale(double x, double unit) {
  if (unit == 0.0) return x;
  const double size = std::fabs(x / unit);
  const double large = size < 1e100 ? size + std::sqrt(size * size + 1.0) : 2.0 * size;
  return std::copysign(portable_log(large), x);
}

double from_scale(double place, double unit) {
  if (unit == 0.0) return place;
  const double size = std::fabs(place);
  return std::copysign(unit * (portable_exp(size) - portable_exp(-size)) / 2.0, place);
}

double power_of_ten(int exponent) {
  double result = 1.0;
  for (int i = 0; i < exponent; ++i) result *= 10.0;
  return result;
}

// The nearest whole number in the given direction; 1.1·10, which is a little above 11, counts as 11.
double whole(double value, double (*towards)(double)) {
  const double nearest = std::nearbyint(value);
  return std::fabs(value - nearest) <= 1e-9 * std::max(1.0, std::fabs(value)) ? nearest : towards(value);
}

ColumnSupport numeric_support(const Domain& domain, std::optional<int> decimals) {
  ColumnSupport result{.domain = domain, .range = domain};
  const double width = domain.upper - domain.lower;
  if (width <= 0.0) return result;
  result.most_bins = unlimited;
  if (!decimals || *decimals > exact_powers) return result;
  const double scale = power_of_ten(*decimals);
  const double first = whole(domain.lower * scale, std::ceil), last = whole(domain.upper * scale, std::floor);
  // A domain between two such numbers holds none of them; numbers of 52 bits and more cannot be rounded.
  if (first > last || std::max(std::fabs(first), std::fabs(last)) >= 0x1p51) return result;
  result.units_of_one = scale;
  result.range = {(first - 0.5) / scale, (last + 0.5) / scale};
  result.most_bins = std::min(unlimited, static_cast<std::size_t>(last - first) + 1);
  return result;
}

ColumnSupport category_support(std::vector<std::string> categories, const ColumnInfo& info) {
  ColumnSupport result{.categories = std::move(categories), .labelled_codes = !info.value_labels.empty()};
  result.bins = result.most_bins = result.categories.size();
  if (info.kind == Kind::ordinal) result.instead = (result.bins - 1) / 2;
  return result;
}

}  // namespace

std::vector<double> ColumnSupport::values(const Column& column) const {
  if (!numeric()) return category_places(column, categories, instead);
  const double middle = domain.lower + (domain.upper - domain.lower) / 2.0;
  std::vector<double> result = column.to_numbers();
  for (double& value : result) {
    value = std::isnan(value) ? middle : std::clamp(value, domain.lower, domain.upper);
  }
  return result;
}

void ColumnSupport::set_spacing(Spacing spacing) {
  const double width = domain.upper - domain.lower, smallest = units_of_one ? 1.0 / *units_of_one : 1.0;
  const bool amounts =
      spacing == Spacing::magnitude || (spacing == Spacing::automatic && width >= many_units * smallest);
  if (!amounts || !numeric() || constant()) return;
  const double finest = units_of_one ? std::max(smallest, width * 1e-6) : width * 1e-4;
  // A narrow domain far from 0 has one magnitude only.
  if (std::max(std::fabs(domain.lower), std::fabs(domain.upper)) < 1e200 * finest) unit = finest;
}

std::size_t ColumnSupport::bin_of(double value) const {
  if (!numeric()) return static_cast<std::size_t>(value);
  const double first = on_scale(range.lower, unit), width = on_scale(range.upper, unit) - first;
  if (width <= 0.0) return 0;
  const double place = (on_scale(value, unit) - first) / width * static_cast<double>(bins);
  return std::min(static_cast<std::size_t>(std::max(place, 0.0)), bins - 1);
}

double ColumnSupport::number_at(std::size_t bin, double share) const {
  const double place = (static_cast<double>(bin) + share) / static_cast<double>(bins);
  const double first = on_scale(range.lower, unit), width = on_scale(range.upper, unit) - first;
  double value = from_scale(first + width * place, unit);
  if (units_of_one) value = std::nearbyint(value * *units_of_one) / *units_of_one;
  return std::clamp(value + 0.0, domain.lower, domain.upper);  // + 0.0: never minus zero
}

std::size_t ColumnSupports::varying() const {
  return static_cast<std::size_t>(
      std::count_if(columns.begin(), columns.end(), [](const auto& column) { return !column.constant(); }));
}

ColumnSupports column_supports(const Table& table, const ColumnSet& columns, std::optional<double> margin,
                               std::string_view method) {
  ColumnSet numbers, names;
  for (const ColumnId id : columns) {
    (table.info(id).kind == Kind::numeric ? numbers : names).push_back(id);
  }
  ReleaseDomains domains = release_domains(table, numbers, margin, method);
  std::vector<std::vector<std::string>> categories = release_categories(table, names, method);
  ColumnSupports result{.columns = {}, .from_data = std::move(domains.from_data)};
  std::size_t number = 0, name = 0;
  for (const ColumnId id : columns) {
    const ColumnInfo& info = table.info(id);
    result.columns.push_back(info.kind == Kind::numeric
                                 ? numeric_support(domains.domains[number++], info.decimals)
                                 : category_support(std::move(categories[name++]), info));
  }
  return result;
}

void set_bins(ColumnSupports& supports, std::size_t bins, Spacing spacing) {
  for (ColumnSupport& column : supports.columns) {
    if (!column.numeric()) continue;
    column.bins = std::min(bins, column.most_bins);
    column.set_spacing(spacing);
  }
}

std::vector<std::int64_t> histogram(const std::vector<double>& values, const ColumnSupport& support) {
  std::vector<std::int64_t> counts(support.bins, 0);
  for (const double value : values) ++counts[support.bin_of(value)];
  return counts;
}

}  // namespace sfumato::masking
