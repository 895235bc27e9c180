// The amount of each holding (the firms of one group, the members of one household) in each cell. A holding
// may have records in several parts of a margin, so its sums are computed per holding and not from the parts.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/tabulation/leaf_cells.hpp"

namespace sfumato::tables {

// Holdings numbered from 0 in the order of their first records; a record without one is a holding by itself.
struct Holdings {
  std::vector<std::uint32_t> of_row;
  std::size_t count = 0;
  std::size_t alone = 0;            // records without a holding
  std::vector<std::size_t> starts;  // holding h has rows[starts[h]] … rows[starts[h + 1] - 1]
  std::vector<std::uint32_t> rows;  // ascending within a holding

  std::span<const std::uint32_t> rows_of(std::size_t holding) const {
    return std::span(rows).subspan(starts[holding], starts[holding + 1] - starts[holding]);
  }
};
Holdings number_holdings(const Table& records, const std::string& column, const Run& run);

// A holding's amount in a cell; ties go to the lower number.
struct KeptHolding {
  Wide amount = 0;
  std::int64_t holding = 0;
  std::uint8_t asked = 0;  // the lowest request code among its records; 0: none
  Wide magnitude() const { return amount < 0 ? -amount : amount; }
  bool before(const KeptHolding& other) const {
    const Wide mine = magnitude(), its = other.magnitude();
    return mine != its ? mine > its : holding < other.holding;
  }
};

class HoldingTallies {
 public:
  HoldingTallies() = default;
  HoldingTallies(std::size_t positions, std::size_t kept);

  std::int64_t count(std::size_t position) const;
  std::span<const KeptHolding> largest(std::size_t position) const;
  Wide total(std::size_t position) const;  // Σ |amount|
  // The largest |amount| with each request code.
  std::array<Wide, 2> request(std::size_t position) const;
  // Called once for each holding and each cell with records of it.
  void add(std::size_t position, const KeptHolding& holding);
  void add_all(const HoldingTallies& other);

 private:
  struct Tally {
    std::int64_t count = 0;
    Wide total = 0;
    std::array<Wide, 2> requests = {};
  };
  std::uint32_t reached(std::size_t position);

  std::size_t kept_ = 0;
  std::vector<std::uint32_t> slots_;
  std::vector<Tally> tallies_;
  std::vector<KeptHolding> entries_;  // kept_ for each slot
};

// What rows add to their holdings, where a row stands for several records of one holding.
struct HoldingAmounts {
  std::span<const Wide> contribution;
  std::span<const std::uint8_t> skipped;  // not 0: the row has no record that counts
  std::span<const std::uint8_t> request;  // as in a ResponseInput
  std::size_t kept = 0;
};

// All cells of the crossing, including margins; one for each input. A holding's amount is the sum of its
// records' weighted contributions.
std::vector<HoldingTallies> tally_holdings(const Holdings& holdings,
                                           const std::vector<RecordDimension>& dimensions,
                                           const Crossing& crossing,
                                           const std::vector<HoldingAmounts>& inputs, const Run& run);
std::vector<HoldingTallies> tally_holdings(const Holdings& holdings,
                                           const std::vector<RecordDimension>& dimensions,
                                           const Crossing& crossing, const std::vector<ResponseInput>& inputs,
                                           const Run& run);

}  // namespace sfumato::tables
