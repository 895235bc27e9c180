// Scores of k-anonymity and uniqueness from counts of counts: how many records, or units, agree with how many
// on their keys. Records in memory and classes that were counted on disk give the same scores by it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "risk/key_columns.hpp"
#include "stats/classes/population_uniques.hpp"

namespace sfumato::risk {

// How many records or units have each frequency: so many agree with them, themselves included.
using Tally = std::map<double, std::size_t>;
// Rows may stand for several records.
Tally tally_of(const std::vector<double>& frequencies, const stats::RecordCounts& times = {});

struct KeyTallies {
  Tally wildcard, category;  // a missing key matches every value, or is a value of its own
};

// What is counted, in all and in words: "record" and "records".
struct Subjects {
  std::size_t count = 0;
  std::string one, several;
};

// What is known of the keys of a file.
struct KeyFacts {
  std::size_t records = 0;     // including the suppressed ones
  std::size_t incomplete = 0;  // that miss a key
  std::size_t blank = 0;       // that miss every key
  std::size_t suppressed = 0;
  std::vector<std::string> keys;
};
// Adds "records", the names of the "keys" and, where there are some, "incomplete_records", "blank_records"
// and "suppressed_records".
void describe_keys(const KeyFacts& facts, Value& details);
// The same for keys in memory, which lack the suppressed records.
void describe_keys(const Table& original, const ColumnSet& columns, const stats::KeyTable& keys,
                   std::size_t suppressed, Value& details);

// "smallest" and "below" of k-anonymity; each tally has an entry.
void describe_smallest(const KeyTallies& found, Value& details);
// "sample_uniques" and "wildcard_uniques".
void describe_uniques(const KeyTallies& found, Value& details);

// Value, details and reading. `score` has what describe_keys gives.
void set_k_anonymity(const KeyTallies& found, MissingAs missing_as, double alpha, const Subjects& subjects,
                     Score& score);
void set_uniqueness(const KeyTallies& found, const Subjects& subjects, Score& score);

// Adds estimates of the uniques in a population of so many people. A population that is smaller than the file
// is not valid.
void add_estimates(const stats::SampleClasses& sample, double people, Score& score);

}  // namespace sfumato::risk
