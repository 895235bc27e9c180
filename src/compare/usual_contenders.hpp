// The methods that take part where none is named: those that fit the columns by kind, values and hierarchies.
#pragma once

#include <string>
#include <vector>

#include "compare/trials.hpp"

namespace sfumato::compare {

// A method that does not take part, and why.
struct LeftOutMethod {
  std::string method;
  std::string reason;
};

// Why a method does not accept the columns; empty where it does.
std::string misfit(const Method& method, const Subject& subject);

// The names of the methods that fit, and, of columns with numbers and others with categories, recipes of two
// methods, one for each kind. A method that counts records with equal values is left out where a column has
// almost as many values as records, one that coarsens along hierarchies where such a column has none.
std::vector<std::string> usual_contenders(const Subject& subject);
std::vector<LeftOutMethod> left_out_contenders(const Subject& subject);

}  // namespace sfumato::compare
