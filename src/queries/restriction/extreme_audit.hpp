// The audit of MAX, and of MIN as the MAX of negative values. It is simulatable (Kenthapadi, Mishra and
// Nissim, PODS 2005): it looks at published answers and never at the one in question, and refuses where any
// answer that fits the published ones would tell a value. So a refusal tells nothing.
//
// Values may repeat. A record's upper bound u is the least answer of the sets that it is in, and an answer's
// witnesses are the records of its set with u equal to it: one of them has that value. All values at their
// bounds fit the answers, and a record can be lower as long as another witness remains for each answer that
// it could be the witness of. So a value is told if and only if it is the only witness of an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "queries/restriction.hpp"
#include "queries/restriction/public_cells.hpp"

namespace sfumato::queries {

class ExtremeAudit {
 public:
  // No value is above `highest`: the end of the domain, for MIN its beginning with the other sign.
  ExtremeAudit(const PublicCells& cells, std::int64_t highest);

  // Nothing is taken in: that is what `answer` does.
  Refusal decide(const QuerySets& sets) const;
  // Answers by group, none for an empty group; those of MIN with the other sign. Answers that do not fit the
  // ones before are an error.
  void answer(const QuerySets& sets, const std::vector<std::optional<std::int64_t>>& answers);

 private:
  struct Answered {
    std::int64_t value = 0;
    std::vector<std::uint64_t> witnesses;  // a bit for each cell
  };

  // Records among the witnesses that are in none of the sets: 0, 1, or 2 for more.
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
