// Risks of keys beside the other measures: which are measured when none is named, and the same risks in the
// original, so that a reader sees what masking changed.
#pragma once

#include <string>
#include <vector>

#include "compare/scoring.hpp"
#include "core/column_choice.hpp"

namespace sfumato::jobs {

// The named keys, which must exist; without names the declared quasi-identifiers.
ColumnSet declared_keys(const Table& original, const std::vector<std::string>& named);

// Adds k-anonymity, individual-risk, uniqueness, reidentification, contingency and suppressed where they are
// not among the requests.
void add_measures_of_keys(std::vector<compare::MeasureRequest>& requests);

// Sets the keys of measures that have such a parameter and were not given any; with `named_too` also of
// measures that a request names.
void set_keys(std::vector<compare::MeasureRequest>& requests, const std::vector<std::string>& keys,
              bool named_too);

// The chosen columns, and after them the keys that are not among them.
ColumnChoice with_keys(const ColumnChoice& choice, const ColumnSet& keys);

// A masked table beside its original: with the compared columns, with the keys, and with both.
struct KeyedPair {
  compare::TablePair compared, keys, all;
};

// From the pair of the columns `all`, which has those of `choice` first.
KeyedPair keyed_pair(const compare::TablePair& pair, const ColumnChoice& choice, const ColumnSet& keys,
                     const ColumnChoice& all);

// As compare::score_all. Measures that are there by default and are about keys take the keys alone; named
// ones whose parameter names keys find them beside the compared columns.
std::vector<compare::Scored> score_all(const KeyedPair& pair,
                                       const std::vector<compare::MeasureRequest>& requests, const Run& run,
                                       Warnings& warnings);

// Risks that one table has by itself, in the original.
std::vector<compare::Scored> risks_before(const Table& original, const ColumnChoice& choice,
                                          const ColumnSet& keys,
                                          const std::vector<compare::MeasureRequest>& requests,
                                          const Run& run);

}  // namespace sfumato::jobs
