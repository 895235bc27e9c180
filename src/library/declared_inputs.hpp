// The "schema" of a request: what a sidecar would declare of the columns of each input, applied to the
// tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::library {

using NamedTables = std::vector<std::pair<std::string, Table>>;

// `schema` has an object for each input: columns with kind, role, domain, decimals, missing, order,
// categories, label, labels and hierarchy. A hierarchy is a list of rows, each a leaf with its ancestors, the
// name of an input with such rows, or a specification (intervals, dates, redaction, order, groups); it is
// never a file. Inputs of the same name have the same declarations.
void declare_inputs(NamedTables& tables, const Value& schema);

}  // namespace sfumato::library
