// Comparisons on a sample of records that lie in parts: what is to be measured on all records, and what that
// says of the comparison.
#pragma once

#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& comparison_endpoints();

}  // namespace sfumato::library
