// Noisy answers and their intervals from exact figures. After the noise everything is post-processing and
// costs no privacy.
#include <algorithm>
#include <cmath>

#include "queries/aggregates/aggregate.hpp"
#include "queries/engine.hpp"
#include "queries/engine/ordered.hpp"
#include "queries/mechanism.hpp"
#include "queries/mechanism/noise.hpp"
#include "queries/mechanism/noisy_group.hpp"
#include "queries/mechanism/rank_choice.hpp"

namespace sfumato::queries {
namespace {

constexpr double all_errors = 0.05;  // of an interval, for all parts together

Wide figure_of(PartKind kind, const Figures& figures) {
  switch (kind) {
    case PartKind::sum:
      return figures.sum;
    case PartKind::squares:
      return figures.squares;
    case PartKind::distinct:
      return figures.distinct;
    default:
      return figures.rows;
  }
}

// In units.
std::vector<GroupAnswer> figure_answers(const Plan& plan, const Query& query, const CatalogueTable& table,
                                        const DataTable& data, SecureRng& rng, const Run& run) {
  const std::vector<Figures> exact = figures(query, table, data, plan.reference, run);
  std::vector<NoisyFigures> parts;
  for (const PlanPart& part : plan.parts) {
    std::vector<Wide> values;
    for (const Figures& group : exact) values.push_back(figure_of(part.kind, group));
    parts.push_back(noisy(part, values, all_errors / static_cast<double>(plan.parts.size()), rng));
  }
  double lower = 0.0, upper = 0.0;
  if (query.column) {
    lower = static_cast<double>(table.columns[*query.column].first());
    upper = static_cast<double>(table.columns[*query.column].last());
  }
  const auto combine = record_of(query).noisy.combine;
  std::vector<GroupAnswer> answers(exact.size());
  for (std::size_t group = 0; group < answers.size(); ++group) {
    const NoisyGroup noisy_group{parts, group, lower, upper, static_cast<double>(plan.reference)};
    if (combine != nullptr) {
      combine(noisy_group, answers[group]);
      continue;
    }
    const Interval interval = noisy_group.about(0);
    answers[group] = {{}, noisy_group.value(0), interval.lower, interval.upper};
  }
  return answers;
}

// The least value x such that at least that share of the values is at most x; the midpoint of the domain if
// there are none.
std::uint64_t exact_quantile(std::span<const std::uint64_t> ordered, std::int64_t millionths,
                             std::uint64_t width) {
  if (ordered.empty()) return width / 2;
  constexpr std::int64_t whole = 1'000'000;
  const Wide rank = (static_cast<Wide>(ordered.size()) * millionths + whole - 1) / whole;  // from 1
  return ordered[static_cast<std::size_t>(std::max<Wide>(rank, 1) - 1)];
}

// Distances from the first value of the domain.
std::vector<GroupAnswer> shifted_quantiles(const PlanPart& part, const Ordered& values, std::uint64_t width,
                                           SecureRng& rng) {
  std::vector<Wide> exact;
  for (std::size_t group = 0; group + 1 < values.ends.size(); ++group) {
    exact.push_back(static_cast<Wide>(exact_quantile(values.group(group), part.millionths, width)));
  }
  const NoisyFigures figures = noisy(part, exact, all_errors, rng);
  std::vector<GroupAnswer> answers(exact.size());
  for (std::size_t group = 0; group < answers.size(); ++group) {
    const Interval interval = NoisyGroup{{&figures, 1}, group, 0.0, 0.0, 0.0}.about(0);
    answers[group] = {{}, figures.values[group], interval.lower, interval.upper};
    keep_within(answers[group], 0.0, static_cast<double>(width));
  }
  return answers;
}

std::vector<GroupAnswer> chosen_quantiles(const Plan& plan, const Ordered& values, std::uint64_t width,
                                          SecureRng& rng, const Run& run) {
  const std::size_t groups =
      values.ends.size();  // with the group of records that do not match, for constant time
  std::vector<std::array<std::uint64_t, 3>> chosen(groups);
  for (std::size_t part = 0; part < plan.parts.size(); ++part) {
    const RankChoice choice(plan.parts[part], width);
    std::vector<RankChoice::Words> random(groups);
    for (RankChoice::Words& words : random) rng.fill(words);
    run.parallel(groups, [&](std::size_t group) {
      chosen[group][part] = choice.choose(values.group(group), random[group]);
    });
  }
  std::vector<GroupAnswer> answers(groups - 1);
  for (std::size_t group = 0; group < answers.size(); ++group) {
    const auto [least, most] = std::minmax_element(chosen[group].begin(), chosen[group].end());
    answers[group] = {
        {}, static_cast<double>(chosen[group][0]), static_cast<double>(*least), static_cast<double>(*most)};
  }
  return answers;
}

std::vector<GroupAnswer> quantile_answers(const Plan& plan, const Query& query, const CatalogueTable& table,
                                          const DataTable& data, SecureRng& rng, const Run& run) {
  const CatalogueColumn& column = table.columns[*query.column];
  const auto width = static_cast<std::uint64_t>(column.last() - column.first());
  const Ordered values = ordered(query, table, data, run);
  std::vector<GroupAnswer> answers = plan.parts.front().noise
                                         ? shifted_quantiles(plan.parts.front(), values, width, rng)
                                         : chosen_quantiles(plan, values, width, rng, run);
  for (GroupAnswer& answer : answers) {
    for (double* number : {&answer.value, &answer.lower95, &answer.upper95}) {
      *number += static_cast<double>(column.first());
    }
  }
  return answers;
}

// Units per 1, to the power of the aggregate.
double units(const Query& query, const CatalogueTable& table) {
  if (!query.column || table.columns[*query.column].kind != ColumnKind::number) return 1.0;
  const double one = std::pow(10.0, table.columns[*query.column].decimals);
  double result = 1.0;
  for (int i = 0; i < record_of(query).exact.unit_power; ++i) result *= one;
  return result;
}

}  // namespace

std::vector<GroupAnswer> draw(const Plan& plan, const Query& query, const Catalogue& catalogue,
                              const DataTable& data, SecureRng& rng, const Run& run) {
  const CatalogueTable& table = catalogue.tables[query.table];
  const bool ranks = plan.parts.front().kind == PartKind::quantile;
  std::vector<GroupAnswer> answers = ranks ? quantile_answers(plan, query, table, data, rng, run)
                                           : figure_answers(plan, query, table, data, rng, run);
  const double unit = units(query, table);
  for (std::size_t group = 0; group < answers.size(); ++group) {
    GroupAnswer& answer = answers[group];
    answer.group = group_names(query, table, group);
    for (double* number : {&answer.value, &answer.lower95, &answer.upper95}) *number /= unit;
  }
  return answers;
}

}  // namespace sfumato::queries
