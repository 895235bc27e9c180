// The jobs on records as endpoints: inspect and mask.
#pragma once

#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& microdata_endpoints();

}  // namespace sfumato::library
