// The table jobs as endpoints: a request's member "table" holds a table of cells in our JSON format, and so
// does the member "table" of the result.
#pragma once

#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& table_endpoints();

}  // namespace sfumato::library
