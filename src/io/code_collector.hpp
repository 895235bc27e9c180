// Texts, one row after the other, into codes and labels in the order of their first appearance. Every
// reader of typed formats uses it, so that equal texts get one code whatever the format.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/column.hpp"

namespace sfumato::io {

class CodeCollector {
 public:
  void reserve(std::size_t rows) { codes_.codes.reserve(rows); }
  // The code of a text, a new one where it is new; adds no row.
  std::int32_t code_of(std::string_view text) {
    if (2 * codes_.labels.size() >= slots_.size()) grow();
    std::int32_t& slot = slots_[slot_of(text)];
    if (slot == empty) {
      slot = static_cast<std::int32_t>(codes_.labels.size());
      codes_.labels.emplace_back(text);
    }
    return slot;
  }
  void add_code(std::int32_t code) { codes_.codes.push_back(code); }
  void add(std::string_view text) { add_code(code_of(text)); }
  void add_missing() { add_code(Codes::missing); }
  std::size_t label_count() const { return codes_.labels.size(); }
  const std::string& last_label() const { return codes_.labels.back(); }
  Codes take() { return std::move(codes_); }

 private:
  static constexpr std::int32_t empty = -1;

  // Where the text is, or belongs: an open table of codes, which keeps no text a second time.
  std::size_t slot_of(std::string_view text) const {
    std::size_t slot = std::hash<std::string_view>()(text) & (slots_.size() - 1);
    while (slots_[slot] != empty && codes_.labels[static_cast<std::size_t>(slots_[slot])] != text) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 4 * slots_.size(), empty);
    for (std::size_t code = 0; code < codes_.labels.size(); ++code) {
      slots_[slot_of(codes_.labels[code])] = static_cast<std::int32_t>(code);
    }
  }

  Codes codes_;
  std::vector<std::int32_t> slots_;  // a power of two of them, at most half of them taken
};

}  // namespace sfumato::io
