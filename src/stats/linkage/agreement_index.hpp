// Which keys agree with a key where missing values agree with every value: for each value of a column the
// keys that have or miss it, as bits, so that a few operations on words compare 64 keys. It is useful where
// keys have so many patterns of missing columns that a table would serve only a few of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace sfumato::stats {

class AgreementIndex {
 public:
  // Keys row by row, negative where missing; they must outlive the index.
  AgreementIndex(std::span<const std::int32_t> codes, std::size_t width);

  // Calls visit(number) for each key that agrees with this one, in ascending order. May be called from
  // several threads at once.
  template <class Visit>
  void visit(std::span<const std::int32_t> key, const Visit& visit) const {
    std::array<std::uint64_t, block> left{};
    for (std::size_t begin = 0; begin < words_; begin += block) {
      const std::size_t count = begin + block < words_ ? block : words_ - begin;
      if (!agreeing(key, begin, count, left)) continue;
      for (std::size_t w = 0; w < count; ++w) {
        for (std::uint64_t rest = left[w]; rest != 0; rest &= rest - 1) {
          const std::size_t number = 64 * (begin + w) + static_cast<std::size_t>(std::countr_zero(rest));
          if (agrees_beyond(key, number)) visit(number);
        }
      }
    }
  }

 private:
  static constexpr std::size_t block = 32;          // words
  static constexpr std::int32_t most_values = 256;  // of a column, for memory; others are compared

  // The first row is of the keys that miss the column, the others are of those that have the value or miss
  // it.
  struct Rows {
    std::size_t column = 0;
    std::size_t begin = 0;    // in words
    std::int32_t values = 0;  // no key has a greater code
  };

  bool agreeing(std::span<const std::int32_t> key, std::size_t begin, std::size_t count,
                std::array<std::uint64_t, block>& left) const;
  bool agrees_beyond(std::span<const std::int32_t> key, std::size_t number) const;
  void add_rows(std::size_t column, std::int32_t values, std::size_t keys);

  std::span<const std::int32_t> codes_;
  std::size_t width_;
  std::size_t words_ = 0;            // of a row
  std::vector<std::uint64_t> all_;   // one row: each key
  std::vector<std::uint64_t> bits_;  // rows
  std::vector<Rows> rows_;
  std::vector<std::size_t> beyond_;  // columns of too many values
};

}  // namespace sfumato::stats
