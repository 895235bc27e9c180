// The job `mask` on records that lie in parts, and keys with their counts.
#pragma once

#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& parts_endpoints();

}  // namespace sfumato::library
