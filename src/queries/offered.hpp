// What an analyst may ask of a database: functions, and the use of each column. It depends on the protection
// and the catalogue only, so that it can be public.
#pragma once

#include <string>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/terms.hpp"

namespace sfumato::queries {

struct OfferedFunction {
  std::string form;           // "QUANTILE(c, p)"
  bool numbers_only = false;  // of columns with numbers
};
std::vector<OfferedFunction> offered_functions(Protection protection);

// May conditions and GROUP BY use the column? May functions?
bool allows_conditions(const CatalogueColumn& column, Protection protection);
bool allows_functions(const CatalogueColumn& column, Protection protection);

}  // namespace sfumato::queries
