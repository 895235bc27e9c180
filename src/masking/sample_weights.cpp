// Every record of a stratum gets the same factor, so that ratios of weights inside it do not change.
#include "masking/sample_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/exact_sum.hpp"

namespace sfumato::masking {
namespace {

// Exact, so that they do not depend on the order of the records.
std::vector<double> stratum_totals(const Numbers& weights, std::span<const std::size_t> rows,
                                   const SampleDesign& design) {
  std::vector<ExactSum> sums(design.factor.size());
  for (const std::size_t row : rows) {
    if (!std::isnan(weights[row])) sums[design.stratum[row]].add(weights[row]);
  }
  std::vector<double> totals;
  for (const ExactSum& sum : sums) totals.push_back(sum.value());
  return totals;
}

double total_of(const Numbers& weights) {
  ExactSum sum;
  for (const double weight : weights) {
    if (!std::isnan(weight)) sum.add(weight);
  }
  return sum.value();
}

}  // namespace

std::vector<double> sample_factors(const std::string& name, const std::vector<double>& before,
                                   const std::vector<double>& sampled, const std::vector<double>& inverse,
                                   Reweight reweight) {
  if (reweight == Reweight::inverse) return inverse;
  std::vector<double> factors = inverse;
  for (std::size_t s = 0; s < factors.size(); ++s) {
    if (before[s] == 0.0 && sampled[s] == 0.0) continue;  // nothing to keep
    if (!(sampled[s] > 0.0) || !(before[s] > 0.0)) {
      bad_param("reweight",
                "the weights '" + name + "' of the drawn records" +
                    (factors.size() > 1 ? " of a stratum" : "") + " have no positive total to calibrate",
                "draw more records, join strata, or choose inverse");
    }
    factors[s] = before[s] / sampled[s];
  }
  return factors;
}

void require_weights(const Table& table, ColumnId id) {
  if (table.info(id).kind == Kind::numeric && !table.column(id).is_text()) return;
  bad_input("column '" + table.info(id).name + "' has the role weight, and its values are not numbers",
            "correct them, give the column another role, or leave weights as they are with ‹reweight› none");
}

void set_weights(Table& sample, ColumnId id, Numbers weights) {
  sample.replace(id, std::move(weights));
  ColumnInfo told = sample.info(id);
  told.domain.reset();
  told.decimals.reset();
  sample.set_info(id, std::move(told));
}

Reweight reweight_of(const ParamValues& params) {
  for (const auto& [name, value] : params) {
    if (name != "reweight" || !value.is_text()) continue;
    if (value.as_text() == "calibrate") return Reweight::calibrate;
    if (value.as_text() == "none") return Reweight::none;
  }
  return Reweight::inverse;
}

Value reweigh(Table& sample, const Table& original, std::span<const std::size_t> rows,
              const SampleDesign& design, Reweight reweight) {
  Value totals = Value::object();
  if (reweight == Reweight::none || rows.empty()) return {};
  std::vector<std::size_t> all(original.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const ColumnInfo& info = original.info(id);
    if (info.role != Role::weight) continue;
    require_weights(original, id);
    const Numbers weights = original.column(id).to_numbers();
    const std::vector<double> before = stratum_totals(weights, all, design);
    const std::vector<double> factors =
        sample_factors(info.name, before, stratum_totals(weights, rows, design), design.factor, reweight);
    Numbers changed;
    changed.reserve(rows.size());
    for (const std::size_t row : rows) changed.push_back(weights[row] * factors[design.stratum[row]]);
    totals.set(info.name,
               Value::object().set("total_before", total_of(weights)).set("total_after", total_of(changed)));
    if (std::all_of(factors.begin(), factors.end(), [](double factor) { return factor == 1.0; })) continue;
    set_weights(sample, id, std::move(changed));
  }
  return totals.as_object().empty() ? Value() : totals;
}

}  // namespace sfumato::masking
