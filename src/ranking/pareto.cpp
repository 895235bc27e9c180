// One pass in ascending order of risk: a point is on the frontier if no point of lower risk is as useful.
#include "ranking/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sfumato::ranking {

std::vector<std::size_t> pareto_frontier(const std::vector<MapPoint>& points, Wanted risk, Wanted utility) {
  const double risk_sign = risk == Wanted::low ? 1.0 : -1.0;
  const double utility_sign = utility == Wanted::low ? 1.0 : -1.0;
  const auto cost = [&](std::size_t i) {
    return std::pair(risk_sign * points[i].risk, utility_sign * points[i].utility);
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!std::isnan(points[i].risk) && !std::isnan(points[i].utility)) order.push_back(i);
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return cost(a) != cost(b) ? cost(a) < cost(b) : a < b; });
  std::vector<std::size_t> frontier;
  double least = std::numeric_limits<double>::infinity();  // cost in utility of all safer points
  for (std::size_t first = 0; first < order.size();) {
    const auto best = cost(order[first]);
    std::size_t next = first;
    while (next < order.size() && cost(order[next]).first == best.first) ++next;
    if (best.second < least) {
      for (std::size_t i = first; i < next && cost(order[i]) == best; ++i) frontier.push_back(order[i]);
      least = best.second;
    }
    first = next;
  }
  std::sort(frontier.begin(), frontier.end(), [&](std::size_t a, std::size_t b) {
    const MapPoint &p = points[a], &q = points[b];
    if (p.risk != q.risk) return p.risk < q.risk;
    return p.utility != q.utility ? p.utility < q.utility : a < b;
  });
  return frontier;
}

}  // namespace sfumato::ranking
