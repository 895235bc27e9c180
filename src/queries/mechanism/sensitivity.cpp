#include "queries/mechanism/sensitivity.hpp"

#include <algorithm>

#include "queries/engine.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t median_share = 500'000;

double rank_sensitivity(const SensitivityInputs& at, std::int64_t millionths) {
  if (at.replace && !at.histogram) return at.rows;
  return at.moved(millionths == median_share ? 0.5 : 1.0);
}

}  // namespace

SensitivityInputs sensitivity_inputs(const Query& query, const CatalogueTable& table, Neighbours neighbours) {
  SensitivityInputs result;
  const std::size_t groups = group_count(query, table);
  result.replace = neighbours == Neighbours::replace;
  result.histogram = groups > 1;
  const std::int64_t rows = table.person ? std::max<std::int64_t>(1, table.rows_per_unit) : 1;
  result.rows = static_cast<double>(rows);
  if (result.histogram) {
    result.touched = std::min(static_cast<double>(groups), result.rows * (result.replace ? 2.0 : 1.0));
  }
  const auto drops = [](const CatalogueColumn& column) { return column.outside == Outside::drop; };
  result.all_count = query.where.kind == Condition::Kind::always && rows == 1 &&
                     std::none_of(table.columns.begin(), table.columns.end(), drops);
  if (query.column) {
    const CatalogueColumn& column = table.columns[*query.column];
    result.all_count = result.all_count && !column.nullable;
    result.lower = static_cast<double>(column.first());
    result.upper = static_cast<double>(column.last());
  }
  return result;
}

double sum_sensitivity(const SensitivityInputs& at) {
  if (!at.replace || at.histogram) return at.moved(std::max(std::fabs(at.lower), std::fabs(at.upper)));
  if (at.all_count) return at.rows * at.width();
  return at.rows * (std::max(at.upper, 0.0) - std::min(at.lower, 0.0));
}

double middle_sum_sensitivity(const SensitivityInputs& at) {
  return at.replace && !at.histogram ? at.rows * at.width() : at.moved(at.half());
}

// A domain of one value has sensitivity 0, but noise needs a positive scale.
PlanPart noise_part(PartKind kind, double sensitivity) {
  PlanPart part;
  part.kind = kind;
  part.sensitivity = std::max(1.0, sensitivity);
  return part;
}

std::vector<PlanPart> rank_parts(const SensitivityInputs& at, std::int64_t millionths, bool laplace) {
  if (laplace) {
    PlanPart part = noise_part(PartKind::quantile, at.width() * at.touched);
    part.millionths = millionths;
    return {part};
  }
  std::vector<PlanPart> parts;
  for (const int end : {0, -1, 1}) {
    PlanPart& part = parts.emplace_back();
    part.kind = PartKind::quantile;
    part.millionths = millionths;
    part.noise = false;
    part.end = end;
    part.sensitivity = rank_sensitivity(at, millionths);
  }
  return parts;
}

}  // namespace sfumato::queries
