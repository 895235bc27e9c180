// Measures of pairs of records that lie in parts, and documents of several groups as one.
#pragma once

#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& pair_endpoints();

}  // namespace sfumato::library
