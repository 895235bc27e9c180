// Jobs on records: inspect, mask, measure, verify, compare, plan, sample.
#pragma once

#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& microdata_endpoints();

}  // namespace sfumato::library
