#include "io/own_document.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/value.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"

namespace sfumato::io {

bool is_own_document(const std::string& path, const std::vector<std::string>& members) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  try {
    const Value document = parse_json(read_text_file(path, most_bytes), path);
    return document.is_object() && document.find("version") != nullptr &&
           std::all_of(members.begin(), members.end(),
                       [&](const std::string& member) { return document.find(member) != nullptr; });
  } catch (const Error& failure) {
    if (failure.code == ErrorCode::input_output) throw;  // the disk fails: what the file is cannot be known
    return false;
  }
}

}  // namespace sfumato::io
