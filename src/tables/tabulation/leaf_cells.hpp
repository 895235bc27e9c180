// Tallies of the cells of one crossing of dimensions: one pass over the records, each into the cell of its
// finest codes. All sums are exact, so the order of additions does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "tables/tabulation/exact_column.hpp"
#include "tables/tabulation/largest_kept.hpp"
#include "tables/tabulation/record_dimension.hpp"

namespace sfumato::tables {

// weight · amount, rounded half away from zero to fewer decimals where `drop` says so.
struct Product {
  const ExactColumn* amount = nullptr;  // without: 1
  const ExactColumn* weight = nullptr;  // without: 1
  int drop = 0;                         // decimals that are rounded away
  int decimals = 0;                     // of the result

  Wide at(std::size_t row) const {
    const Wide first = amount ? amount->units[row] : 1;
    const Wide product = weight ? first * weight->units[row] : first;
    return drop == 0 ? product : rounded_quotient(product, drop);
  }
  // Whether rounding changes the contribution of this row.
  bool changes(std::size_t row) const;
};

// What is summed for one response.
struct ResponseInput {
  const ExactColumn* required = nullptr;  // records without this amount are left out
  Product value;
  Product contribution;                   // the variable of the rules; without an amount: 1 each
  Product weight;                         // Σ weight
  std::optional<Product> cost;            // a column of costs
  std::span<const std::uint8_t> request;  // per row the request code, 1 or 2, or 0; may be empty
  std::size_t kept = 0;                   // contributions to keep
  std::span<const std::uint64_t> keys;    // per row; may be empty

  bool skips(std::size_t row) const { return required && required->is_missing(row); }
};

// The dimensions of some tables, and the position of each cell among all combinations of their codes: the
// last dimension runs fastest.
struct Crossing {
  std::vector<std::size_t> dimensions;
  std::vector<std::size_t> strides;
  std::size_t positions = 1;
};
// How many parts of the records may have their own cells: enough for every thread, but limited so that the
// number of cells does not greatly exceed the number of records.
std::size_t part_count(std::size_t rows, std::size_t positions, const Run& run);
Crossing make_crossing(const std::vector<RecordDimension>& dimensions, std::vector<std::size_t> crossed);

// The positions of rows begin … end, into `positions`.
void positions_of(const Crossing& crossing, const std::vector<RecordDimension>& dimensions, std::size_t begin,
                  std::size_t end, std::span<std::uint32_t> positions);

// A contribution that is kept; ties go to the earlier record.
struct KeptRecord {
  std::int64_t amount = 0;
  std::int64_t row = 0;
  std::int64_t magnitude() const { return amount < 0 ? -amount : amount; }
  bool before(const KeptRecord& other) const {
    const std::int64_t mine = magnitude(), its = other.magnitude();
    return mine != its ? mine > its : row < other.row;
  }
};

struct alignas(64) Tally {
  Wide sum = 0;      // Σ value
  Wide total = 0;    // Σ |contribution|
  Wide weights = 0;  // Σ weight
  std::int64_t frequency = 0;
  std::int64_t threshold = -1;  // a contribution must be larger than this to be kept
};

// Tallies of the cells that have records.
class CellTallies {
 public:
  CellTallies() = default;
  CellTallies(std::size_t positions, const ResponseInput& input);

  static constexpr std::uint32_t no_slot = 0xffffffff;
  // The tally of a cell; `no_slot` where it has no records.
  std::uint32_t slot(std::size_t position) const { return slots_[position]; }
  const Tally& tally(std::uint32_t slot) const { return tallies_[slot]; }
  std::span<const KeptRecord> largest(std::uint32_t slot) const;
  Wide cost(std::uint32_t slot) const { return costs_.empty() ? 0 : costs_[slot]; }
  // The largest |contribution| with each request code.
  std::array<Wide, 2> request(std::uint32_t slot) const {
    return requests_.empty() ? std::array<Wide, 2>{} : requests_[slot];
  }
  Wide key(std::uint32_t slot) const { return keys_.empty() ? 0 : keys_[slot]; }

  // Adds rows begin … end, whose positions are given.
  void add_rows(const ResponseInput& input, std::size_t begin, std::span<const std::uint32_t> positions);
  // Adds records that were tallied elsewhere; `kept` are their largest, sorted.
  struct Part {
    Wide sum = 0, total = 0, weights = 0, cost = 0, key = 0;
    std::int64_t frequency = 0;
    std::array<Wide, 2> requests = {};
    std::span<const KeptRecord> kept = {};
  };
  void add_part(std::size_t position, const Part& part);
  // Adds cell `from` of other tallies, or of these, to cell `to`.
  void add_cell(std::size_t to, const CellTallies& other, std::size_t from);
  void add_all(const CellTallies& other);

 private:
  std::uint32_t reached(std::size_t position);
  template <bool weighted>
  void add_amounts(const ResponseInput& input, std::size_t begin, std::span<const std::uint32_t> positions);
  void add_others(const ResponseInput& input, std::size_t begin, std::span<const std::uint32_t> positions);
  void keep(std::uint32_t slot, Tally& tally, std::int64_t amount, std::size_t row);

  std::size_t kept_ = 0;
  bool has_costs_ = false, has_requests_ = false, has_keys_ = false;
  std::vector<std::uint32_t> slots_;
  std::vector<Tally> tallies_;
  std::vector<KeptRecord> kept_entries_;  // kept_ for each slot
  std::vector<Wide> costs_;
  std::vector<std::array<Wide, 2>> requests_;
  std::vector<Wide> keys_;  // Σ key
};

// One pass over the records for all crossings; result[crossing][response].
std::vector<std::vector<CellTallies>> tally_records(std::size_t rows,
                                                    const std::vector<RecordDimension>& dimensions,
                                                    const std::vector<Crossing>& crossings,
                                                    const std::vector<ResponseInput>& inputs, const Run& run);

// Adds to every combination with a sum's code the tallies below it.
void add_margins(CellTallies& tallies, const std::vector<RecordDimension>& dimensions,
                 const Crossing& crossing, const Run& run);

}  // namespace sfumato::tables
