#include "masking/declared_decimals.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::masking {
namespace {

// 10^22 is the last power of ten that a double holds exactly.
double power_of_ten_exactly(int exponent) {
  double power = 1.0;
  for (int i = 0; i < exponent; ++i) power *= 10.0;
  return power;
}

// By its decimal digits, for numbers that have no room for a product with a power of ten.
double with_decimals_by_text(double value, int decimals) {
  char buffer[400];
  const auto text = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  double rounded = value;
  if (text.ec == std::errc()) std::from_chars(buffer, text.ptr, rounded);
  return rounded;
}

double inside(double rounded, double value, const std::optional<Domain>& domain, int decimals) {
  if (!domain || value < domain->lower || value > domain->upper) return rounded;
  if (rounded >= domain->lower && rounded <= domain->upper) return rounded;
  const double step = std::pow(10.0, -decimals) * (rounded > domain->upper ? -1.0 : 1.0);
  const double next = with_decimals(rounded + step, decimals);
  return next >= domain->lower && next <= domain->upper ? next : rounded;
}

// None where no decimals are declared, or where the column has no numbers.
const Numbers* declared_numbers(const Table& table, ColumnId id) {
  const ColumnInfo& info = table.info(id);
  return info.decimals && info.kind == Kind::numeric ? table.column(id).get_if<Numbers>() : nullptr;
}

bool all_exact_integers(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double value) {
    return std::isnan(value) || (value == std::trunc(value) && std::fabs(value) <= largest_exact_number);
  });
}

Integers as_integers(const Numbers& numbers) {
  Integers integers{std::vector<std::int64_t>(numbers.size()), {}};
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (std::isnan(numbers[row])) {
      integers.missing.resize(numbers.size());
      integers.missing[row] = 1;
    } else {
      integers.values[row] = static_cast<std::int64_t>(numbers[row]);
    }
  }
  return integers;
}

}  // namespace

double with_decimals(double value, int decimals) {
  if (!std::isfinite(value)) return value;
  if (decimals > 22) return with_decimals_by_text(value, decimals);
  const double power = power_of_ten_exactly(decimals);
  const double scaled = value * power;
  if (std::fabs(scaled) >= largest_exact_number) return with_decimals_by_text(value, decimals);
  const double rounded = std::round(scaled) / power;
  return rounded == 0.0 ? 0.0 : rounded;  // no minus before a zero that was none
}

void round_numbers(Table& masked, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    const Numbers* numbers = declared_numbers(masked, id);
    if (numbers == nullptr) continue;
    const ColumnInfo& info = masked.info(id);
    Numbers rounded = *numbers;
    for (double& value : rounded)
      value = inside(with_decimals(value, *info.decimals), value, info.domain, *info.decimals);
    masked.replace(id, std::move(rounded));
  }
}

void round_to_declared(Table& masked, const ColumnSet& columns) {
  round_numbers(masked, columns);
  for (const ColumnId id : columns) {
    const Numbers* numbers = declared_numbers(masked, id);
    if (numbers == nullptr || *masked.info(id).decimals != 0 || !all_exact_integers(*numbers)) continue;
    masked.replace(id, as_integers(*numbers));
  }
}

std::optional<int> sum_decimals(const Table& table, const ColumnSet& parts, std::optional<int> declared) {
  if (!declared) return std::nullopt;
  for (const ColumnId id : parts) {
    if (table.column(id).get_if<Integers>() != nullptr) continue;
    if (table.info(id).decimals.value_or(*declared + 1) > *declared) return std::nullopt;
  }
  return declared;
}

}  // namespace sfumato::masking
