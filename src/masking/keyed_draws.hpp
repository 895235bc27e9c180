// A secret key in a file, and numbers that only its holder can compute from a name: the same name gives the
// same number in every file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/hmac.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

// The key file: one cell of text, or a single line, which is read as the name of a column without records.
// An error where it is empty, or short enough to be guessed.
std::string key_text(const Table& file);

class KeyedDraws {
 public:
  // `purpose` separates the numbers from other uses of the same key.
  KeyedDraws(const Table& file, std::string_view purpose) : hmac_(key_text(file)), purpose_(purpose) {}

  // 0 … bound − 1, from the first 64 bits of HMAC-SHA-256(key, purpose ‖ 0 ‖ name). The bias is below
  // bound / 2⁶⁴.
  std::uint64_t below(std::string_view name, std::uint64_t bound) const;

 private:
  Hmac hmac_;
  std::string purpose_;
};

}  // namespace sfumato::masking
