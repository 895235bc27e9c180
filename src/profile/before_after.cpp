// Each column is summarised before and after; correlations follow, pair by pair.
#include "profile/before_after.hpp"

#include <algorithm>
#include <cmath>

#include "profile/category_shares.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::profile {
namespace {

constexpr std::size_t fewest_records = 3;  // that a published figure is about

using Square = std::vector<std::vector<double>>;

Numbers sorted_present(const Numbers& values) {
  Numbers present;
  for (const double value : values) {
    if (!std::isnan(value)) present.push_back(value);
  }
  std::sort(present.begin(), present.end());
  return present;
}

Summary summary_of(const Numbers& values, const Numbers& sorted, const std::vector<double>& probabilities) {
  Summary result{.present = sorted.size(), .missing = values.size() - sorted.size()};
  if (sorted.empty()) return result;
  const stats::Moments moments = stats::moments(values);
  result.mean = moments.mean;
  if (moments.count > 1) result.sd = moments.sd();
  for (const double p : probabilities) result.quantiles.push_back(stats::quantile(sorted, p));
  return result;
}

// To `share` of the power of ten that is not above the range from 5 % to 95 %, or above the value itself
// where that range is 0.
double coarse(double value, const Numbers& sorted, double share) {
  const double range = stats::quantile(sorted, 0.95) - stats::quantile(sorted, 0.05);
  const double width = range > 0.0 ? range : std::fabs(value);
  const double step = width > 0.0 ? share * std::pow(10.0, std::floor(std::log10(width))) : 0.0;
  const double multiple = step > 0.0 ? std::round(value / step) : 0.0;
  return step > 0.0 && std::isfinite(multiple) ? multiple * step : value;
}

std::vector<std::optional<double>> coarse_quantiles(const Numbers& sorted,
                                                    const std::vector<double>& probabilities) {
  std::vector<std::optional<double>> result(probabilities.size());
  const auto count = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double p = probabilities[i];
    if (count * std::min(p, 1.0 - p) < static_cast<double>(fewest_records)) continue;
    result[i] = coarse(stats::quantile(sorted, p), sorted, 0.01);
  }
  return result;
}

void add_numbers(ColumnChange& change, const Column& original, const Column& masked,
                 const std::vector<double>& probabilities) {
  const Numbers before = original.to_numbers(), after = masked.to_numbers();
  const Numbers sorted_before = sorted_present(before), sorted_after = sorted_present(after);
  change.dates = original.is_calendar();
  change.before = summary_of(before, sorted_before, probabilities);
  change.after = summary_of(after, sorted_after, probabilities);
  Numbers both(sorted_before.size() + sorted_after.size());
  std::merge(sorted_before.begin(), sorted_before.end(), sorted_after.begin(), sorted_after.end(),
             both.begin());
  // Integers that masking changed to non-integers still have bins around integers.
  change.bins = bins_of(both, all_whole(before));
  change.shares_before = bin_shares(change.bins, before);
  change.shares_after = bin_shares(change.bins, after);
  change.released.bins = bins_of(sorted_after, all_whole(after));
  change.released.quantiles = coarse_quantiles(sorted_after, probabilities);
  if (sorted_after.size() >= fewest_records) {
    change.released.mean = coarse(*change.after.mean, sorted_after, 0.001);
    change.released.sd = change.after.sd;
  }
  change.released.shares = bin_shares(change.released.bins, after);
}

Summary counts_of(const Column& column) {
  return {.present = column.size() - column.missing_count(), .missing = column.missing_count()};
}

void add_categories(ColumnChange& change, const Column& original, const Column& masked) {
  const bool ordinal = change.kind == Kind::ordinal;
  change.before = counts_of(original);
  change.after = counts_of(masked);
  CategoryShares shares = category_shares(&original, &masked, ordinal);
  change.categories = std::move(shares.shown);
  change.other_categories = shares.others;
  change.released.categories = category_shares(nullptr, &masked, ordinal, fewest_records).shown;
}

// Integers are compared as they are: as doubles, two beyond 2^53 might seem the same.
bool same_value(const Column& a, const Column& b, std::size_t row) {
  if (a.missing(row) || b.missing(row)) return a.missing(row) && b.missing(row);
  return a.text(row) == b.text(row);
}

double unchanged_percent(const Column& original, const Column& masked) {
  if (original.size() != masked.size() || original.size() == 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::size_t same = 0;
  const auto* before = original.get_if<Numbers>();
  const auto* after = masked.get_if<Numbers>();
  for (std::size_t row = 0; row < original.size(); ++row) {
    const bool equal =
        before != nullptr && after != nullptr
            ? (*before)[row] == (*after)[row] || (std::isnan((*before)[row]) && std::isnan((*after)[row]))
            : same_value(original, masked, row);
    if (equal) ++same;
  }
  return 100.0 * static_cast<double>(same) / static_cast<double>(original.size());
}

double pearson(const Numbers& a, const Numbers& b) {
  Numbers x, y;
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (std::isnan(a[row]) || std::isnan(b[row])) continue;
    x.push_back(a[row]);
    y.push_back(b[row]);
  }
  const stats::Moments first = stats::moments(x), second = stats::moments(y);
  double products = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) products += (x[i] - first.mean) * (y[i] - second.mean);
  const double scale = std::sqrt(first.squares) * std::sqrt(second.squares);
  if (x.size() < 2 || !(scale > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  return std::clamp(products / scale, -1.0, 1.0);
}

Square correlations(const std::vector<Numbers>& columns, const Run& run) {
  const std::size_t count = columns.size();
  Square result(count, std::vector<double>(count));
  run.parallel(count, [&](std::size_t a) {
    for (std::size_t b = a; b < count; ++b) {
      run.check_stop();
      result[a][b] = pearson(columns[a], columns[b]);
    }
  });
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < a; ++b) result[a][b] = result[b][a];
  }
  return result;
}

// A release that has no labels of its own has those of the original.
void add_labels(ColumnChange& change, const ColumnInfo& original, const ColumnInfo& masked) {
  for (std::vector<CategoryShare>* shares : {&change.categories, &change.released.categories}) {
    for (CategoryShare& share : *shares) {
      share.label = label_of(masked.value_labels, share.value);
      if (share.label.empty()) share.label = label_of(original.value_labels, share.value);
    }
  }
}

}  // namespace

BeforeAfter before_after(const Table& original, const Table& masked, const ColumnSet& columns,
                         const Run& run) {
  BeforeAfter result;
  result.probabilities = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
  ColumnSet partners;
  for (const ColumnId id : columns) partners.push_back(masked.require(original.info(id).name));
  const auto numeric = [&](std::size_t i) {
    return original.info(columns[i]).kind == Kind::numeric && !original.column(columns[i]).is_text() &&
           !masked.column(partners[i]).is_text();
  };
  result.columns.resize(columns.size());
  run.parallel(columns.size(), [&](std::size_t i) {
    ColumnChange& change = result.columns[i];
    const Column& before = original.column(columns[i]);
    const Column& after = masked.column(partners[i]);
    change.name = original.info(columns[i]).name;
    change.kind = original.info(columns[i]).kind;
    if (numeric(i)) {
      add_numbers(change, before, after, result.probabilities);
    } else {
      add_categories(change, before, after);
      add_labels(change, original.info(columns[i]), masked.info(partners[i]));
    }
    change.unchanged_percent = unchanged_percent(before, after);
  });
  std::vector<Numbers> before, after;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!numeric(i)) continue;
    result.correlated.push_back(result.columns[i].name);
    before.push_back(original.column(columns[i]).to_numbers());
    after.push_back(masked.column(partners[i]).to_numbers());
  }
  result.correlations_before = correlations(before, run);
  result.correlations_after = correlations(after, run);
  return result;
}

}  // namespace sfumato::profile
