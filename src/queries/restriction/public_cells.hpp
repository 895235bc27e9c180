// The records of a table as cells: a cell is all records with the same values of all public columns, which
// are always in the same query sets. The audit works with cells.
#pragma once

#include <cstdint>
#include <vector>

#include "queries/data_table.hpp"
#include "queries/query.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::queries {

std::vector<std::size_t> public_columns(const CatalogueTable& table);

// The query sets of a question, one for each group.
struct QuerySets {
  std::vector<std::uint32_t> place;   // group of each cell, or sizes.size() for none
  std::vector<std::int64_t> sizes;    // records by group
  std::vector<std::uint32_t> cells;   // the cells of the groups, by group
  std::vector<std::uint64_t> starts;  // where each group's cells begin, and their end
};

class PublicCells {
 public:
  // `key` determines the order of the cells and their random numbers; `shares` is the number of shares into
  // which the records are divided.
  PublicCells(const CatalogueTable& table, const DataTable& records, const PrimeField& field,
              const SecureRng::Key& key, std::uint32_t shares);

  std::size_t size() const { return weight_.size(); }
  std::int64_t records() const { return records_; }
  std::uint32_t weight(std::size_t cell) const { return weight_[cell]; }  // its number of records
  std::uint64_t digest() const { return digest_; }                        // of the records
  QuerySets sets(const Query& query) const;

  // A cell is in as many shares as it has records, or in all of them.
  std::uint32_t shares() const { return shares_; }
  bool in_share(std::size_t cell, std::uint32_t share) const {
    const std::uint32_t from = share >= first_[cell] ? share - first_[cell] : share + shares_ - first_[cell];
    return from < weight_[cell];
  }
  template <class Use>
  void for_shares(std::size_t cell, Use use) const {
    const std::uint32_t count = weight_[cell] < shares_ ? weight_[cell] : shares_;
    for (std::uint32_t i = 0, share = first_[cell]; i < count; ++i) {
      use(share);
      if (++share == shares_) share = 0;
    }
  }
  std::uint64_t mark(std::size_t cell) const { return mark_[cell]; }  // a random element of the field

 private:
  CatalogueTable table_;
  DataTable cells_;
  std::int64_t records_ = 0;
  std::uint32_t shares_;
  std::uint64_t digest_ = 0;
  std::vector<std::uint32_t> weight_, first_;
  std::vector<std::uint64_t> mark_;
};

}  // namespace sfumato::queries
