// A small table of wide and zero-width ranges (Unicode 15, the blocks in common use) instead of
// wcwidth, which depends on the locale.
#include "report/text_width.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace sfumato::report {
namespace {

using Range = std::pair<std::uint32_t, std::uint32_t>;

constexpr std::array<Range, 7> zero_width{{{0x0300, 0x036F},
                                           {0x1AB0, 0x1AFF},
                                           {0x1DC0, 0x1DFF},
                                           {0x200B, 0x200F},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F},
                                           {0xFE20, 0xFE2F}}};

constexpr std::array<Range, 9> double_width{{{0x1100, 0x115F},
                                             {0x2E80, 0x303E},
                                             {0x3041, 0xA4CF},
                                             {0xAC00, 0xD7A3},
                                             {0xF900, 0xFAFF},
                                             {0xFE30, 0xFE6F},
                                             {0xFF00, 0xFF60},
                                             {0x1F300, 0x1FAFF},
                                             {0x20000, 0x3FFFD}}};

template <std::size_t count>
bool within(const std::array<Range, count>& ranges, std::uint32_t point) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return point >= range.first && point <= range.second; });
}

struct Decoded {
  std::uint32_t point;
  std::size_t bytes;
};

Decoded decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (bytes == 1 || bytes > text.size()) return {lead, 1};
  std::uint32_t point = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80U) return {lead, 1};
    point = (point << 6U) | (next & 0x3FU);
  }
  return {point, bytes};
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t cells = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (!within(zero_width, next.point)) cells += within(double_width, next.point) ? 2 : 1;
    text.remove_prefix(next.bytes);
  }
  return cells;
}

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Decoded next = decode(text);
    const bool control = next.point < 0x20 || (next.point >= 0x7F && next.point < 0xA0);
    result += control ? "?" : text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return result;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t cells = display_width(word);
    if (used > 0 && used + 1 + cells > width) {
      lines.emplace_back();
      used = 0;
    }
    if (used > 0) lines.back() += ' ';
    lines.back() += word;
    used += cells + (used > 0 ? 1 : 0);
  }
  return lines;
}

std::string shortened(std::string_view text, std::size_t cells) {
  if (display_width(text) <= cells) return std::string(text);
  std::string result;
  std::size_t used = 1;  // the ellipsis
  while (!text.empty()) {
    const std::string_view letter = text.substr(0, decode(text).bytes);
    used += display_width(letter);
    if (used > cells) break;
    result += letter;
    text.remove_prefix(letter.size());
  }
  return result + "\u2026";
}

}  // namespace sfumato::report
