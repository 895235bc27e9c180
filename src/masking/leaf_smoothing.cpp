// Quantiles of a leaf are those between the two nearest values.
#include "masking/leaf_smoothing.hpp"

#include <algorithm>
#include <cmath>

#include "stats/distributions/moments.hpp"

namespace sfumato::masking {
namespace {

constexpr int most_decimals = 6;

double quantile_of(const std::vector<double>& ascending, double share) {
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return ascending[below] + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

}  // namespace

LeafKernel leaf_kernel(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double deviation = values.size() > 1 ? std::sqrt(stats::moments(values).variance()) : 0.0;
  const double range = (quantile_of(values, 0.75) - quantile_of(values, 0.25)) / 1.34;
  const double spread = range > 0.0 ? std::min(deviation, range) : deviation;
  return {0.9 * spread * std::pow(static_cast<double>(values.size()), -0.2), values.front(), values.back()};
}

double smoothed(double value, const LeafKernel& kernel, Rng& rng) {
  const double width = kernel.upper - kernel.lower;
  const double noise = kernel.bandwidth * rng.normal();
  if (!(width > 0.0) || !std::isfinite(width)) return value;
  double place = std::fmod(value + noise - kernel.lower, 2.0 * width);
  if (place < 0.0) place += 2.0 * width;
  if (place > width) place = 2.0 * width - place;
  return std::clamp(kernel.lower + place, kernel.lower, kernel.upper);
}

std::optional<int> written_decimals(const Table& table, ColumnId id) {
  if (table.info(id).decimals) return table.info(id).decimals;
  if (table.column(id).get_if<Timestamps>() != nullptr) return std::nullopt;  // rounded as they are written
  const Numbers* numbers = table.column(id).get_if<Numbers>();
  if (numbers == nullptr) return 0;
  int decimals = 0;
  for (const double value : *numbers) {
    if (std::isnan(value)) continue;
    while (decimals <= most_decimals && rounded_to(value, decimals) != value) ++decimals;
    if (decimals > most_decimals) return std::nullopt;
  }
  return decimals;
}

// The nearest multiple as it would be read from a file, where its digits fit a double.
double rounded_to(double value, std::optional<int> decimals) {
  if (!decimals) return value;
  const double scale = std::pow(10.0, *decimals);
  const double scaled = value * scale;
  return std::abs(scaled) < 9007199254740992.0 ? std::nearbyint(scaled) / scale : value;
}

Column smoothed_column(const Column& original, std::span<const std::size_t> rows,
                       std::span<const double> numbers) {
  const Column taken = original.taking(rows);
  if (const Numbers* values = taken.get_if<Numbers>()) {
    Numbers result = *values;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!std::isnan(numbers[i])) result[i] = numbers[i];
    }
    return result;
  }
  if (const Integers* values = taken.get_if<Integers>()) {
    Integers result = *values;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!std::isnan(numbers[i])) result.values[i] = static_cast<std::int64_t>(std::nearbyint(numbers[i]));
    }
    return result;
  }
  if (const Dates* values = taken.get_if<Dates>()) {
    Dates result = *values;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!std::isnan(numbers[i])) result.days[i] = static_cast<std::int32_t>(std::nearbyint(numbers[i]));
    }
    return result;
  }
  if (const Timestamps* values = taken.get_if<Timestamps>()) {
    Timestamps result = *values;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!std::isnan(numbers[i])) result.ticks[i] = result.value_at(numbers[i]);
    }
    return result;
  }
  return taken;
}

}  // namespace sfumato::masking
