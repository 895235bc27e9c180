#include "tables/rounding/rounding.hpp"

#include <algorithm>
#include <cmath>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "tables/rounding/integer_table.hpp"

namespace sfumato::tables {
namespace {

using optimize::Limit;

// GCC and Clang both have it; only -Wpedantic warns.
__extension__ using Wide = __int128;

constexpr int largest_steps = 1000;

// A cell in units of the table's last decimal: multiple · base + remainder, 0 <= remainder < base.
struct Split {
  std::int64_t multiple = 0;
  std::int64_t remainder = 0;
};

Wide floor_division(Wide number, Wide divisor) { return number / divisor - (number % divisor < 0 ? 1 : 0); }

// The least number of units that is at least the level.
std::int64_t units_up(const Decimal& level, int decimals) {
  if (const std::optional<std::int64_t> exact = level.units_at(decimals)) return *exact;
  if (level.decimals() <= decimals) {
    bad_input("the protection level " + data_value(level.text()) + " has more than 18 digits with " +
              std::to_string(decimals) + " decimals");
  }
  return level.units() / power_of_ten(level.decimals() - decimals) + 1;
}

void check_options(const RoundingOptions& options) {
  if (options.base.is_zero() || options.base.is_negative()) {
    bad_input("the base " + options.base.text() + " to round to is not positive", "try 3, 5 or 10");
  }
  if (options.steps < 0 || options.most_steps > largest_steps || options.steps > options.most_steps) {
    bad_input("rounding with " + std::to_string(options.steps) + " to " + std::to_string(options.most_steps) +
                  " further steps is not possible",
              "steps are from 0 to " + std::to_string(largest_steps) + ", the first not above the last");
  }
  if (!(options.limit.amount > 0)) bad_input("the time limit must be more than 0 seconds");
  if (!(options.gap >= 0)) bad_input("the gap must be 0 percent or more");
}

// The state of one rounding.
class Rounder {
 public:
  Rounder(const CellTable& table, const RoundingOptions& options, const Limit& limit, const Run& run)
      : table_(table), options_(options), limit_(limit), run_(run), units_(exact_units(table)) {
    const std::optional<std::int64_t> base = options.base.trimmed().units_at(units_.decimals);
    if (!base) {
      const bool finer = options.base.trimmed().decimals() > units_.decimals;
      bad_input("the base " + options.base.text() +
                    (finer ? " is finer than the table, whose values have " +
                                 std::to_string(units_.decimals) + " decimals"
                           : " has too many digits"),
                "use a base that is a multiple of the table's last decimal");
    }
    base_ = *base;
    if (base_ == 1) {
      bad_input("every cell is a multiple of the base " + options.base.text() + " already",
                "use a larger base: rounding protects only if it changes cells");
    }
    for (const std::int64_t value : units_.values) {
      const Wide multiple = floor_division(value, base_);
      splits_.push_back(
          {static_cast<std::int64_t>(multiple), static_cast<std::int64_t>(value - multiple * base_)});
    }
    weights_ = distance_weights(table, options.weight);
  }

  Rounding run() {
    if (options_.mode == RoundingMode::controlled) {
      controlled();
    } else {
      cell_by_cell();
    }
    if (rounding_.found) finish();
    return std::move(rounding_);
  }

 private:
  void cell_by_cell() {
    std::vector<std::int64_t> offsets(splits_.size());
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      const std::int64_t rest = splits_[i].remainder;
      if (options_.mode == RoundingMode::random) {
        const auto drawn = run_.rng("random-rounding", i).below(static_cast<std::uint64_t>(base_));
        offsets[i] = drawn < static_cast<std::uint64_t>(rest) ? 1 : 0;
      } else {
        const Wide twice = static_cast<Wide>(rest) * 2;
        offsets[i] = twice > base_ || (twice == base_ && units_.values[i] >= 0) ? 1 : 0;
      }
    }
    publish(offsets);
    rounding_.found = rounding_.optimal = true;
    if (options_.mode == RoundingMode::conventional) {
      rounding_.reach = options_.base.number() / 2;
      reach_ = options_.base * Decimal(5, 1);
    } else {
      rounding_.reach = options_.base.number();
      reach_ = options_.base;
    }
  }

  // With protection and few steps if possible; protection is given up last.
  void controlled() {
    parts_ = open_parts(table_);
    prior_ = prior_bounds(table_, options_.attacker.prior_percent);
    const bool sensitive = options_.protect && has_sensitive();
    for (const bool protect : {true, false}) {
      if (protect && !sensitive) continue;
      for (int steps = options_.steps; steps <= options_.most_steps; ++steps) {
        const bool last = steps == options_.most_steps && !protect;
        if (attempt(steps, protect, limit_.share(last ? 1 : 0.5))) return;
      }
    }
    rounding_.notes.push_back(
        "no additive table of multiples of " + options_.base.text() + " was found with " +
        std::to_string(options_.most_steps) + " further steps" +
        (at_limit_ ? std::string(" in the ") + to_text(options_.limit.unit) + " given" : ""));
    if (options_.zero_restricted) {
      rounding_.notes.emplace_back("zeros were not allowed to change");
    }
  }

  bool has_sensitive() const {
    return std::any_of(table_.cells.begin(), table_.cells.end(),
                       [](const Cell& cell) { return cell.status == CellStatus::primary; });
  }

  // Every part may use all that is left of the limit: usually only the large part needs it.
  bool attempt(int steps, bool protect, const Limit& limit) {
    std::vector<std::int64_t> offsets(splits_.size());
    double bound = 0;
    bool optimal = true;
    too_small_.clear();
    for (const AttackPart& part : parts_) {
      std::vector<IntegerCell> cells;
      for (const std::size_t cell : part.cells) cells.push_back(choices(cell, steps, protect));
      const IntegerSolution answer =
          nearest_whole(part, cells, remainders(part), limit, options_.gap / 100, run_);
      at_limit_ = at_limit_ || (!answer.found && !answer.infeasible);
      if (!answer.found) return false;
      for (std::size_t i = 0; i < part.cells.size(); ++i) offsets[part.cells[i]] = answer.values[i];
      bound += answer.bound;
      optimal = optimal && answer.optimal;
    }
    publish(offsets);
    rounding_.found = true;
    rounding_.optimal = optimal;
    rounding_.bound = bound * options_.base.number();
    rounding_.steps = steps_taken();
    rounding_.protect = protect;
    rounding_.too_small = too_small_;
    std::sort(rounding_.too_small.begin(), rounding_.too_small.end());
    reach_ = options_.base * Decimal::whole(rounding_.steps + 1);
    rounding_.reach = reach_.number();
    if (rounding_.steps > 0) {
      rounding_.notes.push_back("cells moved up to " + std::to_string(rounding_.steps) +
                                (rounding_.steps == 1 ? " step" : " steps") +
                                " of the base beyond the two nearest multiples");
    }
    if (!protect && options_.protect && has_sensitive()) {
      rounding_.notes.emplace_back("no additive table protects every sensitive cell");
    }
    return true;
  }

  // Further steps that some cell really moved: the audit assumes that the attacker knows only this number.
  int steps_taken() const {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < rounding_.values.size(); ++i) {
      const Decimal change = magnitude(rounding_.values[i] - table_.cells[i].value);
      const std::int64_t units = units_up(change, units_.decimals);
      // Below (steps + 1) · base; also equal to it where multiples may move.
      const std::int64_t steps = options_.zero_restricted ? units / base_ : (units - 1) / base_;
      most = std::max(most, units == 0 ? 0 : steps);
    }
    return static_cast<int>(most);
  }

  // Σ coefficient · remainder / base of each row, which must be compensated; a fraction, from a relation with
  // a right side, cannot be.
  std::vector<std::int64_t> remainders(const AttackPart& part) const {
    std::vector<std::int64_t> rights;
    for (std::size_t row = 0; row < part.rows(); ++row) {
      Wide sum = 0;
      for (const AttackTerm& term : part.row(row)) {
        sum += static_cast<Wide>(static_cast<std::int64_t>(term.coefficient)) *
               splits_[part.cells[term.cell]].remainder;
      }
      if (sum % base_ != 0) {
        bad_input("no multiples of " + options_.base.text() + " satisfy " +
                      relation_name(table_, part.relations[row]) + ", whose right side is " +
                      table_.relations.right(part.relations[row]).text(),
                  "use a base that divides the right sides of all relations");
      }
      rights.push_back(static_cast<std::int64_t>(sum / base_));
    }
    return rights;
  }

  // Which multiples a cell may become, counted from the one below it.
  IntegerCell choices(std::size_t index, int steps, bool protect) {
    const Split& split = splits_[index];
    const bool zero = units_.values[index] == 0;
    const std::int64_t multiple_further = options_.zero_restricted ? (zero ? 0 : steps) : steps + 1;
    const std::int64_t further = split.remainder == 0 ? multiple_further : steps;
    IntegerCell cell{.target = static_cast<double>(split.remainder) / static_cast<double>(base_),
                     .lowest = -further,
                     .highest = further + (split.remainder == 0 ? 0 : 1),
                     .weight = weights_[index]};
    if (units_.values[index] >= 0) cell.lowest = std::max(cell.lowest, -split.multiple);
    if (units_.values[index] <= 0) cell.highest = std::min(cell.highest, -split.multiple);
    if (protect && table_.cells[index].status == CellStatus::primary) narrow(cell, index, steps);
    return cell;
  }

  // Only multiples x with x − reach <= value − lower level and value + upper level <= x + reach, where levels
  // beyond the prior bounds are cut at these bounds. Where there are none, the cell is listed and not
  // restricted.
  void narrow(IntegerCell& cell, std::size_t index, int steps) {
    const Wide value = units_.values[index];
    const Wide reach = static_cast<Wide>(steps + 1) * base_;
    const Wide lower = value - within(table_.cells[index].lower_level, prior_[index].lower, index) + reach;
    const Wide upper = value + within(table_.cells[index].upper_level, prior_[index].upper, index) - reach;
    const Wide most = floor_division(lower, base_) - splits_[index].multiple;
    const Wide least = floor_division(upper + base_ - 1, base_) - splits_[index].multiple;
    const Wide highest = std::min<Wide>(most, cell.highest);
    const Wide lowest = std::max<Wide>(least, cell.lowest);
    if (lowest > highest) {
      too_small_.push_back(index);
      return;
    }
    cell.lowest = static_cast<std::int64_t>(lowest);
    cell.highest = static_cast<std::int64_t>(highest);
  }

  std::int64_t within(const Decimal& level, const std::optional<Decimal>& bound, std::size_t index) const {
    const Decimal most = bound ? magnitude(*bound - table_.cells[index].value) : level;
    return units_up(std::min(level, most), units_.decimals);
  }

  void publish(const std::vector<std::int64_t>& offsets) {
    rounding_.values.clear();
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      std::int64_t multiple = 0, units = 0;
      if (__builtin_add_overflow(splits_[i].multiple, offsets[i], &multiple) ||
          __builtin_mul_overflow(multiple, base_, &units)) {
        bad_input("the rounded value of " + cell_name(table_, i) + " has more than 18 digits",
                  "use fewer decimals or a larger unit, such as thousands");
      }
      rounding_.values.push_back(Decimal(units, units_.decimals));
    }
  }

  void finish() {
    for (std::size_t i = 0; i < rounding_.values.size(); ++i) {
      rounding_.changed += rounding_.values[i] == table_.cells[i].value ? 0 : 1;
    }
    rounding_.distance = weighted_distance(table_, rounding_.values, weights_);
    if (options_.mode != RoundingMode::controlled) rounding_.bound = rounding_.distance;
    if (rounding_.optimal) rounding_.bound = rounding_.distance;
    rounding_.table = published_table(table_, rounding_.values);
    rounding_.additive = adds_up();
    if (!rounding_.additive) rounding_.table.relations = {};
    const bool strictly = options_.mode == RoundingMode::random || options_.zero_restricted;
    const bool ends_open = strictly && options_.mode != RoundingMode::conventional;
    rounding_.audit = audit_rounded(table_, rounding_.values, reach_, ends_open, options_.attacker, run_);
    if (rounding_.audit.safe) return;
    const std::size_t unsafe = unsafe_cells(rounding_.audit).size();
    rounding_.notes.push_back("sensitive cells that the base " + options_.base.text() +
                              " does not protect: " + std::to_string(unsafe) + "; a larger one may do");
  }

  bool adds_up() const {
    if (options_.mode == RoundingMode::controlled) {
      check_additive(rounding_.table);
      return true;
    }
    for (std::size_t relation = 0; relation < table_.relations.count(); ++relation) {
      Decimal sum = -table_.relations.right(relation);
      for (const Term& term : table_.relations.terms(relation)) {
        sum = sum + rounding_.values[term.cell] * Decimal::whole(term.coefficient);
      }
      if (!sum.is_zero()) return false;
    }
    return true;
  }

  const CellTable& table_;
  const RoundingOptions& options_;
  Limit limit_;
  const Run& run_;
  ExactUnits units_;
  std::int64_t base_ = 1;
  std::vector<Split> splits_;
  std::vector<double> weights_;
  std::vector<AttackPart> parts_;
  std::vector<PriorBounds> prior_;
  std::vector<std::size_t> too_small_;
  bool at_limit_ = false;
  Decimal reach_;
  Rounding rounding_;
};

}  // namespace

std::optional<RoundingMode> rounding_mode(std::string_view name) {
  for (const RoundingMode mode :
       {RoundingMode::controlled, RoundingMode::random, RoundingMode::conventional}) {
    if (name == to_text(mode)) return mode;
  }
  return std::nullopt;
}

const char* to_text(RoundingMode mode) {
  constexpr const char* names[] = {"controlled", "random", "conventional"};
  return names[static_cast<std::size_t>(mode)];
}

Rounding round_table(const CellTable& table, const RoundingOptions& options, const Run& run) {
  return round_table(table, options, Limit(options.limit), run);
}

Rounding round_table(const CellTable& table, const RoundingOptions& options, const Limit& limit,
                     const Run& run) {
  check_options(options);
  check_table(table);
  return Rounder(table, options, limit, run).run();
}

}  // namespace sfumato::tables
