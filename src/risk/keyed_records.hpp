// The common first step of every risk of keys: which columns are keys, which records are not suppressed,
// their keys as codes, and whose records they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "risk/kept_records.hpp"
#include "risk/key_columns.hpp"
#include "risk/key_tallies.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::risk {

// Persons or companies with several records, which risks count in place of records.
struct KeyUnits {
  std::string column;
  stats::Units kept;    // of the records that are not suppressed
  std::size_t all = 0;  // those whose records are all suppressed, too
};

struct KeyedRecords {
  ColumnSet used;         // the keys
  KeptRecords kept;       // records that are not suppressed
  stats::KeyTable table;  // their keys
  std::optional<KeyUnits> units;

  // How many there are of what is counted: units, or records where no units are declared; and its name.
  std::size_t subjects() const { return units ? units->all : kept.all(); }
  std::string subject() const { return units ? "unit of '" + units->column + "'" : "record"; }
  Subjects counted() const { return {subjects(), subject(), subjects_word()}; }
  std::string subjects_word() const { return units ? "units of '" + units->column + "'" : "records"; }
  // How often each value of smallest_by_subject and of risks_by_subject counts: a unit once, a row as many
  // times as it stands for records.
  stats::RecordCounts kept_subjects() const { return units ? stats::RecordCounts() : table.counts; }
  stats::RecordCounts all_subjects() const { return units ? stats::RecordCounts() : kept.counts(); }
};
KeyedRecords keyed_records(const Table& original, const Table& masked, const ColumnSet& compared,
                           const std::vector<std::string>& named, const Run& run);

// The units of the masked table, where the original declares their column and the masked table has it.
std::optional<KeyUnits> key_units(const Table& original, const Table& masked, const KeptRecords& kept);

// A score with the details that all such measures have, and a note where there is no record.
Score described(const Table& original, const KeyedRecords& keyed);

// How many units, or records where none are declared, agree with each record. `weights` are of the records;
// of a unit's weights the smallest counts.
KeyFrequencies key_frequencies(const KeyedRecords& keyed, const std::vector<double>& weights,
                               MissingAs weighted, double alpha, const Run& run);
// The same for records, where units are declared.
KeyFrequencies frequencies_of_records(const KeyedRecords& keyed, const std::vector<double>& weights,
                                      MissingAs weighted, double alpha, const Run& run);

// From values of the kept records to those of the units: the smallest or largest of a unit's records. The
// records as they are where no units are declared.
std::vector<double> smallest_by_subject(const std::vector<double>& of_record, const KeyedRecords& keyed);
// The same with a 0 for each unit, or record, that is suppressed.
std::vector<double> risks_by_subject(const std::vector<double>& of_record, const KeyedRecords& keyed);

// The sums of the weights of equal keys, so that rows which stand for several records give the same.
std::vector<double> weights_of_classes(const Table& masked, const KeyedRecords& keyed,
                                       const std::vector<double>& weights, const Run& run);

// The common first step of individual-risk and reidentification: how many records or units, and by their
// weights people, agree with each record. The score has its details; where it has a note nothing is counted.
struct CountedRecords {
  KeyedRecords keyed;
  std::vector<double> weights;  // of the kept records; empty where no column has that role
  KeyFrequencies found;
};
CountedRecords counted_records(const Table& original, const Table& masked, const ColumnSet& compared,
                               const std::vector<std::string>& named, MissingAs missing_as, const Run& run,
                               Score& score);

}  // namespace sfumato::risk
