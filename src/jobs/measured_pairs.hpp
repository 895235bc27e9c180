// Masked tables of a request beside their original, with the columns that are compared and the keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/key_risks.hpp"
#include "jobs/measure.hpp"

namespace sfumato::jobs {

struct MeasuredPairs {
  std::vector<KeyedPair> pairs;
  std::vector<std::uint8_t> doubted;  // of each: rows are taken to correspond, and do not seem to
  ColumnSet keys;                     // ids of the original; those that all masked tables have
  // The holdout in place of a synthetic table.
  std::optional<KeyedPair> holdout = std::nullopt;

  bool all_mapped() const;
  std::vector<compare::TablePair> compared() const;
};

// The masked tables as they are in their files.
std::vector<io::TableFile> read_masked(const MeasureRequest& request, const Run& run);

// A release with columns that mean what they mean in the original, and how its rows correspond to those of
// the original: as its sidecar says, else rows of equal number that agree more than by chance do.
io::TableFile read_release(const DataReader& source, const Table& original, const ColumnSet& columns,
                           const Run& run);
Mapping release_mapping(const io::TableFile& released, const Table& original, const Run& run);

// A warning that rows at the same place of two tables of equal length do not seem to be the same records;
// `said`: something says that they are, so that they may agree by chance.
std::optional<Warning> row_doubt(const Table& original, const std::string& original_name, const Table& masked,
                                 const std::string& masked_name, bool said, const Run& run);

// The holdout with columns that mean what they mean in the original.
Table read_holdout(const MeasureRequest& request, const Table& original, const ColumnSet& columns,
                   const Run& run);

// Of these masked tables; without one, the original beside itself. `beside` are columns that measures name
// beside the compared ones and the keys. Warns where rows do not correspond, and of what a masked table
// exposes.
MeasuredPairs read_pairs(const MeasureRequest& request, std::vector<io::TableFile> files,
                         const Table& original, const ColumnChoice& choice, const ColumnSet& beside,
                         const Run& run, Warnings& warnings);

}  // namespace sfumato::jobs
