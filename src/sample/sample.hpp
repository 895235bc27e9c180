// What a made-up data set is: a name, described columns, and a function that draws one block of rows.
// Blocks have a fixed size and a stream each, so that a short sample is the beginning of a longer one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "core/table.hpp"

namespace sfumato::sample {

inline constexpr std::size_t block_rows = 4096;

struct SampleColumn {
  ColumnInfo info;
  std::string doc;
};

struct SampleInfo {
  std::string name;
  std::string summary;
};

struct Sample {
  SampleInfo info;
  std::vector<SampleColumn> columns;
  // The first `rows` (at most block_rows) rows of a block, whose stream is `rng`; what a row holds depends
  // on block and stream alone. A group of records never extends over the end of a full block.
  std::function<std::vector<Column>(std::uint64_t block, std::size_t rows, Rng rng)> draw;

  std::vector<ColumnInfo> schema() const;
};

// A column's description, for the lists that samples begin with.
SampleColumn described(std::string name, Kind kind, Role role, std::string doc);
SampleColumn described(std::string name, Role role, Domain domain, std::string doc);

}  // namespace sfumato::sample
