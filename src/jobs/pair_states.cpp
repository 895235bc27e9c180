// States are arrays in a fixed order; one that is damaged is an error.
#include "jobs/pair_states.hpp"

#include <algorithm>

#include "masking/partial_state.hpp"

namespace sfumato::jobs {
namespace {

using masking::count_of;
using masking::damaged_state;
using masking::item_of;
using masking::number_of_state;
using masking::number_state;

template <class Item>
Value states_of_columns(const std::vector<Item>& columns) {
  Value list = Value::array();
  for (const Item& column : columns) list.push(column.state());
  return list;
}

template <class Item>
std::vector<Item> columns_of_states(const Value& list) {
  if (!list.is_array()) damaged_state();
  std::vector<Item> result;
  for (const Value& state : list.as_array()) result.push_back(Item::of_state(state));
  return result;
}

template <class Item, class Merge>
void merge_columns(std::vector<Item>& columns, const std::vector<Item>& others, const Merge& merge) {
  if (columns.size() != others.size()) damaged_state();
  for (std::size_t j = 0; j < columns.size(); ++j) merge(columns[j], others[j]);
}

}  // namespace

Value PairColumnFacts::state() const {
  Value list = Value::array();
  for (const std::uint64_t count : {present_original, present_masked, suppressed, suppressed_known, beyond}) {
    list.push(count);
  }
  list.push(sum.state());
  list.push(differences.state());
  list.push(number_state(lowest));
  list.push(number_state(highest));
  for (const stats::ScaleFacts& side : sides) {
    list.push(side.whole);
    list.push(side.largest);
  }
  return list;
}

PairColumnFacts PairColumnFacts::of_state(const Value& state) {
  PairColumnFacts facts;
  facts.present_original = count_of(item_of(state, 0));
  facts.present_masked = count_of(item_of(state, 1));
  facts.suppressed = count_of(item_of(state, 2));
  facts.suppressed_known = count_of(item_of(state, 3));
  facts.beyond = count_of(item_of(state, 4));
  facts.sum = ExactSum::of_state(item_of(state, 5));
  facts.differences = ExactSum::of_state(item_of(state, 6));
  facts.lowest = number_of_state(item_of(state, 7));
  facts.highest = number_of_state(item_of(state, 8));
  for (std::size_t side = 0; side < facts.sides.size(); ++side) {
    facts.sides[side].whole = static_cast<std::uint32_t>(count_of(item_of(state, 9 + 2 * side)));
    facts.sides[side].largest = number_of_state(item_of(state, 10 + 2 * side));
  }
  return facts;
}

void PairColumnFacts::merge(const PairColumnFacts& other) {
  present_original += other.present_original;
  present_masked += other.present_masked;
  suppressed += other.suppressed;
  suppressed_known += other.suppressed_known;
  beyond += other.beyond;
  sum.add(other.sum);
  differences.add(other.differences);
  lowest = std::min(lowest, other.lowest);
  highest = std::max(highest, other.highest);
  for (std::size_t side = 0; side < sides.size(); ++side) sides[side].merge(other.sides[side]);
}

double PairColumnFacts::mean(std::uint64_t complete) const {
  if (complete == 0) return 0.0;
  return lowest == highest ? lowest : sum.value() / static_cast<double>(complete);
}

Value PairFacts::state() const {
  Value list = Value::array();
  for (const std::uint64_t count :
       {rows, masked_rows, incomplete, known, complete, originals_alone, masked_alone}) {
    list.push(count);
  }
  list.push(states_of_columns(columns));
  return list;
}

PairFacts PairFacts::of_state(const Value& state) {
  PairFacts facts;
  facts.rows = count_of(item_of(state, 0));
  facts.masked_rows = count_of(item_of(state, 1));
  facts.incomplete = count_of(item_of(state, 2));
  facts.known = count_of(item_of(state, 3));
  facts.complete = count_of(item_of(state, 4));
  facts.originals_alone = count_of(item_of(state, 5));
  facts.masked_alone = count_of(item_of(state, 6));
  facts.columns = columns_of_states<PairColumnFacts>(item_of(state, 7));
  return facts;
}

void PairFacts::merge(const PairFacts& other) {
  rows += other.rows;
  masked_rows += other.masked_rows;
  incomplete += other.incomplete;
  known += other.known;
  complete += other.complete;
  originals_alone += other.originals_alone;
  masked_alone += other.masked_alone;
  merge_columns(columns, other.columns, [](auto& one, const auto& more) { one.merge(more); });
}

bool PairFacts::any_coarse() const {
  return std::any_of(columns.begin(), columns.end(),
                     [](const PairColumnFacts& column) { return column.suppressed > 0; });
}

Value PairSquares::state() const { return states_of_columns(columns); }

PairSquares PairSquares::of_state(const Value& state) { return {columns_of_states<ExactSum>(state)}; }

void PairSquares::merge(const PairSquares& other) {
  merge_columns(columns, other.columns, [](ExactSum& one, const ExactSum& more) { one.add(more); });
}

Value PairWidths::state() const {
  Value list = Value::array();
  for (const auto& column : counts.columns) {
    Value own = Value::array();
    for (const std::uint64_t count : column) own.push(count);
    list.push(own);
  }
  return list;
}

PairWidths PairWidths::of_state(const Value& state) {
  if (!state.is_array()) damaged_state();
  PairWidths widths;
  for (const Value& column : state.as_array()) {
    auto& own = widths.counts.columns.emplace_back();
    for (std::size_t p = 0; p < own.size(); ++p) own[p] = count_of(item_of(column, p));
  }
  return widths;
}

void PairWidths::merge(const PairWidths& other) {
  merge_columns(counts.columns, other.counts.columns, [](auto& one, const auto& more) {
    for (std::size_t p = 0; p < one.size(); ++p) one[p] += more[p];
  });
}

Value PairChanges::state() const {
  Value list = Value::array();
  list.push(widths.state());
  list.push(twice);
  return list;
}

PairChanges PairChanges::of_state(const Value& state) {
  return {PairWidths::of_state(item_of(state, 0)), count_of(item_of(state, 1))};
}

void PairChanges::merge(const PairChanges& other) {
  widths.merge(other.widths);
  twice += other.twice;
}

Value PairSteps::state() const {
  Value list = Value::array();
  for (const double step : columns) list.push(step);
  return list;
}

PairSteps PairSteps::of_state(const Value& state) {
  if (!state.is_array()) damaged_state();
  PairSteps steps;
  for (const Value& step : state.as_array()) steps.columns.push_back(number_of_state(step));
  return steps;
}

void PairSteps::merge(const PairSteps& other) {
  merge_columns(columns, other.columns, [](double& one, double more) { one = std::max(one, more); });
}

stats::Moments moments_of(const PairFacts& facts, const PairSquares& squares, std::size_t column) {
  const PairColumnFacts& own = facts.columns[column];
  stats::Moments moments{facts.complete, own.mean(facts.complete), 0.0};
  if (!own.constant()) moments.squares = squares.columns[column].value();
  return moments;
}

}  // namespace sfumato::jobs
