// Linking records to the nearest on the other side: what distance linkage of one release and of several
// at once have in common.
#pragma once

#include <span>
#include <vector>

#include "core/measure.hpp"
#include "core/run.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/neighbours/nearest_rows.hpp"

namespace sfumato::risk {

enum class Ties { expected, hit };

struct NearestLinks {
  double nearest = 0.0;             // records whose partner is nearest, in expectation or with ties as hits
  double second = 0.0;              // records whose partner comes second
  std::vector<double> probability;  // of each query: 1/c with its partner among c nearest, else 0
  std::vector<double> counted;      // what each query adds to `nearest`

  void add(const NearestLinks& other);
};

// Row i of `queries` has row i of `points` as its partner; further points are candidates only.
NearestLinks nearest_links(const stats::Matrix& queries, const stats::Matrix& points, Ties ties,
                           const Run& run);
// Queries that are a sample: row i has row partners[i] of `points` as its partner.
NearestLinks nearest_links(const stats::Matrix& queries, const stats::Matrix& points,
                           std::span<const std::size_t> partners, Ties ties, const Run& run);

// From what was found: partners[i] is the squared distance of query i to its partner.
NearestLinks links_of(std::span<const stats::Nearest> found, std::span<const double> partners, Ties ties);

// "18 % of records re-identified by their nearest neighbour".
std::string linkage_reading(double percent, std::string_view by);

}  // namespace sfumato::risk
