// The adapter to HiGHS, through its C interface. The only file that sees the solver's header, so that another
// solver is another file like this one.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"  // the header declares a function that it never defines
#include <interfaces/highs_c_api.h>
#pragma GCC diagnostic pop

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
  throw Error(ErrorCode::internal, std::string("the solver refused to ") + action);
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

void interrupt_when_asked(int, const char*, const HighsCallbackDataOut*, HighsCallbackDataIn* answer,
                          void* stopped) {
  if (answer != nullptr && (*static_cast<const std::function<bool()>*>(stopped))()) {
    answer->user_interrupt = 1;
  }
}

}  // namespace

struct Solver::State {
  void* highs = Highs_create();
  std::function<bool()> stopped;
  std::size_t columns = 0;
  std::size_t rows = 0;
  bool whole = false;
  // After a change of bounds the basis stays dual feasible, after one of costs primal feasible. From nothing
  // the dual method is the safer one.
  bool bounds_changed = true;
  HighsInt strategy = 0;
  double time_limit = infinity;

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
    require(Highs_setBoolOptionValue(highs, "output_flag", 0), "be quiet");
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
    time_limit = options.time_limit;
    stopped = options.stopped;
    if (!stopped) return;
    require(Highs_setCallback(highs, interrupt_when_asked, &stopped), "be interrupted");
    require(Highs_startCallback(highs, kHighsCallbackSimplexInterrupt), "be interrupted");
    require(Highs_startCallback(highs, kHighsCallbackMipInterrupt), "be interrupted");
  }

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

  Outcome run();

  // The clock of HiGHS runs on over all solves of a model.
  void prepare() {
    if (time_limit < infinity) number("time_limit", Highs_getRunTime(highs) + time_limit);
    const HighsInt wanted = bounds_changed ? dual_simplex : primal_simplex;
    if (!whole && wanted != strategy) integer("simplex_strategy", strategy = wanted);
    bounds_changed = false;
  }
};

Solver::Solver(const Model& model, const SolverOptions& options) : state_(std::make_unique<State>()) {
  state_->columns = model.columns();
  state_->rows = model.rows();
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
  state_->bounds_changed = true;
}

void Solver::suggest(std::span<const double> values) {
  require(Highs_setSolution(state_->highs, values.data(), nullptr, nullptr, nullptr), "take a solution");
}

void Solver::forget() {
  require(Highs_clearSolver(state_->highs), "forget its basis");
  state_->bounds_changed = true;
}

// The primal method may take bounds that are large against the tolerance for none (seen in HiGHS 1.15), so
// that what it calls unbounded is asked again of the dual method.
Outcome Solver::State::run() {
  prepare();
  Highs_run(highs);
  const Outcome outcome = outcome_of(Highs_getModelStatus(highs));
  if (whole || outcome == Outcome::optimal || outcome == Outcome::limit || strategy == dual_simplex) {
    return outcome;
  }
  Highs_clearSolver(highs);
  bounds_changed = true;
  prepare();
  Highs_run(highs);
  return outcome_of(Highs_getModelStatus(highs));
}

Solution Solver::solve() {
  State& state = *state_;
  Solution solution;
  solution.outcome = state.run();
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
