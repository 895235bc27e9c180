// The folder that a comparison of tables or of queries writes into.
#pragma once

#include <string>
#include <vector>

namespace sfumato::cli {

// Refuses a folder that cannot be made, files in it that are not from a comparison, and inputs that would be
// overwritten. `document` is the JSON among the files, and `keys` are the members that only such a comparison
// has beside a version.
void check_comparison_files(const std::string& folder, const std::vector<std::string>& files,
                            const std::string& document, const std::vector<std::string>& keys,
                            const std::vector<std::string>& inputs, bool force);

}  // namespace sfumato::cli
