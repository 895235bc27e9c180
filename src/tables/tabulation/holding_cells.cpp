#include "tables/tabulation/holding_cells.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "tables/tabulation/record_codes.hpp"

namespace sfumato::tables {
namespace {

constexpr std::uint32_t no_slot = CellTallies::no_slot;
constexpr std::size_t holding_block_rows = 65536;
constexpr std::size_t chunk = 1024;  // holdings per chunk of a thread

// The amount of one holding in one cell.
struct Share {
  std::uint32_t position = 0;
  Wide amount = 0;
};

void combine(std::vector<Share>& shares) {
  if (shares.size() < 2) return;
  std::sort(shares.begin(), shares.end(),
            [](const Share& left, const Share& right) { return left.position < right.position; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < shares.size(); ++i) {
    if (shares[i].position == shares[last].position) {
      shares[last].amount += shares[i].amount;
    } else {
      shares[++last] = shares[i];
    }
  }
  shares.resize(last + 1);
}

// For each leaf the codes that it is part of, without itself.
using CodesAbove = std::vector<std::vector<std::size_t>>;

CodesAbove codes_above(const RecordDimension& dimension) {
  CodesAbove above(dimension.below.size());
  for (std::size_t code = 0; code < dimension.below.size(); ++code) {
    for (const std::size_t leaf : dimension.below[code]) {
      if (leaf != code) above[leaf].push_back(code);
    }
  }
  return above;
}

// Adds the shares in all margins to those in the finest cells.
class MarginShares {
 public:
  MarginShares(const std::vector<RecordDimension>& dimensions, const Crossing& crossing)
      : crossing_(crossing) {
    for (const std::size_t dimension : crossing.dimensions) {
      above_.push_back(codes_above(dimensions[dimension]));
    }
  }

  void extend(std::vector<Share>& shares) const {
    const bool single = shares.size() == 1;  // no margin adds up several of its shares
    for (std::size_t axis = 0; axis < above_.size(); ++axis) {
      const std::size_t known = shares.size(), stride = crossing_.strides[axis];
      for (std::size_t i = 0; i < known; ++i) {
        const std::size_t code = shares[i].position / stride % above_[axis].size();
        const std::size_t base = shares[i].position - code * stride;
        for (const std::size_t parent : above_[axis][code]) {
          shares.push_back({static_cast<std::uint32_t>(base + parent * stride), shares[i].amount});
        }
      }
      if (!single) combine(shares);
    }
  }

 private:
  const Crossing& crossing_;
  std::vector<CodesAbove> above_;
};

Wide contribution_of(const ResponseInput& input, std::size_t row) { return input.contribution.at(row); }
Wide contribution_of(const HoldingAmounts& input, std::size_t row) { return input.contribution[row]; }
bool skips_row(const ResponseInput& input, std::size_t row) { return input.skips(row); }
bool skips_row(const HoldingAmounts& input, std::size_t row) { return input.skipped[row] != 0; }

template <class Input>
void add_holding(HoldingTallies& tallies, const Input& input, const MarginShares& margins,
                 std::span<const std::uint32_t> rows, const std::vector<std::uint32_t>& positions,
                 std::size_t holding, std::vector<Share>& shares) {
  shares.clear();
  std::uint8_t asked = 0;
  for (const std::uint32_t row : rows) {
    if (!input.request.empty() && input.request[row] != 0 && (asked == 0 || input.request[row] < asked)) {
      asked = input.request[row];
    }
    if (skips_row(input, row)) continue;
    shares.push_back({positions[row], contribution_of(input, row)});
  }
  combine(shares);
  margins.extend(shares);
  for (const Share& share : shares) {
    tallies.add(share.position, {share.amount, static_cast<std::int64_t>(holding), asked});
  }
}

template <class Input>
std::vector<HoldingTallies> tally_all(const Holdings& holdings,
                                      const std::vector<RecordDimension>& dimensions,
                                      const Crossing& crossing, const std::vector<Input>& inputs,
                                      const Run& run) {
  const std::size_t rows = holdings.rows.size();
  std::vector<std::uint32_t> positions(rows);
  run.blocks(rows, holding_block_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
    positions_of(crossing, dimensions, begin, end, std::span(positions).subspan(begin, end - begin));
  });
  const MarginShares margins(dimensions, crossing);
  const std::size_t parts = part_count(rows, crossing.positions, run);
  std::vector<std::vector<HoldingTallies>> tallies(parts);
  run.expect(rows);
  std::atomic<std::size_t> next = 0;
  run.parallel(parts, [&](std::size_t part) {
    std::vector<Share> shares;
    for (const Input& input : inputs) tallies[part].emplace_back(crossing.positions, input.kept);
    for (std::size_t begin = next.fetch_add(chunk); begin < holdings.count; begin = next.fetch_add(chunk)) {
      const std::size_t end = std::min(begin + chunk, holdings.count);
      run.check_stop();
      for (std::size_t holding = begin; holding < end; ++holding) {
        for (std::size_t r = 0; r < inputs.size(); ++r) {
          add_holding(tallies[part][r], inputs[r], margins, holdings.rows_of(holding), positions, holding,
                      shares);
        }
      }
      run.advance(holdings.starts[end] - holdings.starts[begin]);
    }
  });
  for (std::size_t part = 1; part < parts; ++part) {
    for (std::size_t r = 0; r < inputs.size(); ++r) tallies[0][r].add_all(tallies[part][r]);
  }
  return std::move(tallies[0]);
}

}  // namespace

Holdings number_holdings(const Table& records, const std::string& column, const Run& run) {
  const RecordCodes codes = record_codes(records, column, "use as holdings", run);
  const std::size_t rows = codes.codes.size();
  if (rows >= no_slot) {
    bad_input("holdings support fewer than " + std::to_string(no_slot) + " records", "tabulate without them");
  }
  Holdings holdings;
  holdings.of_row.resize(rows);
  std::vector<std::uint32_t> number(codes.texts.size(), no_slot);
  for (std::size_t row = 0; row < rows; ++row) {
    if (row % holding_block_rows == 0) run.check_stop();
    if (codes.codes[row] == RecordCodes::missing) {
      holdings.of_row[row] = static_cast<std::uint32_t>(holdings.count++);
      ++holdings.alone;
      continue;
    }
    std::uint32_t& found = number[static_cast<std::size_t>(codes.codes[row])];
    if (found == no_slot) found = static_cast<std::uint32_t>(holdings.count++);
    holdings.of_row[row] = found;
  }
  holdings.starts.assign(holdings.count + 1, 0);
  for (const std::uint32_t holding : holdings.of_row) ++holdings.starts[holding + 1];
  for (std::size_t i = 0; i < holdings.count; ++i) holdings.starts[i + 1] += holdings.starts[i];
  std::vector<std::size_t> next(holdings.starts.begin(), holdings.starts.end() - 1);
  holdings.rows.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    holdings.rows[next[holdings.of_row[row]]++] = static_cast<std::uint32_t>(row);
  }
  return holdings;
}

HoldingTallies::HoldingTallies(std::size_t positions, std::size_t kept)
    : kept_(kept), slots_(positions, no_slot) {}

std::int64_t HoldingTallies::count(std::size_t position) const {
  return slots_[position] == no_slot ? 0 : tallies_[slots_[position]].count;
}

Wide HoldingTallies::total(std::size_t position) const {
  return slots_[position] == no_slot ? 0 : tallies_[slots_[position]].total;
}

std::array<Wide, 2> HoldingTallies::request(std::size_t position) const {
  return slots_[position] == no_slot ? std::array<Wide, 2>{} : tallies_[slots_[position]].requests;
}

std::span<const KeptHolding> HoldingTallies::largest(std::size_t position) const {
  const std::uint32_t slot = slots_[position];
  if (slot == no_slot) return {};
  const std::size_t held = std::min(kept_, static_cast<std::size_t>(tallies_[slot].count));
  return std::span(entries_).subspan(slot * kept_, held);
}

std::uint32_t HoldingTallies::reached(std::size_t position) {
  std::uint32_t& slot = slots_[position];
  if (slot != no_slot) return slot;
  slot = static_cast<std::uint32_t>(tallies_.size());
  tallies_.emplace_back();
  entries_.resize(entries_.size() + kept_);
  return slot;
}

void HoldingTallies::add(std::size_t position, const KeptHolding& holding) {
  const std::uint32_t slot = reached(position);
  Tally& tally = tallies_[slot];
  const std::size_t held = std::min(kept_, static_cast<std::size_t>(tally.count++));
  tally.total += holding.magnitude();
  if (holding.asked != 0) {
    Wide& largest = tally.requests[holding.asked - 1U];
    largest = std::max(largest, holding.magnitude());
  }
  insert_kept(std::span(entries_).subspan(slot * kept_, kept_), held, holding);
}

void HoldingTallies::add_all(const HoldingTallies& other) {
  for (std::size_t position = 0; position < slots_.size(); ++position) {
    if (other.slots_[position] == no_slot) continue;
    const std::uint32_t slot = reached(position);
    Tally& tally = tallies_[slot];
    const Tally& part = other.tallies_[other.slots_[position]];
    const std::size_t held = std::min(kept_, static_cast<std::size_t>(tally.count));
    merge_kept(std::span(entries_).subspan(slot * kept_, kept_), held, other.largest(position));
    tally.count += part.count;
    tally.total += part.total;
    for (std::size_t i = 0; i < 2; ++i) tally.requests[i] = std::max(tally.requests[i], part.requests[i]);
  }
}

std::vector<HoldingTallies> tally_holdings(const Holdings& holdings,
                                           const std::vector<RecordDimension>& dimensions,
                                           const Crossing& crossing, const std::vector<ResponseInput>& inputs,
                                           const Run& run) {
  return tally_all(holdings, dimensions, crossing, inputs, run);
}

std::vector<HoldingTallies> tally_holdings(const Holdings& holdings,
                                           const std::vector<RecordDimension>& dimensions,
                                           const Crossing& crossing,
                                           const std::vector<HoldingAmounts>& inputs, const Run& run) {
  return tally_all(holdings, dimensions, crossing, inputs, run);
}

}  // namespace sfumato::tables
