#include "tables/suppression/hypercube_search.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace sfumato::tables {
namespace {

// Tolerance for rounding in the differences of a table's numbers.
bool reaches(double room, double need) { return room >= need * (1 - 1e-9); }

}  // namespace

HypercubeSearch::HypercubeSearch(const SuppressionProblem& problem, const Subtables& subtables,
                                 const Pattern& pattern, const std::vector<double>& weight)
    : problem_(problem), subtables_(subtables), pattern_(pattern), weight_(weight) {}

bool HypercubeSearch::usable(std::size_t position) const {
  const std::size_t cell = (*grid_)[position];
  return cell != no_cell && problem_.choice[cell] != Choice::published && !(*known_)[cell];
}

bool HypercubeSearch::has_room(const Front& front) const {
  return reaches(front.down, room_.down) && reaches(front.up, room_.up) &&
         reaches(front.down + front.up, room_.width);
}

bool HypercubeSearch::better(double weight, std::size_t added) const {
  return !best_ || std::tie(weight, added) < std::tie(best_weight_, best_added_);
}

void HypercubeSearch::take(Front& front, std::size_t position, bool along) const {
  const std::size_t cell = (*grid_)[position];
  if (!pattern_[cell]) {
    front.weight += weight_[cell];
    ++front.added;
  }
  const double up = problem_.room_up[cell] - (*moved_)[cell];
  const double down = problem_.room_down[cell] + (*moved_)[cell];
  front.up = std::min(front.up, along ? up : down);
  front.down = std::min(front.down, along ? down : up);
}

// The cell next to the first one along an axis is a corner whatever the other axes choose: where it cannot be
// one, or has no room, the code is excluded; its weight bounds all cubes with that code.
bool HypercubeSearch::list_candidates(const SubtablePlace& place) {
  const SubtableView& view = subtables_.view(place.view);
  candidates_.resize(view.axes.size());
  for (std::size_t a = 0; a < view.axes.size(); ++a) {
    const std::vector<std::size_t>& codes = view.axes[a].sums[place.axes[a].sum];
    const std::size_t own = place.axes[a].position;
    candidates_[a].clear();
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (i == own) continue;
      Candidate candidate{.shift = (codes[i] - codes[own]) * view.axes[a].stride,
                          .turns = i != 0 && own != 0};
      if (!usable(place.position + candidate.shift)) continue;
      Front front{.down = problem_.room_down[(*grid_)[place.position]],
                  .up = problem_.room_up[(*grid_)[place.position]]};
      take(front, place.position + candidate.shift, !candidate.turns);
      if (!has_room(front)) continue;
      candidate.weight = front.weight;
      candidate.added = front.added;
      candidates_[a].push_back(candidate);
    }
    if (candidates_[a].empty()) return false;
    std::stable_sort(candidates_[a].begin(), candidates_[a].end(),
                     [](const Candidate& left, const Candidate& right) {
                       return std::tie(left.weight, left.added) < std::tie(right.weight, right.added);
                     });
  }
  least_weight_.assign(candidates_.size() + 1, 0);
  for (std::size_t a = candidates_.size(); a-- > 0;) {
    least_weight_[a] = least_weight_[a + 1] + candidates_[a][0].weight;
  }
  return true;
}

// Each further axis doubles the corners.
void HypercubeSearch::choose(std::size_t axis, const Front& front) {
  if (axis == candidates_.size()) {
    if (!better(front.weight, front.added)) return;
    best_.emplace();
    best_weight_ = front.weight;
    best_added_ = front.added;
    best_->down = front.down;
    best_->up = front.up;
    for (const auto& [position, along] : corners_) best_->corners.push_back({(*grid_)[position], along});
    return;
  }
  const std::size_t so_far = corners_.size();
  for (const Candidate& candidate : candidates_[axis]) {
    if (!better(front.weight + candidate.weight + least_weight_[axis + 1], front.added + candidate.added))
      break;
    Front next = front;
    bool good = true;
    for (std::size_t i = 0; i < so_far && good; ++i) {
      const std::size_t position = corners_[i].first + candidate.shift;
      const bool along = corners_[i].second != candidate.turns;
      good = usable(position);
      if (!good) break;
      take(next, position, along);
      good = has_room(next) && better(next.weight + least_weight_[axis + 1], next.added);
      corners_.push_back({position, along});
    }
    if (good) choose(axis + 1, next);
    corners_.resize(so_far);
  }
}

std::optional<Hypercube> HypercubeSearch::find(const SubtablePlace& place, const Room& room,
                                               const std::vector<std::uint8_t>& known,
                                               const std::vector<double>& moved) {
  grid_ = &subtables_.view(place.view).cells;
  known_ = &known;
  moved_ = &moved;
  room_ = room;
  best_.reset();
  if (!usable(place.position)) return std::nullopt;
  Front front{.down = std::numeric_limits<double>::infinity(), .up = std::numeric_limits<double>::infinity()};
  take(front, place.position, true);
  if (!has_room(front) || !list_candidates(place)) return std::nullopt;
  corners_.assign(1, {place.position, true});
  choose(0, front);
  return std::move(best_);
}

}  // namespace sfumato::tables
