// Warnings are said once, however often they come up.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace sfumato::jobs {

inline void add_new(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more) {
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
  }
}

}  // namespace sfumato::jobs
