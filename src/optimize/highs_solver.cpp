// The adapter to HiGHS, through its C interface. The only file that includes the solver's header: another
// solver needs only another file like this one.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"  // the header declares a function that it never defines
#include <interfaces/highs_c_api.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/error.hpp"
#include "optimize/solver.hpp"

namespace sfumato::optimize {
namespace {

constexpr HighsInt dual_simplex = 1;
constexpr HighsInt primal_simplex = 4;

HighsInt counted(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<HighsInt>::max())) {
    throw Error(ErrorCode::bad_input, "the linear program is too large for the solver: " +
                                          std::to_string(count) + " rows, columns or coefficients");
  }
  return static_cast<HighsInt>(count);
}

void require(HighsInt status, const char* action) {
  if (status != kHighsStatusError) return;
  throw Error(ErrorCode::internal, std::string("the solver failed to ") + action);
}

HighsInt sense_of(Sense sense) {
  return sense == Sense::maximize ? kHighsObjSenseMaximize : kHighsObjSenseMinimize;
}

// A matrix by rows, in the solver's integers.
struct RowMatrix {
  std::vector<HighsInt> starts, columns;
  std::vector<double> coefficients;

  RowMatrix(std::span<const std::size_t> row_starts, std::span<const Entry> entries) {
    counted(entries.size());
    for (const std::size_t start : row_starts) starts.push_back(counted(start));
    columns.reserve(entries.size());
    coefficients.reserve(entries.size());
    for (const Entry& entry : entries) {
      columns.push_back(counted(entry.column));
      coefficients.push_back(entry.coefficient);
    }
  }
};

Outcome outcome_of(HighsInt status) {
  if (status == kHighsModelStatusOptimal || status == kHighsModelStatusModelEmpty) return Outcome::optimal;
  if (status == kHighsModelStatusInfeasible) return Outcome::infeasible;
  if (status == kHighsModelStatusUnbounded) return Outcome::unbounded;
  if (status == kHighsModelStatusTimeLimit || status == kHighsModelStatusIterationLimit ||
      status == kHighsModelStatusSolutionLimit || status == kHighsModelStatusInterrupt ||
      status == kHighsModelStatusObjectiveBound || status == kHighsModelStatusObjectiveTarget) {
    return Outcome::limit;
  }
  return Outcome::failed;
}

// The steps of work of a solve, from the counts that HiGHS reports. The weights depend on the size of the
// model; they were measured on reference tables.
struct Price {
  double solve = 0, iteration = 0, node = 0;

  Price(std::size_t rows, std::size_t columns, std::size_t entries, bool whole) {
    const auto size = static_cast<double>(rows + columns + entries);
    solve = 40'000 + 100 * size;
    iteration = 8'000 + 6 * size;
    if (!whole) return;
    solve += 8'000'000;
    iteration = 50'000 + 20 * size;
    node = 100'000 + 10 * size;
  }

  double of(double iterations, double nodes) const { return solve + iterations * iteration + nodes * node; }
};

// How many iterations or nodes are affordable, as an option of the solver.
HighsInt times(double steps, double price) {
  constexpr double most = std::numeric_limits<HighsInt>::max();
  return static_cast<HighsInt>(std::clamp(std::floor(steps / price), 0.0, most));
}

}  // namespace

struct Solver::State {
  void* highs = Highs_create();
  std::function<bool()> stopped;
  std::size_t columns = 0;
  std::size_t rows = 0;
  std::size_t entries = 0;
  bool whole = false;
  // After a change of bounds the basis stays dual feasible, after a change of costs primal feasible. Without
  // a basis the dual simplex method is the safer one.
  bool bounds_changed = true;
  HighsInt strategy = 0;
  // Of the current solve.
  bool has_end = false;
  double steps_left = infinity;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { Highs_destroy(highs); }

  void number(const char* name, double value) {
    require(Highs_setDoubleOptionValue(highs, name, value), name);
  }
  void integer(const char* name, HighsInt value) {
    require(Highs_setIntOptionValue(highs, name, value), name);
  }
  void text(const char* name, const char* value) {
    require(Highs_setStringOptionValue(highs, name, value), name);
  }

  void configure(const SolverOptions& options) {
    require(Highs_setBoolOptionValue(highs, "output_flag", 0), "turn off its output");
    integer("threads", 1);
    integer("random_seed", 0);
    text("parallel", "off");
    text("presolve", options.presolve ? "on" : "off");
    if (!whole) text("solver", "simplex");
    number("primal_feasibility_tolerance", options.tolerance);
    number("dual_feasibility_tolerance", options.tolerance);
    number("mip_feasibility_tolerance", options.tolerance);
    number("mip_rel_gap", options.relative_gap);
    number("mip_abs_gap", 0);
    stopped = options.stopped;
    require(Highs_setCallback(highs, interrupt, this), "set the interrupt");
    if (!stopped) return;
    require(Highs_startCallback(highs, kHighsCallbackSimplexInterrupt), "set the interrupt");
    require(Highs_startCallback(highs, kHighsCallbackMipInterrupt), "set the interrupt");
  }

  // Stops on request, and when an integer program has used its work: HiGHS has no limit of work.
  static void interrupt(int type, const char*, const HighsCallbackDataOut* so_far,
                        HighsCallbackDataIn* answer, void* self) {
    if (answer == nullptr) return;
    const State& state = *static_cast<const State*>(self);
    const bool done = type == kHighsCallbackMipInterrupt && state.steps_left < infinity &&
                      state.price().of(static_cast<double>(so_far->mip_total_lp_iterations),
                                       static_cast<double>(so_far->mip_node_count)) >= state.steps_left;
    if (done || (state.stopped && state.stopped())) answer->user_interrupt = 1;
  }

  Price price() const { return {rows, columns, entries, whole}; }

  void load(const Model& model) {
    const RowMatrix matrix(model.row_starts, model.entries);
    const HighsInt nonzeros = counted(matrix.columns.size());
    const auto pass = [&](const HighsInt* integrality) {
      return Highs_passModel(highs, counted(columns), counted(rows), nonzeros, 0, kHighsMatrixFormatRowwise,
                             0, sense_of(model.sense), 0, model.cost.data(), model.lower.data(),
                             model.upper.data(), model.row_lower.data(), model.row_upper.data(),
                             matrix.starts.data(), matrix.columns.data(), matrix.coefficients.data(), nullptr,
                             nullptr, nullptr, integrality);
    };
    if (!whole) return require(pass(nullptr), "load the model");
    const std::vector<HighsInt> integrality(model.whole.begin(), model.whole.end());
    require(pass(integrality.data()), "load the model");
  }

  Outcome run(const Limit& limit);

  void run_once(const Limit& limit) {
    allow(limit);
    const HighsInt wanted = bounds_changed ? dual_simplex : primal_simplex;
    if (!whole && wanted != strategy) integer("simplex_strategy", strategy = wanted);
    bounds_changed = false;
    Highs_run(highs);
    if (!limit.counts_work()) return;
    HighsInt iterations = 0;
    std::int64_t nodes = 0;
    Highs_getIntInfoValue(highs, "simplex_iteration_count", &iterations);
    Highs_getInt64InfoValue(highs, "mip_node_count", &nodes);
    const double steps = price().of(std::max(0.0, static_cast<double>(iterations)),
                                    whole ? std::max(0.0, static_cast<double>(nodes)) : 0.0);
    limit.spend(static_cast<std::uint64_t>(steps));
  }

  // The clock of HiGHS adds up over all solves of a model; iterations and nodes are counted per solve.
  void allow(const Limit& limit) {
    const double left = limit.left();
    steps_left = limit.steps_left();
    if (left == infinity && !has_end) return;
    has_end = left < infinity;
    const bool by_time = has_end && !limit.counts_work();
    number("time_limit", by_time ? Highs_getRunTime(highs) + left : infinity);
    if (whole) {
      integer("mip_max_nodes", times(steps_left, price().node));
      if (steps_left < infinity)
        require(Highs_startCallback(highs, kHighsCallbackMipInterrupt), "set the interrupt");
    } else {
      integer("simplex_iteration_limit", times(steps_left, price().iteration));
    }
  }
};

Solver::Solver(const Model& model, const SolverOptions& options) : state_(std::make_unique<State>()) {
  state_->columns = model.columns();
  state_->rows = model.rows();
  state_->entries = model.entries.size();
  state_->whole = model.has_whole();
  state_->configure(options);
  state_->load(model);
}

Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

void Solver::set_sense(Sense sense) {
  require(Highs_changeObjectiveSense(state_->highs, sense_of(sense)), "change the sense");
}

void Solver::set_cost(std::size_t column, double cost) {
  require(Highs_changeColCost(state_->highs, counted(column), cost), "change a cost");
}

void Solver::set_bounds(std::size_t column, double lower, double upper) {
  require(Highs_changeColBounds(state_->highs, counted(column), lower, upper), "change bounds");
  state_->bounds_changed = true;
}

void Solver::set_row_bounds(std::size_t row, double lower, double upper) {
  require(Highs_changeRowBounds(state_->highs, counted(row), lower, upper), "change the bounds of a row");
  state_->bounds_changed = true;
}

void Solver::add_rows(std::span<const double> lower, std::span<const double> upper,
                      std::span<const std::size_t> starts, std::span<const Entry> entries) {
  const RowMatrix matrix(starts, entries);
  require(
      Highs_addRows(state_->highs, counted(lower.size()), lower.data(), upper.data(), counted(entries.size()),
                    matrix.starts.data(), matrix.columns.data(), matrix.coefficients.data()),
      "add rows");
  state_->rows += lower.size();
  state_->entries += entries.size();
  state_->bounds_changed = true;
}

void Solver::suggest(std::span<const double> values) {
  require(Highs_setSolution(state_->highs, values.data(), nullptr, nullptr, nullptr), "set a start solution");
}

void Solver::forget() {
  require(Highs_clearSolver(state_->highs), "clear its basis");
  state_->bounds_changed = true;
}

// The primal method may treat bounds that are very large relative to the tolerance as infinite (seen in HiGHS
// 1.15). A result "unbounded" is therefore checked with the dual method.
Outcome Solver::State::run(const Limit& limit) {
  run_once(limit);
  const Outcome outcome = outcome_of(Highs_getModelStatus(highs));
  if (whole || outcome == Outcome::optimal || outcome == Outcome::limit || strategy == dual_simplex) {
    return outcome;
  }
  Highs_clearSolver(highs);
  bounds_changed = true;
  run_once(limit);
  return outcome_of(Highs_getModelStatus(highs));
}

Solution Solver::solve(const Limit& limit) {
  State& state = *state_;
  Solution solution;
  solution.outcome = state.run(limit);
  HighsInt primal = kHighsSolutionStatusNone;
  Highs_getIntInfoValue(state.highs, "primal_solution_status", &primal);
  solution.has_values = primal == kHighsSolutionStatusFeasible;
  if (!solution.has_values) return solution;
  solution.values.resize(state.columns);
  if (!state.whole) {
    solution.row_duals.resize(state.rows);
    solution.reduced_costs.resize(state.columns);
  }
  Highs_getSolution(state.highs, solution.values.data(),
                    state.whole ? nullptr : solution.reduced_costs.data(), nullptr,
                    state.whole ? nullptr : solution.row_duals.data());
  solution.objective = Highs_getObjectiveValue(state.highs);
  solution.bound = solution.objective;
  if (state.whole) Highs_getDoubleInfoValue(state.highs, "mip_dual_bound", &solution.bound);
  return solution;
}

const char* solver_name() {
  static const std::string name = std::string("HiGHS ") + Highs_version();
  return name.c_str();
}

}  // namespace sfumato::optimize
