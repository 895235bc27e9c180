// The group of each record: its index among all groups that the catalogue declares. Records that do not match
// have one more place after the others, so that they take the same time as records that match.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queries/data_table.hpp"
#include "queries/engine/bands.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

class GroupPlaces {
 public:
  GroupPlaces(const Query& query, const CatalogueTable& table, const DataTable& data);

  std::size_t count() const { return count_; }
  // For as many records from `begin` as the mask has bytes; count() where the mask is 0.
  void places(std::size_t begin, std::span<const std::uint8_t> mask, std::span<std::uint32_t> result) const;

 private:
  struct Level {
    const DataColumn* column = nullptr;
    std::int64_t first = 0, last = 0;
    bool nullable = false;
    std::uint32_t size = 1;
    BandOf bands;
  };

  template <class Code>
  static void add_level(const Level& level, std::size_t begin, std::span<std::uint32_t> result, Code code);

  std::vector<Level> levels_;
  std::size_t count_ = 1;
};

}  // namespace sfumato::queries
