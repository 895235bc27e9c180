// What the library can do, as JSON: for bindings, which make their functions and documents of it.
#pragma once

#include "core/value.hpp"

namespace sfumato::library {

// {"version": …, "jobs": […], "methods": […], "measures": […]}, each with its parameters.
Value description();

}  // namespace sfumato::library
