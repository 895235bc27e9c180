// One method applied to some columns of a table, the way people need it: inside strata, alike for
// all members of a household, with missing cells filled.
#pragma once

#include <optional>

#include "core/method.hpp"

namespace sfumato::masking {

struct Step {
  const Method* method = nullptr;
  ParamValues params;
  ColumnSet columns;
  std::optional<ColumnId> within;  // mask inside each group of records that are equal here
  bool fill = false;               // leave no cell of the columns missing
};

// Columns that parameters of the method name, and which it uses and leaves as they are.
ColumnSet columns_in_params(const Table& table, const Method& method, const ParamValues& params);

// Where the table has a column with the role household, columns that are equal within every household
// are masked once per household, all its members get the result, and a subset has whole households.
// Strata are then those of the household's first member. `fill`: a method with a parameter of that name
// does it its own way; after any other, a missing cell gets a value drawn from the masked values of
// its column and stratum. What a method says of each stratum stands in the details. A method that promises
// differential privacy takes records one by one, whatever their household, and no strata; one that promises
// something of whole records takes them one by one too, and keeps its promise in each stratum; one that
// sees to households itself, or to equal identifiers, gets the table as it is.
Masked apply_step(const Table& original, const Step& step, const Run& run);

// Steps in order, each on what the one before has left, and each on every copy that there is. A map of
// rows and what may be revealed are put together.
Masked apply_steps(const Table& original, const std::vector<Step>& steps, const Run& run);

}  // namespace sfumato::masking
