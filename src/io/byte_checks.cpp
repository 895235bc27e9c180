// The byte checks, over fixed blocks in parallel, sixteen bytes at a time. Only in blocks that have a
// padded field the columns are counted, too.
#include "io/byte_checks.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "io/cell_text.hpp"

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
                      (a == all(syntax.quote)) | (a == all(' ')) | (a == all('\t'));
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

// One bit per byte of a comparison's result, the first byte lowest.
unsigned bits_of(Bytes bytes) {
  std::uint64_t halves[2];
  std::memcpy(halves, &bytes, width);
  const auto bits = [](std::uint64_t half) {
    return static_cast<unsigned>(((half & 0x8040201008040201ULL) * 0x0101010101010101ULL) >> 56U);
  };
  return bits(halves[0]) | bits(halves[1]) << 8U;
}

// Calls body with the bytes from `begin` to `end` such that vectors may be read beyond them: in place or,
// near the end of the file, from a copy with line ends after it.
template <class Body>
void with_room(std::string_view bytes, std::size_t begin, std::size_t end, Body&& body) {
  if (end + width + 3 <= bytes.size()) {
    body(bytes.data() + begin, end - begin);
    return;
  }
  std::string copy(bytes.substr(begin));
  copy.append(width + 3, '\n');
  body(copy.data(), end - begin);
}

// Marks the columns of the padded fields of bytes without quotes; `column` is that of the first byte.
void mark_padded(const char* text, std::size_t size, CsvSyntax syntax, char point, std::size_t column,
                 std::vector<std::uint8_t>& padded) {
  for (std::size_t i = 0; i < size; i += width) {
    const Bytes bytes = load(text + i);
    const unsigned within = size - i < width ? (1U << (size - i)) - 1U : 0xFFFFU;
    const unsigned delimiters = bits_of(std::bit_cast<Bytes>(bytes == all(syntax.delimiter)));
    const unsigned line_ends = bits_of(std::bit_cast<Bytes>((bytes == all('\n')) | (bytes == all('\r'))));
    unsigned hits = within & bits_of(padded_after(bytes, load(text + i + 1), load(text + i + 2),
                                                  load(text + i + 3), syntax, point));
    // The column of what follows the byte at `bit`.
    const auto column_after = [&](unsigned bit) {
      const unsigned up_to = (2U << bit) - 1U;
      const unsigned ends = line_ends & up_to;
      if (ends == 0) return column + static_cast<std::size_t>(std::popcount(delimiters & up_to));
      const unsigned line = ~((2U << (31U - static_cast<unsigned>(std::countl_zero(ends)))) - 1U);
      return static_cast<std::size_t>(std::popcount(delimiters & up_to & line));
    };
    for (; hits != 0; hits &= hits - 1U) {
      const std::size_t hit = column_after(static_cast<unsigned>(std::countr_zero(hits)));
      if (hit < padded.size()) padded[hit] = 1;
    }
    column = column_after(static_cast<unsigned>(width) - 1U);
  }
}

// The same row by row, for bytes with quotes, in which a delimiter may be text.
void mark_padded_rows(std::string_view rows, std::size_t size, CsvSyntax syntax, char point,
                      std::vector<std::uint8_t>& padded) {
  CsvScanner scanner(rows, syntax);
  while (scanner.position() < size && scanner.next()) {
    for (std::size_t i = 0; i < std::min(padded.size(), scanner.fields().size()); ++i) {
      const std::string_view text = trimmed(scanner.fields()[i].raw);
      if (text.empty() || (text[0] != '+' && text[0] != '0' && text[0] != '-')) continue;
      const CellClass kind = classify(text, point);
      const bool minus_zero = text.starts_with("-0") && (text.size() == 2 || text[2] != point);
      const bool exact = kind == CellClass::integer || kind == CellClass::number || kind == CellClass::token;
      if (!exact || minus_zero) padded[i] = 1;
    }
  }
}

// Where the row begins that the byte at `at` lies in, if no quoted field goes over several lines.
std::size_t row_start(std::string_view bytes, std::size_t at) {
  const std::size_t start = bytes.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
  return start + (bytes.substr(start, at - start).rfind('\r') + 1);
}

std::vector<std::uint8_t> padded_columns(std::string_view bytes, const std::vector<BlockFacts>& facts,
                                         std::size_t columns, CsvSyntax syntax, char point,
                                         bool quoted_line_ends, const Run& run) {
  if (std::none_of(facts.begin(), facts.end(), [](const BlockFacts& fact) { return fact.padded; })) {
    return std::vector<std::uint8_t>(columns, 0);
  }
  // A line is no row then, and only a walk from the start of the file would tell the columns.
  if (quoted_line_ends) return std::vector<std::uint8_t>(columns, 1);
  std::vector<std::vector<std::uint8_t>> marks(facts.size());
  run.blocks(bytes.size(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    if (!facts[block].padded) return;
    std::vector<std::uint8_t> marked(columns, 0);
    const std::size_t start = row_start(bytes, begin);
    if (bytes.substr(start, end - start).find(syntax.quote) != std::string_view::npos) {
      mark_padded_rows(bytes.substr(start), end - start, syntax, point, marked);
    } else {
      const auto column = std::count(bytes.begin() + static_cast<std::ptrdiff_t>(start),
                                     bytes.begin() + static_cast<std::ptrdiff_t>(begin), syntax.delimiter);
      with_room(bytes, begin, end, [&](const char* text, std::size_t size) {
        mark_padded(text, size, syntax, point, static_cast<std::size_t>(column), marked);
      });
    }
    marks[block] = std::move(marked);
  });
  std::vector<std::uint8_t> padded(columns, 0);
  for (const auto& marked : marks) {
    for (std::size_t i = 0; i < marked.size(); ++i) padded[i] |= marked[i];
  }
  return padded;
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

ByteChecks check_bytes(std::string_view bytes, std::size_t columns, CsvSyntax syntax, char decimal_point,
                       const Run& run) {
  std::vector<BlockFacts> facts((bytes.size() + block_size - 1) / block_size);
  run.blocks(bytes.size(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
    with_room(bytes, begin, end, [&](const char* text, std::size_t size) {
      facts[block] = block_facts(text, size, syntax, decimal_point);
    });
  });
  ByteChecks checks;
  checks.longest_line = block_size;
  for (const BlockFacts& fact : facts) {
    checks.ascii = checks.ascii && !fact.beyond_ascii;
    checks.nul = checks.nul || fact.nul;
    if (!fact.has_line_end) checks.longest_line = 0;
  }
  // Where every block has a line end, no line is longer than two blocks.
  checks.longest_line = checks.longest_line == 0 ? longest_line(bytes) : 2 * block_size;
  check_quotes(bytes, syntax, checks);
  checks.padded = padded_columns(bytes, facts, columns, syntax, decimal_point,
                                 checks.quoted_line_ends || checks.misquoted, run);
  return checks;
}

}  // namespace sfumato::io
