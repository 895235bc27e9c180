// Hierarchies that are built from a short specification and the values of a column, so that users need not
// write a row for every leaf. A specification is a plain value tree, as a TOML file holds it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/date_form.hpp"
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
// Numbers between listed breaks, narrow levels first: "below 10", "[10, 25)" or "10–24", "25 or more". Breaks
// of a level are ascending and among those of the level before.
Hierarchy breaks_hierarchy(const std::vector<std::string>& leaves,
                           const std::vector<std::vector<double>>& levels, IntervalLabels labels);
// Days (2021-03-31, or with a time of day, or in another form that all leaves have) by day (2021-03-31),
// month (2021-03), quarter (2021-Q1), year (2021) and decade (2020s), or by day, ISO week (2021-W13) and year
// of these weeks (2021-W), those of them that `steps` names. Without any: months to decades, and days where
// leaves have times. These may also begin with the hour (2021-03-31 13h), or have the hour of the day alone
// (13h).
enum class DateLabels {
  periods,   // "2021-03"
  first_day  // "2021-03-01": a date, so that a recoded column of dates or moments stays one
};
Hierarchy date_hierarchy(const std::vector<std::string>& leaves, std::vector<std::string> steps,
                         const std::optional<DateForm>& form = std::nullopt,
                         DateLabels labels = DateLabels::periods);
// Dates of birth by age in completed years on the day `at`: in years (67) for width 1, else in intervals
// ([65, 70)) from 0. A birthday on 29 February is on 1 March in other years.
Hierarchy age_hierarchy(const std::vector<std::string>& leaves, const std::string& at,
                        const std::vector<double>& widths,
                        const std::optional<DateForm>& form = std::nullopt);
// Letters and digits replaced by '*' one after the other, from the right or from the left. A character
// of several bytes is one.
Hierarchy redaction_hierarchy(const std::vector<std::string>& leaves, bool from_left);
// Consecutive categories together, "a … c"; one size per level, each a whole multiple of the one below it.
Hierarchy order_hierarchy(const std::vector<std::string>& ordered, const std::vector<std::size_t>& sizes);
// Named groups of leaves, then of groups: levels[0] is {"north": ["a", "b"], …}.
Hierarchy group_hierarchy(const std::vector<std::string>& leaves, const std::vector<Value>& levels);

// Of a specification: `kind` is intervals (`widths`, `origin` 0, `labels` "brackets" or "ranges"), breaks
// (`breaks`, a list or one for each level, `labels`), dates (`steps`, `form` where it cannot be seen,
// `labels` "periods" or "first-day"), ages (`at`, `widths` 1, 5, 10, 20, `form`), redaction
// (`from` "right"), order (`sizes`, `values` where the column has no order of its own or holds numbers) or
// groups (`levels`). Cuts (kind "cuts") must be settled before. All end in the root "*". Errors name
// `source`; values that cannot be leaves are listed.
Hierarchy build_hierarchy(const Value& specification, const std::vector<std::string>& leaves,
                          const std::string& source);

// Every value of the column must be a leaf: the message names some that are not and their rows, and is empty
// where all are.
std::string leaf_complaint(const Hierarchy& hierarchy, const Column& column, const std::string& name);

}  // namespace sfumato::masking
