// The audit of MAX, and of MIN as the MAX of negative values. It is simulatable (Kenthapadi, Mishra and
// Nissim, PODS 2005): it uses published answers and never the answer to be decided, and refuses if any answer
// that is consistent with the published ones would reveal a value. So a refusal reveals nothing.
//
// Values may repeat. A record's upper bound u is the least answer of the sets that contain it, and the
// extreme elements of an answer are the records of its set with u equal to it: one of them has that value.
// All values at their bounds are consistent with the answers, and a record can be lower if another extreme
// element remains for each of its answers. So a value is revealed if and only if it is the only extreme
// element of an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "queries/restriction.hpp"
#include "queries/restriction/public_cells.hpp"
#include "queries/restriction/snapshot.hpp"

namespace sfumato::queries {

class ExtremeAudit {
 public:
  // No value is above `highest`: the upper bound of the domain, for MIN the negated lower bound.
  ExtremeAudit(const PublicCells& cells, std::int64_t highest);

  // Does not change the audit: `answer` does.
  Refusal decide(const QuerySets& sets) const;
  // Answers by group, none for an empty group; those of MIN are negated. Answers that are not consistent with
  // earlier ones are an error.
  void answer(const QuerySets& sets, const std::vector<std::optional<std::int64_t>>& answers);

  void save(SnapshotWriter& out) const;
  bool load(SnapshotReader& in);  // false: not of these cells

 private:
  struct Answered {
    std::int64_t value = 0;
    std::vector<std::uint64_t> extreme_elements;  // a bit for each cell
  };

  // The number of extreme elements outside all sets: 0, 1, or 2 for more.
  std::int64_t outside(const Answered& answered, const QuerySets& sets) const;
  bool has_single_top(const QuerySets& sets, std::size_t group) const;
  bool has_single_piece(const Answered& answered, const QuerySets& sets) const;
  Refusal decide_one(const QuerySets& sets) const;
  Refusal decide_groups(const QuerySets& sets) const;

  const PublicCells& cells_;
  std::vector<std::int64_t> bound_;  // u by cell
  std::vector<Answered> answered_;   // highest first
};

}  // namespace sfumato::queries
