// How long a search may run: a number of seconds, or an amount of work. Work counts what the solvers and
// searches do, not time, so that a search with a limit of work ends at the same point on every machine, for
// any load and any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/number_limits.hpp"

namespace sfumato::optimize {

// The limit of a search. A unit of work is a fixed number of steps, very roughly a second of one thread (as
// in Gurobi's WorkLimit), so that shares and minimum amounts are the same numbers in both units.
struct Effort {
  enum class Unit : std::uint8_t { seconds, work };

  double amount = 0;
  Unit unit = Unit::seconds;

  static constexpr Effort seconds(double amount) { return {amount, Unit::seconds}; }
  static constexpr Effort work(double amount) { return {amount, Unit::work}; }
  friend bool operator==(const Effort&, const Effort&) = default;
};

// "time" or "work".
const char* to_text(Effort::Unit unit);

// Copies and shares of a limit count together.
class Limit {
 public:
  static constexpr double steps_per_unit = 1e9;  // a step is about a nanosecond

  // No limit: the search runs to its end, and nothing is counted.
  Limit() = default;
  // Starts now.
  explicit Limit(const Effort& effort);

  // In the limit's unit; 0 or more, infinite without a limit.
  double left() const;
  bool over() const { return left() <= 0; }
  // The share that is used, from 0 to 1; 0 without a limit.
  double progress() const;

  // All start now. A share of what is left; an amount, at most what is left; an amount, whatever is left; and
  // no limit, but work is still counted.
  Limit share(double part) const;
  Limit within(double amount) const;
  Limit next(double amount) const;
  Limit without_end() const;

  bool counts_work() const { return meter_ != nullptr; }
  // How much work is left; infinite where time is counted, or without a limit.
  double steps_left() const;
  // Adds work that was done. No effect where time is counted.
  void spend(std::uint64_t steps) const;

 private:
  friend class SideBySide;
  struct Meter;

  Limit(std::shared_ptr<Meter> meter, double begin, double end)
      : meter_(std::move(meter)), begin_(begin), end_(end) {}
  double now() const;

  std::shared_ptr<Meter> meter_;  // none: time is counted
  double begin_ = 0;
  double end_ = infinity;
};

// Tasks that run in parallel. Each sees the work done before and its own work, multiplied as if all tasks did
// as much: so no task depends on the progress of the others. The work of all tasks is added at the end.
class SideBySide {
 public:
  SideBySide(const Limit& limit, std::size_t tasks);
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;
  ~SideBySide();

  // The limit for one task. It must count together with the limit of the constructor.
  Limit of(std::size_t task, const Limit& limit) const;

 private:
  std::shared_ptr<Limit::Meter> whole_;
  std::vector<std::shared_ptr<Limit::Meter>> tasks_;  // none where time is counted
};

}  // namespace sfumato::optimize
