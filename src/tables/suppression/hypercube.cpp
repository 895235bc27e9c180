// Hypercube suppression: around each sensitive cell, in each of its subtables, the cheapest hypercube that
// lets it move far enough is suppressed. Corners that are also in other subtables must be able to move there
// in their turn, until nothing new is suppressed. The idea is Repsilber's (1994); the iteration over the
// subtables of a hierarchical table is Giessing's GHMITER (2002).
#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/hypercube_search.hpp"
#include "tables/suppression/search.hpp"
#include "tables/suppression/subtable.hpp"

namespace sfumato::tables {
namespace {

// More axes than this would mean millions of corners.
constexpr std::size_t most_axes = 16;
// Where no cube moves the cell far enough, several do together, each at least this share of the distance.
constexpr double smallest_weight_share = 1.0 / 64;

// After the first round a cell weighs less the more cubes contained it before, so that cubes share cells; the
// best round is used.
constexpr int rounds = 3;

constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();

// A cell that must be able to move.
struct Task {
  std::size_t cell = 0;
  std::size_t attacker = 0;
  Room room;
  std::uint64_t origin = nowhere;  // the subtable in which it can move already
  std::uint64_t number = 0;        // in the order they came

  double size() const { return std::max({room.down, room.up, room.width}); }
  // Order of a priority queue: the largest first, among equals the earliest.
  bool operator<(const Task& other) const {
    return std::make_tuple(size(), other.number) < std::make_tuple(other.size(), number);
  }
};

Room turned(const Room& room) { return {.down = room.up, .up = room.down, .width = room.width}; }

class HypercubeRound {
 public:
  HypercubeRound(const SuppressionProblem& problem, const Subtables& subtables,
                 const std::vector<double>& weight)
      : problem_(problem),
        subtables_(subtables),
        pattern_(problem.least()),
        uses_(problem.cells(), 0),
        known_(problem.cells(), 0),
        moved_(problem.cells(), 0),
        search_(problem, subtables, pattern_, weight) {}

  void run(const Run& run) {
    for (const Demand& demand : problem_.demands) {
      expect({demand.cell, demand.attacker, {demand.down, demand.up, demand.width}, nowhere, 0});
    }
    while (!tasks_.empty()) {
      run.check_stop();
      const Task task = tasks_.top();
      tasks_.pop();
      for (const std::size_t cell : problem_.attackers[task.attacker]) known_[cell] = 1;
      for (const SubtablePlace& place : subtables_.places_of(task.cell)) {
        if (place.subtable != task.origin) protect(task, place);
      }
      for (const std::size_t cell : problem_.attackers[task.attacker]) known_[cell] = 0;
    }
  }

  const Pattern& pattern() const { return pattern_; }
  // How many cubes have each cell.
  const std::vector<std::size_t>& uses() const { return uses_; }
  // Cells that no cube could protect in some subtable.
  std::size_t unprotected() const { return unprotected_; }

 private:
  // Queues the task, unless the cell can already move as far or is queued for it.
  void expect(Task task) {
    Room& asked = asked_[{task.cell, task.attacker}];
    const Room& room = task.room;
    if (room.down <= asked.down && room.up <= asked.up && room.width <= asked.width) return;
    asked = {std::max(asked.down, room.down), std::max(asked.up, room.up), std::max(asked.width, room.width)};
    task.number = next_number_++;
    tasks_.push(task);
  }

  void carry_over(const Task& task, const SubtablePlace& place, std::size_t cell, const Room& room) {
    pattern_[cell] = 1;
    ++uses_[cell];
    if (cell != task.cell) expect({cell, task.attacker, room, place.subtable, 0});
  }

  void protect(const Task& task, const SubtablePlace& place) {
    if (const auto cube = search_.find(place, task.room, known_, moved_)) {
      for (const Corner& corner : cube->corners) {
        carry_over(task, place, corner.cell, corner.along ? task.room : turned(task.room));
      }
      return;
    }
    const Room& room = task.room;
    const double upwards = std::max(room.up, room.width - room.down);
    const double up = push(task, place, upwards, true);
    const double downwards = std::max(room.down, room.width - up);
    const double down = push(task, place, downwards, false);
    if (up < room.up * (1 - 1e-6) || down < downwards * (1 - 1e-6)) ++unprotected_;
  }

  // Moves the cell up, or down, by `target` with several cubes, and returns how far it moved.
  double push(const Task& task, const SubtablePlace& place, double target, bool upwards) {
    double left = target;
    std::vector<std::size_t> touched;
    for (double share = 1; share >= smallest_weight_share && left > target * 1e-9;) {
      const double step = std::min(left, target * share);
      const Room room{.down = upwards ? 0 : step, .up = upwards ? step : 0, .width = 0};
      const auto cube = search_.find(place, room, known_, moved_);
      if (!cube) {
        share /= 2;
        continue;
      }
      const double amount = std::min(left, upwards ? cube->up : cube->down);
      for (const Corner& corner : cube->corners) {
        moved_[corner.cell] += corner.along == upwards ? amount : -amount;
        pattern_[corner.cell] = 1;
        touched.push_back(corner.cell);
      }
      left -= amount;
    }
    for (const std::size_t cell : touched) {
      const double amount = std::exchange(moved_[cell], 0);
      if (amount != 0)
        carry_over(task, place, cell,
                   {.down = std::max(-amount, 0.0), .up = std::max(amount, 0.0), .width = 0});
    }
    return target - left;
  }

  const SuppressionProblem& problem_;
  const Subtables& subtables_;
  Pattern pattern_;
  std::vector<std::size_t> uses_;
  std::size_t unprotected_ = 0;
  std::vector<std::uint8_t> known_;
  std::vector<double> moved_;
  HypercubeSearch search_;
  std::priority_queue<Task> tasks_;
  std::map<std::pair<std::size_t, std::size_t>, Room> asked_;
  std::uint64_t next_number_ = 0;
};

}  // namespace

std::optional<Pattern> hypercube_suppression(const CellTable& table, const SuppressionProblem& problem,
                                             const Run& run) {
  for (const View& view : table.views) {
    if (view.dimensions.size() > most_axes) return std::nullopt;
  }
  const std::optional<Subtables> subtables = Subtables::of(table);
  if (!subtables) return std::nullopt;
  std::vector<std::size_t> uses(problem.cells(), 0);
  std::vector<double> weight(problem.cells());
  Pattern best;
  std::pair<std::size_t, double> least;  // cells left unprotected, then cost
  for (int number = 0; number < rounds; ++number) {
    for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
      // A cell of several subtables must be protected in each.
      const std::size_t places = std::max<std::size_t>(subtables->count_of(cell), 1);
      weight[cell] = problem.cost[cell] * static_cast<double>(places) / static_cast<double>(1 + uses[cell]);
    }
    HypercubeRound round(problem, *subtables, weight);
    round.run(run);
    const std::pair<std::size_t, double> result{round.unprotected(), problem.cost_of(round.pattern())};
    if (best.empty() || result < least) {
      best = round.pattern();
      least = result;
    }
    uses = round.uses();
  }
  return best;
}

namespace {

struct HypercubeAlgorithm {
  static AlgorithmInfo info() {
    return {.name = "hypercube",
            .title = "Hypercube",
            .summary =
                "Suppresses around each sensitive cell the cheapest hypercube that lets it move far enough.",
            .needs = "dimensions, and not too many of them",
            .reference = "Repsilber (1994); Giessing (2002), GHMITER"};
  }
  static bool run(SuppressionSearch& search) {
    std::optional<Pattern> pattern =
        hypercube_suppression(search.table(), search.cell_problem(), search.run());
    if (!pattern) return false;
    search.improve(std::move(*pattern));
    return true;
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_SUPPRESSION(hypercube_algorithm, sfumato::tables::HypercubeAlgorithm)
