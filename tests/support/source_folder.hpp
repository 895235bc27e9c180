// Where the sources of the project lie.
#pragma once

#include <string>

namespace sfumato::testing {

std::string source_folder();

}  // namespace sfumato::testing
