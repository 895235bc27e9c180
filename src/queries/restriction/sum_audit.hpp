// The exact audit of sums: the sums that can be derived from answered sums are the row space of their query
// sets, and no set of few records may be in it.
//
// The records are divided at random into as many shares as the smallest set that may be derivable has
// records, so that any smaller set has no record in some share. Each share has an echelon form of the
// answered sets restricted to it. A set that is independent of the earlier ones on every share adds no vector
// that vanishes on any share: then no small set has become derivable. This is the usual case. If the
// remainder of the set vanishes on a share, it is added to the space of such vectors, which are short, and
// small sets are searched in that space.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "queries/restriction.hpp"
#include "queries/restriction/public_cells.hpp"
#include "queries/restriction/set_classes.hpp"
#include "stats/fields/sparse_space.hpp"

namespace sfumato::queries {

class SumAudit {
 public:
  // Sets of 1 to `most` records must not be derivable; the cells have most + 1 shares.
  SumAudit(const PublicCells& cells, const PrimeField& field, std::int64_t most);
  SumAudit(const SumAudit&) = delete;
  SumAudit& operator=(const SumAudit&) = delete;

  // Adds the sets of a question, all or none; returns `none` if it may be answered. `search` is false if the
  // question is known to be allowed.
  Refusal decide(const QuerySets& sets, bool search) { return decide(sets, search, true); }
  // The same decision, but nothing is added.
  Refusal trial(const QuerySets& sets) { return decide(sets, true, false); }
  std::size_t independent() const { return classes_.sets(); }

  void save(SnapshotWriter& out) const;
  bool load(SnapshotReader& in);  // false: not of these cells; then the audit is not valid

 private:
  // A row is Σ coefficients_i · set_i; 1 at its pivot and 0 at those of earlier rows.
  struct Row {
    std::uint32_t pivot = 0;                  // a cell of the share
    std::vector<std::uint64_t> coefficients;  // of its own set and the earlier ones
    std::vector<std::uint64_t> before;        // values of the earlier rows at its pivot
  };
  struct Share {
    std::vector<Row> rows;
    std::vector<std::uint64_t> marks;  // of each set: the sum of the marks of its cells in the share
    SparseSpace vanishing;
  };
  struct Trial;

  Refusal decide(const QuerySets& sets, bool search, bool keep);
  bool add_set(Trial& trial, std::uint32_t place);
  // The coefficients of the remainder of a place's set after elimination by the rows of a share.
  std::vector<std::uint64_t> remainder(const Trial& trial, const Share& share, std::uint32_t place) const;
  SparseVector sparse_vector(const Trial& trial);
  void add_row(Trial& trial, std::uint32_t share, std::vector<std::uint64_t> coefficients);
  void sum_marks(Trial& trial) const;
  Refusal searched(const Trial& trial) const;
  void undo(Trial& trial);

  const PublicCells& cells_;
  PrimeField field_;
  std::int64_t most_;
  SetClasses classes_;
  ClassSums sums_;  // of the current coefficients
  std::vector<Share> shares_;
  std::vector<std::uint64_t> all_marks_;  // of each set
};

}  // namespace sfumato::queries
