// A part of the records as a caller brings it: numbers of records and supplied values stand in columns beside
// those of the table.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "jobs/mask_parts.hpp"

namespace sfumato::jobs {

// The part without the columns of the caller, and what they have.
struct CallersPart {
  Table table;
  std::vector<std::uint64_t> numbers = {};
  std::map<std::size_t, Table> supplied = {};

  release::RecordPart records(const std::string& place) const {
    return {table, masking::RecordNumbers(std::span(numbers)), place, supplied};
  }
};

CallersPart callers_part(const MaskPartsRequest& request);

// The recipe of the request in the stage of its state; terms that need all records are refused.
release::PartitionRecipe recipe_of(const MaskPartsRequest& request, const CallersPart& part, const Run& run);

// Numbers of records, as their 64 bits, and back.
std::vector<std::uint64_t> number_bits(const Table& table, ColumnId id);
Column bits_column(const std::vector<std::uint64_t>& numbers);
ColumnInfo plain_info(const std::string& name);

}  // namespace sfumato::jobs
