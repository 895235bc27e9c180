// Plans from query and catalogue, without data: the parts of an aggregate, how ε is split between them, and
// notes.
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/mechanism.hpp"
#include "queries/mechanism/noise.hpp"
#include "queries/mechanism/sensitivity.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t max_micro_epsilon = 1'000'000'000'000;
constexpr double min_rank_lambda = 0x1p-40;

void share_epsilon(Plan& plan) {
  const auto count = static_cast<std::int64_t>(plan.parts.size());
  if (plan.micro_epsilon < count || plan.micro_epsilon > max_micro_epsilon) {
    bad_input("ε is out of range", "choose an ε from 0.000003 to 1000000");
  }
  for (PlanPart& part : plan.parts) part.micro_epsilon = plan.micro_epsilon / count;
  plan.parts.front().micro_epsilon += plan.micro_epsilon % count;
}

std::vector<std::string> notes_of(const NoisyAnswer& aggregate, const Plan& plan, bool histogram) {
  std::vector<std::string> notes;
  if (aggregate.note != nullptr) notes.emplace_back(aggregate.note(plan));
  if (histogram) notes.emplace_back("ε is spent once for all groups together");
  if (plan.parts.front().grid > 0) notes.emplace_back("figures are rounded before noise is added");
  return notes;
}

// `unit`: units of the column's figures for one unit of its values.
double expected_noise(const PlanPart& part, double unit) {
  if (!part.noise || part.kind == PartKind::quantile) return std::numeric_limits<double>::quiet_NaN();
  const double scale = part.kind == PartKind::sum ? unit : part.kind == PartKind::squares ? unit * unit : 1.0;
  return mean_noise(part) / scale;
}

}  // namespace

Plan make_plan(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon,
               Neighbours neighbours, bool laplace_extrema) {
  const CatalogueTable& table = catalogue.tables[query.table];
  const NoisyAnswer& aggregate = record_of(query).noisy;
  const SensitivityInputs at = sensitivity_inputs(query, table, neighbours);
  Plan plan;
  plan.micro_epsilon = micro_epsilon;
  plan.neighbours = neighbours;
  plan.parts = aggregate.parts(query, at, laplace_extrema);
  share_epsilon(plan);
  for (PlanPart& part : plan.parts) {
    if (part.noise) {
      set_noise(part, at.touched);
      continue;
    }
    part.lambda = static_cast<double>(part.micro_epsilon) / 1e6 / (2.0 * part.sensitivity) * (1.0 - 0x1p-48);
    if (part.lambda < min_rank_lambda) {
      bad_input("ε is too small for the declared rows-per-person",
                "declare fewer rows-per-person, or increase ε");
    }
  }
  double unit = 1.0;
  if (query.column) {
    const CatalogueColumn& column = table.columns[*query.column];
    if (aggregate.about_middle) plan.reference = column.first() + (column.last() - column.first()) / 2;
    if (column.kind == ColumnKind::number) unit = std::pow(10.0, column.decimals);
  }
  for (PlanPart& part : plan.parts) part.expected_error = expected_noise(part, unit);
  const PlanPart& first = plan.parts.front();
  const bool known = plan.parts.size() == 1 && first.kind != PartKind::quantile;
  plan.expected_error = known ? first.expected_error : std::numeric_limits<double>::quiet_NaN();
  plan.notes = notes_of(aggregate, plan, at.histogram);
  return plan;
}

}  // namespace sfumato::queries
