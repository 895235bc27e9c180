// What is measured of synthetic files, whose rows do not correspond to those of the original: which columns,
// which measures, and what could not be tested.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/scoring.hpp"
#include "core/column_choice.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "jobs/key_risks.hpp"

namespace sfumato::jobs {

// Measures of synthetic files when none is named: all that are made for them, and utilities that need no
// mapping. Settings name further ones.
std::vector<compare::MeasureRequest> synthetic_requests(const std::vector<std::string>& settings);

// Columns that all tables have, but not identifiers, households and weights. Warns of identifiers that a
// synthetic table has, and lists the columns that are not compared.
struct SyntheticSource {
  std::string name;
  const Table* table = nullptr;
};
ColumnChoice common_columns(const Table& original, const std::vector<SyntheticSource>& others,
                            Warnings& warnings);

// An attack that was not tried, and what is missing for it.
struct NotTested {
  std::string what;
  std::string why;
};

// What an attack can use.
struct AttackMeans {
  std::string holdout;  // name of the table; empty: none
  std::vector<std::string> keys;
  std::string target;
};

// Sets holdout, keys and target of measures that have such parameters and were not given any. Measures that
// were not named and lack what they need are dropped; what that leaves untested is returned.
std::vector<NotTested> set_means(std::vector<compare::MeasureRequest>& requests, const AttackMeans& means);

// Has a measure no value without a holdout?
bool needs_holdout(const std::string& measure);

// Sets propensity to trees, with its ratio, where the regression has no value or is 0 by construction, and it
// was not named; returns its position, where it is to be taken again.
std::optional<std::size_t> take_propensity_by_trees(std::vector<compare::MeasureRequest>& requests,
                                                    const std::vector<compare::Scored>& scores);

// Gives utilities that have no reference the value of the holdout in place of the synthetic file: what
// another sample of the same population gives.
void add_sample_references(const KeyedPair& holdout, const Run& run, std::vector<compare::Scored>& scores);

// Measures that are taken of a file with corresponding rows when none is named, and mean nothing here.
std::vector<std::string> row_measures();

}  // namespace sfumato::jobs
