// K-means clustering: a few centres with their numbers of members represent many points, where a computation
// cannot use all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct Clusters {
  Matrix centres;                   // means of their members
  std::vector<std::int64_t> sizes;  // none is 0
  int rounds = 0;
  bool converged = false;
};

// Lloyd's rounds, at most as many as given (at least one), from seeds by k-means++ (Arthur, Vassilvitskii
// (2007), k-means++: the advantages of careful seeding, SODA), drawn from the run's stream "k-means": the
// same points in the same run give the same clusters. With more than 100·count points the seeds are chosen
// from a sample of that size. Bounds avoid most distances (Hamerly (2010), Making k-means even faster, SDM).
// Fewer clusters than `count` where fewer points differ, or where one loses all its members. Squared
// distances are summed in column order, ties go to the earlier centre. No value is missing.
Clusters k_means(const Matrix& points, std::size_t count, int most_rounds, const Run& run);

// The same from given centres, and from seeds where these are fewer than `count`: points that differ little
// get clusters that differ little from the same centres.
Clusters k_means_from(const Matrix& centres, const Matrix& points, std::size_t count, int most_rounds,
                      const Run& run);

}  // namespace sfumato::stats
