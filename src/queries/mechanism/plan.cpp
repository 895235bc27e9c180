// Plans from the catalogue alone: sensitivities of every aggregate, how ε is split, and notes for people.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "queries/engine.hpp"
#include "queries/mechanism.hpp"
#include "queries/mechanism/noise.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t most_micro_epsilon = 1'000'000'000'000;
constexpr double least_rank_lambda = 0x1p-40;
constexpr std::int64_t median = 500'000, whole = 1'000'000;

// What sensitivities depend on.
struct Circumstances {
  bool replace = true;
  bool histogram = false;
  bool all_count = false;  // every record is in the figure, in every database
  double rows = 1;         // of a unit
  double touched = 1;      // groups that a unit can change
  double lower = 0, upper = 0;
  double width() const { return upper - lower; }
  double half() const { return std::ceil(width() / 2.0); }
  // A figure to which a record adds at most `most` in size: it leaves one group and comes into another.
  double moved(double most) const { return rows * (replace && histogram ? 2.0 : 1.0) * most; }
};

Circumstances circumstances(const Query& query, const CatalogueTable& table, Neighbours neighbours) {
  Circumstances result;
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

double sum_sensitivity(const Circumstances& at) {
  if (!at.replace || at.histogram) return at.moved(std::max(std::fabs(at.lower), std::fabs(at.upper)));
  if (at.all_count) return at.rows * at.width();
  return at.rows * (std::max(at.upper, 0.0) - std::min(at.lower, 0.0));
}

double middle_sum_sensitivity(const Circumstances& at) {
  return at.replace && !at.histogram ? at.rows * at.width() : at.moved(at.half());
}

double rank_sensitivity(const Circumstances& at, std::int64_t millionths) {
  if (at.replace && !at.histogram) return at.rows;
  return at.moved(millionths == median ? 0.5 : 1.0);
}

double figure_sensitivity(const Circumstances& at, PartKind kind, bool about_middle) {
  switch (kind) {
    case PartKind::sum:
      return about_middle ? middle_sum_sensitivity(at) : sum_sensitivity(at);
    case PartKind::squares:
      return at.moved(at.half() * at.half());
    default:
      return at.moved(1.0);
  }
}

// A domain of one value has nothing to hide, but noise needs a scale.
PlanPart noise_part(PartKind kind, double sensitivity) {
  PlanPart part;
  part.kind = kind;
  part.sensitivity = std::max(1.0, sensitivity);
  return part;
}

std::int64_t millionths_of(const Query& query) {
  if (query.aggregate == Aggregate::least) return 0;
  if (query.aggregate == Aggregate::greatest) return whole;
  return std::clamp<std::int64_t>(query.millionths, 0, whole);
}

std::vector<PlanPart> quantile_parts(const Query& query, const Circumstances& at, bool laplace) {
  const std::int64_t millionths = millionths_of(query);
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

std::vector<PlanPart> parts_of(const Query& query, const Circumstances& at, bool laplace) {
  const auto figure = [&](PartKind kind, bool about_middle = true) {
    return noise_part(kind, figure_sensitivity(at, kind, about_middle));
  };
  switch (query.aggregate) {
    case Aggregate::count:
    case Aggregate::count_values:
      return {figure(PartKind::count)};
    case Aggregate::count_distinct:
      return {figure(PartKind::distinct)};
    case Aggregate::sum:
      return {figure(PartKind::sum, false)};
    case Aggregate::average:
      return {figure(PartKind::count), figure(PartKind::sum)};
    case Aggregate::variance:
    case Aggregate::deviation:
      return {figure(PartKind::count), figure(PartKind::sum), figure(PartKind::squares)};
    default:
      return quantile_parts(query, at, laplace);
  }
}

void share_epsilon(Plan& plan) {
  const auto count = static_cast<std::int64_t>(plan.parts.size());
  if (plan.micro_epsilon < count || plan.micro_epsilon > most_micro_epsilon) {
    bad_input("ε is out of range", "give an ε from 0.000003 to 1000000");
  }
  for (PlanPart& part : plan.parts) part.micro_epsilon = plan.micro_epsilon / count;
  plan.parts.front().micro_epsilon += plan.micro_epsilon % count;
}

std::vector<std::string> notes_of(const Query& query, const Plan& plan, bool histogram) {
  std::vector<std::string> notes;
  switch (query.aggregate) {
    case Aggregate::average:
      notes.emplace_back("the middle of the domain plus a noisy sum about it, divided by a noisy count");
      break;
    case Aggregate::variance:
    case Aggregate::deviation:
      notes.emplace_back(
          "noisy squares about the middle of the domain by a noisy count, less the square of "
          "the noisy mean");
      break;
    case Aggregate::least:
    case Aggregate::greatest:
    case Aggregate::quantile:
      notes.emplace_back(plan.parts.front().noise
                             ? "noise of the domain's width is added to the value"
                             : "a value of the domain is drawn, the likelier the nearer its rank; two more "
                               "draws are the ends of the interval");
      break;
    default:
      break;
  }
  if (histogram) notes.emplace_back("ε is spent once for all groups together");
  if (plan.parts.front().grid > 0) notes.emplace_back("figures are rounded before noise is added");
  return notes;
}

}  // namespace

Plan make_plan(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon,
               Neighbours neighbours, bool laplace_extrema) {
  const CatalogueTable& table = catalogue.tables[query.table];
  const Circumstances at = circumstances(query, table, neighbours);
  Plan plan;
  plan.micro_epsilon = micro_epsilon;
  plan.neighbours = neighbours;
  plan.parts = parts_of(query, at, laplace_extrema);
  share_epsilon(plan);
  for (PlanPart& part : plan.parts) {
    if (part.noise) {
      set_noise(part, at.touched);
      continue;
    }
    part.lambda = static_cast<double>(part.micro_epsilon) / 1e6 / (2.0 * part.sensitivity) * (1.0 - 0x1p-48);
    if (part.lambda < least_rank_lambda) {
      bad_input("ε is too small for so many rows of one person", "declare fewer rows-per-person, or raise ε");
    }
  }
  double unit = 1.0;
  if (query.column) {
    const CatalogueColumn& column = table.columns[*query.column];
    const bool about_middle = query.aggregate == Aggregate::average ||
                              query.aggregate == Aggregate::variance ||
                              query.aggregate == Aggregate::deviation;
    if (about_middle) plan.reference = column.first() + (column.last() - column.first()) / 2;
    if (column.kind == ColumnKind::number) unit = std::pow(10.0, column.decimals);
  }
  const PlanPart& first = plan.parts.front();
  const bool known = plan.parts.size() == 1 && first.kind != PartKind::quantile;
  plan.expected_error = known ? mean_noise(first) / (first.kind == PartKind::sum ? unit : 1.0)
                              : std::numeric_limits<double>::quiet_NaN();
  plan.notes = notes_of(query, plan, at.histogram);
  return plan;
}

}  // namespace sfumato::queries
