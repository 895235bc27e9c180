// A row per point, bin or bar; a heat map is a table already. Columns that would be empty are left out.
#include "report/chart_numbers.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

namespace sfumato::report {
namespace {

constexpr int value_digits = 6, half_width_digits = 3;

std::string number(double value, int digits = value_digits) {
  return std::isfinite(value) ? rounded(value, digits) : "";
}

std::string at(const std::vector<double>& values, std::size_t position) {
  return position < values.size() ? number(values[position]) : "";
}

std::string named(const std::string& name, const char* otherwise) { return name.empty() ? otherwise : name; }

template <class Select>
bool any_point(const LineChart& chart, Select select) {
  return std::any_of(chart.series.begin(), chart.series.end(), [&](const ChartSeries& series) {
    return std::any_of(series.points.begin(), series.points.end(),
                       [&](const ChartPoint& point) { return std::isfinite(select(point)); });
  });
}

TableBlock numbers(const LineChart& chart) {
  const std::string x = named(chart.x.label, "x"), y = named(chart.y.label, "y");
  const bool x_errors = any_point(chart, [](const ChartPoint& point) { return point.x_half_width; });
  const bool y_errors = any_point(chart, [](const ChartPoint& point) { return point.y_half_width; });
  TableBlock table{{{"series"}, {x, Align::right}}, {}};
  if (x_errors) table.columns.push_back({"\u00B1", Align::right});
  table.columns.push_back({y, Align::right});
  if (y_errors) table.columns.push_back({"\u00B1", Align::right});
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      std::vector<std::string> row{series.name, number(point.x)};
      if (x_errors) row.push_back(number(point.x_half_width, half_width_digits));
      row.push_back(number(point.y));
      if (y_errors) row.push_back(number(point.y_half_width, half_width_digits));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

TableBlock numbers(const Histogram& chart) {
  TableBlock table{{{"from", Align::right}, {"to", Align::right}}, {}};
  if (!chart.before.empty()) table.columns.push_back({"share before", Align::right});
  if (!chart.after.empty()) table.columns.push_back({"share after", Align::right});
  for (std::size_t i = 0; i + 1 < chart.edges.size(); ++i) {
    std::vector<std::string> row{number(chart.edges[i]), number(chart.edges[i + 1])};
    if (!chart.before.empty()) row.push_back(at(chart.before, i));
    if (!chart.after.empty()) row.push_back(at(chart.after, i));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TableBlock numbers(const HeatMap& chart) {
  TableBlock table{{{""}}, {}};
  for (const std::string& name : chart.columns) table.columns.push_back({name, Align::right});
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    std::vector<std::string> row{chart.rows[i]};
    for (std::size_t j = 0; j < chart.columns.size(); ++j) {
      row.push_back(i < chart.values.size() ? at(chart.values[i], j) : "");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

TableBlock numbers(const BarChart& chart) {
  const bool errors = std::any_of(chart.bars.begin(), chart.bars.end(),
                                  [](const Bar& bar) { return std::isfinite(bar.half_width); });
  TableBlock table{{{"name"}, {named(chart.label, "value"), Align::right}}, {}};
  if (errors) table.columns.push_back({"\u00B1", Align::right});
  for (const Bar& bar : chart.bars) {
    std::vector<std::string> row{bar.name, number(bar.value)};
    if (errors) row.push_back(number(bar.half_width, half_width_digits));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

TableBlock chart_numbers(const Chart& chart) {
  return std::visit([](const auto& kind) { return numbers(kind); }, chart);
}

}  // namespace sfumato::report
