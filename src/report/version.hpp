// The program's version, from the build.
#pragma once

#include <string_view>

namespace sfumato::report {

std::string_view program_version();

}  // namespace sfumato::report
