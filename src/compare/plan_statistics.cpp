// Sums are taken in the order of the cells, so that the last bit does not depend on threads.
#include "compare/plan_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compare/scoring.hpp"
#include "ranking/ranks.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::compare {
namespace {

constexpr double not_there = std::numeric_limits<double>::quiet_NaN();

// Where the value of a measure or a score lies; none: it has no rank.
std::optional<ranking::Span> cell_span(const Plan& plan, const CellResult& cell, const std::string& name) {
  double error = 0.0;
  for (std::size_t m = 0; m < cell.measures.size(); ++m) {
    if (plan.measures[m].measure->info.name != name) continue;
    if (cell.measures[m].structural_zero) return std::nullopt;
    error = cell.measures[m].standard_error;
  }
  const std::optional<double> value = cell.value_of(plan, name);
  if (!value || std::isnan(*value)) return std::nullopt;
  if (!std::isfinite(*value) || !std::isfinite(error)) return ranking::Span{*value, *value};
  return ranking::Span{*value - error, *value + error};
}

ranking::Wanted wanted_of(const Plan& plan, const std::string& name) {
  for (const MeasureRequest& request : plan.measures) {
    if (request.measure->info.name != name) continue;
    return better_of(request) == Better::lower ? ranking::Wanted::low : ranking::Wanted::high;
  }
  return ranking::Wanted::low;
}

// Of a measure, a score or a parameter that the plan names; not a number where there is none.
double cell_number(const Plan& plan, const CellResult& cell, const std::string& name) {
  if (const std::optional<double> value = cell.value_of(plan, name)) return *value;
  for (const auto& [param, value] : cell.method->named_params(cell.cell)) {
    if (param == name && value.is_number()) return value.as_number();
  }
  return not_there;
}

bool is_left_out(const PlanCorrelation& entry, const std::string& label) {
  return std::find(entry.without.begin(), entry.without.end(), label) != entry.without.end();
}

CorrelationResult correlation_of(const PlanCorrelation& entry, std::size_t subject,
                                 const std::vector<std::vector<double>>& columns, std::size_t first,
                                 std::size_t second) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < columns[first].size(); ++i) {
    if (!std::isfinite(columns[first][i]) || !std::isfinite(columns[second][i])) continue;
    x.push_back(columns[first][i]);
    y.push_back(columns[second][i]);
  }
  return {&entry,
          subject,
          entry.of[first],
          entry.of[second],
          pearson_correlation(x, y),
          pearson_correlation(stats::average_ranks(x), stats::average_ranks(y)),
          x.size()};
}

}  // namespace

std::optional<double> pearson_correlation(std::span<const double> x, std::span<const double> y) {
  if (x.size() < 3) return std::nullopt;
  const auto count = static_cast<double>(x.size());
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / count;
    mean_y += y[i] / count;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = x[i] - mean_x, b = y[i] - mean_y;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  // One root gives exactly 1 for equal sides; the product may be out of range.
  double scale = std::sqrt(xx * yy);
  if (!std::isnormal(scale)) scale = std::sqrt(xx) * std::sqrt(yy);
  if (!(scale > 0.0) || !std::isfinite(scale)) return std::nullopt;
  return std::clamp(xy / scale, -1.0, 1.0);
}

void add_ranks(const Plan& plan, PlanResult& result) {
  for (const std::string& name : plan.ranks) {
    const ranking::Wanted wanted = wanted_of(plan, name);
    for (std::size_t subject = 0; subject < plan.data.size(); ++subject) {
      std::vector<CellResult*> cells;
      std::vector<std::optional<ranking::Span>> spans;
      for (CellResult& cell : result.cells) {
        if (cell.subject != subject) continue;
        cells.push_back(&cell);
        spans.push_back(cell_span(plan, cell, name));
      }
      const auto ranks = ranking::ranks(spans, wanted);
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i]->ranks.push_back(ranks[i]);
    }
  }
}

void add_correlations(const Plan& plan, PlanResult& result) {
  for (const PlanCorrelation& entry : plan.correlations) {
    for (std::size_t subject = 0; subject < plan.data.size(); ++subject) {
      std::vector<std::vector<double>> columns(entry.of.size());
      for (const CellResult& cell : result.cells) {
        if (cell.subject != subject || is_left_out(entry, cell.label)) continue;
        for (std::size_t c = 0; c < columns.size(); ++c) {
          columns[c].push_back(cell_number(plan, cell, entry.of[c]));
        }
      }
      for (std::size_t first = 0; first < columns.size(); ++first) {
        for (std::size_t second = first + 1; second < columns.size(); ++second) {
          result.correlations.push_back(correlation_of(entry, subject, columns, first, second));
        }
      }
    }
  }
}

}  // namespace sfumato::compare
