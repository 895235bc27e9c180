// Cells with the same history: in the same ones of the answered query sets. Rows of the audit are constant on
// them, and a class needs no more than one bit for each set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queries/restriction/prime_field.hpp"

namespace sfumato::queries {

class SetClasses {
 public:
  explicit SetClasses(std::size_t cells);

  std::size_t sets() const { return sets_; }
  std::size_t size() const { return cells_in_.size(); }
  std::uint32_t of(std::size_t cell) const { return class_of_[cell]; }
  std::span<const std::uint64_t> history(std::uint32_t own) const {
    return {history_.data() + own * words_, words_};
  }
  // Takes in a set: classes that are cut become two.
  void add(std::span<const std::uint32_t> cells);

 private:
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> cells_in_;  // by class
  std::vector<std::uint64_t> history_;   // words_ by class
  std::size_t words_ = 1;
  std::size_t sets_ = 0;
  std::vector<std::uint32_t> inside_, child_;  // by class, 0 between calls
};

// Σ y_i over the sets i of a class's history, eight sets at a time, each class once.
class ClassSums {
 public:
  ClassSums(const SetClasses& classes, const PrimeField& field) : classes_(classes), field_(field) {}
  void start(std::span<const std::uint64_t> coefficients);  // as many as there are sets
  std::uint64_t of_class(std::uint32_t own);

 private:
  const SetClasses& classes_;
  const PrimeField& field_;
  std::vector<std::uint64_t> tables_;  // 256 by byte of a history
  std::vector<std::uint64_t> known_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t now_ = 0;
};

}  // namespace sfumato::queries
