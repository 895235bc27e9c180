// Pairs of rows that lack a value are dropped for that pair of columns alone.
#include "stats/ranks/association.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

// Of average ranks.
std::optional<double> rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2) return std::nullopt;
  const double middle = (static_cast<double>(a.size()) + 1.0) / 2.0;
  double products = 0.0, of_a = 0.0, of_b = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products += (a[i] - middle) * (b[i] - middle);
    of_a += (a[i] - middle) * (a[i] - middle);
    of_b += (b[i] - middle) * (b[i] - middle);
  }
  if (of_a == 0.0 || of_b == 0.0) return std::nullopt;
  return std::clamp(products / std::sqrt(of_a * of_b), -1.0, 1.0);
}

std::size_t present(const std::vector<double>& counts) {
  return static_cast<std::size_t>(
      std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0.0; }));
}

// χ²/n = Σ o²/(row·column) − 1 over the cells that occur, summed in the order of cells.
std::optional<double> cramers_v(const AssociatedColumn& a, const AssociatedColumn& b,
                                const std::vector<std::size_t>& rows) {
  std::vector<double> of_a(a.categories, 0.0), of_b(b.categories, 0.0);
  std::vector<std::uint64_t> cells;
  for (const std::size_t row : rows) {
    const auto x = static_cast<std::size_t>(a.codes[row]), y = static_cast<std::size_t>(b.codes[row]);
    ++of_a[x];
    ++of_b[y];
    cells.push_back(x * b.categories + y);
  }
  const std::size_t least = std::min(present(of_a), present(of_b));
  if (least < 2) return std::nullopt;
  std::sort(cells.begin(), cells.end());
  double sum = 0.0;
  for (auto here = cells.begin(); here != cells.end();) {
    const auto end = std::upper_bound(here, cells.end(), *here);
    const auto count = static_cast<double>(end - here);
    sum += count * count / (of_a[*here / b.categories] * of_b[*here % b.categories]);
    here = end;
  }
  return std::sqrt(std::clamp((sum - 1.0) / static_cast<double>(least - 1), 0.0, 1.0));
}

std::optional<double> correlation_ratio(const AssociatedColumn& category, const AssociatedColumn& number,
                                        const std::vector<std::size_t>& rows) {
  // Deviations from a mean that rounds need not be 0.
  const auto differs = [&](std::size_t row) { return number.numbers[row] != number.numbers[rows.front()]; };
  if (std::none_of(rows.begin(), rows.end(), differs)) return std::nullopt;
  double mean = 0.0, all = 0.0, between = 0.0;
  for (const std::size_t row : rows) mean += number.numbers[row] / static_cast<double>(rows.size());
  std::vector<double> sums(category.categories, 0.0), counts(category.categories, 0.0);
  for (const std::size_t row : rows) {
    const double apart = number.numbers[row] - mean;
    const auto code = static_cast<std::size_t>(category.codes[row]);
    sums[code] += apart;
    ++counts[code];
    all += apart * apart;
  }
  if (!(all > 0.0) || present(counts) < 2) return std::nullopt;
  for (std::size_t code = 0; code < sums.size(); ++code) {
    if (counts[code] > 0.0) between += sums[code] * sums[code] / counts[code];
  }
  return std::sqrt(std::clamp(between / all, 0.0, 1.0));
}

}  // namespace

bool AssociatedColumn::missing(std::size_t row) const {
  return categorical ? codes[row] < 0 : std::isnan(numbers[row]);
}

std::optional<double> association(const AssociatedColumn& a, const AssociatedColumn& b) {
  if (!a.ranks.empty() && !b.ranks.empty()) return rank_correlation(a.ranks, b.ranks);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (!a.missing(row) && !b.missing(row)) rows.push_back(row);
  }
  if (a.categorical && b.categorical) return cramers_v(a, b, rows);
  if (a.categorical) return correlation_ratio(a, b, rows);
  if (b.categorical) return correlation_ratio(b, a, rows);
  std::vector<double> x, y;
  for (const std::size_t row : rows) {
    x.push_back(a.numbers[row]);
    y.push_back(b.numbers[row]);
  }
  return rank_correlation(average_ranks(x), average_ranks(y));
}

}  // namespace sfumato::stats
