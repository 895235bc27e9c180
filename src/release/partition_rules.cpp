// A total has its type from all records, so that it has a stage where the original has integers; a later
// total may depend on it.
#include "release/partition_rules.hpp"

#include "masking/declared_decimals.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::release {
namespace {

Value facts_state(const masking::TotalFacts& facts) {
  return Value(Value::Array{facts.whole, facts.finer, facts.outside});
}

masking::TotalFacts facts_of_state(const Value& state) {
  const Value &whole = masking::item_of(state, 0), &finer = masking::item_of(state, 1);
  if (!whole.is_bool() || !finer.is_bool()) masking::damaged_state();
  return {whole.as_bool(), finer.as_bool(), masking::count_of(masking::item_of(state, 2))};
}

}  // namespace

PartitionRules::PartitionRules(const PreparedSteps& prepared, Table original, Table masked,
                               const PartitionFacts& facts)
    : rules_(prepared.rules),
      changed_(protected_columns(prepared.steps)),
      original_(std::move(original)),
      outline_(std::move(masked)),
      totals_(rules_.derive.size()) {
  if (masking::has_bounds_or_integers(rules_, original_, changed_)) {
    for (const ColumnId id : changed_) facts_[id] = facts.rule_facts(id);
    stages_.push_back({Kind::bounds});
  }
  for (const ColumnId id : changed_) {
    if (outline_.info(id).decimals == 0) whole_.push_back(id);
  }
  broken_.assign(whole_.size(), 0);
  if (!whole_.empty()) stages_.push_back({Kind::whole});
  for (std::size_t r = 0; r < rules_.derive.size(); ++r) {
    const bool integers = original_.column(rules_.derive[r].total).get_if<Integers>() != nullptr;
    if (integers) stages_.push_back({Kind::total, r});
    totals_[r].whole = integers;
  }
  if (stages_.empty()) outline_ = applied(original_, outline_, false);
}

std::string PartitionRules::name(std::size_t stage) const {
  switch (stages_[stage].kind) {
    case Kind::bounds:
      return "bounds";
    case Kind::whole:
      return "whole numbers";
    case Kind::total:
      break;
  }
  return "totals";
}

// Bounds, integers and declared decimals, as in memory.
Table PartitionRules::bounded(const Table& original, Table masked, Value* counts) const {
  if (!facts_.empty()) {
    const masking::RuleResult found = masking::apply_edit_rules(original, masked, changed_, rules_, facts_);
    if (counts != nullptr) masking::add_rule_counts(*counts, found.details);
  }
  masking::round_numbers(masked, changed_);
  return masked;
}

Table PartitionRules::derived(const Table& original, Table masked, std::size_t rules,
                              std::vector<masking::TotalFacts>* found, Value* counts) const {
  masking::round_to_declared(masked, whole_);
  const std::vector<masking::Derivation> first(rules_.derive.begin(),
                                               rules_.derive.begin() + static_cast<std::ptrdiff_t>(rules));
  const Value details = masking::derive_totals(original, masked, first, totals_, found);
  if (counts != nullptr) masking::add_rule_counts(*counts, details);
  return masked;
}

void PartitionRules::observe(std::size_t stage, const Table& original, Table masked) {
  const Stage now = stages_[stage];
  if (now.kind == Kind::bounds) {
    for (auto& [id, facts] : facts_) {
      facts.outside += masking::outside_bounds(original_.info(id), masked.column(id), rules_, facts.range);
    }
    return;
  }
  masked = bounded(original, std::move(masked), nullptr);
  if (now.kind == Kind::total) {
    std::vector<masking::TotalFacts> found(totals_.size());
    derived(original, std::move(masked), now.rule + 1, &found, nullptr);
    totals_[now.rule].whole = totals_[now.rule].whole && found[now.rule].whole;
    return;
  }
  masking::round_to_declared(masked, whole_);
  for (std::size_t i = 0; i < whole_.size(); ++i) {
    if (masked.column(whole_[i]).get_if<Numbers>() != nullptr) broken_[i] = 1;
  }
}

Value PartitionRules::state(std::size_t stage) const {
  Value state = Value::array();
  switch (stages_[stage].kind) {
    case Kind::bounds:
      for (const auto& [id, facts] : facts_) state.push(facts.outside);
      break;
    case Kind::whole:
      for (const char broken : broken_) state.push(static_cast<int>(broken));
      break;
    case Kind::total:
      state.push(totals_[stages_[stage].rule].whole);
  }
  return state;
}

void PartitionRules::merge(std::size_t stage, const Value& state) {
  std::size_t place = 0;
  switch (stages_[stage].kind) {
    case Kind::bounds:
      for (auto& [id, facts] : facts_) facts.outside += masking::count_of(masking::item_of(state, place++));
      return;
    case Kind::whole:
      for (char& broken : broken_) {
        if (masking::count_of(masking::item_of(state, place++)) > 0) broken = 1;
      }
      return;
    case Kind::total:
      if (!masking::item_of(state, 0).is_bool()) masking::damaged_state();
      totals_[stages_[stage].rule].whole &= masking::item_of(state, 0).as_bool();
  }
}

void PartitionRules::finish(std::size_t stage) {
  if (stages_[stage].kind == Kind::whole) {
    ColumnSet kept;
    for (std::size_t i = 0; i < whole_.size(); ++i) {
      if (broken_[i] == 0) kept.push_back(whole_[i]);
    }
    whole_ = kept;
  }
  if (stage + 1 < stages_.size()) return;
  outline_ = applied(original_, outline_, false);
}

Table PartitionRules::applied(const Table& original, Table masked, bool counted) {
  Value* counts = counted ? &counts_ : nullptr;
  std::vector<masking::TotalFacts> found(totals_.size());
  Table result =
      derived(original, bounded(original, std::move(masked), counts), rules_.derive.size(), &found, counts);
  for (std::size_t r = 0; counted && r < found.size(); ++r) {
    totals_[r].finer = totals_[r].finer || found[r].finer;
    totals_[r].outside += found[r].outside;
  }
  return result;
}

Value PartitionRules::tally() const {
  Value totals = Value::array();
  for (const masking::TotalFacts& one : totals_) totals.push(facts_state(one));
  return Value(Value::Array{counts_, totals});
}

void PartitionRules::merge_tally(const Value& tally) {
  if (!masking::item_of(tally, 0).is_object()) masking::damaged_state();
  masking::add_rule_counts(counts_, masking::item_of(tally, 0));
  for (std::size_t r = 0; r < totals_.size(); ++r) {
    masking::add_facts(totals_[r], facts_of_state(masking::item_of(masking::item_of(tally, 1), r)));
  }
}

Warnings PartitionRules::warnings() const {
  return masking::rule_warnings(original_, outline_, changed_, rules_, facts_, totals_);
}

}  // namespace sfumato::release
