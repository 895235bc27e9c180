// Texts, one row after the other, into codes and labels in the order of their first appearance. Every
// reader of typed formats uses it, so that equal texts get one code whatever the format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/column.hpp"

namespace sfumato::io {

class CodeCollector {
 public:
  void reserve(std::size_t rows) { codes_.codes.reserve(rows); }
  // The code of a text, a new one where it is new; adds no row.
  std::int32_t code_of(std::string_view text) {
    const auto found = positions_.find(text);
    if (found != positions_.end()) return found->second;
    const auto code = static_cast<std::int32_t>(codes_.labels.size());
    codes_.labels.emplace_back(text);
    positions_.emplace(std::string(text), code);
    return code;
  }
  void add_code(std::int32_t code) { codes_.codes.push_back(code); }
  void add(std::string_view text) { add_code(code_of(text)); }
  void add_missing() { add_code(Codes::missing); }
  Codes take() { return std::move(codes_); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  Codes codes_;
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> positions_;
};

}  // namespace sfumato::io
