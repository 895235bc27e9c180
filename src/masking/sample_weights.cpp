// Every record of a stratum gets the same factor, so that ratios of weights inside it do not change.
#include "masking/sample_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"

namespace sfumato::masking {
namespace {

std::vector<double> stratum_totals(const Numbers& weights, std::span<const std::size_t> rows,
                                   const SampleDesign& design) {
  std::vector<double> totals(design.factor.size(), 0.0);
  for (const std::size_t row : rows) {
    if (!std::isnan(weights[row])) totals[design.stratum[row]] += weights[row];
  }
  return totals;
}

// The factor of each stratum.
std::vector<double> factors_of(const std::string& name, const std::vector<double>& before,
                               const std::vector<double>& sampled, const SampleDesign& design,
                               Reweight reweight) {
  if (reweight == Reweight::inverse) return design.factor;
  std::vector<double> factors = design.factor;
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

void require_numbers(const Table& table, ColumnId id) {
  if (table.info(id).kind == Kind::numeric && !table.column(id).is_text()) return;
  bad_input("column '" + table.info(id).name + "' has the role weight, and its values are not numbers",
            "correct them, give the column another role, or leave weights as they are with ‹reweight› none");
}

}  // namespace

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
    require_numbers(original, id);
    const Numbers weights = original.column(id).to_numbers();
    const std::vector<double> before = stratum_totals(weights, all, design);
    const std::vector<double> factors =
        factors_of(info.name, before, stratum_totals(weights, rows, design), design, reweight);
    Numbers changed;
    changed.reserve(rows.size());
    double after = 0.0;
    for (const std::size_t row : rows) {
      changed.push_back(weights[row] * factors[design.stratum[row]]);
      if (!std::isnan(changed.back())) after += changed.back();
    }
    totals.set(info.name, Value::object()
                              .set("total_before", std::accumulate(before.begin(), before.end(), 0.0))
                              .set("total_after", after));
    if (std::all_of(factors.begin(), factors.end(), [](double factor) { return factor == 1.0; })) continue;
    sample.replace(id, std::move(changed));
    ColumnInfo told = info;
    told.domain.reset();
    told.decimals.reset();
    sample.set_info(id, std::move(told));
  }
  return totals.as_object().empty() ? Value() : totals;
}

}  // namespace sfumato::masking
