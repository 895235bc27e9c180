// A solver with a model loaded. After a small change it starts from the last basis (warm start).
// Deterministic: the same calls give the same answers, on one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "optimize/limit.hpp"
#include "optimize/model.hpp"

namespace sfumato::optimize {

// limit: stopped by its limit, a gap or a request, with or without a solution. failed: the solver gave up.
enum class Outcome : std::uint8_t { optimal, infeasible, unbounded, limit, failed };

struct Solution {
  Outcome outcome = Outcome::failed;
  bool has_values = false;
  double objective = 0;
  double bound = 0;  // no solution is better than this; the objective itself for a solved linear program
  std::vector<double> values;     // per column
  std::vector<double> row_duals;  // linear programs: change of the objective per unit of the row's right side
  std::vector<double> reduced_costs;  // linear programs
};

struct SolverOptions {
  double relative_gap = 0;             // integer programs may stop at this gap
  double tolerance = 1e-9;             // feasibility of rows and columns
  bool presolve = false;               // helps one large solve; slows many small ones
  std::function<bool()> stopped = {};  // polled: true ends a solve with Outcome::limit
};

class Solver {
 public:
  explicit Solver(const Model& model, const SolverOptions& options = {});
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  void set_sense(Sense sense);
  void set_cost(std::size_t column, double cost);
  void set_bounds(std::size_t column, double lower, double upper);
  void set_row_bounds(std::size_t row, double lower, double upper);
  void add_rows(std::span<const double> lower, std::span<const double> upper,
                std::span<const std::size_t> starts, std::span<const Entry> entries);
  // A known solution: the start of an integer program.
  void suggest(std::span<const double> values);
  // Forgets the basis: the next solve starts cold.
  void forget();

  // Within a limit of work the same calls end at the same point.
  Solution solve(const Limit& limit = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "HiGHS 1.15.1".
const char* solver_name();

}  // namespace sfumato::optimize
