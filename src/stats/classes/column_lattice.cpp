// A set is a position in an array of bits: the six lowest columns are positions inside a word, the others are
// words. Adding or removing a column is a shift by its power of two.
#include "stats/classes/column_lattice.hpp"

#include <algorithm>
#include <array>

#include "core/vector_clones.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t inside = 6;  // columns whose sets share a word

// The places of a word whose sets have the column.
constexpr std::array<std::uint64_t, inside> having{0xaaaaaaaaaaaaaaaaULL, 0xccccccccccccccccULL,
                                                   0xf0f0f0f0f0f0f0f0ULL, 0xff00ff00ff00ff00ULL,
                                                   0xffff0000ffff0000ULL, 0xffffffff00000000ULL};

SFUMATO_VECTOR_CLONES void add_words(const std::uint64_t* from, std::uint64_t* to, std::size_t count) {
  for (std::size_t w = 0; w < count; ++w) to[w] |= from[w];
}

SFUMATO_VECTOR_CLONES void keep_words(const std::uint64_t* from, std::uint64_t* to, std::size_t count) {
  for (std::size_t w = 0; w < count; ++w) to[w] &= from[w];
}

}  // namespace

ColumnLattice::ColumnLattice(std::size_t columns)
    : columns_(columns),
      agreed_(columns <= inside ? 1 : std::size_t{1} << (columns - inside)),
      minimal_(agreed_.size()) {
  clear();
}

void ColumnLattice::clear() {
  std::fill(agreed_.begin(), agreed_.end(), 0);
  mark(0);
}

// Records that agree on a set agree on its subsets.
void ColumnLattice::close_downwards() {
  for (std::size_t column = 0; column < std::min(columns_, inside); ++column) {
    for (std::uint64_t& word : agreed_) word |= (word & having[column]) >> (std::size_t{1} << column);
  }
  for (std::size_t column = inside; column < columns_; ++column) {
    const std::size_t step = std::size_t{1} << (column - inside);
    for (std::size_t begin = 0; begin < agreed_.size(); begin += 2 * step) {
      add_words(agreed_.data() + begin + step, agreed_.data() + begin, step);
    }
  }
}

void ColumnLattice::find_minimal() {
  close_downwards();
  const std::uint64_t sets =
      columns_ >= inside ? ~std::uint64_t{0} : (std::uint64_t{1} << (std::size_t{1} << columns_)) - 1;
  for (std::size_t w = 0; w < agreed_.size(); ++w) {
    std::uint64_t word = ~agreed_[w] & sets;
    for (std::size_t column = 0; column < std::min(columns_, inside); ++column) {
      const std::uint64_t without = agreed_[w] & ~having[column];
      word &= ~having[column] | without << (std::size_t{1} << column);
    }
    minimal_[w] = word;
  }
  for (std::size_t column = inside; column < columns_; ++column) {
    const std::size_t step = std::size_t{1} << (column - inside);
    for (std::size_t begin = 0; begin < agreed_.size(); begin += 2 * step) {
      keep_words(agreed_.data() + begin, minimal_.data() + begin + step, step);
    }
  }
}

}  // namespace sfumato::stats
