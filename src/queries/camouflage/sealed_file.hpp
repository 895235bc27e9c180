// A file with authenticated encryption: AES-256-GCM (NIST SP 800-38D), with the key in a separate file.
// Without the key it cannot be read, and every change is detected.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace sfumato::queries {

class SealKey {
 public:
  explicit SealKey(const std::array<std::uint8_t, 32>& bytes) : bytes_(bytes) {}
  SealKey(const SealKey&) = delete;
  SealKey& operator=(const SealKey&) = delete;
  ~SealKey();  // overwrites it
  const std::array<std::uint8_t, 32>& bytes() const { return bytes_; }

 private:
  std::array<std::uint8_t, 32> bytes_;
};

// 64 hexadecimal digits, with optional white space around them; anything else is an error that does not show
// the content.
SealKey read_seal_key(const std::string& path);
// A new key from the operating system, mode 0600; an error if the path exists.
void write_new_seal_key(const std::string& path);
bool file_exists(const std::string& path);

// An error if the path exists or the disk fails; then no file is left. The content is on disk when this
// returns. `content` is overwritten.
void write_sealed_file(const std::string& path, std::string content, const SealKey& key);
std::string read_sealed_file(const std::string& path, const SealKey& key);

}  // namespace sfumato::queries
