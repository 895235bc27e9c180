// The byte checks, over fixed blocks in parallel, sixteen bytes at a time. Quotes are checked one after
// another, but only in files that have any.
#include "io/byte_checks.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t block_size = 1 << 20;

struct BlockFacts {
  bool beyond_ascii = false;
  bool nul = false;
  bool quote = false;
  bool utf8 = true;
};

// Sixteen bytes at once, by the vector extension of GCC and clang: comparisons give all bits or none.
using Bytes = unsigned char __attribute__((vector_size(16)));
constexpr std::size_t width = sizeof(Bytes);

Bytes all(char byte) { return Bytes{} + static_cast<unsigned char>(byte); }

bool any(Bytes bytes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, width);
  return (halves[0] | halves[1]) != 0;
}

BlockFacts block_facts(std::string_view block, char quote_mark) {
  Bytes high{};
  Bytes nul{};
  Bytes quote{};
  const auto look_at = [&](Bytes bytes) {
    high |= bytes;
    nul |= std::bit_cast<Bytes>(bytes == all('\0'));
    quote |= std::bit_cast<Bytes>(bytes == all(quote_mark));
  };
  std::size_t at = 0;
  for (; at + width <= block.size(); at += width) {
    Bytes bytes;
    std::memcpy(&bytes, block.data() + at, width);
    look_at(bytes);
  }
  Bytes rest = all(' ');
  if (at < block.size()) std::memcpy(&rest, block.data() + at, block.size() - at);
  look_at(rest);
  return {any(high & all('\x80')), any(nul), any(quote)};
}

// Whether the characters that begin in a block are well-formed; the rest of one may lie in the next block.
bool is_utf8(std::string_view bytes, std::size_t begin, std::size_t end) {
  constexpr std::size_t longest_rest = 3;
  const auto past_rest = [&](std::size_t at) {
    std::size_t stop = at;
    while (stop < bytes.size() && stop - at < longest_rest && (bytes[stop] & '\xC0') == '\x80') ++stop;
    return stop;
  };
  // After an ASCII byte no character is incomplete, and the block before may not have been checked.
  const bool continues = begin > 0 && (bytes[begin - 1] & '\x80') != 0;
  const std::size_t start = continues ? past_rest(begin) : begin;
  const std::size_t stop = past_rest(end);
  return start >= stop || first_invalid_utf8(bytes.substr(start, stop - start)) == std::string_view::npos;
}

// Goes from quote to quote: an opening one follows a delimiter or a line end, a closing one is followed
// by one, or doubled.
void check_quotes(std::string_view bytes, CsvSyntax syntax, std::size_t longest, ByteChecks& checks) {
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
    if (close == std::string_view::npos || !border(close + 1) || close - at - 1 > longest) {
      checks.misquoted = true;
      return;
    }
    if (!checks.quoted_line_ends) {
      checks.quoted_line_ends = bytes.substr(at, close - at).find_first_of("\r\n") != std::string_view::npos;
    }
    at = bytes.find(syntax.quote, close + 1);
  }
}

}  // namespace

ByteChecks check_bytes(std::string_view bytes, CsvSyntax syntax, const Run& run, const Forget& forget,
                       std::size_t longest) {
  std::vector<BlockFacts> facts((bytes.size() + block_size - 1) / block_size);
  run.blocks(bytes.size(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    const std::string_view part = bytes.substr(begin, end - begin);
    facts[block] = block_facts(part, syntax.quote);
    if (facts[block].beyond_ascii) facts[block].utf8 = is_utf8(bytes, begin, end);
    if (forget) forget(part);
  });
  ByteChecks checks;
  bool quotes = false;
  for (const BlockFacts& fact : facts) {
    checks.nul = checks.nul || fact.nul;
    checks.utf8 = checks.utf8 && fact.utf8;
    quotes = quotes || fact.quote;
  }
  if (quotes) check_quotes(bytes, syntax, longest, checks);
  return checks;
}

}  // namespace sfumato::io
