// The privacy loss of the answers so far, bounded through one column: the largest Σ ε of queries that the
// changed records of a unit can affect. It is updated with each query, so that a charge does not start from
// the beginning.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "queries/range_set.hpp"

namespace sfumato::queries {

// A set of more than 64 ranges is reduced to 64 by closing its narrowest gaps (ties: the last ones).
RangeSet widened(const RangeSet& set);

// Values of a column, and whether NULL is included.
using ColumnPart = std::pair<std::vector<Range>, bool>;

// A value, NULL, or a value that no query covers.
struct ColumnPlace {
  enum class Kind : std::uint8_t { value, null, nowhere };
  Kind kind = Kind::nowhere;
  std::int64_t value = 0;
};

// Two places, and the Σ ε of queries that cover either.
struct PlacePair {
  std::int64_t sum = 0;
  ColumnPlace one, other;
};

class ColumnCost {
 public:
  // The maximum number of pieces of the column with records of one unit, in both neighbours together.
  explicit ColumnCost(std::int64_t pieces) : pieces_(pieces) {}

  void add(const RangeSet& values, bool null, std::int64_t micro_epsilon);
  void undo_last();  // undoes the last `add`, once
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
  // The column is cut at every end of a range: piece i goes from cut i to the next; the last piece is NULL.
  // sums_ has the Σ micro-ε of the queries that cover each piece.
  std::vector<std::int64_t> cuts_;
  std::vector<std::int64_t> sums_ = {0};
  std::int64_t steps_ = 0;                       // of the exact search for the best pair
  std::optional<PlacePair> pair_ = PlacePair{};  // the best, without the last query if `unseen_`
  bool unseen_ = false;

  struct Last {  // what `undo_last` needs
    Weights::iterator set;
    std::int64_t micro_epsilon = 0;
    std::vector<std::int64_t> cuts;
    std::optional<PlacePair> pair;
    bool unseen = false;
  };
  Last last_;
};

}  // namespace sfumato::queries
