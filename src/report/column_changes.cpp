// Dates are shown as dates and their spread in days; their histograms have years on the axis.
#include "report/column_changes.hpp"

#include <algorithm>
#include <cmath>

#include "core/column.hpp"
#include "core/number_text.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

constexpr double days_a_year = 365.2425;  // of the Gregorian calendar
constexpr std::size_t shown_changes = 3;

std::string value_text(double value, bool date) {
  if (!date || !std::isfinite(value)) return rounded(value, shown_digits);
  return date_text(static_cast<std::int32_t>(std::lround(value)));
}

std::string difference_text(double difference, bool date) {
  return (difference > 0.0 ? "+" : "") + rounded(difference, shown_digits) + (date ? " days" : "");
}

std::string percent_text(double share) { return rounded(100.0 * share, shown_digits) + " %"; }

// "1 (male)" where a code has a label.
std::string category_text(const profile::CategoryShare& share) {
  return share.label.empty() || share.label == share.value ? share.value
                                                           : share.value + " (" + share.label + ")";
}

double on_axis(double edge, bool date) { return date ? 1970.0 + edge / days_a_year : edge; }

std::string open_bars_text(const profile::Bins& bins, bool date) {
  std::string text;
  if (bins.open_below)
    text += " The first bar holds everything below " + value_text(bins.edges[1], date) + ".";
  if (bins.open_above) {
    text +=
        " The last bar holds everything from " + value_text(bins.edges[bins.edges.size() - 2], date) + " on.";
  }
  return text;
}

using Quantiles = std::vector<std::optional<double>>;

Quantiles quantiles_of(const profile::Summary& summary) {
  return {summary.quantiles.begin(), summary.quantiles.end()};
}

// The middle half in words, for readers who do not see the bars.
std::string middle_half(const profile::BeforeAfter& all, const Quantiles& quantiles, bool date) {
  std::string from, to, middle;
  for (std::size_t i = 0; i < std::min(all.probabilities.size(), quantiles.size()); ++i) {
    const double p = all.probabilities[i];
    if (p != 0.25 && p != 0.5 && p != 0.75) continue;
    if (!quantiles[i]) return "there are few values";
    const std::string text = value_text(*quantiles[i], date);
    if (p == 0.25) from = text;
    if (p == 0.5) middle = text;
    if (p == 0.75) to = text;
  }
  if (middle.empty()) return "no values";
  return "the middle half of the values lies between " + from + " and " + to + ", the median is " + middle;
}

Histogram histogram(const profile::ColumnChange& column, const profile::Bins& bins,
                    std::vector<double> before, std::vector<double> after) {
  Histogram chart{
      column.dates ? column.name + " (year)" : column.name, {}, std::move(before), std::move(after)};
  for (const double edge : bins.edges) chart.edges.push_back(on_axis(edge, column.dates));
  return chart;
}

// Differences in the last digits are what sums in another order leave.
bool nearly_equal(double a, double b) {
  return std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b));
}

// A row of the table of one column: before, after and their difference.
void add_row(TableBlock& table, const std::string& name, const std::optional<double>& before,
             const std::optional<double>& after, bool date) {
  const bool same = before && after && nearly_equal(*before, *after);
  const double difference = before && after && !same ? *after - *before : 0.0;
  const std::optional<double> shown = same ? before : after;
  table.rows.push_back({name, before ? value_text(*before, date) : "–",
                        shown ? value_text(*shown, date) : "–",
                        before && after ? difference_text(difference, date) : "–"});
}

std::optional<double> quantile_at(const profile::Summary& summary, std::size_t i) {
  return i < summary.quantiles.size() ? std::optional(summary.quantiles[i]) : std::nullopt;
}

std::string quantile_name(double p) {
  return p == 0.5 ? "median" : rounded(100.0 * p, shown_digits) + " % lie at or below";
}

TableBlock number_table(const profile::BeforeAfter& all, const profile::ColumnChange& column) {
  TableBlock table{{{""}, {"before", Align::right}, {"after", Align::right}, {"change", Align::right}}, {}};
  const auto count = [](std::size_t number) { return std::optional(static_cast<double>(number)); };
  if (column.before.missing + column.after.missing > 0) {
    add_row(table, "missing", count(column.before.missing), count(column.after.missing), false);
  }
  add_row(table, "mean", column.before.mean, column.after.mean, column.dates);
  add_row(table, column.dates ? "standard deviation, in days" : "standard deviation", column.before.sd,
          column.after.sd, false);
  for (std::size_t i = 0; i < all.probabilities.size(); ++i) {
    add_row(table, quantile_name(all.probabilities[i]), quantile_at(column.before, i),
            quantile_at(column.after, i), column.dates);
  }
  return table;
}

TableBlock category_table(const profile::ColumnChange& column) {
  TableBlock table{
      {{"category"}, {"before", Align::right}, {"after", Align::right}, {"change", Align::right}}, {}};
  for (const profile::CategoryShare& share : column.categories) {
    table.rows.push_back({category_text(share), percent_text(share.before), percent_text(share.after),
                          difference_text(100.0 * (share.after - share.before), false) + " points"});
  }
  return table;
}

Block figure(const profile::BeforeAfter& all, const profile::ColumnChange& column) {
  const std::string caption = "Share of the values per bar." + open_bars_text(column.bins, column.dates);
  const std::string alternative = "Before, " + middle_half(all, quantiles_of(column.before), column.dates) +
                                  ". After, " + middle_half(all, quantiles_of(column.after), column.dates) +
                                  ".";
  return Figure{column.name + " before and after", caption, alternative,
                histogram(column, column.bins, column.shares_before, column.shares_after)};
}

void add_column(const profile::BeforeAfter& all, const profile::ColumnChange& column,
                std::vector<Block>& blocks) {
  // A figure has a title of its own.
  if (column.bins.edges.size() < 2) blocks.push_back(Heading{column.name, 3});
  if (!column.categories.empty()) {
    blocks.push_back(category_table(column));
    return;
  }
  if (column.before.present + column.after.present == 0) {
    blocks.push_back(Paragraph{"No value is present."});
    return;
  }
  if (column.bins.edges.size() > 1) blocks.push_back(figure(all, column));
  blocks.push_back(number_table(all, column));
}

TableBlock overview(const profile::BeforeAfter& change) {
  TableBlock table{{{"column"},
                    {"mean before", Align::right},
                    {"mean after", Align::right},
                    {"sd before", Align::right},
                    {"sd after", Align::right},
                    {"values unchanged", Align::right}},
                   {}};
  for (const profile::ColumnChange& column : change.columns) {
    const auto shown = [&](const std::optional<double>& value, bool date) {
      return value ? value_text(*value, date) : std::string("–");
    };
    const auto& before = column.before.mean;
    const bool same = before && column.after.mean && nearly_equal(*before, *column.after.mean);
    table.rows.push_back(
        {column.name, shown(before, column.dates), shown(same ? before : column.after.mean, column.dates),
         shown(column.before.sd, false), shown(column.after.sd, false),
         std::isnan(column.unchanged_percent) ? "–"
                                              : rounded(column.unchanged_percent, shown_digits) + " %"});
  }
  return table;
}

struct PairChange {
  std::string names;
  double before = 0.0, after = 0.0;
  double size() const { return std::fabs(after - before); }
};

std::vector<PairChange> pair_changes(const profile::BeforeAfter& change) {
  std::vector<PairChange> pairs;
  for (std::size_t a = 0; a < change.correlated.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const PairChange pair{change.correlated[b] + " and " + change.correlated[a],
                            change.correlations_before[a][b], change.correlations_after[a][b]};
      if (!std::isnan(pair.size())) pairs.push_back(pair);
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const PairChange& a, const PairChange& b) { return a.size() > b.size(); });
  return pairs;
}

Figure correlation_figure(const profile::BeforeAfter& change, const std::vector<PairChange>& pairs) {
  HeatMap map{change.correlated, change.correlated, {}};
  for (std::size_t a = 0; a < change.correlated.size(); ++a) {
    map.values.emplace_back();
    for (std::size_t b = 0; b < change.correlated.size(); ++b) {
      const double difference = change.correlations_after[a][b] - change.correlations_before[a][b];
      map.values.back().push_back(a == b ? no_number : std::clamp(difference, -1.0, 1.0));
    }
  }
  std::string largest;
  for (std::size_t i = 0; i < std::min(shown_changes, pairs.size()); ++i) {
    largest += (i == 0 ? "" : "; ") + pairs[i].names + ", from " + rounded(pairs[i].before, shown_digits) +
               " to " + rounded(pairs[i].after, shown_digits);
  }
  const bool beyond = pairs.front().size() > 1.0;
  return {"Changes of correlations",
          "Correlation after minus before: 0 where a relation was kept, below 0 where it became weaker or "
          "turned negative." +
              std::string(beyond ? " Changes beyond ±1 are shown as ±1." : ""),
          "The largest changes: " + largest + ".", map};
}

}  // namespace

std::vector<Block> column_change_blocks(const profile::BeforeAfter& change) {
  std::vector<Block> blocks{overview(change)};
  const std::vector<PairChange> pairs = pair_changes(change);
  if (!pairs.empty()) blocks.push_back(correlation_figure(change, pairs));
  for (const profile::ColumnChange& column : change.columns) add_column(change, column, blocks);
  return blocks;
}

std::vector<Block> released_column_blocks(const profile::BeforeAfter& change) {
  std::vector<Block> blocks;
  for (const profile::ColumnChange& column : change.columns) {
    if (column.released.bins.edges.size() < 2) blocks.push_back(Heading{column.name, 3});
    if (!column.released.categories.empty()) {
      TableBlock table{{{"category"}, {"share", Align::right}}, {}};
      for (const profile::CategoryShare& share : column.released.categories) {
        table.rows.push_back({category_text(share), percent_text(share.after)});
      }
      blocks.push_back(table);
      continue;
    }
    const profile::Bins& bins = column.released.bins;
    if (bins.edges.size() > 1) {
      blocks.push_back(
          Figure{column.name + " in the release",
                 "Share of the values per bar." + open_bars_text(bins, column.dates),
                 "In the release, " + middle_half(change, column.released.quantiles, column.dates) + ".",
                 histogram(column, bins, {}, column.released.shares)});
    }
    TableBlock table{{{""}, {"released", Align::right}}, {}};
    const auto add = [&](const std::string& name, const std::optional<double>& value, bool date) {
      if (value) table.rows.push_back({name, value_text(*value, date)});
    };
    add("mean", column.released.mean, column.dates);
    add(column.dates ? "standard deviation, in days" : "standard deviation", column.released.sd, false);
    for (std::size_t i = 0; i < change.probabilities.size(); ++i) {
      if (i < column.released.quantiles.size()) {
        add(quantile_name(change.probabilities[i]), column.released.quantiles[i], column.dates);
      }
    }
    blocks.push_back(table);
  }
  return blocks;
}

}  // namespace sfumato::report
