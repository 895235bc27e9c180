// The byte checks, over fixed blocks in parallel, sixteen bytes at a time.
#include "io/byte_checks.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sfumato::io {
namespace {

constexpr std::size_t block_size = 1 << 20;

struct BlockFacts {
  bool beyond_ascii = false;
  bool nul = false;
  bool padded = false;
  bool has_line_end = false;
};

// Sixteen bytes at once, by the vector extension of GCC and clang: comparisons give all bits or none.
using Bytes = unsigned char __attribute__((vector_size(16)));
constexpr std::size_t width = sizeof(Bytes);

Bytes load(const char* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, width);
  return bytes;
}

Bytes all(char byte) { return Bytes{} + static_cast<unsigned char>(byte); }

bool any(Bytes bytes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, width);
  return (halves[0] | halves[1]) != 0;
}

// Where a field that starts after byte a looks like 0 followed by a digit or an x, like -0 that is not
// followed by a decimal point, or like a number with a '+'.
Bytes padded_after(Bytes a, Bytes b, Bytes c, Bytes d, CsvSyntax syntax, char point) {
  const auto border = (a == all(syntax.delimiter)) | (a == all('\n')) | (a == all('\r')) |
                      (a == all(syntax.quote)) | (a == all(' '));
  const auto digit = (c >= all('0')) & (c <= all('9'));
  const auto zero = (b == all('0')) & (digit | (c == all('x')) | (c == all('X')));
  const auto minus_zero = (b == all('-')) & (c == all('0')) & (d != all(point));
  const auto plus = (b == all('+')) & (digit | (c == all(point)));
  return std::bit_cast<Bytes>(border & (zero | minus_zero | plus));
}

// `text` has at least the block's bytes and, beyond them, three more and room for a whole vector.
BlockFacts block_facts(const char* text, std::size_t size, CsvSyntax syntax, char point) {
  Bytes high{};
  Bytes nul{};
  Bytes padded{};
  for (std::size_t i = 0; i < size; i += width) {
    const Bytes bytes = load(text + i);
    high |= bytes;
    nul |= std::bit_cast<Bytes>(bytes == all('\0'));
    padded |= padded_after(bytes, load(text + i + 1), load(text + i + 2), load(text + i + 3), syntax, point);
  }
  return {any(high & all('\x80')), any(nul), any(padded), std::memchr(text, '\n', size) != nullptr};
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
    if (end + width + 3 <= bytes.size()) {
      facts[block] = block_facts(bytes.data() + begin, end - begin, syntax, decimal_point);
    } else {  // vectors would go beyond the end; a copy with line ends after it has room
      std::string padding(bytes.substr(begin));
      const std::size_t size = padding.size();
      padding.append(width + 3, '\n');
      facts[block] = block_facts(padding.data(), size, syntax, decimal_point);
    }
  });
  ByteChecks checks;
  checks.longest_line = block_size;
  for (const BlockFacts& fact : facts) {
    checks.ascii = checks.ascii && !fact.beyond_ascii;
    checks.nul = checks.nul || fact.nul;
    checks.padded = checks.padded || fact.padded;
    if (!fact.has_line_end) checks.longest_line = 0;
  }
  // Where every block has a line end, no line is longer than two blocks.
  checks.longest_line = checks.longest_line == 0 ? longest_line(bytes) : 2 * block_size;
  check_quotes(bytes, syntax, checks);
  return checks;
}

}  // namespace sfumato::io
