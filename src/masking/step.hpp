// One method applied to some columns of a table: inside strata, equally for all members of a household, with
// missing cells filled, as requested.
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

// Columns that parameters of the method name, which it uses and does not change.
ColumnSet columns_in_params(const Table& table, const Method& method, const ParamValues& params);

// Does a method take records as they come, also where households are known? It masks records one by one, or
// treats households itself. Columns of other methods are masked once per household, as below.
bool ignores_households(const MethodInfo& info);

// Does a promise still hold after another step? Its columns and its records must be unchanged.
bool survives(const ClassPromise& promise, const Table& table, const Step& step, Mapping mapping);

// Where the table has a column with the role household, columns that are equal within every household
// are masked once per household, all its members get the result, and a subset has whole households. A
// household has the draws of its first member. Strata are then those of the household's first member. `fill`:
// a method with a parameter of that name does it itself; after any other, a missing cell gets a value drawn
// from the masked values of its column and stratum. The details have the results of each stratum. A method
// that promises differential privacy takes records one by one, whatever their household, and no strata; one
// that promises something about whole records takes them one by one too, and keeps its promise in each
// stratum; one that treats households or equal identifiers itself gets the table unchanged, and one that
// draws their values refuses strata in which a household has only some of its members.
Masked apply_step(const Table& original, const Step& step, const Run& run);

// Steps in order, each on the result of the previous one, and each on every copy. Row maps and what may be
// revealed are combined.
Masked apply_steps(const Table& original, const std::vector<Step>& steps, const Run& run);

}  // namespace sfumato::masking
