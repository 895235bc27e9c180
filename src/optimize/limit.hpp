// How long a search may go on: for some seconds, or until some work is done. Work is counted by what the
// solvers and searches do and not by a clock, so that a search within a limit of work ends at the same point
// on every machine, however busy it is and whatever the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/number_limits.hpp"

namespace sfumato::optimize {

// What a search is allowed. A unit of work is a fixed number of steps, very roughly a second of one thread
// (as in Gurobi's WorkLimit), so that shares and least amounts are the same numbers in both units.
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

  // None: the search goes on until it is done, and nothing is counted.
  Limit() = default;
  // From now on.
  explicit Limit(const Effort& effort);

  // In the limit's unit; 0 or more, infinite without an end.
  double left() const;
  bool over() const { return left() <= 0; }
  // The share that is used up, from 0 to 1; 0 without an end.
  double progress() const;

  // All begin now. A share of what is left; an amount, but no more than is left; an amount, whatever is left;
  // and no end, while work is counted.
  Limit share(double part) const;
  Limit within(double amount) const;
  Limit next(double amount) const;
  Limit without_end() const;

  bool counts_work() const { return meter_ != nullptr; }
  // How much work is left; infinite where time is counted, or without an end.
  double steps_left() const;
  // Work that was done. Nothing happens where time is counted.
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

// Tasks that run in parallel. Each sees the work that was done before and its own, which counts as if all
// tasks did as much: so none depends on how far the others are. What they did is added up in the end.
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
