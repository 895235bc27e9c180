// Counts links from nearest and second-nearest distances.
#include "risk/nearest_linkage.hpp"

#include <numeric>

#include "core/exact_sum.hpp"
#include "core/number_text.hpp"

namespace sfumato::risk {

void NearestLinks::add(const NearestLinks& other) {
  nearest += other.nearest;
  second += other.second;
  probability.resize(other.probability.size());
  counted.resize(other.counted.size());
  for (std::size_t i = 0; i < probability.size(); ++i) probability[i] += other.probability[i];
  for (std::size_t i = 0; i < counted.size(); ++i) counted[i] += other.counted[i];
}

NearestLinks nearest_links(const stats::Matrix& queries, const stats::Matrix& points, Ties ties,
                           const Run& run) {
  std::vector<std::size_t> partners(queries.rows());
  std::iota(partners.begin(), partners.end(), std::size_t{0});
  return nearest_links(queries, points, partners, ties, run);
}

NearestLinks nearest_links(const stats::Matrix& queries, const stats::Matrix& points,
                           std::span<const std::size_t> partners, Ties ties, const Run& run) {
  std::vector<double> distances(partners.size());
  for (std::size_t i = 0; i < distances.size(); ++i) {
    distances[i] = stats::squared_distance(queries, i, points, partners[i]);
  }
  return links_of(stats::nearest_rows(queries, points, partners, true, run), distances, ties);
}

NearestLinks links_of(std::span<const stats::Nearest> found, std::span<const double> partners, Ties ties) {
  NearestLinks links;
  links.probability.resize(found.size());
  links.counted.resize(found.size());
  ExactSum first, second;  // the same for any order of the records
  for (std::size_t i = 0; i < found.size(); ++i) {
    const stats::Nearest& nearest = found[i];
    const double partner = partners[i];
    if (partner == nearest.squared) {
      const double share = 1.0 / static_cast<double>(nearest.count);
      links.probability[i] = share;
      links.counted[i] = ties == Ties::hit ? 1.0 : share;
      first.add(links.counted[i]);
      // Among several nearest the partner comes second as often as first.
      if (ties == Ties::expected && nearest.count > 1) second.add(share);
    } else if (partner == nearest.second_squared && nearest.count == 1) {
      second.add(ties == Ties::hit ? 1.0 : 1.0 / static_cast<double>(nearest.second_count));
    }
  }
  links.nearest = first.value();
  links.second = second.value();
  return links;
}

std::string linkage_reading(double percent, std::string_view by) {
  return rounded(percent, 3) + " % of records re-identified by " + std::string(by);
}

}  // namespace sfumato::risk
