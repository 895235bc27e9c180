#include "queries/exact_answers.hpp"

#include <cmath>

#include "queries/aggregates/aggregate.hpp"
#include "queries/engine.hpp"

namespace sfumato::queries {

std::vector<GroupAnswer> exact_answers(const Query& query, const Catalogue& catalogue, const DataTable& data,
                                       const Run& run) {
  const CatalogueTable& table = catalogue.tables[query.table];
  // Squares about a value inside the domain stay exact where those about 0 would be rounded.
  const CatalogueColumn* column = query.column ? &table.columns[*query.column] : nullptr;
  const ExactAnswer& aggregate = record_of(query).exact;
  const std::int64_t reference =
      column != nullptr && aggregate.squares ? column->first() / 2 + column->last() / 2 : 0;
  std::vector<double> values;
  if (aggregate.of_values != nullptr) {
    for (const auto& group : ordered_values(query, table, data, run)) {
      values.push_back(aggregate.of_values(query, group));
    }
  } else {
    for (const Figures& group : figures(query, table, data, reference, run)) {
      values.push_back(aggregate.of_figures(group));
    }
  }
  const double unit = column != nullptr && column->kind == ColumnKind::number
                          ? std::pow(10.0, -column->decimals * aggregate.unit_power)
                          : 1.0;
  std::vector<GroupAnswer> answers;
  for (std::size_t group = 0; group < values.size(); ++group) {
    const double value = unit < 1.0 ? values[group] / (1.0 / unit) : values[group];
    answers.push_back({group_names(query, table, group), value, value, value});
  }
  return answers;
}

}  // namespace sfumato::queries
