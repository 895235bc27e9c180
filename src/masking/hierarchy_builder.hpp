// Hierarchies that are built from a short specification and the values of a column, so that users need not
// write a row for every leaf. A specification is a plain value tree, as a TOML file holds it.
#pragma once

#include <string>
#include <vector>

#include "core/hierarchy.hpp"
#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::masking {

// Every value of a column once, as text, numbers in ascending order and labels in the order of their codes.
std::vector<std::string> distinct_texts(const Column& column);

// Numbers in half-open intervals [lower, upper) that start at `origin`, one width per level; each width is a
// whole multiple of the one below it.
enum class IntervalLabels {
  brackets,  // "[10, 15)"
  ranges     // "10–14", of whole numbers only
};
Hierarchy interval_hierarchy(const std::vector<std::string>& leaves, double origin,
                             const std::vector<double>& widths,
                             IntervalLabels labels = IntervalLabels::brackets);
// Days (2021-03-31) by month (2021-03), quarter (2021-Q1), year (2021) and decade (2020s), those of them that
// `steps` names.
Hierarchy date_hierarchy(const std::vector<std::string>& leaves, const std::vector<std::string>& steps);
// Letters and digits replaced by '*' one after the other, from the right or from the left. A character
// of several bytes is one.
Hierarchy redaction_hierarchy(const std::vector<std::string>& leaves, bool from_left);
// Consecutive categories together, "a … c"; one size per level, each a whole multiple of the one below it.
Hierarchy order_hierarchy(const std::vector<std::string>& ordered, const std::vector<std::size_t>& sizes);
// Named groups of leaves, then of groups: levels[0] is {"north": ["a", "b"], …}.
Hierarchy group_hierarchy(const std::vector<std::string>& leaves, const std::vector<Value>& levels);

// Of a specification: `kind` is intervals (`widths`, `origin` 0, `labels` "brackets" or
// "ranges"), dates (`steps`, all of them), redaction
// (`from` "right"), order (`sizes`, `values` where the column has no order of its own or holds numbers) or
// groups (`levels`). All end in the root "*". Errors name `source`; values that cannot be leaves are listed.
Hierarchy build_hierarchy(const Value& specification, const std::vector<std::string>& leaves,
                          const std::string& source);

// Every value of the column must be a leaf: the message names some that are not and their rows, and is empty
// where all are.
std::string leaf_complaint(const Hierarchy& hierarchy, const Column& column, const std::string& name);

}  // namespace sfumato::masking
