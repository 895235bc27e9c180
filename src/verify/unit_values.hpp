// The confidential values of a written table, and how units with several of them count in a class.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "verify/unit_records.hpp"

namespace sfumato::verify {

// The values of a column in order, by row, and their codes at each level of their hierarchy. Missing values
// are not counted.
struct ConfidentialColumn {
  std::vector<std::optional<std::size_t>> code_of_row;
  std::size_t distinct = 0;
  std::vector<std::string> texts;  // by code
  std::vector<std::vector<std::size_t>> levels;
};
ConfidentialColumn confidential_column(const Table& table, ColumnId id, const std::string& variant);

// Units of these rows by value: each counts in equal parts for each of its values, or once, with that of its
// values which most of these units have; of equal ones the first by its text.
std::vector<double> counts_in_parts(const ConfidentialColumn& values, const UnitCodes& units,
                                    const Rows& rows);
std::vector<double> commonest_counts(const ConfidentialColumn& values, const UnitCodes& units,
                                     const Rows& rows);

}  // namespace sfumato::verify
