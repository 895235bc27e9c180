#include "masking/passed_weights.hpp"

#include <cmath>

#include "masking/partial_state.hpp"

namespace sfumato::masking {

PassedWeights::PassedWeights(const Table& outline, Reweight reweight) : reweight_(reweight) {
  for (ColumnId id = 0; id < outline.column_count() && reweight != Reweight::none; ++id) {
    if (outline.info(id).role == Role::weight) columns_.push_back({id, outline.info(id).name});
  }
}

void PassedWeights::add(ExactSum& sum, const Numbers& weights) {
  for (const double weight : weights) {
    if (!std::isnan(weight)) sum.add(weight);
  }
}

void PassedWeights::observe_all(const Table& block) {
  for (Weights& weights : columns_) {
    if (block.rows() > 0) require_weights(block, weights.id);
    add(sum_of(weights, Total::before), block.column(weights.id).to_numbers());
  }
}

void PassedWeights::observe_drawn(const Table& drawn) {
  for (Weights& weights : columns_) {
    add(sum_of(weights, Total::drawn), drawn.column(weights.id).to_numbers());
  }
}

Value PassedWeights::partial(Total total) const {
  Value state = Value::array();
  for (const Weights& weights : columns_) state.push(weights.sums[static_cast<std::size_t>(total)].state());
  return state;
}

void PassedWeights::merge(Total total, const Value& part) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    sum_of(columns_[i], total).add(ExactSum::of_state(item_of(part, i)));
  }
}

void PassedWeights::fit(std::optional<double> inverse) {
  any_ = inverse.has_value();
  for (Weights& weights : columns_) {
    if (!any_) continue;
    const std::vector<double> before{sum_of(weights, Total::before).value()};
    const std::vector<double> drawn{sum_of(weights, Total::drawn).value()};
    weights.factor = sample_factors(weights.name, before, drawn, {*inverse}, reweight_).front();
  }
}

void PassedWeights::reweigh(Table& sample) {
  for (Weights& weights : columns_) {
    Numbers changed = sample.column(weights.id).to_numbers();
    for (double& weight : changed) weight *= weights.factor;
    add(sum_of(weights, Total::after), changed);
    if (weights.factor != 1.0) set_weights(sample, weights.id, std::move(changed));
  }
}

void PassedWeights::show(Table& sketch) const {
  for (const Weights& weights : columns_) {
    if (weights.factor == 1.0) continue;
    Numbers changed = sketch.column(weights.id).to_numbers();
    for (double& weight : changed) weight *= weights.factor;
    set_weights(sketch, weights.id, std::move(changed));
  }
}

Value PassedWeights::totals() const {
  if (!any_ || columns_.empty()) return {};
  Value totals = Value::object();
  for (const Weights& weights : columns_) {
    totals.set(weights.name, Value::object()
                                 .set("total_before", weights.sums[0].value())
                                 .set("total_after", weights.sums[2].value()));
  }
  return totals;
}

}  // namespace sfumato::masking
