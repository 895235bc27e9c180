// Counts links from nearest and second-nearest distances.
#include "risk/nearest_linkage.hpp"

#include <limits>

#include "core/number_text.hpp"
#include "stats/neighbours/nearest_rows.hpp"

namespace sfumato::risk {

void NearestLinks::add(const NearestLinks& other) {
  nearest += other.nearest;
  second += other.second;
  probability.resize(other.probability.size());
  for (std::size_t i = 0; i < probability.size(); ++i) probability[i] += other.probability[i];
}

NearestLinks nearest_links(const stats::Matrix& queries, const stats::Matrix& points, Ties ties,
                           const Run& run) {
  const auto found = stats::nearest_rows(queries, points, true, true, run);
  NearestLinks links;
  links.probability.resize(queries.rows());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const stats::Nearest& nearest = found[i];
    const double partner = stats::squared_distance(queries, i, points, i);
    if (partner == nearest.squared) {
      const double share = 1.0 / static_cast<double>(nearest.count);
      links.probability[i] = share;
      links.nearest += ties == Ties::hit ? 1.0 : share;
      // Among several nearest the partner comes second as often as first.
      if (ties == Ties::expected && nearest.count > 1) links.second += share;
    } else if (partner == nearest.second_squared && nearest.count == 1) {
      links.second += ties == Ties::hit ? 1.0 : 1.0 / static_cast<double>(nearest.second_count);
    }
  }
  return links;
}

std::string linkage_reading(double percent, std::string_view by) {
  return rounded(percent, 3) + " % of records re-identified by " + std::string(by);
}

}  // namespace sfumato::risk
