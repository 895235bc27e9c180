// The path of the sources of the project.
#pragma once

#include <string>

namespace sfumato::testing {

std::string source_folder();

}  // namespace sfumato::testing
