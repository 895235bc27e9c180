// The numbers behind charts: a row each, missing ones empty, columns only where there is something.
#include "report/chart_numbers.hpp"

namespace sfumato::report {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::vector<std::string> titles(const TableBlock& table) {
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns) names.push_back(column.title);
  return names;
}

TEST(ChartNumbers, ListPointsOfALineChart) {
  LineChart chart{{"risk"}, {""}, {{"a", {{0.5, 1.25}, {no_number, 2}}}}};
  EXPECT_EQ(titles(chart_numbers(chart)), (std::vector<std::string>{"series", "risk", "y"}));
  EXPECT_EQ(chart_numbers(chart).rows, (Rows{{"a", "0.5", "1.25"}, {"a", "", "2"}}));
  chart.series[0].points[1].y_half_width = 0.1;
  EXPECT_EQ(chart_numbers(chart).rows, (Rows{{"a", "0.5", "1.25", ""}, {"a", "", "2", "0.1"}}));
}

TEST(ChartNumbers, ListBinsOfAHistogram) {
  EXPECT_EQ(chart_numbers(Histogram{"x", {0, 1, 2}, {}, {0.25}}).rows,
            (Rows{{"0", "1", "0.25"}, {"1", "2", ""}}));
  EXPECT_EQ(chart_numbers(Histogram{"x", {0, 1}, {0.5}, {0.25}}).rows, (Rows{{"0", "1", "0.5", "0.25"}}));
}

TEST(ChartNumbers, AreAHeatMapsCells) {
  const TableBlock table = chart_numbers(HeatMap{{"r", "s"}, {"a", "b"}, {{1, no_number}}});
  EXPECT_EQ(titles(table), (std::vector<std::string>{"", "a", "b"}));
  EXPECT_EQ(table.rows, (Rows{{"r", "1", ""}, {"s", "", ""}}));
}

TEST(ChartNumbers, ListBars) {
  const TableBlock table = chart_numbers(BarChart{"score", {{"a", 0.5}, {"b", no_number}}});
  EXPECT_EQ(titles(table), (std::vector<std::string>{"name", "score"}));
  EXPECT_EQ(table.rows, (Rows{{"a", "0.5"}, {"b", ""}}));
}

}  // namespace
}  // namespace sfumato::report
