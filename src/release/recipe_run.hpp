// From a recipe and a table to a masked table with guarantees and warnings: columns are chosen,
// files that parameters name are read, methods and rules applied, guarantees given or withdrawn, warnings
// collected. Every release of every front end is made here.
#pragma once

#include "core/method.hpp"
#include "core/warning.hpp"
#include "masking/recipe.hpp"
#include "masking/step.hpp"
#include "release/prepared_steps.hpp"

namespace sfumato::release {

// How method and parameters were chosen. Differential privacy does not cover a choice that looked at the
// data.
enum class Choice { beforehand, by_measuring, epsilon_among_several, epsilon_by_calibration };

struct MaskingResult {
  Masked masked;
  Value release;  // what was done, for the sidecar and the report
  Warnings warnings;
  Warnings exposing = {};  // those among them about values of single records that the release shows
  Table original;          // promises are verified with its hierarchies
  // For each table the masked record at each place; empty: the tables are in the order of `masked`.
  std::vector<std::vector<std::size_t>> shuffled = {};
  std::string fitted = {};  // the text of what is kept for the next file, where that was asked for
};

// Columns that a synthetic release with a guarantee would show as they are beside made-up records, and that
// its parameters do not name with `keep` or `drop`. Identifiers are not among them.
std::vector<std::string> unnamed_columns(const Table& table, const std::vector<masking::Step>& steps);

// The same steps with these columns dropped.
std::vector<masking::Step> dropping_unnamed(const Table& table, std::vector<masking::Step> steps);

// Tables that parameters name must be in the run. Unnamed columns (see above) are refused.
MaskingResult run_steps(const Table& original, PreparedSteps prepared, Choice choice, const Run& run);

// `columns` are those that the request names, for steps that name none. `source` is how the data are called
// in errors. Everything that can be refused is refused before the first method runs. What parameters name and
// is not in the run is read.
MaskingResult run_recipe(const masking::Recipe& recipe, const Table& original,
                         const std::vector<std::string>& columns, const std::string& source, const Run& run);

}  // namespace sfumato::release
