#include "tables/adjustment/joint_origins.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
#include "tables/audit/attack_program.hpp"

namespace sfumato::tables {
namespace {

using optimize::Entry;
using optimize::Outcome;

constexpr double whole_slack = 1e-6;  // of a unit
constexpr std::size_t most_remembered = 64;
constexpr double longest_solve = 2;
// Infinite ends in rows with a direction are replaced by this multiple of the largest published value.
constexpr double far_factor = 1000;
constexpr std::size_t no_place = static_cast<std::size_t>(-1);

}  // namespace

bool Origins::contains(double value) const {
  return std::any_of(by_move.begin(), by_move.end(), [&](const std::optional<UnitRange>& range) {
    return range && range->lower <= value && value <= range->upper;
  });
}

// The deviations v − y of one part.
class JointOrigins::Program {
 public:
  Program(const AttackPart& part, const JointKnowledge& knowledge, const Run& run)
      : part_(part), knowledge_(knowledge) {
    for (const std::size_t cell : part.cells) far_ = std::max(far_, std::abs(knowledge.published[cell]));
    far_ = far_factor * (far_ + 1);
    build(run);
    std::vector<double> true_deviations;
    for (const std::size_t cell : part.cells) {
      true_deviations.push_back(knowledge.truth[cell] - knowledge.published[cell]);
    }
    remembered_.push_back(std::move(true_deviations));
  }

  void know(std::span<const std::size_t> places, bool really) {
    known_.clear();
    for (const std::size_t place : places) {
      const double deviation = remembered_.front()[place];
      if (really) {
        known_.push_back(place);
        set_bounds(place, deviation, deviation);
      } else {
        set_bounds(place, lower_[place], upper_[place]);
      }
    }
  }

  // The range with the ends that are possible; nothing where no table fits.
  std::optional<UnitRange> narrowed(std::size_t place, Move move, const UnitRange& own,
                                    const optimize::Limit& limit, bool& complete) {
    const double published = knowledge_.published[part_.cells[place]];
    const UnitRange wanted{own.lower - published, std::min(own.upper - published, far_)};
    const auto direction = direction_[place];
    const double up = move == Move::up ? 1 : 0;
    if (direction != no_place) set_bounds(direction, up, up);
    set_bounds(place, wanted.lower, wanted.upper);
    const std::optional<double> least = end(place, wanted, true, limit, complete);
    const std::optional<double> most = least ? end(place, wanted, false, limit, complete) : std::nullopt;
    if (direction != no_place) set_bounds(direction, 0, 1);
    set_bounds(place, lower_[place], upper_[place]);
    if (!least || !most) return std::nullopt;
    const bool endless = *most >= far_ - whole_slack && own.upper - published > far_;
    const UnitRange whole{std::ceil(*least + published - whole_slack),
                          endless ? infinity : std::floor(*most + published + whole_slack)};
    return whole.lower <= whole.upper ? std::optional(whole) : std::nullopt;
  }

 private:
  void build(const Run& run) {
    optimize::Model model;
    for (const std::size_t cell : part_.cells) {
      const double published = knowledge_.published[cell];
      UnitRange range{knowledge_.bounds[cell].lower - published, knowledge_.bounds[cell].upper - published};
      if (const std::optional<Origins>& origins = knowledge_.origins[cell])
        narrow(range, *origins, published);
      lower_.push_back(range.lower);
      upper_.push_back(range.upper);
      model.add_column(0, range.lower, range.upper);
    }
    for (std::size_t row = 0; row < part_.rows(); ++row) {
      std::vector<Entry> entries;
      for (const AttackTerm& term : part_.row(row)) entries.push_back({term.cell, term.coefficient});
      model.add_row(0, 0, entries);
    }
    for (std::size_t place = 0; place < part_.cells.size(); ++place) add_direction(model, place);
    whole_.emplace(model, optimize::SolverOptions{.stopped = stop_asked(run)});
    std::fill(model.whole.begin(), model.whole.end(), std::uint8_t{0});
    linear_.emplace(model, optimize::SolverOptions{.stopped = stop_asked(run)});
  }

  void narrow(UnitRange& range, const Origins& origins, double published) const {
    double lower = infinity, upper = -infinity;
    for (const std::optional<UnitRange>& one : origins.by_move) {
      if (!one) continue;
      lower = std::min(lower, one->lower - published);
      upper = std::max(upper, std::min(far_, one->upper - published));
    }
    range = {std::max(range.lower, lower), std::min(range.upper, upper)};
  }

  // z = 1: the deviation is in the range of cells that were moved up; z = 0: moved down.
  void add_direction(optimize::Model& model, std::size_t place) {
    direction_.push_back(no_place);
    const std::optional<Origins>& origins = knowledge_.origins[part_.cells[place]];
    if (!origins || !origins->of(Move::up) || !origins->of(Move::down)) return;
    const double published = knowledge_.published[part_.cells[place]];
    const UnitRange& up = *origins->of(Move::up);
    const UnitRange& down = *origins->of(Move::down);
    const double up_lower = std::max(up.lower - published, -far_);
    const double down_upper = std::min(down.upper - published, far_);
    const double up_upper = up.upper - published, down_lower = down.lower - published;
    const std::size_t column = model.add_column(0, 0, 1, true);
    direction_.back() = column;
    const Entry least[] = {{place, 1}, {column, down_lower - up_lower}};
    model.add_row(down_lower, infinity, least);
    const Entry most[] = {{place, 1}, {column, down_upper - up_upper}};
    model.add_row(-infinity, down_upper, most);
  }

  std::optional<double> end(std::size_t place, const UnitRange& wanted, bool least,
                            const optimize::Limit& limit, bool& complete) {
    const double best = least ? wanted.lower : wanted.upper;
    if (attained(place, best)) return best;
    const optimize::Sense sense = least ? optimize::Sense::minimize : optimize::Sense::maximize;
    optimize::Solution solution = solved(*linear_, place, sense, limit);
    const auto is_solved = [&] { return solution.outcome == Outcome::optimal && solution.has_values; };
    // Without whole directions the set is wider; often its end fits all the same.
    if (solution.outcome != Outcome::infeasible && (!is_solved() || !fits(solution.values))) {
      solution = solved(*whole_, place, sense, limit);
    }
    if (solution.outcome == Outcome::infeasible) return std::nullopt;
    if (!is_solved()) {
      complete = false;
      return best;
    }
    remember(solution.values);
    return std::clamp(solution.values[place], wanted.lower, wanted.upper);
  }

  static optimize::Solution solved(optimize::Solver& solver, std::size_t place, optimize::Sense sense,
                                   const optimize::Limit& limit) {
    solver.set_sense(sense);
    solver.set_cost(place, 1);
    optimize::Solution solution = solver.solve(limit.within(longest_solve));
    solver.set_cost(place, 0);
    return solution;
  }

  void set_bounds(std::size_t column, double lower, double upper) {
    linear_->set_bounds(column, lower, upper);
    whole_->set_bounds(column, lower, upper);
  }

  // Whether each sensitive cell is in one of its ranges.
  bool fits(const std::vector<double>& values) const {
    for (std::size_t place = 0; place < part_.cells.size(); ++place) {
      if (direction_[place] == no_place) continue;
      const std::size_t cell = part_.cells[place];
      const double value = values[place] + knowledge_.published[cell];
      const Origins& origins = *knowledge_.origins[cell];
      const bool below = value <= origins.of(Move::up)->upper + whole_slack;
      if (!below && value < origins.of(Move::down)->lower - whole_slack) return false;
    }
    return true;
  }

  // By a table that an earlier program found and that agrees with what this attacker knows.
  bool attained(std::size_t place, double deviation) const {
    return std::any_of(remembered_.begin(), remembered_.end(), [&](const std::vector<double>& one) {
      if (std::abs(one[place] - deviation) > whole_slack) return false;
      return std::all_of(known_.begin(), known_.end(), [&](std::size_t known) {
        return std::abs(one[known] - remembered_.front()[known]) <= whole_slack;
      });
    });
  }

  void remember(const std::vector<double>& values) {
    std::vector<double> deviations(values.begin(),
                                   values.begin() + static_cast<std::ptrdiff_t>(part_.cells.size()));
    if (remembered_.size() < most_remembered) {
      remembered_.push_back(std::move(deviations));
      return;
    }
    next_ = next_ % (most_remembered - 1) + 1;  // the first, the true one, stays
    remembered_[next_] = std::move(deviations);
  }

  const AttackPart& part_;
  const JointKnowledge& knowledge_;
  std::optional<optimize::Solver> linear_, whole_;
  double far_ = 0;
  std::vector<double> lower_, upper_;
  std::vector<std::size_t> direction_;  // column of each cell; no_place where it has one direction only
  std::vector<std::vector<double>> remembered_;
  std::vector<std::size_t> known_;
  std::size_t next_ = 0;
};

JointOrigins::JointOrigins(const CellTable& table, const JointKnowledge& knowledge,
                           const optimize::Limit& limit, const Run& run)
    : knowledge_(knowledge),
      limit_(limit),
      run_(run),
      parts_(open_parts(table)),
      part_of_(table.cells.size(), no_place),
      place_of_(table.cells.size(), no_place) {
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    for (std::size_t place = 0; place < parts_[part].cells.size(); ++place) {
      part_of_[parts_[part].cells[place]] = part;
      place_of_[parts_[part].cells[place]] = place;
    }
  }
}

JointOrigins::~JointOrigins() = default;

JointOrigins::Program& JointOrigins::program_of(std::size_t cell) {
  std::unique_ptr<Program>& program = programs_[part_of_[cell]];
  if (!program) program = std::make_unique<Program>(parts_[part_of_[cell]], knowledge_, run_);
  return *program;
}

Origins JointOrigins::narrowed(std::size_t cell, const Origins& own, std::span<const std::size_t> known,
                               bool& complete) {
  if (part_of_[cell] == no_place) return own;
  if (limit_.over()) {
    complete = false;
    return own;
  }
  run_.check_stop();
  Program& program = program_of(cell);
  std::vector<std::size_t> places;
  for (const std::size_t one : known) {
    if (one != cell && part_of_[one] == part_of_[cell]) places.push_back(place_of_[one]);
  }
  program.know(places, true);
  Origins left;
  for (const Move move : {Move::up, Move::down}) {
    if (!own.of(move)) continue;
    left.of(move) = program.narrowed(place_of_[cell], move, *own.of(move), limit_, complete);
  }
  program.know(places, false);
  return left;
}

std::vector<std::size_t> JointOrigins::neighbours(std::size_t cell) const {
  std::vector<std::size_t> result;
  if (part_of_[cell] == no_place) return result;
  const AttackPart& part = parts_[part_of_[cell]];
  for (std::size_t row = 0; row < part.rows(); ++row) {
    const std::span<const AttackTerm> terms = part.row(row);
    const auto here = [&](const AttackTerm& term) { return term.cell == place_of_[cell]; };
    if (std::none_of(terms.begin(), terms.end(), here)) continue;
    for (const AttackTerm& term : terms) {
      if (part.cells[term.cell] != cell) result.push_back(part.cells[term.cell]);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace sfumato::tables
