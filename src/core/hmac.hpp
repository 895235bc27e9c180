// SHA-256 and the keyed hash built on it, for pseudonyms that cannot be computed without the key.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sfumato {

using Digest = std::array<std::uint8_t, 32>;

// FIPS 180-4, §6.2. Text is hashed byte for byte.
Digest sha256(std::string_view text);

// The same of a text that comes in parts.
class Sha256 {
 public:
  Sha256();
  Sha256& add(std::string_view part);
  Digest digest() const;

 private:
  std::array<std::uint32_t, 8> state_;
  std::string rest_;          // less than a block
  std::uint64_t before_ = 0;  // bytes of whole blocks
};

// HMAC-SHA-256 of RFC 2104: H((K ⊕ opad) ‖ H((K ⊕ ipad) ‖ text)). A key that hashes many texts is prepared
// once.
class Hmac {
 public:
  explicit Hmac(std::string_view key);
  Hmac(const Hmac&) = delete;
  Hmac& operator=(const Hmac&) = delete;
  ~Hmac();  // erases the key from memory

  Digest operator()(std::string_view text) const;

 private:
  using State = std::array<std::uint32_t, 8>;
  State inner_;  // after the first block, which the key fills
  State outer_;
};

// Two lower-case hexadecimal digits for each of the first `bytes` bytes.
std::string hexadecimal(const Digest& digest, std::size_t bytes = 32);

}  // namespace sfumato
