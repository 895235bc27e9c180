// Writes one page with every block and every kind of chart, easy and awkward, for a browser to look
// at, and each chart as a file for other programs to draw: report_gallery PAGE.html [FOLDER]
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>

#include "report/html.hpp"
#include "report/pictures/figure_file.hpp"

namespace sfumato::report {
namespace {

// Curves like those of masking methods: risk falls along the dial, utility falls with it, each method
// bent in its own way.
ChartSeries method_curve(const std::string& name, double bend, std::size_t points) {
  ChartSeries series{name, {}};
  for (std::size_t i = 0; i < points; ++i) {
    const double dial = static_cast<double>(i + 1) / static_cast<double>(points + 1);
    series.points.push_back({.x = (0.9 - 0.2 * std::sin(7.0 * bend)) * (1.0 - dial) + 0.02,
                             .y = std::pow(1.0 - dial, bend) * 0.95 + 0.03,
                             .x_half_width = 0.008,
                             .y_half_width = 0.01 + 0.01 * dial});
  }
  return series;
}

bool on_frontier(const LineChart& chart, const ChartPoint& point) {
  return std::none_of(chart.series.begin(), chart.series.end(), [&](const ChartSeries& series) {
    return std::any_of(series.points.begin(), series.points.end(),
                       [&](const ChartPoint& other) { return other.x <= point.x && other.y > point.y; });
  });
}

Figure risk_utility_map(const std::string& title, const std::vector<std::string>& names) {
  LineChart chart{{"disclosure risk: share of records re-identified"}, {"utility"}, {}};
  ChartSeries frontier{"Pareto frontier", {}};
  frontier.emphasis = Emphasis::backdrop;
  for (std::size_t i = 0; i < names.size(); ++i) {
    chart.series.push_back(method_curve(names[i], 0.18 + 0.11 * static_cast<double>(i), 6));
  }
  chart.series.front().emphasis = Emphasis::winner;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (on_frontier(chart, point)) frontier.points.push_back({point.x, point.y});
    }
  }
  std::sort(frontier.points.begin(), frontier.points.end(),
            [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  chart.series.push_back(frontier);
  chart.lines.push_back({Direction::vertical, 0.45, "target 0.45"});
  return {title, "Each curve is a method, each point a setting of its dial. Bars are standard errors.",
          "Utility against risk for " + std::to_string(names.size()) + " methods; " + names.front() +
              " lies above all others.",
          chart};
}

std::vector<std::string> many_names() {
  std::vector<std::string> names;
  for (const char* name : {"rank swapping",
                           "microaggregation",
                           "additive noise",
                           "correlated noise",
                           "multiplicative noise",
                           "rounding",
                           "top and bottom coding",
                           "PRAM",
                           "local suppression",
                           "data shuffling",
                           "JPEG masking",
                           "lattice perturbation",
                           "resampling",
                           "IPSO",
                           "sequential trees",
                           "Gaussian copula",
                           "post-randomisation",
                           "global recoding",
                           "k-anonymity (Mondrian)",
                           "l-diversity",
                           "t-closeness",
                           "Laplace mechanism",
                           "hybrid microdata",
                           "rank swapping with drift",
                           "vector microaggregation"}) {
    names.emplace_back(name);
  }
  return names;
}

Figure calibration() {
  LineChart chart{{"noise, share of the standard deviation", true}, {"linkage risk"}, {}};
  ChartSeries curve{"additive noise", {}};
  for (int i = 0; i < 13; ++i) {
    const double noise = 0.001 * std::pow(10.0, 0.25 * i);
    curve.points.push_back(
        {.x = noise, .y = 1.0 / (1.0 + std::pow(noise / 0.06, 1.1)), .y_half_width = 0.02});
  }
  ChartSeries chosen{"chosen: 0.073", {{.x = 0.073, .y = 0.45, .hover = "chosen: noise 0.073, risk 0.45"}}};
  chosen.connected = false;
  chosen.emphasis = Emphasis::winner;
  chart.series = {curve, chosen};
  chart.lines = {{Direction::horizontal, 0.45, "target 0.45"}};
  chart.bands = {{Direction::horizontal, 0.43, 0.47, "tolerance 0.43 to 0.47"}};
  return {"Calibration of additive noise", "The dial at which the target is met.",
          "Linkage risk falls from 1 to 0 as noise grows; it meets 0.45 at 0.073.", chart};
}

Figure gaps_and_long_names() {
  LineChart chart{{"microaggregation group size"}, {"change of the mean"}, {}};
  chart.series = {{"a method whose name is so long that it has to be cut somewhere <b>&amp;</b>",
                   {{3, -0.02}, {5, -0.01}, {7, no_number}, {9, 0.015}, {11, 0.03}}},
                  {"one setting alone", {{6, 0.01}}},
                  {"points alone", {{4, 0.02}, {8, 0.025}, {10, -0.015}}}};
  chart.series[2].connected = false;
  chart.lines = {{Direction::horizontal, 0.0, "no change"}};
  return {"Gaps, single points, negative values", "A value that is missing makes a gap.",
          "Three series between \u22120.02 and 0.03.", chart};
}

Figure histogram(const std::string& title, bool with_before) {
  Histogram chart{"yearly income in euros", {}, {}, {}};
  for (int i = 0; i <= 20; ++i) chart.edges.push_back(6000.0 * i);
  for (int i = 0; i < 20; ++i) {
    const double x = (i - 5.5) / 3.6;
    if (with_before) chart.before.push_back(0.11 * std::exp(-0.5 * x * x));
    chart.after.push_back(0.10 * std::exp(-0.45 * (x - 0.15) * (x - 0.15)) + (i % 3 == 0 ? 0.006 : 0.0));
  }
  return {title, "Incomes of 20 classes of equal width.", "A hump at 33 000 euros with a tail to the right.",
          chart};
}

Figure heat_map(const std::string& title, std::size_t size) {
  HeatMap chart;
  for (std::size_t i = 0; i < size; ++i) {
    chart.rows.push_back((i % 3 == 0 ? "household income " : "age ") + std::to_string(i + 1));
    chart.values.emplace_back();
    for (std::size_t j = 0; j < size; ++j) {
      const double distance = std::fabs(static_cast<double>(i) - static_cast<double>(j));
      chart.values.back().push_back(i == j ? 1.0 : std::cos(0.7 * distance) * std::exp(-0.12 * distance));
    }
  }
  chart.columns = chart.rows;
  chart.values[1][3] = no_number;
  return {title, "Correlations after masking.",
          "Correlations near 1 along the diagonal, alternating away from it.", chart};
}

Figure ranking() {
  BarChart chart{"composite score, higher is better", {}};
  double score = 0.83;
  for (const std::string& name : many_names()) {
    chart.bars.push_back({name, score, 0.015, chart.bars.empty()});
    score -= 0.031;
    if (chart.bars.size() == 9) break;
  }
  chart.bars.push_back({"no result", no_number});
  return {"Ranking", "Whiskers are standard errors over replicates.", "Rank swapping leads with 0.83.",
          chart};
}

Figure signed_bars() {
  BarChart chart{"change of the correlation",
                 {{"income", 0.12}, {"age", -0.31}, {"<script>alert(1)</script>", 0.02}}};
  return {"Changes", "Bars to both sides of zero.", "Income up by 0.12, age down by 0.31.", chart};
}

TableBlock wide_table() {
  TableBlock table{{{"method"}, {"what it does"}}, {}};
  for (int i = 0; i < 9; ++i) table.columns.push_back({"measure " + std::to_string(i + 1), Align::right});
  for (const std::string& name : many_names()) {
    std::vector<std::string> row{name, "Exchanges values between records of nearby rank."};
    for (int i = 0; i < 9; ++i) row.push_back("0." + std::to_string(1234 + 37 * i));
    table.rows.push_back(row);
    if (table.rows.size() == 6) break;
  }
  return table;
}

Report gallery() {
  Report report;
  report.warnings = {"The release was drawn with a seed: anyone who guesses it can undo it.",
                     "Column `zip_code` is a quasi-identifier with 8 012 distinct values."};
  const std::string long_word(180, 'w');
  const auto names = many_names();
  report.blocks = {
      Heading{"Summary"},
      Paragraph{"The file was masked by `rank-swapping` with a window of 5 %. Of 1 000 records, 43 could be "
                "re-identified by someone who knows age, sex and municipality; before masking it were 912."},
      KeyValues{{{"file", "incomes-2024.csv"},
                 {"records", "1080"},
                 {"columns", "13, of which 4 quasi-identifiers"},
                 {"a long value", long_word}}},
      Verbatim{{"sfumato mask rank-swapping incomes-2024.csv -o masked.csv --window 5",
                "# " + std::string(150, '-') + " a long line"}},
      ListBlock{{"a point with `code`", "a long one: " + long_word}},
      ListBlock{{"first", "second"}, true},
      Definitions{{"parameter", "range and default", "meaning"},
                  {{"window", "0.1 to 100 % of records; default 5", "Largest distance."},
                   {"exact", "", "Take `<b>` as it is."}}},
      Heading{"Methods compared"},
      risk_utility_map("Risk and utility of four methods", {names[0], names[1], names[2], names[3]}),
      risk_utility_map("Risk and utility of 25 methods", names),
      wide_table(),
      Heading{"Calibration"},
      calibration(),
      gaps_and_long_names(),
      Heading{"Ranking"},
      ranking(),
      signed_bars(),
      Heading{"Before and after"},
      Heading{"Income", 3},
      histogram("Income before and after", true),
      histogram("Income after, for the public", false),
      Heading{"Correlations", 3},
      heat_map("Correlations of 8 columns", 8),
      heat_map("Correlations of 15 columns", 15),
      heat_map("Correlations of 40 columns", 40),
      Heading{"Awkward texts"},
      Paragraph{"<script>alert(1)</script> & \"quotes\" 'single' ]]> \u202Eright to left\u202C "
                "\u05E9\u05DC\u05D5\u05DD "
                "\x01\x02 \xFF\xC0\x80 end"},
      TableBlock{{{"<b>name</b>"}, {"value", Align::right}},
                 {{"\u0627\u0644\u062F\u062E\u0644", "1"}, {"a&b", "2"}}},
      Figure{"Nothing", "No values at all.", "An empty chart.", LineChart{{"x"}, {"y"}, {}}},
      Heading{"Approval"},
      SignatureBlock{{"Name", "Function", "Place and date", "Signature"}}};
  return report;
}

// FOLDER/1.svg, 1.pdf, 1.png and so on, in the order of the page.
void write_charts(const std::string& folder) {
  int number = 0;
  for (const Block& block : gallery().blocks) {
    const auto* figure = std::get_if<Figure>(&block);
    if (figure == nullptr) continue;
    write_figure(*figure, folder + "/" + std::to_string(++number),
                 {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png});
  }
}

}  // namespace
}  // namespace sfumato::report

int main(int count, char** arguments) {
  if (count != 2 && count != 3) {
    std::cerr << "usage: report_gallery PAGE.html [FOLDER]\n";
    return 2;
  }
  if (count == 3) sfumato::report::write_charts(arguments[2]);
  std::ofstream file(arguments[1], std::ios::binary);
  file << sfumato::report::html_document(
      sfumato::report::gallery(),
      {.title = "Disclosure risk report", .subtitle = "Every block and chart, once"});
  file.close();
  return file ? 0 : 1;
}
