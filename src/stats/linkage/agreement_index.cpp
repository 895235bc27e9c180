// Rows of bits by column and value; blocks of words are skipped as soon as no key in them agrees.
#include "stats/linkage/agreement_index.hpp"

#include <algorithm>

namespace sfumato::stats {

AgreementIndex::AgreementIndex(std::span<const std::int32_t> codes, std::size_t width)
    : codes_(codes), width_(width) {
  const std::size_t keys = width == 0 ? 0 : codes.size() / width;
  words_ = (keys + 63) / 64;
  all_.assign(words_, 0);
  for (std::size_t i = 0; i < keys; ++i) all_[i / 64] |= std::uint64_t{1} << (i % 64);
  for (std::size_t j = 0; j < width; ++j) {
    std::int32_t values = 0;
    for (std::size_t i = 0; i < keys; ++i) values = std::max(values, codes[i * width + j] + 1);
    if (values > most_values) {
      beyond_.push_back(j);
    } else {
      add_rows(j, values, keys);
    }
  }
}

void AgreementIndex::add_rows(std::size_t column, std::int32_t values, std::size_t keys) {
  const std::size_t begin = bits_.size();
  rows_.push_back({column, begin, values});
  bits_.resize(begin + (static_cast<std::size_t>(values) + 1) * words_, 0);
  for (std::size_t i = 0; i < keys; ++i) {
    const std::int32_t code = std::max(codes_[i * width_ + column], -1);
    bits_[begin + static_cast<std::size_t>(code + 1) * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
  }
  for (std::size_t w = words_; w < bits_.size() - begin; ++w) bits_[begin + w] |= bits_[begin + w % words_];
}

bool AgreementIndex::agreeing(std::span<const std::int32_t> key, std::size_t begin, std::size_t count,
                              std::array<std::uint64_t, block>& left) const {
  std::copy_n(all_.begin() + static_cast<std::ptrdiff_t>(begin), count, left.begin());
  for (const Rows& rows : rows_) {
    const std::int32_t code = key[rows.column];
    if (code < 0) continue;
    const std::size_t row = code < rows.values ? static_cast<std::size_t>(code) + 1 : 0;
    const std::uint64_t* bits = bits_.data() + rows.begin + row * words_ + begin;
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < count; ++w) any |= left[w] &= bits[w];
    if (any == 0) return false;
  }
  return true;
}

bool AgreementIndex::agrees_beyond(std::span<const std::int32_t> key, std::size_t number) const {
  return std::all_of(beyond_.begin(), beyond_.end(), [&](std::size_t j) {
    const std::int32_t other = codes_[number * width_ + j];
    return key[j] < 0 || other < 0 || key[j] == other;
  });
}

}  // namespace sfumato::stats
