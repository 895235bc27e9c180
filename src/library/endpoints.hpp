// All jobs of the shared library.
#pragma once

#include <string_view>
#include <vector>

#include "library/endpoint.hpp"

namespace sfumato::library {

const std::vector<Endpoint>& endpoints();

// The endpoint of a job; an error with a suggestion if there is none.
const Endpoint& endpoint(std::string_view job);

}  // namespace sfumato::library
