// A finished release, made by any tool, as a method without parameters: so it takes part in a comparison
// beside methods that are run.
#pragma once

#include <string>

#include "core/method.hpp"

namespace sfumato::compare {

// A method that gives this table, whatever the data. `name` is that of the file.
Method finished_release(const std::string& name, Table table, Mapping mapping);

}  // namespace sfumato::compare
