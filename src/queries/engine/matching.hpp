// Which records a condition accepts, a block at a time, as bytes of 0 and 1. Every leaf is evaluated for
// every record, so that the running time reveals nothing about the data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "queries/data_table.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

inline constexpr std::size_t block_rows = 4096;

// One condition prepared for one table, which must outlive it.
class Matcher {
 public:
  Matcher(const Condition& condition, const CatalogueTable& table, const DataTable& data);

  // Bytes of scratch space that match() needs.
  std::size_t scratch_size() const { return depth_ * block_rows; }
  // At most block_rows records from `begin`, as many as there are bytes.
  void match(std::size_t begin, std::span<std::uint8_t> mask, std::span<std::uint8_t> scratch) const;

 private:
  struct Node {
    Condition::Kind kind = Condition::Kind::always;
    const DataColumn* column = nullptr;
    bool null = false;
    std::vector<Range> ranges;
    // For many ranges over a small domain: a byte for each value from `first`, and one for all others.
    std::vector<std::uint8_t> accepted;
    std::int64_t first = 0;
    std::vector<Node> parts;
  };

  static Node made(const Condition& condition, const CatalogueTable& table, const DataTable& data);
  static std::size_t depth(const Node& node);
  static void match(const Node& node, std::size_t begin, std::span<std::uint8_t> mask,
                    std::span<std::uint8_t> scratch);

  Node root_;
  std::size_t depth_;
};

// Removes records whose value is NULL from the mask.
void leave_out_null(const DataColumn& column, std::size_t begin, std::span<std::uint8_t> mask);

// The column of a table that a query needs; an error (internal) if it does not have a value for each row.
const DataColumn& needed_column(const DataTable& data, std::size_t index);

}  // namespace sfumato::queries
