// Classes are refined set by set, in time proportional to the set.
#include "queries/restriction/set_classes.hpp"

#include <algorithm>
#include <bit>

namespace sfumato::queries {

SetClasses::SetClasses(std::size_t cells) : class_of_(cells, 0) {
  if (cells == 0) return;
  cells_in_.push_back(static_cast<std::uint32_t>(cells));
}

void SetClasses::add(std::span<const std::uint32_t> cells) {
  if (sets_ == 64 * chunk_words * history_.size()) history_.emplace_back(chunk_words * size(), 0);
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
      for (std::vector<std::uint64_t>& chunk : history_) {
        chunk.resize(chunk.size() + chunk_words);
        std::copy_n(chunk.begin() + static_cast<std::ptrdiff_t>(own * chunk_words), chunk_words,
                    chunk.end() - static_cast<std::ptrdiff_t>(chunk_words));
      }
    }
    child_[own] = part;
    history_.back()[part * chunk_words + sets_ / 64 % chunk_words] |= std::uint64_t{1} << (sets_ % 64);
  }
  for (const std::uint32_t cell : cells) class_of_[cell] = child_[class_of_[cell]];
  for (const std::uint32_t own : touched) inside_[own] = 0;
  ++sets_;
}

void SetClasses::save(SnapshotWriter& out) const {
  out.number(sets_);
  out.list(class_of_);
  out.list(cells_in_);
  out.number(history_.size());
  for (const std::vector<std::uint64_t>& chunk : history_) out.list(chunk);
}

bool SetClasses::load(SnapshotReader& in) {
  const std::size_t cells = class_of_.size();
  sets_ = in.number();
  in.list(class_of_);
  in.list(cells_in_);
  history_.resize(in.count());
  bool good =
      class_of_.size() == cells && (sets_ + 64 * chunk_words - 1) / (64 * chunk_words) <= history_.size();
  for (std::vector<std::uint64_t>& chunk : history_) {
    in.list(chunk);
    good = good && chunk.size() == chunk_words * size();
  }
  inside_.assign(size(), 0);
  child_.assign(size(), 0);
  return good && in.good() &&
         std::all_of(class_of_.begin(), class_of_.end(), [&](std::uint32_t own) { return own < size(); });
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
  const std::size_t bytes = tables_.size() / 256;
  const std::uint64_t* table = tables_.data();
  PrimeField::Product sum = 0;
  for (std::size_t word = 0; word * 8 < bytes; ++word) {
    std::uint64_t sets = classes_.history(own, word);
    for (std::size_t byte = 8 * word; byte < std::min(bytes, 8 * word + 8);
         ++byte, table += 256, sets >>= 8) {
      sum += table[sets & 255];
    }
  }
  stamp_[own] = now_;
  return known_[own] = field_.reduced(sum);
}

}  // namespace sfumato::queries
