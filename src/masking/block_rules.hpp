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

// One block; rules that derive totals are not for blocks.
RuleResult apply_edit_rules(const Table& original, Table& masked, const ColumnSet& columns,
                            const EditRules& rules, const AllRuleFacts& facts);

// Values of one block outside the bounds: the declared domain, or `range` where bounds are kept without one.
std::size_t outside_bounds(const ColumnInfo& original, const Column& masked, const EditRules& rules,
                           const std::optional<Domain>& range);

// Adds the counts of a block's details.
void add_rule_counts(Value& sum, const Value& part);

}  // namespace sfumato::masking
