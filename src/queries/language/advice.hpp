// What to do instead of something that SQL has and this language has not. Whoever knows SQL will try it.
#pragma once

#include <string_view>

namespace sfumato::queries {

// About a word or a sign that stands where it cannot; empty where there is nothing to say.
std::string_view advice_about(std::string_view spelling);

}  // namespace sfumato::queries
