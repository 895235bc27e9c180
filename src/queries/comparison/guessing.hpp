// An attack on answers: the best linear estimate of every value from all sums and averages that were
// answered. The attacker knows the public columns, and so the query set of each question.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "queries/data_table.hpp"
#include "queries/mechanism.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

// A SUM or AVG of a column and its answers: for each group a value and an interval, of width 0 if the answer
// has none.
struct AnsweredSum {
  const Query* query = nullptr;
  std::span<const GroupAnswer> answers;
};

// The guess of each record's value, in units. The prior of each value is uniform over the domain: mean m and
// variance v. An answer b over the records C means Σ x = b with a variance of ((upper − lower) / 3.92)²; with
// G the sizes of the intersections of two sets and R those variances, the guess is m + Σ y over the sets that
// contain the record, y from (G + R/v) y = b − m|C|, clamped to the domain. Records in the same sets have the
// same guess. Only the first 2,000 sets are used.
std::vector<double> best_guesses(std::size_t column, const CatalogueTable& table, const DataTable& data,
                                 std::span<const AnsweredSum> answered, const Run& run);

// The fewest records whose sum can be derived from exact answers about a column: from one answer, from the
// difference of two, or for records that no question distinguishes from all answers together. Empty if
// nothing was answered.
std::optional<std::size_t> smallest_derivable(std::size_t column, const CatalogueTable& table,
                                              const DataTable& data, std::span<const AnsweredSum> answered,
                                              const Run& run);

}  // namespace sfumato::queries
