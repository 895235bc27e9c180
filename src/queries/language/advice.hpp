// Hints for parts of SQL that this language does not have. Users who know SQL will try them.
#pragma once

#include <string_view>

namespace sfumato::queries {

// The hint for a word or symbol that is not allowed at its position; empty if there is none.
std::string_view advice_about(std::string_view spelling);

}  // namespace sfumato::queries
