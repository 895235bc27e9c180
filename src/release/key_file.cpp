// The key comes from the operating system, whatever the seed: a seeded key could be guessed.
#include "release/key_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "core/secure_rng.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "io/private_path.hpp"

namespace sfumato::release {
namespace {

std::string random_key() {
  std::array<std::uint64_t, 4> words{};
  system_entropy(words);
  Digest bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(words[i / 8] >> (8 * (i % 8)));
  }
  return hexadecimal(bytes, bytes.size()) + "\n";
}

}  // namespace

NewKeyFile::NewKeyFile(std::string path) : path_(std::move(path)) {
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0 && errno == EEXIST) {
    bad_param("new-key", "'" + path_ + "' already exists, and a new key never overwrites a file",
              "use it with ‹key›, or choose another name");
  }
  if (file < 0) {
    throw Error(io::file_error_code(errno),
                "cannot make the key file '" + path_ + "': " + std::generic_category().message(errno),
                "choose another place", "new-key");
  }
  const std::string key = random_key();
  const bool written = ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size());
  const bool safe = written && ::fsync(file) == 0;
  ::close(file);
  try {
    if (!safe)
      throw Error(ErrorCode::input_output, "cannot write the key file '" + path_ + "'", "is the disk full?");
    io::sync_folder_of(path_);  // a release must not survive a loss of power without its key
  } catch (...) {
    ::unlink(path_.c_str());
    throw;
  }
}

NewKeyFile::~NewKeyFile() {
  if (!kept_) ::unlink(path_.c_str());
}

std::vector<std::string> key_files(const Method& method, const ParamValues& params) {
  std::vector<std::string> paths;
  if (!method.info.secret_key) return paths;
  for (const auto& [name, value] : params) {
    if (name == "key" && value.is_text() && !value.as_text().empty()) paths.push_back(value.as_text());
  }
  return paths;
}

std::vector<std::string> key_files(const masking::Recipe& recipe) {
  std::vector<std::string> paths;
  for (const masking::RecipeStep& step : recipe.steps) {
    for (std::string& path : key_files(*step.method, step.params)) paths.push_back(std::move(path));
  }
  return paths;
}

namespace {

std::string key_line(const std::string& path) {
  io::require_private_file(path, "key file");
  std::string line = io::read_text_file(path, 4096);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  if (line.find_first_of(std::string("\r\n\0", 3)) != std::string::npos) {
    bad_param("key", "the key file '" + path + "' has more than one line", "a key is one line of text");
  }
  return line;
}

}  // namespace

Table read_key(const std::string& path) {
  const std::string line = key_line(path);
  ColumnInfo info;
  info.name = "key";
  info.kind = Kind::nominal;
  return {{info}, {Codes{{line.empty() ? Codes::missing : 0}, {line}}}};
}

std::string read_secret(const std::string& path) {
  constexpr std::size_t shortest_secret = 16;
  std::string line = key_line(path);
  if (line.size() < shortest_secret) {
    bad_param("key", "the key in '" + path + "' has fewer than 16 characters and could be guessed",
              "make one with ‹new-key› FILE");
  }
  return line;
}

void spare_key_files(const masking::Recipe& recipe, const std::vector<std::string>& to_write) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const std::string& key : key_files(recipe)) {
    for (const std::string& path : to_write) {
      const bool same = fs::absolute(path).lexically_normal() == fs::absolute(key).lexically_normal();
      if (!same && !fs::equivalent(path, key, ignored)) continue;
      bad_input("'" + path + "' is the key file, which is never overwritten", "choose another name");
    }
  }
}

}  // namespace sfumato::release
