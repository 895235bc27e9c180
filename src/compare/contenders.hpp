// The methods of a comparison: by name or all that fit, with parameters fixed or swept.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.hpp"

namespace sfumato::compare {

struct ContenderRequest {
  std::vector<std::string> methods = {};  // empty: those swept; with no sweep, all that accept the columns
  std::vector<std::string> fixed = {};    // METHOD.PARAM=VALUE
  std::vector<std::string> swept = {};    // METHOD.PARAM, or METHOD.PARAM=A,B,C
};

// "recoding+rank-swapping" is a recipe of two steps: the names of its methods.
std::vector<std::string> method_names(const std::string& contender);

// Refuses invalid names and values, before any data are read.
void check_contenders(const ContenderRequest& request);

// Paths of the data files that fixed parameters name.
std::vector<std::string> table_params(const ContenderRequest& request);

// A method with swept parameters takes part once for each of their values: those given, or twelve from end to
// end of a dial. A choice that goes with a swept parameter (the mode of laplace with its k) is swept with it,
// and incompatible combinations are skipped. The dial that is left to calibrate is the first one that is
// neither fixed nor swept. Methods that were named and do not accept the columns are unfit, with the reason.
// In a recipe a column of numbers goes to the last method that accepts it, any other to the first, and the
// dial is that of the last method that has one left.
std::vector<Contender> contenders(const ContenderRequest& request, const Subject& subject);

}  // namespace sfumato::compare
