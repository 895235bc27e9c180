// Feeds every file of the named folders to a fuzz target, once each. With it the corpora are plain tests
// that need no libFuzzer: what once crashed stays mended.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "target.hpp"

namespace {

std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return {text.begin(), text.end()};
}

}  // namespace

int main(int count, char** values) {
  std::size_t inputs = 0;
  for (int i = 1; i < count; ++i) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(values[i])) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const std::filesystem::path& path : paths) {
      const std::vector<std::uint8_t> bytes = bytes_of(path);
      try {
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
      } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), failure.what());
        return 1;
      }
      ++inputs;
    }
  }
  std::printf("%zu inputs\n", inputs);
  return inputs == 0 ? 1 : 0;
}
