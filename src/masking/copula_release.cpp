// Noise is added to integers; doubles are used only after the noise.
#include "masking/copula_release.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/elementary.hpp"
#include "masking/declared_categories.hpp"
#include "stats/distributions/grid_noise.hpp"
#include "stats/distributions/normal_copula.hpp"
#include "stats/linear/nearest_correlation.hpp"
#include "stats/linear/simplex_projection.hpp"
#include "stats/ranks/kendall.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t stream_block_rows = 1024;

// Shares of the bins; all equal where there are no records.
std::vector<double> noisy_shares(std::vector<std::int64_t> counts, const CopulaBudget& budget,
                                 SecureRng rng) {
  if (budget.records == 0)
    return std::vector<double>(counts.size(), 1.0 / static_cast<double>(counts.size()));
  std::vector<std::int64_t> noise(counts.size());
  stats::GeometricNoise(budget.count_lambda()).draw(rng, noise);
  std::vector<double> noisy(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) noisy[i] = static_cast<double>(counts[i] + noise[i]);
  std::vector<double> shares = stats::simplex_projection(noisy, static_cast<double>(budget.records));
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= total;
  return shares;
}

double noisy_tau(std::int64_t score, const CopulaBudget& budget, SecureRng rng) {
  __extension__ using Sum = __int128;  // n²/2 and the noise may add up to more than 64 bits
  const Sum noisy = static_cast<Sum>(score) + stats::GeometricNoise(budget.score_lambda()).draw(rng);
  const double n = static_cast<double>(budget.records);
  return static_cast<double>(noisy) / (n * (n - 1.0) / 2.0);
}

// The share of pairs of records that differ, for categories; numbers count as all different.
double untied(const std::vector<double>& shares, const ColumnSupport& support) {
  if (support.numeric()) return 1.0;
  double tied = 0.0;
  for (const double share : shares) tied += share * share;
  return std::max(1.0 - tied, 0.0);
}

struct Pair {
  std::size_t first, second;
};

std::vector<Pair> varying_pairs(const ColumnSupports& supports) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < supports.columns.size(); ++i) {
    for (std::size_t j = i + 1; j < supports.columns.size(); ++j) {
      if (!supports.columns[i].constant() && !supports.columns[j].constant()) pairs.push_back({i, j});
    }
  }
  return pairs;
}

stats::Matrix identity(std::size_t size) {
  stats::Matrix result(size, size);
  for (std::size_t i = 0; i < size; ++i) result(i, i) = 1.0;
  return result;
}

// A column being drawn: probabilities become numbers or positions of categories, row by row.
class DrawnColumn {
 public:
  DrawnColumn(const ColumnSupport& support, const std::vector<double>& shares, std::size_t rows)
      : support_(support), cumulative_(shares.size()) {
    std::partial_sum(shares.begin(), shares.end(), cumulative_.begin());
    // The last bin that is not empty ends with 1, whatever the rounding.
    const double all = cumulative_.back();
    for (double& sum : cumulative_) sum = sum == all ? 1.0 : std::min(sum, 1.0);
    if (support.numeric()) {
      numbers_.resize(rows);
    } else {
      places_.resize(rows);
    }
  }

  // The first bin whose cumulative share is above the probability, so never an empty one.
  void set(std::size_t row, double probability) {
    const double place = std::min(probability, 1.0 - 0x1p-53);
    const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), place);
    const auto bin = static_cast<std::size_t>(found - cumulative_.begin());
    if (!support_.numeric()) {
      places_[row] = static_cast<std::uint32_t>(bin);
      return;
    }
    const double lower = bin == 0 ? 0.0 : cumulative_[bin - 1];
    numbers_[row] = support_.number_at(bin, (place - lower) / (cumulative_[bin] - lower));
  }

  Column column() {
    if (support_.numeric()) return std::move(numbers_);
    return category_column(places_, support_.categories, support_.labelled_codes);
  }

 private:
  const ColumnSupport& support_;
  std::vector<double> cumulative_;
  Numbers numbers_;
  std::vector<std::uint32_t> places_;
};

}  // namespace

NoisyCopula noisy_copula(const Table& original, const ColumnSet& columns, const ColumnSupports& supports,
                         const CopulaBudget& budget, const Run& run) {
  NoisyCopula result{std::vector<std::vector<double>>(columns.size()), identity(columns.size())};
  std::vector<stats::OrderedLevels> levels(columns.size());
  const std::vector<Pair> pairs = budget.pairs > 0 ? varying_pairs(supports) : std::vector<Pair>{};
  run.expect(columns.size() + pairs.size());
  run.parallel(columns.size(), [&](std::size_t j) {
    const ColumnSupport& support = supports.columns[j];
    result.shares[j] = {1.0};
    if (!support.constant()) {
      const std::vector<double> values = support.values(original.column(columns[j]));
      result.shares[j] = noisy_shares(histogram(values, support), budget,
                                      run.within("marginal", columns[j]).secure("noise"));
      if (!pairs.empty()) levels[j] = stats::ordered_levels(values);
    }
    run.advance();
  });
  stats::Matrix noisy = result.correlation;
  run.parallel(pairs.size(), [&](std::size_t p) {
    const auto [i, j] = pairs[p];
    const double tau =
        noisy_tau(stats::kendall_score(levels[i], levels[j]), budget, run.within("pair", p).secure("noise"));
    const double differing = std::sqrt(untied(result.shares[i], supports.columns[i]) *
                                       untied(result.shares[j], supports.columns[j]));
    noisy(i, j) = noisy(j, i) =
        stats::correlation_of_tau(tau / std::max(differing, std::min(1.0, 4.0 * budget.tau_sd())));
    run.advance();
  });
  if (pairs.empty()) return result;
  result.correlation = stats::nearest_correlation(noisy);
  const double moved = stats::frobenius_distance(noisy, result.correlation);
  if (moved > 1e-9) result.moved = moved;  // less is rounding
  return result;
}

std::vector<Column> drawn_columns(const NoisyCopula& copula, const ColumnSupports& supports, std::size_t rows,
                                  const Run& run) {
  const std::size_t count = supports.columns.size();
  const stats::ConditionalNormal model = stats::conditional_normal(copula.correlation, 0);
  std::vector<DrawnColumn> drawn;
  for (std::size_t j = 0; j < count; ++j) drawn.emplace_back(supports.columns[j], copula.shares[j], rows);
  run.expect((rows + stream_block_rows - 1) / stream_block_rows);
  run.blocks(rows, stream_block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Rng rng = run.rng("records", block);
    stats::Matrix terms(end - begin, count), draws(end - begin, count);
    for (std::size_t j = 0; j < count; ++j) {
      rng.uniform(terms.column(j));
      for (double& term : terms.column(j)) term = normal_quantile(term);
    }
    stats::add_draws(model, terms, draws, 0);
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = begin; i < end; ++i) drawn[j].set(i, normal_probability(draws(i - begin, j)));
    }
    run.advance();
  });
  std::vector<Column> result;
  for (std::size_t j = 0; j < count; ++j) result.push_back(drawn[j].column());
  return result;
}

}  // namespace sfumato::masking
