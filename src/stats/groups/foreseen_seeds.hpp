// The neighbours of records that MDAV will probably start its next groups from, searched in parallel. They
// are only a store: where a record was not foreseen, or its neighbours have left, the search is repeated.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/neighbours/record_index.hpp"

namespace sfumato::stats {

// A list of the c nearest of all that remained is, as records leave, still a list of the nearest: the first
// ones of it that remain are exact, as long as there are enough. The same holds for the farthest.
class ForeseenSeeds {
 public:
  // Both must outlive this.
  ForeseenSeeds(const RecordIndex& index, const Run& run);

  // Groups will have k records.
  void foresee(std::size_t k) { k_ = k; }

  // Searches ahead unless `seed`, the record farthest from the centroid, has been foreseen.
  void prepare(const double* centroid, std::uint32_t seed);

  FoundRow farthest_from(std::uint32_t row) const;
  // The `count` nearest rows of those that remain, without `except`.
  std::vector<std::uint32_t> nearest_to(std::uint32_t row, std::size_t count, std::uint32_t except) const;

 private:
  struct Foreseen {
    std::uint32_t row;
    std::vector<FoundRow> nearest;   // as many as asked for, or all
    std::vector<FoundRow> farthest;  // empty for those that are only a second seed
  };

  const Foreseen* find(std::uint32_t row) const;
  void add(std::uint32_t row);
  // Searches for those from `begin` on.
  void search(std::size_t begin, bool farthest);
  // The second seeds of the next rounds that are not foreseen yet.
  std::vector<std::uint32_t> second_seeds();
  void mark_group(const Foreseen& seed, std::uint32_t except, std::vector<std::uint32_t>& gone);

  const RecordIndex& index_;
  const Run& run_;
  std::size_t k_ = 0;
  std::vector<Foreseen> foreseen_;
  std::vector<std::uint32_t> place_of_;  // by row, in foreseen_; may be out of date
  std::vector<std::uint8_t> taken_;      // by row, while groups are foreseen; 0 otherwise
};

}  // namespace sfumato::stats
