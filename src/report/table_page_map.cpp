// Losses run to the right and doubt upwards, so that the best corner is the upper left one.
#include <algorithm>

#include "core/number_text.hpp"
#include "ranking/pareto.hpp"
#include "report/comparison_words.hpp"
#include "report/table_page.hpp"

namespace sfumato::report {
namespace {

using tables::ComparedProtection;
using tables::RankBy;

constexpr double far_out = 10.0;  // medians

std::string axis_text(RankBy by) {
  switch (by) {
    case RankBy::loss:
      return "lost value, % of the table (lower is better)";
    case RankBy::cells:
      return "cells suppressed or changed, % (lower is better)";
    case RankBy::cost:
      break;
  }
  return "lost cost, % of the table (lower is better)";
}

// Where some values are very large, only a logarithmic axis shows the others; it needs positive values.
bool spreads_far(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.front() > 0 && values.back() > far_out * values[values.size() / 2];
}

}  // namespace

std::optional<Figure> table_map_figure(const TableComparison& comparison) {
  LineChart chart;
  std::string alternative;
  std::vector<ranking::MapPoint> points;
  std::vector<double> losses, doubts;
  for (const ComparedProtection& one : comparison.protections) {
    if (one.rank == 0 || !one.doubt) continue;
    const double loss = ranked_loss(*one.lost, comparison.rank_by);
    const std::string text = protection_name(one) + ": " + rounded(loss, shown_digits) + " % lost, doubt " +
                             rounded(one.doubt->median, shown_digits) + " times the need in the median, " +
                             rounded(one.doubt->least, shown_digits) + " at least";
    chart.series.push_back({one.method,
                            {{loss, one.doubt->median, no_number, no_number, text}},
                            false,
                            &one == comparison.winner() ? Emphasis::winner : Emphasis::none});
    points.push_back({one.doubt->median, loss});
    losses.push_back(loss);
    doubts.push_back(one.doubt->median);
    alternative += text + ". ";
  }
  if (points.empty()) return std::nullopt;
  ChartSeries frontier{"frontier", {}, true, Emphasis::backdrop};
  for (const std::size_t i : ranking::pareto_frontier(points, ranking::Wanted::high, ranking::Wanted::low)) {
    frontier.points.push_back({points[i].utility, points[i].risk});
  }
  chart.series.insert(chart.series.begin(), frontier);
  chart.x = {axis_text(comparison.rank_by), spreads_far(losses)};
  chart.y = {"attacker's doubt by need (higher is safer)", spreads_far(doubts)};
  chart.lines.push_back({Direction::horizontal, 1.0, "just safe"});
  return Figure{"Information loss and the attacker's doubt",
                "Each mark is a protection, all of them safe at the same levels. Losses grow to the right; "
                "upwards the attacker's doubt grows, relative to the levels, in the median of the sensitive "
                "cells. The best corner is the upper left one. The broad grey line is the frontier: no other "
                "protection is better on both axes than one of these.",
                alternative, chart};
}

}  // namespace sfumato::report
