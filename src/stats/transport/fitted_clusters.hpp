// K-means clusters of many points, fitted to a sample of them: all points join the nearest of its centres,
// once. Rounds over all points of a large file would take most of the time of a distance between files.
#pragma once

#include "stats/groups/k_means.hpp"

namespace sfumato::stats {

// The centres of k_means() over `fitted` of the points, which are drawn from the run's stream "sample": files
// of equal length draw the same rows. Then every point joins its nearest centre, the earlier of equally near
// ones, and the centres are the means of all their members. k_means() of all points where there are no more.
Clusters fitted_clusters(const Matrix& points, std::size_t count, int most_rounds, std::size_t fitted,
                         const Run& run);

// The same by k_means_from() given centres.
Clusters fitted_clusters_from(const Matrix& centres, const Matrix& points, std::size_t count, int most_rounds,
                              std::size_t fitted, const Run& run);

}  // namespace sfumato::stats
