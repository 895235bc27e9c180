// Feeds every file of a corpus to its fuzz target, once each: corpus_tests TARGET FOLDER… With it the corpora
// are plain tests that need no libFuzzer: inputs that once crashed stay tested.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "target.hpp"

namespace {

std::map<std::string_view, sfumato::fuzz::Target>& targets() {
  static std::map<std::string_view, sfumato::fuzz::Target> all;
  return all;
}

std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return {text.begin(), text.end()};
}

}  // namespace

sfumato::fuzz::Registration::Registration(std::string_view name, Target target) {
  targets().emplace(name, target);
}

int main(int count, char** values) {
  const auto entry = targets().find(count > 1 ? values[1] : "");
  if (entry == targets().end()) {
    std::fprintf(stderr, "usage: corpus_tests TARGET FOLDER...\n");
    return 2;
  }
  std::size_t inputs = 0;
  for (int i = 2; i < count; ++i) {
    std::vector<std::filesystem::path> paths;
    for (const auto& file : std::filesystem::directory_iterator(values[i])) paths.push_back(file.path());
    std::sort(paths.begin(), paths.end());
    for (const std::filesystem::path& path : paths) {
      const std::vector<std::uint8_t> bytes = bytes_of(path);
      try {
        entry->second(bytes.data(), bytes.size());
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
