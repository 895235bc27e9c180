// The version of sfumato, as releases and reports name it. The commit is not part of it: two builds of one
// version describe a release with the same bytes.
#pragma once

#include <string_view>

namespace sfumato {

std::string_view program_version();

}  // namespace sfumato
