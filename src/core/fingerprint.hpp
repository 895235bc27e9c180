// A 128-bit fingerprint of texts, numbers and tables, with which stored results of the same input are found
// again. It protects against mistakes, not against deliberate collisions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/table.hpp"

namespace sfumato {

// FNV-1a with 128 bits: Fowler, Noll, Vo; RFC 9923 has the constants.
class Fingerprint {
 public:
  using Bits = std::array<std::uint64_t, 2>;  // the upper half first

  Fingerprint& add_bytes(std::string_view bytes);
  // With its length, so that "ab" and "c" are not "a" and "bc".
  Fingerprint& add(std::string_view text);
  Fingerprint& add(std::uint64_t number);
  // Values bit for bit, all missing numbers as equal, and the whole schema.
  Fingerprint& add(const Table& table);

  const Bits& bits() const { return bits_; }

 private:
  Bits bits_{0x6c62272e07bb0142ULL, 0x62b821756295c58dULL};
};

// 32 hexadecimal digits in lower case, and back.
std::string to_hex(const Fingerprint::Bits& bits);
// False for any other text.
bool parse_hex(std::string_view text, Fingerprint::Bits& bits);

}  // namespace sfumato
