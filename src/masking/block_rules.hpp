// Rules of a release on records that come in blocks. What a rule needs to know of all records is counted
// first, so that each block is treated as it would be in the whole table.
#pragma once

#include <map>
#include <optional>

#include "masking/edit_rules.hpp"

namespace sfumato::masking {

struct RuleFacts {
  std::optional<Domain> range = std::nullopt;  // of the original's values
  bool whole = false;                          // the original has integers only
  std::size_t outside = 0;                     // masked values outside the bounds that the rules give
};
using AllRuleFacts = std::map<ColumnId, RuleFacts>;

// Do rules beside totals count or change anything? A declared domain is always checked.
bool has_bounds_or_integers(const EditRules& rules, const Table& original, const ColumnSet& columns);

// One block, without totals: declared decimals come before them.
RuleResult apply_edit_rules(const Table& original, Table& masked, const ColumnSet& columns,
                            const EditRules& rules, const AllRuleFacts& facts);

// Values of one block outside the bounds: the declared domain, or `range` where bounds are kept without one.
std::size_t outside_bounds(const ColumnInfo& original, const Column& masked, const EditRules& rules,
                           const std::optional<Domain>& range);

// The totals of one block, after its decimals. `known` has the facts of all records, by rule; what this block
// has of them is added to `found`, where that is given.
Value derive_totals(const Table& original, Table& masked, const std::vector<Derivation>& rules,
                    const std::vector<TotalFacts>& known, std::vector<TotalFacts>* found = nullptr);
void add_facts(TotalFacts& sum, const TotalFacts& part);

// What is to be said of all records, by what is known of them; the tables have none.
Warnings rule_warnings(const Table& original, Table masked, const ColumnSet& columns, const EditRules& rules,
                       const AllRuleFacts& facts, const std::vector<TotalFacts>& totals);

// Adds the counts of a block's details.
void add_rule_counts(Value& sum, const Value& part);

}  // namespace sfumato::masking
