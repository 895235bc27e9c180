#include "tables/rounding/integer_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/error.hpp"
#include "optimize/solver.hpp"
#include "tables/audit/attack_program.hpp"

namespace sfumato::tables {
namespace {

using optimize::Outcome;

// GCC and Clang both have it; only -Wpedantic warns.
__extension__ using Wide = __int128;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
constexpr double feasibility = 1e-7;
constexpr double nearly_whole = 1e-5;
// Integers up to here are exact doubles, with a reserve for sums.
constexpr double largest_exact = 4.5e15;

// number = start + middle + up − down. `start` is the allowed number nearest to the target, or the one just
// below it where the next is allowed too: `middle` chooses between 0 and 1 around the target. The distance
// from the target is convex in the number, so that `up` is of use only where `middle` is 1, and `down` only
// where it is 0.
struct Columns {
  std::int64_t start = 0;
  std::size_t middle = none, up = none, down = none;
};

class IntegerProgram {
 public:
  IntegerProgram(const AttackPart& part, std::span<const IntegerCell> cells,
                 std::span<const std::int64_t> rights)
      : part_(part), cells_(cells), rights_(rights) {
    for (const IntegerCell& cell : cells) scale_ = std::max(scale_, cell.weight);
    if (scale_ <= 0) scale_ = 1;
    for (const IntegerCell& cell : cells) add(cell);
    for (std::size_t row = 0; row < part.rows(); ++row) add_row(row);
  }

  bool contradicts_itself() const { return contradiction_; }
  const optimize::Model& model() const { return model_; }
  void relax() { std::fill(model_.whole.begin(), model_.whole.end(), std::uint8_t{0}); }
  void restore() { std::fill(model_.whole.begin(), model_.whole.end(), std::uint8_t{1}); }

  // In weights, not the model's scaled costs.
  double objective(double of_model) const { return constant_ + of_model * scale_; }

  // Empty unless integral, within bounds and exact in every row.
  std::optional<std::vector<std::int64_t>> numbers(const std::vector<double>& values) const {
    std::vector<std::int64_t> numbers(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      double offset = 0;
      for (const auto& [column, sign] :
           {std::pair(columns_[i].middle, 1.0), {columns_[i].up, 1.0}, {columns_[i].down, -1.0}}) {
        if (column != none) offset += sign * values[column];
      }
      const double nearest = std::round(offset);
      if (std::abs(nearest - offset) > nearly_whole || std::abs(nearest) > largest_exact) return std::nullopt;
      numbers[i] = columns_[i].start + static_cast<std::int64_t>(nearest);
      if (numbers[i] < cells_[i].lowest || numbers[i] > cells_[i].highest) return std::nullopt;
    }
    for (std::size_t row = 0; row < part_.rows(); ++row) {
      Wide sum = -static_cast<Wide>(rights_[row]);
      for (const AttackTerm& term : part_.row(row)) {
        sum += static_cast<Wide>(static_cast<std::int64_t>(term.coefficient)) * numbers[term.cell];
      }
      if (sum != 0) return std::nullopt;
    }
    return numbers;
  }

 private:
  std::size_t column(double cost, std::int64_t highest) {
    if (highest <= 0) return none;
    return model_.add_column(cost / scale_, 0, static_cast<double>(highest), true);
  }

  void add(const IntegerCell& cell) {
    Columns columns;
    const bool between = cell.target > 0 && cell.lowest <= 0 && cell.highest >= 1;
    if (between || (cell.lowest <= 0 && cell.highest >= 0)) {
      columns.start = 0;
    } else {
      columns.start = cell.lowest > 0 ? cell.lowest : cell.highest;
    }
    constant_ += cell.weight * std::abs(static_cast<double>(columns.start) - cell.target);
    if (between) columns.middle = column(cell.weight * (1 - 2 * cell.target), 1);
    columns.up = column(cell.weight, cell.highest - columns.start - (between ? 1 : 0));
    columns.down = column(cell.weight, columns.start - cell.lowest);
    columns_.push_back(columns);
  }

  void add_row(std::size_t row) {
    Wide right = rights_[row];
    std::vector<optimize::Entry> entries;
    for (const AttackTerm& term : part_.row(row)) {
      const Columns& columns = columns_[term.cell];
      right -= static_cast<Wide>(static_cast<std::int64_t>(term.coefficient)) * columns.start;
      if (columns.middle != none) entries.push_back({columns.middle, term.coefficient});
      if (columns.up != none) entries.push_back({columns.up, term.coefficient});
      if (columns.down != none) entries.push_back({columns.down, -term.coefficient});
    }
    const double exact = static_cast<double>(right);
    if (std::abs(exact) > largest_exact) {
      bad_input("the numbers of a relation are too far apart to be rounded exactly",
                "use fewer decimals or a larger unit, such as thousands");
    }
    contradiction_ = contradiction_ || (entries.empty() && right != 0);
    if (!entries.empty()) model_.add_row(exact, exact, entries);
  }

  const AttackPart& part_;
  std::span<const IntegerCell> cells_;
  std::span<const std::int64_t> rights_;
  optimize::Model model_;
  std::vector<Columns> columns_;
  double constant_ = 0;
  double scale_ = 0;
  bool contradiction_ = false;
};

double distance_of(std::span<const IntegerCell> cells, const std::vector<std::int64_t>& numbers) {
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    sum += cells[i].weight * std::abs(static_cast<double>(numbers[i]) - cells[i].target);
  }
  return sum;
}

// A cell without relations: the nearest allowed number, of two the lower.
IntegerSolution alone(std::span<const IntegerCell> cells) {
  IntegerSolution answer{.found = true, .optimal = true};
  for (const IntegerCell& cell : cells) {
    const std::int64_t nearest = cell.target > 0.5 ? 1 : 0;
    answer.values.push_back(std::clamp(nearest, cell.lowest, cell.highest));
  }
  answer.distance = answer.bound = distance_of(cells, answer.values);
  return answer;
}

void take(IntegerSolution& answer, const IntegerProgram& program, std::span<const IntegerCell> cells,
          const optimize::Solution& solution) {
  if (!solution.has_values) return;
  std::optional<std::vector<std::int64_t>> numbers = program.numbers(solution.values);
  if (!numbers) return;
  const double distance = distance_of(cells, *numbers);
  if (answer.found && answer.distance <= distance) return;
  answer.found = true;
  answer.distance = distance;
  answer.values = std::move(*numbers);
}

}  // namespace

IntegerSolution nearest_whole(const AttackPart& part, std::span<const IntegerCell> cells,
                              std::span<const std::int64_t> rights, const optimize::Limit& limit, double gap,
                              const Run& run) {
  if (std::any_of(cells.begin(), cells.end(),
                  [](const IntegerCell& cell) { return cell.lowest > cell.highest; })) {
    return {.infeasible = true};
  }
  if (part.rows() == 0) return alone(cells);
  IntegerProgram program(part, cells, rights);
  IntegerSolution answer;
  if (program.contradicts_itself()) return {.infeasible = true};
  if (program.model().columns() == 0) {
    optimize::Solution nothing_to_choose;
    nothing_to_choose.has_values = true;
    take(answer, program, cells, nothing_to_choose);
    answer.optimal = answer.found;
    answer.bound = answer.distance;
    return answer;
  }
  const optimize::SolverOptions options{
      .relative_gap = gap, .tolerance = feasibility, .presolve = true, .stopped = stop_asked(run)};
  run.check_stop();
  program.relax();
  const optimize::Solution relaxed = optimize::Solver(program.model(), options).solve(limit);
  if (relaxed.outcome == Outcome::infeasible) return {.infeasible = true};
  if (relaxed.outcome == Outcome::optimal) {
    answer.bound = std::max(0.0, program.objective(relaxed.objective));
    take(answer, program, cells, relaxed);
    answer.optimal = answer.found;
    if (answer.optimal) return answer;
  }
  run.check_stop();
  if (limit.over()) return answer;
  program.restore();
  const optimize::Solution solution = optimize::Solver(program.model(), options).solve(limit);
  if (solution.outcome == Outcome::infeasible) return {.infeasible = true};
  take(answer, program, cells, solution);
  if (solution.has_values) answer.bound = std::max(answer.bound, program.objective(solution.bound));
  answer.optimal = answer.found && solution.outcome == Outcome::optimal && gap <= 0;
  if (answer.found) answer.bound = std::min(answer.bound, answer.distance);
  return answer;
}

}  // namespace sfumato::tables
