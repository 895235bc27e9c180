#include "tables/adjustment/adjustment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "tables/adjustment/adjusted_audit.hpp"
#include "tables/adjustment/adjustment_program.hpp"
#include "tables/rounding/integer_table.hpp"
#include "tables/rules/outside.hpp"

namespace sfumato::tables {
namespace {

using optimize::Limit;

// Tolerance for integer deviations, in units: rounding of the solver.
constexpr double nearly_whole = 1e-4;
// Above this many units doubles do not represent every integer, and no table needs to move so far.
constexpr double farthest = 4e15;
// How far from the continuous solution integers are searched.
constexpr std::int64_t search_widths[] = {0, 1, 4, 100, 100'000};
// Parts of at most this many cells are solved again as integer programs if rounding increased the distance.
constexpr std::size_t small_part = 1500;
// Share of the limit for directions; integer units get the rest, and at least this amount.
constexpr double search_share = 0.88;
constexpr double least_effort = 2;

// A non-negative distance rounded up to units; infinite where it is too large.
double units_up(const Decimal& distance, int decimals) {
  if (const auto exact = distance.trimmed().units_at(decimals)) return static_cast<double>(*exact);
  const Decimal shorter = distance.trimmed();
  if (shorter.decimals() <= decimals) return infinity;
  return static_cast<double>(shorter.units() / power_of_ten(shorter.decimals() - decimals) + 1);
}

double units_down(const std::optional<Decimal>& distance, int decimals) {
  if (!distance) return infinity;
  const double up = units_up(*distance, decimals);
  return distance->trimmed().units_at(decimals) || up == infinity ? up : up - 1;
}

void check_options(const AdjustmentOptions& options) {
  if (!(options.limit.amount > 0)) bad_input("the time limit must be more than 0 seconds");
  if (!(options.gap >= 0)) bad_input("the gap must be 0 percent or more");
  if (options.prior_percent && !(*options.prior_percent >= 0)) {
    bad_input("the prior bounds must be 0 percent or more");
  }
}

// The state of one adjustment.
class Adjuster {
 public:
  Adjuster(const CellTable& table, const AdjustmentOptions& options, const Run& run)
      : table_(table),
        options_(options),
        run_(run),
        limit_(options.limit),
        units_(exact_units(table)),
        weights_(distance_weights(table, options.weight)),
        prior_(prior_bounds(table, options.prior_percent)) {
    if (options.fix_margins) sums_ = sums_of(table);
    deviations_.resize(table.cells.size(), 0);
  }

  Adjustment run() {
    const std::vector<AttackPart> parts = open_parts(table_);
    result_.found = true;
    result_.optimal = true;
    std::vector<AdjustmentProblem> problems;
    std::size_t demands = 0;
    for (const AttackPart& part : parts) {
      AdjustmentProblem problem = problem_of(part);
      if (problem.demands.empty()) continue;
      demands += problem.demands.size();
      problems.push_back(std::move(problem));
    }
    for (AdjustmentProblem& problem : problems) {
      const double share = static_cast<double>(problem.demands.size()) / static_cast<double>(demands);
      demands -= problem.demands.size();
      adjust(problem, limit_.share(share));
    }
    std::sort(result_.out_of_reach.begin(), result_.out_of_reach.end());
    std::sort(result_.conflicting.begin(), result_.conflicting.end());
    if (result_.found) finish();
    add_notes();
    return std::move(result_);
  }

 private:
  bool stays(std::size_t cell) const {
    if (table_.cells[cell].status == CellStatus::kept) return true;
    if (options_.fix_margins && sums_[cell]) return true;
    return options_.keep_zeros && units_.values[cell] == 0 &&
           table_.cells[cell].status != CellStatus::primary;
  }

  AdjustmentProblem problem_of(const AttackPart& part) {
    AdjustmentProblem problem;
    problem.part = &part;
    const double unit = 1.0 / static_cast<double>(power_of_ten(units_.decimals));
    for (std::size_t place = 0; place < part.cells.size(); ++place) {
      const std::size_t index = part.cells[place];
      const Cell& cell = table_.cells[index];
      const PriorBounds& prior = prior_[index];
      const auto room = [&](const std::optional<Decimal>& bound) {
        if (stays(index)) return 0.0;
        const double far =
            units_down(bound ? std::optional(magnitude(*bound - cell.value)) : std::nullopt, units_.decimals);
        return far > farthest ? infinity : far;
      };
      problem.room_down.push_back(room(prior.lower));
      problem.room_up.push_back(room(prior.upper));
      problem.weight.push_back(weights_[index] * unit);
      if (cell.status != CellStatus::primary) continue;
      MoveDemand demand{.place = place,
                        .up = std::max(1.0, units_up(cell.upper_level, units_.decimals)),
                        .down = std::max(1.0, units_up(cell.lower_level, units_.decimals))};
      demand.can_up = demand.up <= problem.room_up.back() && demand.up <= farthest;
      demand.can_down = demand.down <= problem.room_down.back() && demand.down <= farthest;
      if (demand.can_up || demand.can_down) {
        problem.demands.push_back(demand);
      } else {
        result_.out_of_reach.push_back(index);
      }
    }
    return problem;
  }

  void adjust(AdjustmentProblem& problem, const Limit& limit) {
    const double gap = options_.gap / 100;
    const Limit search = limit.share(search_share);
    AdjustmentProposal proposal = nearest_adjusted(problem, search, gap, false, run_);
    if (proposal.infeasible) {
      drop_unreachable(problem);
      proposal = nearest_adjusted(problem, search, gap, true, run_);
    }
    if (!proposal.found || !settle(problem, proposal, limit)) return give_up(problem, proposal);
  }

  // Removes demands that no table can meet.
  void drop_unreachable(AdjustmentProblem& problem) {
    const std::vector<std::size_t> lost = unreachable_demands(problem, run_);
    for (auto each = lost.rbegin(); each != lost.rend(); ++each) {
      const auto place = problem.demands.begin() + static_cast<std::ptrdiff_t>(*each);
      result_.out_of_reach.push_back(problem.part->cells[place->place]);
      problem.demands.erase(place);
    }
  }

  // Lists the cells that conflict with the others, or all where conflicts were not searched.
  void give_up(const AdjustmentProblem& problem, const AdjustmentProposal& proposal) {
    result_.found = result_.optimal = false;
    at_limit_ = at_limit_ || !proposal.infeasible;
    for (std::size_t i = 0; i < problem.demands.size(); ++i) {
      const bool blocked =
          std::find(proposal.blocked.begin(), proposal.blocked.end(), i) != proposal.blocked.end();
      if (!blocked && !proposal.blocked.empty()) continue;
      result_.conflicting.push_back(problem.part->cells[problem.demands[i].place]);
    }
  }

  // The integer units nearest to the true values in a neighbourhood of the proposal, with its directions.
  bool settle(const AdjustmentProblem& problem, const AdjustmentProposal& proposal, const Limit& limit) {
    const AttackPart& part = *problem.part;
    std::vector<std::int64_t> units;
    double distance = infinity;
    const Limit own_limit = limit.next(std::max(limit.left(), least_effort));
    for (const std::int64_t width : search_widths) {
      if (own_limit.over()) break;
      const std::vector<IntegerCell> cells = choices(problem, proposal, width);
      const std::vector<std::int64_t> rights(part.rows(), 0);
      const IntegerSolution answer = nearest_whole(part, cells, rights, own_limit, options_.gap / 100, run_);
      if (!answer.found) continue;
      units = answer.values;
      distance = answer.distance;
      break;
    }
    double bound = std::min(proposal.bound, distance);
    if (distance > bound * (1 + std::max(1e-6, options_.gap / 100)) && part.cells.size() <= small_part) {
      bound = std::max(bound, settle_whole(problem, units, distance, limit));
    }
    if (units.empty()) return false;
    for (std::size_t i = 0; i < units.size(); ++i) deviations_[part.cells[i]] = units[i];
    bound_ += bound;
    result_.optimal = result_.optimal && distance <= bound * (1 + 1e-6);
    return true;
  }

  // An integer program from the start; returns the bound that it proves.
  double settle_whole(const AdjustmentProblem& problem, std::vector<std::int64_t>& units, double& distance,
                      const Limit& limit) {
    const std::vector<double> start(units.begin(), units.end());
    const AdjustmentProposal whole = nearest_adjusted_whole(problem, start, limit, options_.gap / 100, run_);
    if (!whole.found) return 0;
    if (whole.distance < distance && keeps_all(problem, whole.deviations)) {
      distance = whole.distance;
      units.clear();
      for (const double deviation : whole.deviations) units.push_back(static_cast<std::int64_t>(deviation));
    }
    return std::min(whole.bound, distance);
  }

  bool keeps_all(const AdjustmentProblem& problem, const std::vector<double>& deviations) const {
    for (std::size_t row = 0; row < problem.part->rows(); ++row) {
      double sum = 0;
      for (const AttackTerm& term : problem.part->row(row)) sum += term.coefficient * deviations[term.cell];
      if (sum != 0) return false;
    }
    for (std::size_t i = 0; i < deviations.size(); ++i) {
      if (deviations[i] > problem.room_up[i] || -deviations[i] > problem.room_down[i]) return false;
    }
    return std::all_of(problem.demands.begin(), problem.demands.end(), [&](const MoveDemand& demand) {
      return deviations[demand.place] >= demand.up || -deviations[demand.place] >= demand.down;
    });
  }

  static std::vector<IntegerCell> choices(const AdjustmentProblem& problem,
                                          const AdjustmentProposal& proposal, std::int64_t width) {
    std::vector<IntegerCell> cells;
    for (std::size_t i = 0; i < proposal.deviations.size(); ++i) {
      const double deviation = std::clamp(proposal.deviations[i], -farthest, farthest);
      const double nearest = std::round(deviation);
      const bool whole = std::abs(nearest - deviation) <= nearly_whole;
      const double lowest = (whole ? nearest : std::floor(deviation)) - static_cast<double>(width);
      const double highest = (whole ? nearest : std::ceil(deviation)) + static_cast<double>(width);
      cells.push_back({.lowest = static_cast<std::int64_t>(std::max(lowest, -problem.room_down[i])),
                       .highest = static_cast<std::int64_t>(std::min(highest, problem.room_up[i])),
                       .weight = problem.weight[i]});
    }
    for (std::size_t k = 0; k < problem.demands.size(); ++k) {
      const MoveDemand& demand = problem.demands[k];
      IntegerCell& cell = cells[demand.place];
      const auto up = static_cast<std::int64_t>(demand.can_up ? demand.up : 0);
      const auto down = static_cast<std::int64_t>(demand.can_down ? demand.down : 0);
      if (proposal.up[k] != 0) {
        cell.lowest = std::max(cell.lowest, up);
        cell.highest = std::max(cell.highest, up);
      } else {
        cell.highest = std::min(cell.highest, -down);
        cell.lowest = std::min(cell.lowest, -down);
      }
    }
    return cells;
  }

  void finish() {
    for (std::size_t i = 0; i < deviations_.size(); ++i) {
      const Decimal& value = table_.cells[i].value;
      result_.values.push_back(deviations_[i] == 0 ? value
                                                   : value + Decimal(deviations_[i], units_.decimals));
      result_.changed += deviations_[i] == 0 ? 0 : 1;
      if (table_.cells[i].status == CellStatus::primary) list(i);
    }
    result_.distance = weighted_distance(table_, result_.values, weights_);
    result_.bound = result_.optimal ? result_.distance : std::min(bound_, result_.distance);
    result_.table = published_table(table_, result_.values);
    check_additive(result_.table);
  }

  void list(std::size_t index) {
    const Cell& cell = table_.cells[index];
    AdjustedCell& adjusted = result_.cells.emplace_back();
    adjusted = {index,
                cell.value,
                result_.values[index],
                cell.value - cell.lower_level,
                cell.value + cell.upper_level,
                false,
                Decimal::whole(100),
                {}};
    adjusted.safe = adjusted.published != cell.value &&
                    (adjusted.published >= adjusted.need_upper || adjusted.published <= adjusted.need_lower);
  }

  void add_notes() {
    if (!result_.out_of_reach.empty()) {
      result_.notes.push_back(std::to_string(result_.out_of_reach.size()) +
                              " sensitive cells cannot be moved by their levels, the first of them " +
                              cell_name(table_, result_.out_of_reach[0]) + advice());
    }
    if (!result_.conflicting.empty()) {
      result_.notes.push_back(at_limit_ ? std::string("no adjusted table was found in the ") +
                                              to_text(options_.limit.unit) + " given"
                                        : "the sensitive cells cannot all be moved together" + advice());
    }
  }

  std::string advice() const {
    if (!options_.levels.required_only()) return "; draw the levels from a narrower range";
    if (options_.fix_margins) return "; allow the margins to change";
    return options_.keep_zeros ? "; allow zeros to change, or give cells wider bounds"
                               : "; give cells wider bounds";
  }

  const CellTable& table_;
  const AdjustmentOptions& options_;
  const Run& run_;
  Limit limit_;
  ExactUnits units_;
  std::vector<double> weights_;
  std::vector<PriorBounds> prior_;
  std::vector<bool> sums_;
  std::vector<std::int64_t> deviations_;
  double bound_ = 0;
  bool at_limit_ = false;
  Adjustment result_;
};

}  // namespace

bool Adjustment::safe() const {
  return found && out_of_reach.empty() &&
         std::all_of(cells.begin(), cells.end(), [](const AdjustedCell& cell) { return cell.safe; });
}

namespace {

// The share of the limit for the required levels, where levels are drawn.
constexpr double fixed_share = 0.25;

// Solved with the drawn levels; judged by the required ones, which are never larger.
Adjustment adjust_drawn(const CellTable& table, const AdjustmentOptions& options, const Run& run) {
  const std::vector<Decimal> percentages = drawn_percentages(table, options.levels, run);
  AdjustmentOptions main = options;
  main.limit.amount *= 1 - fixed_share;
  Adjustment result = Adjuster(with_drawn_levels(table, percentages), main, run).run();
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    AdjustedCell& one = result.cells[i];
    one.percent = percentages[i];
    one.need_lower = one.value - table.cells[one.cell].lower_level;
    one.need_upper = one.value + table.cells[one.cell].upper_level;
  }
  AdjustmentOptions fixed = options;
  fixed.levels = {};
  fixed.limit.amount *= fixed_share;
  const Adjustment required = Adjuster(table, fixed, run).run();
  if (required.found && required.out_of_reach == result.out_of_reach)
    result.fixed_distance = required.distance;
  return result;
}

}  // namespace

std::vector<bool> sums_of(const CellTable& table) {
  std::vector<bool> sums(table.cells.size(), false);
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    std::size_t plus = 0, minus = 0, last_plus = 0, last_minus = 0;
    for (const Term& term : table.relations.terms(relation)) {
      if (term.coefficient == 0) continue;
      (term.coefficient > 0 ? last_plus : last_minus) = term.cell;
      ++(term.coefficient > 0 ? plus : minus);
    }
    if (minus == 1 && plus >= 1) sums[last_minus] = true;
    if (plus == 1 && minus > 1) sums[last_plus] = true;
  }
  return sums;
}

Adjustment adjust_table(const CellTable& table, const AdjustmentOptions& options, const Run& run) {
  if (const std::vector<Outside> differences = outside_of(table); !differences.empty()) {
    bad_param("rule",
              "adjustment does not protect what the rule '" + table.rules[differences.front().rule] +
                  "' requires of margins and their parts",
              "use suppress, round or perturb");
  }
  check_options(options);
  check_table(table);
  Adjustment result = options.levels.required_only() ? Adjuster(table, options, run).run()
                                                     : adjust_drawn(table, options, run);
  result.levels = options.levels;
  if (result.found) add_attacker_sets(table, options, result, run);
  return result;
}

}  // namespace sfumato::tables
