// A file that only the holder of a key can read, and that nobody can change without it being noticed:
// AES-256-GCM (NIST SP 800-38D), with the key in a file of its own.
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
  ~SealKey();  // forgets it
  const std::array<std::uint8_t, 32>& bytes() const { return bytes_; }

 private:
  std::array<std::uint8_t, 32> bytes_;
};

// 64 hexadecimal digits, and white space around them; anything else is an error that does not show it.
SealKey read_seal_key(const std::string& path);
// A new key from the operating system, mode 0600; an error where something has that name.
void write_new_seal_key(const std::string& path);
bool is_there(const std::string& path);

// Both errors where something has that name, and where the disk does not take it; nothing is left then. The
// content is on disk when this returns. `content` is overwritten.
void write_sealed_file(const std::string& path, std::string content, const SealKey& key);
std::string read_sealed_file(const std::string& path, const SealKey& key);

}  // namespace sfumato::queries
