// What the answers so far can tell through one column: the largest Σ ε of queries that the changed records of
// a unit can touch. It is kept up to date query by query, so that a charge does not start from nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "queries/range_set.hpp"

namespace sfumato::queries {

// A set of more than 64 ranges, its narrowest gaps (of equal ones, the last) closed until 64 are left.
RangeSet widened(const RangeSet& set);

// Values of a column, and whether NULL is with them.
using ColumnPart = std::pair<std::vector<Range>, bool>;

// A value, NULL, or a value that no query takes.
struct ColumnPlace {
  enum class Kind : std::uint8_t { value, null, nowhere };
  Kind kind = Kind::nowhere;
  std::int64_t value = 0;
};

// Two places, and the Σ ε of queries that take either.
struct PlacePair {
  std::int64_t sum = 0;
  ColumnPlace one, other;
};

class ColumnCost {
 public:
  // How many pieces of the column the records of one unit can lie in, before and after.
  explicit ColumnCost(std::int64_t pieces) : pieces_(pieces) {}

  void add(const RangeSet& values, bool null, std::int64_t micro_epsilon);
  void take_back();  // the last `add`, once
  std::int64_t bound();

 private:
  using Weights = std::map<ColumnPart, std::int64_t>;
  void cut(std::int64_t at);
  void raise(const ColumnPart& set, std::int64_t by);
  std::size_t piece(std::int64_t cut) const;
  bool can_beat(const ColumnPart& set, std::int64_t sum) const;
  std::int64_t best_pair();

  std::int64_t pieces_;
  Weights weights_;  // Σ micro-ε of the queries with that set
  // The column, cut at every end of a range: piece i goes from cut i to the next; the last, NULL. And of each
  // the Σ micro-ε of the queries that take it.
  std::vector<std::int64_t> cuts_;
  std::vector<std::int64_t> sums_ = {0};
  std::int64_t steps_ = 0;                       // of the exact search for the best pair
  std::optional<PlacePair> pair_ = PlacePair{};  // the best, the last query aside if it is `unseen_`
  bool unseen_ = false;

  struct Last {  // what `take_back` needs
    Weights::iterator set;
    std::int64_t micro_epsilon = 0;
    std::vector<std::int64_t> cuts;
    std::optional<PlacePair> pair;
    bool unseen = false;
  };
  Last last_;
};

}  // namespace sfumato::queries
