#include "io/known_keys.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {

void require_known_keys(const Value& table, const std::string& where, const std::vector<std::string>& keys) {
  for (const auto& [key, value] : table.as_object()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::string close = suggestion(key, keys);
    bad_input(where + ": unknown key " + io::quoted(key),
              close.empty() ? "allowed: " + enumerated(keys) : close);
  }
}

}  // namespace sfumato::io
