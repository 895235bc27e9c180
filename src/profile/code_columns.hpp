// Columns whose values are codes: integers that are names and not amounts, and codes of known classifications
// (ICD-10, NACE, ISCO, NUTS, postal codes), which become coarser by leaving out characters from the right.
#pragma once

#include <string>
#include <vector>

#include "core/column.hpp"
#include "core/schema.hpp"

namespace sfumato::profile {

// "ICD-10", "NACE", "ISCO", "NUTS", "postal codes"; empty: none of them. Every value must have the form of
// such a code. Forms that amounts may have (NACE, ISCO, postal codes) also need a name that says it.
std::string classification(const std::string& name, const std::vector<std::string>& distinct);

// Why a column of integers is proposed as nominal; empty: it is not.
std::string nominal_reason(const ColumnInfo& info, const Column& column, std::size_t distinct,
                           const std::string& known_classification);

}  // namespace sfumato::profile
