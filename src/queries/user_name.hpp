// Names of users in quotas and logs.
#pragma once

#include <string>

namespace sfumato::queries {

// 1 to 256 bytes without control characters, so that every log can show them on one line.
void require_user_name(const std::string& name);

}  // namespace sfumato::queries
