#include "cli/comparison_folder.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "io/database_address.hpp"
#include "io/own_document.hpp"

namespace sfumato::cli {
namespace fs = std::filesystem;

void check_comparison_files(const std::string& folder, const std::vector<std::string>& files,
                            const std::string& document, const std::vector<std::string>& keys,
                            const std::vector<std::string>& inputs, bool force) {
  std::error_code ignored;
  if (folder.empty()) bad_input("the folder for the files has an empty name", "name one with -o");
  if (!fs::exists(folder, ignored)) return;
  if (!fs::is_directory(folder, ignored)) {
    bad_input("'" + folder + "' is a file, and a folder is needed", "name another one with -o");
  }
  for (const std::string& path : files) {
    for (const std::string& input : inputs) {
      if (!fs::equivalent(path, io::file_of_path(input), ignored)) continue;
      bad_input("the input '" + input + "' would be overwritten by the comparison's '" + path + "'",
                "name another folder with -o");
    }
  }
  if (force || io::is_own_document(document, keys)) return;
  for (const std::string& path : files) {
    if (!fs::exists(path, ignored)) continue;
    bad_input("'" + path + "' is there already and not from a comparison",
              "name another folder with -o, or say --force");
  }
}

}  // namespace sfumato::cli
