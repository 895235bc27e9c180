// What is of use runs to the right and what is guessed upwards, so that the best corner is the lower right
// one.
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
                             " % of the figures of use, " + rounded(guessed, shown_digits) +
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
  chart.x = {"figures that are of use, % (higher is better)"};
  chart.y = {"single values that are guessed, % (lower is safer)"};
  return Figure{
      "What is of use, and what is guessed",
      "Each mark is a protection that was asked the same questions; 'none' answers exactly. The best "
      "corner is the lower right one. The broad grey line is the frontier: none of its protections "
      "is beaten by another on both sides.",
      alternative, chart};
}

}  // namespace sfumato::report
