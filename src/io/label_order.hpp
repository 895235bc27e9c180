// Labels of a text column changed from the order of their first appearance to the order that the column's
// declaration gives, without the labels that stand for a missing value.
#pragma once

#include "core/column.hpp"
#include "io/column_plan.hpp"

namespace sfumato::io {

// Nominal: order of appearance. Ordinal: the declared order, else by number if all labels are numbers
// (equal numbers by bytes), else by bytes. False when a label is outside the declared order.
bool order_labels(Codes& codes, const ColumnPlan& column, char decimal_point);

}  // namespace sfumato::io
