// Classes are refined set by set, in time proportional to the set.
#include "queries/restriction/set_classes.hpp"

#include <algorithm>
#include <bit>

namespace sfumato::queries {

SetClasses::SetClasses(std::size_t cells) : class_of_(cells, 0) {
  if (cells == 0) return;
  cells_in_.push_back(static_cast<std::uint32_t>(cells));
  history_.push_back(0);
}

void SetClasses::add(std::span<const std::uint32_t> cells) {
  if (sets_ == 64 * words_) {
    std::vector<std::uint64_t> wider(2 * history_.size(), 0);
    for (std::size_t own = 0; own < size(); ++own)
      std::copy_n(history_.begin() + static_cast<std::ptrdiff_t>(own * words_), words_,
                  wider.begin() + static_cast<std::ptrdiff_t>(2 * own * words_));
    history_ = std::move(wider);
    words_ *= 2;
  }
  inside_.resize(size(), 0);
  child_.resize(size(), 0);
  std::vector<std::uint32_t> touched;
  for (const std::uint32_t cell : cells)
    if (inside_[class_of_[cell]]++ == 0) touched.push_back(class_of_[cell]);
  for (const std::uint32_t own : touched) {
    std::uint32_t part = own;
    if (inside_[own] < cells_in_[own]) {
      part = static_cast<std::uint32_t>(size());
      cells_in_[own] -= inside_[own];
      cells_in_.push_back(inside_[own]);
      history_.resize(history_.size() + words_);
      std::copy_n(history_.begin() + static_cast<std::ptrdiff_t>(own * words_), words_,
                  history_.end() - static_cast<std::ptrdiff_t>(words_));
    }
    child_[own] = part;
    history_[part * words_ + sets_ / 64] |= std::uint64_t{1} << (sets_ % 64);
  }
  for (const std::uint32_t cell : cells) class_of_[cell] = child_[class_of_[cell]];
  for (const std::uint32_t own : touched) inside_[own] = 0;
  ++sets_;
}

void ClassSums::start(std::span<const std::uint64_t> coefficients) {
  ++now_;
  known_.resize(classes_.size());
  stamp_.resize(classes_.size(), 0);
  const std::size_t bytes = (coefficients.size() + 7) / 8;
  tables_.assign(256 * bytes, 0);
  for (std::size_t byte = 0; byte < bytes; ++byte) {
    std::uint64_t* table = tables_.data() + 256 * byte;
    for (unsigned bits = 1; bits < 256; ++bits) {
      const std::size_t set = 8 * byte + static_cast<std::size_t>(std::countr_zero(bits));
      const std::uint64_t own = set < coefficients.size() ? coefficients[set] : 0;
      table[bits] = field_.add(table[bits & (bits - 1)], own);
    }
  }
}

std::uint64_t ClassSums::of_class(std::uint32_t own) {
  if (stamp_[own] == now_) return known_[own];
  const std::span<const std::uint64_t> history = classes_.history(own);
  const std::size_t bytes = tables_.size() / 256;
  const std::uint64_t* table = tables_.data();
  Product sum = 0;
  for (std::size_t byte = 0; byte < bytes; ++byte, table += 256)
    sum += table[(history[byte / 8] >> (8 * (byte % 8))) & 255];
  stamp_[own] = now_;
  return known_[own] = field_.reduced(sum);
}

}  // namespace sfumato::queries
