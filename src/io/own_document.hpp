// Whether a JSON file is a document that sfumato wrote: then it, and the files written with it, may be
// replaced.
#pragma once

#include <string>
#include <vector>

namespace sfumato::io {

// True where the file is a JSON object with a "version" and all of these members; false too where it is
// missing, cannot be read or is not JSON.
bool is_own_document(const std::string& path, const std::vector<std::string>& members);

}  // namespace sfumato::io
