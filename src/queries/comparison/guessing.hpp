// What an attacker makes of answers: the best linear guess of every single value from all sums and averages
// that were answered. He knows the columns that are no secret, and so whom each question was about.
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

// A SUM or AVG of a column and what was answered: for each group a value and an interval, of no width where
// there is none.
struct AnsweredSum {
  const Query* query = nullptr;
  std::span<const GroupAnswer> answers;
};

// The guess of each record's value, in units. Before any answer each value is as likely anywhere in the
// domain: mean m and variance v. An answer b over the records C says Σ x = b with a variance of ((upper −
// lower) / 3.92)²; with G the numbers of records that each two sets share and R those variances, the guess is
// m + Σ y over the sets that hold the record, y from (G + R/v) y = b − m|C|, kept inside the domain.
// Records of the same sets have the same guess. Of more than 2,000 sets the first count.
std::vector<double> best_guesses(std::size_t column, const CatalogueTable& table, const DataTable& data,
                                 std::span<const AnsweredSum> answered, const Run& run);

// The fewest records whose sum follows from exact answers about a column: those of one answer, of the
// difference of two, or records that no question tells apart, from all answers together. Nothing where
// nothing was answered.
std::optional<std::size_t> smallest_derivable(std::size_t column, const CatalogueTable& table,
                                              const DataTable& data, std::span<const AnsweredSum> answered,
                                              const Run& run);

}  // namespace sfumato::queries
