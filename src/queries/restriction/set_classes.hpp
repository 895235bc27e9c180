// Equivalence classes of cells that are in the same answered query sets (their history). Rows of the audit
// are constant on a class, and a class needs one bit for each set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queries/restriction/snapshot.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::queries {

class SetClasses {
 public:
  explicit SetClasses(std::size_t cells);

  std::size_t sets() const { return sets_; }
  std::size_t size() const { return cells_in_.size(); }
  std::uint32_t of(std::size_t cell) const { return class_of_[cell]; }
  // 64 sets of a class's history, from the set 64 · word on.
  std::uint64_t history(std::uint32_t own, std::size_t word) const {
    return history_[word / chunk_words][own * chunk_words + word % chunk_words];
  }
  // Adds a set: classes that it divides become two.
  void add(std::span<const std::uint32_t> cells);

  void save(SnapshotWriter& out) const;
  bool load(SnapshotReader& in);  // false: not of these cells

 private:
  // Histories grow by one chunk for all classes, without moving existing chunks.
  static constexpr std::size_t chunk_words = 8;

  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> cells_in_;              // by class
  std::vector<std::vector<std::uint64_t>> history_;  // by chunk, then chunk_words by class
  std::size_t sets_ = 0;
  std::vector<std::uint32_t> inside_, child_;  // by class, 0 between calls
};

// Σ y_i over the sets i of a class's history, computed by eight sets at a time, once per class.
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
