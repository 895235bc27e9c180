// V-MDAV over any structure of the outside records: Solanas, Martínez-Ballesté (2006), "V-MDAV: a
// multivariate microaggregation with variable group size", COMPSTAT. The centroid stays, so that the
// farthest remaining record is found in one sorted order.
#include "stats/groups/variable_mdav_groups.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/outside_records.hpp"

namespace sfumato::stats {
namespace {
constexpr double safety = 1e-9;  // relative; far beyond what rounding does to a distance

// One group that grows. For each member it keeps the nearest outside record, or as long as that is
// not known, a squared distance that it is not nearer than.
template <class Outside>
class GrowingGroup {
 public:
  GrowingGroup(const RecordPoints& points, Outside& outside, double gain)
      : points_(points), outside_(outside), gain_(gain) {}

  // Starts with the seed and its k − 1 nearest, then adds up to `most` records.
  std::vector<std::uint32_t> grow(std::uint32_t seed, std::size_t k, std::size_t most) {
    outside_.remove(seed);
    members_ = {{seed, nothing_found, 0.0}};
    const Neighbourhood near = outside_.nearest(seed, k - 1);
    for (const FoundRow& found : near.nearest) join(found.row);
    bool closed = most == k || gain_ == 0.0;
    if constexpr (Outside::metric) closed = closed || surely_closed(near);
    if (!closed) {
      while (members_.size() < most && outside_.size() > 1) {  // the last alone is left over
        const FoundRow candidate = nearest_outside();
        if (!joins(candidate)) break;
        join(candidate.row);
      }
    }
    std::vector<std::uint32_t> rows;
    for (const Member& member : members_) rows.push_back(member.row);
    std::sort(rows.begin(), rows.end());
    return rows;
  }

 private:
  struct Member {
    std::uint32_t row;
    FoundRow nearest;  // nothing_found where not known
    double at_least;   // squared distance of its nearest
  };

  void join(std::uint32_t row) {
    outside_.remove(row);
    for (Member& member : members_) {
      if (member.nearest.row != row) continue;
      member.at_least = member.nearest.squared;
      member.nearest = nothing_found;
    }
    members_.push_back({row, nothing_found, 0.0});
  }

  // A proof, without looking for the nearest outside record, that it would not join. If it is y, with
  // p as its nearest member, then d(y, outside) ≤ d(y, z) ≤ d(y, p) + d(p, z) for any other outside
  // record z, and it suffices that d(y, p) ≥ gain/(1 − gain)·d(p, z). So for no member p may an outside
  // record be nearer to p than that, where z is one of two known ones or any found near p. None is
  // nearer to the seed than the last of its nearest, which settles members close to the seed.
  bool surely_closed(const Neighbourhood& near) const {
    if (gain_ > 0.4 || near.others[1].row == nothing_found.row) return false;
    const double share = gain_ / (1.0 - gain_) * (1.0 + safety);
    const double free = std::sqrt(near.nearest.back().squared) * (1.0 - safety);
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const double first = points_.squared(members_[i].row, near.others[0].row);
      const double second = points_.squared(members_[i].row, near.others[1].row);
      const double start = std::min(first, second);
      if (start < share * share * std::max(first, second)) return false;
      const double from_seed = i == 0 ? 0.0 : std::sqrt(near.nearest[i - 1].squared);
      if (from_seed + share * std::sqrt(start) < free) continue;
      if (!outside_.none_within(members_[i].row, share * share, start)) return false;
    }
    return true;
  }

  // The outside record nearest to any member; of equals the lowest.
  FoundRow nearest_outside() {
    FoundRow best = nothing_found;
    const auto improve = [&](const FoundRow& found) {
      if (found.squared < best.squared || (found.squared == best.squared && found.row < best.row))
        best = found;
    };
    for (const Member& member : members_) improve(member.nearest);
    for (Member& member : members_) {
      if (member.nearest.row != nothing_found.row || member.at_least > best.squared) continue;
      member.nearest = outside_.nearest_within(member.row, best.squared);
      if (member.nearest.row == nothing_found.row) member.at_least = best.squared;
      improve(member.nearest);
    }
    return best;
  }

  bool joins(const FoundRow& candidate) const {
    const double factor = gain_ * gain_;
    const auto refuses = [&](double squared) { return !(candidate.squared < factor * squared); };
    // Only records within this distance can refuse; the least number keeps products that underflow.
    const double limit = std::max(candidate.squared / factor * (1.0 + safety), 1e-290);
    return !refuses(infinity) && !outside_.any_within(candidate.row, limit, candidate.row, refuses);
  }

  const RecordPoints& points_;
  Outside& outside_;
  double gain_;
  std::vector<Member> members_;
};

// Rows that have a value, by descending distance from the centroid of all.
std::vector<std::uint32_t> from_far_to_near(const RecordPoints& points) {
  const Matrix& matrix = points.matrix();
  std::vector<double> centroid;
  for (std::size_t j = 0; j < matrix.columns(); ++j) {
    const Moments column = moments(matrix.column(j));
    centroid.push_back(column.count == 0 ? std::nan("") : column.mean);
  }
  std::vector<double> squared(matrix.rows());
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < matrix.rows(); ++row) {
    const std::span<const double> point = points.point(row);
    squared[row] = RecordPoints::squared(point, centroid);
    if (!std::all_of(point.begin(), point.end(), [](double value) { return std::isnan(value); }))
      rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
    return squared[a] != squared[b] ? squared[a] > squared[b] : a < b;
  });
  return rows;
}

// Each joins the group of its nearest grouped record; records that join are not neighbours for others.
template <class Outside>
void join_leftovers(const RecordPoints& points, const std::vector<std::uint32_t>& leftovers,
                    Grouping& grouping) {
  if (leftovers.empty() || grouping.groups.empty()) return;
  std::vector<std::uint32_t> grouped, group_of(points.matrix().rows());
  for (std::uint32_t group = 0; group < grouping.groups.size(); ++group) {
    for (const std::uint32_t row : grouping.groups[group]) {
      grouped.push_back(row);
      group_of[row] = group;
    }
  }
  const Outside all(points, grouped);
  for (const std::uint32_t row : leftovers) {
    std::vector<std::uint32_t>& group = grouping.groups[group_of[all.nearest(row, 1).nearest.front().row]];
    group.insert(std::lower_bound(group.begin(), group.end(), row), row);
  }
}

template <class Outside>
Grouping group_records(const RecordPoints& points, std::size_t k, double gain, const Run& run) {
  const std::vector<std::uint32_t> order = from_far_to_near(points);
  Outside outside(points, order);
  std::vector<std::uint8_t> grouped(points.matrix().rows(), 0);
  Grouping result;
  run.expect(order.size());
  for (const std::uint32_t seed : order) {
    if (grouped[seed] != 0) continue;
    if (outside.size() < k) break;
    run.check_stop();
    result.groups.push_back(GrowingGroup(points, outside, gain).grow(seed, k, 2 * k - 1));
    for (const std::uint32_t row : result.groups.back()) grouped[row] = 1;
    run.advance(result.groups.back().size());
  }
  std::vector<std::uint32_t> leftovers;
  for (const std::uint32_t row : order) {
    if (grouped[row] == 0) leftovers.push_back(row);
  }
  join_leftovers<Outside>(points, leftovers, result);
  run.advance(leftovers.size());
  return result;
}

}  // namespace

Grouping variable_mdav_groups(const Matrix& points, std::size_t k, double gain, const Run& run) {
  run.check_stop();
  const RecordPoints records(points);
  bool complete = true;
  for (std::size_t j = 0; j < points.columns(); ++j) {
    for (const double value : points.column(j)) complete = complete && !std::isnan(value);
  }
  return complete ? group_records<BoxedOutside>(records, k, gain, run)
                  : group_records<ScannedOutside>(records, k, gain, run);
}

}  // namespace sfumato::stats
