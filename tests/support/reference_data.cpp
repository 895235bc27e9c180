#include "support/reference_data.hpp"

#include <cstdlib>
#include <filesystem>

#include "support/source_folder.hpp"

namespace sfumato::testing {

std::string reference_file(const std::string& name) {
  const char* folder = std::getenv("SFUMATO_REFERENCE_DATA");
  const std::filesystem::path base = folder != nullptr
                                         ? std::filesystem::path(folder)
                                         : std::filesystem::path(source_folder()) / "../shared/data";
  const std::filesystem::path file = base / name;
  return std::filesystem::exists(file) ? file.lexically_normal().string() : std::string();
}

}  // namespace sfumato::testing
