// Parts of the records of an original and its masked table: their numbers, what they add to each stage, and
// the state of all of them. A part gives the same whenever it is asked again.
#pragma once

#include <string>
#include <vector>

#include "jobs/pair_plan.hpp"
#include "jobs/pair_states.hpp"

namespace sfumato::jobs {

// The numbers of one file's part, named `side` ("x" or "y") and the place of the column, missing ones as NaN,
// and in "incomplete" 1 where a record misses a value in any of the columns.
Table pair_values(const Table& part, const std::vector<std::string>& numbers,
                  const std::vector<std::string>& columns, const std::string& side);

// What all parts gave up to now.
class PairState {
 public:
  explicit PairState(const PairPlan& plan);
  explicit PairState(const Value& state);

  Value value() const { return value_; }
  // The stage that comes next; empty: none.
  std::string stage() const;
  std::vector<std::string> numbers() const;
  std::size_t columns() const { return numbers().size(); }

  PairFacts facts() const { return PairFacts::of_state(of("facts")); }
  PairSquares squares() const { return PairSquares::of_state(of("squares")); }
  PairWidths widths() const { return PairWidths::of_state(of("widths")); }
  PairChanges changes() const { return PairChanges::of_state(of("ranks")); }
  PairSteps steps() const { return PairSteps::of_state(of("steps")); }
  PairSteps categories() const { return PairSteps::of_state(of("categories")); }

  // What a part adds to the next stage. `records` are numbers of pair_values ("facts", "squares", "widths";
  // x and y side by side, or one of them), ranks ("ranks"), or distinct numbers of all columns with their
  // counts ("steps").
  Value partial(const Table& records) const;
  // Of categories, with counts of both tables in the columns "original" and "masked": category by category
  // and, in "column", the place of the column.
  Value partial_categories(const Table& counts, std::size_t columns) const;

  // Several partial states as one, and the state after the stage. No partial state: there are no records.
  Value joined(const std::vector<Value>& partials) const;
  void finish(const std::vector<Value>& partials);

 private:
  const Value& of(std::string_view stage) const;

  Value value_;
};

}  // namespace sfumato::jobs
