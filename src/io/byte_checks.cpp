// The byte checks, over fixed blocks in parallel, in loops that compilers turn into vector code.
#include "io/byte_checks.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sfumato::io {
namespace {

constexpr std::size_t block_size = 1 << 20;

struct BlockFacts {
  unsigned char high = 0;  // all bytes or-ed: its top bit tells whether all are ASCII
  unsigned char nul = 0;
  unsigned char padded = 0;
  bool has_line_end = false;
};

// Whether a field that starts after byte a looks like 0 followed by a digit or an x, or like -0 that is
// not followed by a decimal point. All of it bitwise, so that there are no branches.
inline unsigned char padded_after(unsigned char a, unsigned char b, unsigned char c, unsigned char d,
                                  CsvSyntax syntax, unsigned char point) {
  const auto delimiter = static_cast<unsigned char>(syntax.delimiter);
  const auto quote = static_cast<unsigned char>(syntax.quote);
  const int border = (a == delimiter) | (a == '\n') | (a == '\r') | (a == quote) | (a == ' ');
  const int digit = static_cast<unsigned char>(c - '0') <= 9;
  const int zero = (b == '0') & (digit | ((c | 32) == 'x'));
  const int minus_zero = (b == '-') & (c == '0') & (d != point);
  return static_cast<unsigned char>(border & (zero | minus_zero));
}

BlockFacts block_facts(std::string_view bytes, std::size_t begin, std::size_t end, CsvSyntax syntax,
                       char decimal_point) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto point = static_cast<unsigned char>(decimal_point);
  unsigned char high = 0;
  unsigned char nul = 0;
  unsigned char padded = 0;
  const std::size_t safe = std::min(end, bytes.size() < 3 ? 0 : bytes.size() - 3);
  for (std::size_t i = begin; i < end; ++i) {
    high = static_cast<unsigned char>(high | data[i]);
    nul = static_cast<unsigned char>(nul | (data[i] == 0));
  }
  for (std::size_t i = begin; i < safe; ++i) {
    padded = static_cast<unsigned char>(
        padded | padded_after(data[i], data[i + 1], data[i + 2], data[i + 3], syntax, point));
  }
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? data[i] : static_cast<unsigned char>('\n');
  };
  for (std::size_t i = std::max(begin, safe); i < end; ++i) {
    padded = static_cast<unsigned char>(
        padded | padded_after(byte(i), byte(i + 1), byte(i + 2), byte(i + 3), syntax, point));
  }
  const bool has_line_end = std::memchr(data + begin, '\n', end - begin) != nullptr;
  return {high, nul, padded, has_line_end};
}

// Goes from quote to quote: an opening one follows a delimiter or a line end, a closing one is followed
// by one, or doubled.
void check_quotes(std::string_view bytes, CsvSyntax syntax, ByteChecks& checks) {
  const auto border = [&](std::size_t i) {
    return i >= bytes.size() || bytes[i] == syntax.delimiter || bytes[i] == '\n' || bytes[i] == '\r';
  };
  std::size_t at = bytes.find(syntax.quote);
  while (at != std::string_view::npos) {
    if (at > 0 && !border(at - 1)) {  // inside an unquoted field, where a quote is a plain character
      at = bytes.find(syntax.quote, at + 1);
      continue;
    }
    std::size_t close = bytes.find(syntax.quote, at + 1);
    while (close != std::string_view::npos && close + 1 < bytes.size() && bytes[close + 1] == syntax.quote) {
      close = bytes.find(syntax.quote, close + 2);
    }
    if (close == std::string_view::npos || !border(close + 1)) {
      checks.misquoted = true;
      return;
    }
    if (!checks.quoted_line_ends) {
      checks.quoted_line_ends = bytes.substr(at, close - at).find_first_of("\r\n") != std::string_view::npos;
    }
    at = bytes.find(syntax.quote, close + 1);
  }
}

std::size_t longest_line(std::string_view bytes) {
  std::size_t longest = 0;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    longest = std::max(longest, end - start + 1);
    start = end + 1;
  }
  return longest;
}

}  // namespace

ByteChecks check_bytes(std::string_view bytes, CsvSyntax syntax, char decimal_point, const Run& run) {
  std::vector<BlockFacts> facts((bytes.size() + block_size - 1) / block_size);
  run.blocks(bytes.size(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    facts[block] = block_facts(bytes, begin, end, syntax, decimal_point);
  });
  ByteChecks checks;
  checks.longest_line = block_size;
  for (const BlockFacts& fact : facts) {
    checks.ascii = checks.ascii && fact.high < 0x80;
    checks.nul = checks.nul || fact.nul != 0;
    checks.padded = checks.padded || fact.padded != 0;
    if (!fact.has_line_end) checks.longest_line = 0;
  }
  // Where every block has a line end, no line is longer than two blocks.
  checks.longest_line = checks.longest_line == 0 ? longest_line(bytes) : 2 * block_size;
  check_quotes(bytes, syntax, checks);
  return checks;
}

}  // namespace sfumato::io
