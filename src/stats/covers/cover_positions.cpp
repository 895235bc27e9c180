// Sums over the values in order, so that a label that covers many of them takes two look-ups.
#include "stats/covers/cover_positions.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"

namespace sfumato::stats {

double position_of(double y, std::span<const double> ascending) {
  const auto [first, last] = std::equal_range(ascending.begin(), ascending.end(), y);
  const auto below = static_cast<double>(first - ascending.begin());
  const auto equal = static_cast<double>(last - first);
  return equal > 0.0 ? below + (equal + 1.0) / 2.0 : below + 0.5;
}

std::vector<double> cell_positions(const CoveredColumn& column, std::span<const double> ascending,
                                   std::span<const double> value_of, std::span<const std::size_t> weights) {
  std::vector<double> position(value_of.size());
  // Twice the positions are whole numbers, so that these sums are exact.
  std::vector<double> sums{0.0}, counts{0.0};
  for (std::size_t place = 0; place < position.size(); ++place) {
    position[place] = position_of(value_of[place], ascending);
    const auto weight = static_cast<double>(weights[place]);
    sums.push_back(sums.back() + weight * position[place]);
    counts.push_back(counts.back() + weight);
  }
  const auto of_label = [&](const MaskedCell& cell) {
    double sum = 0.0, count = 0.0, plain = 0.0, values = 0.0;
    for (const CoverRun& run : cell.runs) {
      const auto first = static_cast<std::size_t>(run.first), after = static_cast<std::size_t>(run.last) + 1;
      sum += sums[after] - sums[first];
      count += counts[after] - counts[first];
      for (std::size_t place = first; place < after && count == 0.0; ++place, values += 1.0) {
        plain += position[place];
      }
    }
    if (count > 0.0) return sum / count;
    for (const double end : cell.ends) plain += position_of(end, ascending);
    values += static_cast<double>(cell.ends.size());
    return values > 0.0 ? plain / values : nan;
  };
  std::vector<double> result;
  for (const MaskedCell& cell : column.cells) {
    switch (cell.kind) {
      case MaskedCell::Kind::value:
        result.push_back(cell.place >= 0 ? position[static_cast<std::size_t>(cell.place)] : nan);
        break;
      case MaskedCell::Kind::number:
        result.push_back(position_of(cell.number, ascending));
        break;
      case MaskedCell::Kind::label:
        result.push_back(of_label(cell));
        break;
      case MaskedCell::Kind::suppressed:
        result.push_back((static_cast<double>(ascending.size()) + 1.0) / 2.0);
        break;
      case MaskedCell::Kind::unknown:
        result.push_back(nan);
        break;
    }
  }
  return result;
}

std::vector<double> values_by_place(const CoveredColumn& column, std::span<const double> rank_values) {
  std::vector<double> result(column.counts.size(), 1.0);  // the largest marginality
  if (!column.numbers.empty()) result = column.numbers;
  for (std::size_t row = 0; row < rank_values.size(); ++row) {
    if (column.original[row] < 0 || std::isnan(rank_values[row])) continue;
    result[static_cast<std::size_t>(column.original[row])] = rank_values[row];
  }
  return result;
}

std::vector<std::size_t> weights_of(const CoveredColumn& column, const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> weights(column.counts.size(), 0);
  for (const std::size_t row : rows) {
    if (column.original[row] >= 0) ++weights[static_cast<std::size_t>(column.original[row])];
  }
  return weights;
}

}  // namespace sfumato::stats
