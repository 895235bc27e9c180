#include "queries/user_name.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::queries {

void require_user_name(const std::string& name) {
  const bool control = std::any_of(name.begin(), name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (!name.empty() && name.size() <= 256 && !control) return;
  bad_input("a user's name must have 1 to 256 bytes and no control characters", "choose another name");
}

}  // namespace sfumato::queries
