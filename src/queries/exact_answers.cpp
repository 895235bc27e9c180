#include "queries/exact_answers.hpp"

#include <cmath>
#include <limits>

#include "queries/engine.hpp"

namespace sfumato::queries {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

bool is_ordered(Aggregate aggregate) {
  return aggregate == Aggregate::least || aggregate == Aggregate::greatest ||
         aggregate == Aggregate::quantile;
}

double ordered_answer(const Query& query, const std::vector<std::int64_t>& values) {
  if (values.empty()) return nothing;
  if (query.aggregate == Aggregate::least) return static_cast<double>(values.front());
  if (query.aggregate == Aggregate::greatest) return static_cast<double>(values.back());
  constexpr std::int64_t whole = 1'000'000;
  const auto count = static_cast<Wide>(values.size());
  const Wide rank = (count * query.millionths + whole - 1) / whole;  // from 1
  return static_cast<double>(values[static_cast<std::size_t>(rank > 0 ? rank - 1 : 0)]);
}

double figure_answer(Aggregate aggregate, const Figures& figures) {
  const auto rows = static_cast<double>(figures.rows);
  const auto sum = static_cast<double>(figures.sum);
  switch (aggregate) {
    case Aggregate::count:
    case Aggregate::count_values:
      return rows;
    case Aggregate::count_distinct:
      return static_cast<double>(figures.distinct);
    case Aggregate::sum:
      return sum;
    case Aggregate::average:
      return figures.rows > 0 ? sum / rows : nothing;
    default:
      break;
  }
  if (figures.rows == 0) return nothing;
  const double variance =
      std::max(0.0, static_cast<double>(figures.squares) / rows - (sum / rows) * (sum / rows));
  return aggregate == Aggregate::variance ? variance : std::sqrt(variance);
}

// How many units of the column's decimals the aggregate is in: sums once, variances twice, counts not at all.
int powers_of_unit(Aggregate aggregate) {
  switch (aggregate) {
    case Aggregate::count:
    case Aggregate::count_values:
    case Aggregate::count_distinct:
      return 0;
    case Aggregate::variance:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

std::vector<GroupAnswer> exact_answers(const Query& query, const Catalogue& catalogue, const DataTable& data,
                                       const Run& run) {
  const CatalogueTable& table = catalogue.tables[query.table];
  // Squares about a value inside the domain stay exact where those about 0 would be rounded.
  const CatalogueColumn* column = query.column ? &table.columns[*query.column] : nullptr;
  const bool about_middle = query.aggregate == Aggregate::variance || query.aggregate == Aggregate::deviation;
  const std::int64_t reference =
      column != nullptr && about_middle ? column->first() / 2 + column->last() / 2 : 0;
  std::vector<double> values;
  if (is_ordered(query.aggregate)) {
    for (const auto& group : ordered_values(query, table, data, run))
      values.push_back(ordered_answer(query, group));
  } else {
    for (const Figures& group : figures(query, table, data, reference, run)) {
      values.push_back(figure_answer(query.aggregate, group));
    }
  }
  const double unit = column != nullptr && column->kind == ColumnKind::number
                          ? std::pow(10.0, -column->decimals * powers_of_unit(query.aggregate))
                          : 1.0;
  std::vector<GroupAnswer> answers;
  for (std::size_t group = 0; group < values.size(); ++group) {
    const double value = unit < 1.0 ? values[group] / (1.0 / unit) : values[group];
    answers.push_back({group_names(query, table, group), value, value, value});
  }
  return answers;
}

}  // namespace sfumato::queries
