// The texts in a request's target: percent-encoded parts of paths, and parameters after the question mark.
// Anything that two programs could read differently is an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sfumato::app {

// The text with %41 as A; nothing where a percent sign is not followed by two hexadecimal digits, or the
// result is not valid UTF-8 or has a control character.
std::optional<std::string> percent_decoded(std::string_view text);

// Letters, digits and -._~ as they are, all other bytes as %XX.
std::string percent_encoded(std::string_view text);

// The parts of a path between slashes, decoded; nothing where one of them cannot be decoded.
std::optional<std::vector<std::string>> path_parts(std::string_view path);

// "offset=0&limit=50".
class TargetParameters {
 public:
  // Throws an error where the text cannot be read, or a name stands twice or is not among the known ones.
  TargetParameters(std::string_view text, const std::vector<std::string_view>& known);

  const std::string* find(std::string_view name) const;
  std::string text(std::string_view name, const std::string& otherwise = {}) const;
  // A whole number in these bounds; anything else is an error.
  std::uint64_t number(std::string_view name, std::uint64_t otherwise, std::uint64_t most) const;
  bool flag(std::string_view name) const;  // "1" or "true"

 private:
  std::vector<std::pair<std::string, std::string>> given_;
};

}  // namespace sfumato::app
