// Useful figures are on the horizontal axis and guessed values on the vertical one: the best corner is the
// lower right one.
#include "report/queries/comparison_map.hpp"

#include "core/number_text.hpp"
#include "ranking/pareto.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {

Figure query_map_figure(const QueryComparison& comparison) {
  LineChart chart;
  std::string alternative;
  std::vector<ranking::MapPoint> points;
  for (const queries::ComparedQueries& one : comparison.protections) {
    if (!one.failure.empty()) continue;
    const double useful = 100 * one.useful, guessed = 100 * one.guessed;
    const std::string text = one.method + ": " + rounded(useful, shown_digits) +
                             " % of the figures useful, " + rounded(guessed, shown_digits) +
                             " % of the values guessed";
    chart.series.push_back({one.method,
                            {{useful, guessed, no_number, no_number, text}},
                            false,
                            &one == comparison.winner() ? Emphasis::winner : Emphasis::none});
    if (one.method != "none") points.push_back({guessed, useful});
    alternative += text + ". ";
  }
  ChartSeries frontier{"frontier", {}, true, Emphasis::backdrop};
  for (const std::size_t i : ranking::pareto_frontier(points, ranking::Wanted::low, ranking::Wanted::high)) {
    frontier.points.push_back({points[i].utility, points[i].risk});
  }
  chart.series.insert(chart.series.begin(), frontier);
  chart.x = {"useful figures, % (higher is better)"};
  chart.y = {"guessed values, % (lower is safer)"};
  return Figure{
      "Useful figures and guessed values",
      "Each mark is a protection that was asked the same questions; 'none' answers exactly. The best "
      "corner is the lower right one. The broad grey line is the frontier: no other protection is better "
      "than these on both axes.",
      alternative, chart};
}

}  // namespace sfumato::report
