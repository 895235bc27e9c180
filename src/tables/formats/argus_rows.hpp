// The rows of a .tab file as written: codes, numbers and a status, each with its line. They are assigned to
// cells afterwards, when all codes are known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/run.hpp"
#include "tables/cell_table.hpp"
#include "tables/formats/argus_metadata.hpp"

namespace sfumato::tables {

// Which field of a row is what, by position among the metadata's variables.
struct ArgusLayout {
  std::vector<std::size_t> dimensions, tops;
  std::optional<std::size_t> response, frequency, status, cost, shadow, lower_level, upper_level;
};

// Errors where the description is not of a table: no dimensions, no response, several responses.
ArgusLayout argus_layout(const ArgusMetadata& metadata, std::vector<std::string>& notes);

struct ArgusRow {
  std::size_t line = 0;
  Decimal value, shadow, cost, lower_level, upper_level;
  std::int64_t frequency = 0;
  CellStatus status = CellStatus::safe;
};

// The codes of a dimension in order of appearance; the first is the total.
struct SeenCodes {
  std::vector<std::string> codes;
  std::vector<std::size_t> lines;
  std::unordered_map<std::string, std::uint32_t> positions;
  std::uint32_t place(std::string_view code, std::size_t line);
};

struct ArgusRows {
  std::vector<ArgusRow> rows;
  std::vector<SeenCodes> seen;        // per dimension
  std::vector<std::uint32_t> places;  // per row and dimension, into `seen`
  std::vector<Decimal> tops;          // per row, largest first as in the file
};

ArgusRows parse_argus_rows(std::string_view text, const std::string& source, const ArgusMetadata& metadata,
                           const ArgusLayout& layout, const Run& run);

// The metadata's own texts first, then tau-Argus's letters and numbers and the flags of business statistics:
//   safe       S  V  1  2  13 (empty, but not by its structure)
//   primary    U  X  A  B  C  F  3 to 9
//   secondary  M  D  11  12
//   kept       P  Z  10, and E  14 (empty: nothing to suppress)
std::optional<CellStatus> argus_status(std::string_view text, const ArgusMetadata& metadata);

}  // namespace sfumato::tables
