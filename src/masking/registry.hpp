// The list of all masking methods, made from masking.def.
#pragma once

#include <string_view>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

// All methods, by name.
const std::vector<Method>& methods();

// The method of that name; an error with a suggestion if there is none.
const Method& method(std::string_view name);

}  // namespace sfumato::masking
