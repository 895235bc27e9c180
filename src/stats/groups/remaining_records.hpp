// The records that MDAV has not grouped yet, with the searches it needs. Seeds of the next groups can be
// foreseen, so that their neighbours are searched on all threads before their turn comes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/groups/foreseen_seeds.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/neighbours/record_index.hpp"

namespace sfumato::stats {

constexpr std::uint32_t no_record = ~std::uint32_t{0};

// Centroids are sums in row order over present values, divided once; ties go to the lowest row. A record
// without any value is not among them.
class RemainingRecords {
 public:
  // The run must outlive this.
  RemainingRecords(const Matrix& points, const Run& run);

  std::size_t size() const { return index_.size(); }
  std::vector<std::uint32_t> rows() const { return index_.rows(); }

  // Lets `farthest_from_centroid` prepare the next groups of k now and then.
  void foresee(std::size_t k) { seeds_.foresee(k); }

  // The record farthest from the centroid of the remaining; the lowest of equals.
  std::uint32_t farthest_from_centroid();
  // The record farthest from a given one, which does not count itself. Needs two records.
  FoundRow farthest_from(std::uint32_t row) const;
  // The same of each remaining record, in the order of `rows`.
  std::vector<FoundRow> farthest_from_each() const;
  // Takes out `seed` and its k − 1 nearest (not `except`), ascending.
  std::vector<std::uint32_t> take(std::uint32_t seed, std::size_t k, std::uint32_t except);

 private:
  void sum_columns();
  std::vector<double> exact_centroid();
  double centroid_error(std::size_t column, double centre) const;
  bool same_point(std::uint32_t a, std::uint32_t b) const;

  const Run& run_;
  RecordIndex index_;
  ForeseenSeeds seeds_;
  std::size_t size_at_sums_ = 0;
  std::vector<long double> sums_;     // of the remaining, updated by subtraction
  std::vector<std::size_t> present_;  // values that remain
  std::vector<double> magnitudes_;    // Σ|x| when the sums were computed
  std::vector<double> spread_;        // width of each column then
  // Since the sums in row order were last taken: Σ|partial sum| then, and Σ|x| of what was removed after.
  std::vector<double> partial_sums_, removed_;
};

}  // namespace sfumato::stats
