// Each thread takes rows, chunk by chunk, into its own tallies. All numbers are exact and ties are broken by
// row, so the result does not depend on the assignment of rows to threads.
#include "tables/tabulation/leaf_cells.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t chunk_rows = 8192;
constexpr std::size_t least_part = 65536;
constexpr std::uint64_t most_positions = 20'000'000;  // the most cells of a table

std::int64_t magnitude_of(std::int64_t units) { return units < 0 ? -units : units; }
Wide magnitude_of(Wide units) { return units < 0 ? -units : units; }

}  // namespace

bool Product::changes(std::size_t row) const {
  if (drop == 0) return false;
  const Wide product = static_cast<Wide>(amount ? amount->units[row] : 1) * (weight ? weight->units[row] : 1);
  Wide back = rounded_quotient(product, drop);
  for (int i = 0; i < drop; ++i) back *= 10;
  return back != product;
}

std::size_t part_count(std::size_t rows, std::size_t positions, const Run& run) {
  const std::size_t by_memory = std::max<std::size_t>(1, 4 * rows / (positions + 1));
  const std::size_t by_rows = rows / least_part + 1;
  return std::min({static_cast<std::size_t>(std::max(1, run.threads())), by_memory, by_rows});
}

Crossing make_crossing(const std::vector<RecordDimension>& dimensions, std::vector<std::size_t> crossed) {
  Crossing crossing{std::move(crossed), {}, 1};
  crossing.strides.resize(crossing.dimensions.size());
  for (std::size_t i = crossing.dimensions.size(); i-- > 0;) {
    crossing.strides[i] = crossing.positions;
    crossing.positions *= dimensions[crossing.dimensions[i]].dimension.codes.size();
    if (crossing.positions > most_positions) {
      bad_input("the table has more than " + std::to_string(most_positions) + " cells",
                "cross fewer columns, or columns with fewer codes");
    }
  }
  return crossing;
}

void positions_of(const Crossing& crossing, const std::vector<RecordDimension>& dimensions, std::size_t begin,
                  std::size_t end, std::span<std::uint32_t> positions) {
  std::fill_n(positions.begin(), end - begin, 0U);
  for (std::size_t i = 0; i < crossing.dimensions.size(); ++i) {
    const RecordDimension& dimension = dimensions[crossing.dimensions[i]];
    const std::uint32_t stride = static_cast<std::uint32_t>(crossing.strides[i]);
    const std::int32_t* codes = dimension.records.codes.data() + begin;
    const std::uint32_t* place = dimension.place.data() + 1;
    for (std::size_t row = 0; row < end - begin; ++row) positions[row] += place[codes[row]] * stride;
  }
}

CellTallies::CellTallies(std::size_t positions, const ResponseInput& input)
    : kept_(input.kept),
      has_costs_(input.cost.has_value()),
      has_requests_(!input.request.empty()),
      has_keys_(!input.keys.empty()),
      slots_(positions, no_slot) {}

std::span<const KeptRecord> CellTallies::largest(std::uint32_t slot) const {
  const std::size_t held = std::min(kept_, static_cast<std::size_t>(tallies_[slot].frequency));
  return std::span(kept_entries_).subspan(slot * kept_, held);
}

std::uint32_t CellTallies::reached(std::size_t position) {
  std::uint32_t& slot = slots_[position];
  if (slot != no_slot) return slot;
  slot = static_cast<std::uint32_t>(tallies_.size());
  tallies_.emplace_back();
  if (kept_ == 0) tallies_.back().threshold = std::numeric_limits<std::int64_t>::max();
  kept_entries_.resize(kept_entries_.size() + kept_);
  if (has_costs_) costs_.push_back(0);
  if (has_requests_) requests_.push_back({});
  if (has_keys_) keys_.push_back(0);
  return slot;
}

// `frequency` counts this record already.
void CellTallies::keep(std::uint32_t slot, Tally& tally, std::int64_t amount, std::size_t row) {
  const std::span<KeptRecord> entries = std::span(kept_entries_).subspan(slot * kept_, kept_);
  const std::size_t held = std::min(kept_, static_cast<std::size_t>(tally.frequency) - 1);
  insert_kept(entries, held, KeptRecord{amount, static_cast<std::int64_t>(row)});
  if (static_cast<std::size_t>(tally.frequency) >= kept_) tally.threshold = entries.back().magnitude();
}

template <bool weighted>
void CellTallies::add_amounts(const ResponseInput& input, std::size_t begin,
                              std::span<const std::uint32_t> positions) {
  const ExactColumn* value = input.value.amount;
  const ExactColumn* contribution = input.contribution.amount;
  const bool same = value == contribution;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::size_t row = begin + i;
    if (input.skips(row)) continue;
    const std::uint32_t slot = reached(positions[i]);
    Tally& tally = tallies_[slot];
    const std::int64_t amount = contribution ? contribution->units[row] : 1;
    const std::int64_t magnitude = magnitude_of(amount);
    ++tally.frequency;
    if constexpr (weighted) {
      const Wide part = input.value.at(row);
      tally.sum += part;
      tally.total += magnitude_of(same ? part : input.contribution.at(row));
      tally.weights += input.weight.at(row);
    } else {
      tally.sum += value ? value->units[row] : 1;
      tally.total += magnitude;
    }
    if (magnitude > tally.threshold) keep(slot, tally, amount, row);
  }
}

void CellTallies::add_others(const ResponseInput& input, std::size_t begin,
                             std::span<const std::uint32_t> positions) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::size_t row = begin + i;
    if (input.skips(row)) continue;
    const std::uint32_t slot = reached(positions[i]);
    if (input.cost) costs_[slot] += input.cost->at(row);
    if (has_keys_) keys_[slot] += input.keys[row];
    if (input.request.empty() || input.request[row] == 0) continue;
    Wide& largest = requests_[slot][input.request[row] - 1U];
    largest = std::max(largest, magnitude_of(input.contribution.at(row)));
  }
}

void CellTallies::add_rows(const ResponseInput& input, std::size_t begin,
                           std::span<const std::uint32_t> positions) {
  if (input.value.weight) {
    add_amounts<true>(input, begin, positions);
  } else {
    add_amounts<false>(input, begin, positions);
  }
  if (has_costs_ || has_requests_ || has_keys_) add_others(input, begin, positions);
}

void CellTallies::add_part(std::size_t position, const Part& part) {
  if (part.frequency == 0) return;
  const std::uint32_t slot = reached(position);
  Tally& tally = tallies_[slot];
  const std::size_t held = std::min(kept_, static_cast<std::size_t>(tally.frequency));
  const std::span<KeptRecord> entries = std::span(kept_entries_).subspan(slot * kept_, kept_);
  if (merge_kept(entries, held, part.kept) == kept_ && kept_ > 0)
    tally.threshold = entries.back().magnitude();
  tally.sum += part.sum;
  tally.total += part.total;
  tally.weights += part.weights;
  tally.frequency += part.frequency;
  if (has_costs_) costs_[slot] += part.cost;
  if (has_keys_) keys_[slot] += part.key;
  for (std::size_t i = 0; i < 2 && has_requests_; ++i) {
    requests_[slot][i] = std::max(requests_[slot][i], part.requests[i]);
  }
}

void CellTallies::add_cell(std::size_t to, const CellTallies& other, std::size_t from) {
  const std::uint32_t source = other.slots_[from];
  if (source == no_slot) return;
  const std::uint32_t slot = reached(to);  // may reallocate the data of `other`, if it is this
  Tally& tally = tallies_[slot];
  const Tally& part = other.tallies_[source];
  const std::size_t held = std::min(kept_, static_cast<std::size_t>(tally.frequency));
  const std::span<KeptRecord> entries = std::span(kept_entries_).subspan(slot * kept_, kept_);
  if (merge_kept(entries, held, other.largest(source)) == kept_ && kept_ > 0) {
    tally.threshold = entries.back().magnitude();
  }
  tally.sum += part.sum;
  tally.total += part.total;
  tally.weights += part.weights;
  tally.frequency += part.frequency;
  if (has_costs_) costs_[slot] += other.costs_[source];
  if (has_keys_) keys_[slot] += other.keys_[source];
  for (std::size_t i = 0; i < 2 && has_requests_; ++i) {
    requests_[slot][i] = std::max(requests_[slot][i], other.requests_[source][i]);
  }
}

void CellTallies::add_all(const CellTallies& other) {
  for (std::size_t position = 0; position < slots_.size(); ++position) add_cell(position, other, position);
}

std::vector<std::vector<CellTallies>> tally_records(std::size_t rows,
                                                    const std::vector<RecordDimension>& dimensions,
                                                    const std::vector<Crossing>& crossings,
                                                    const std::vector<ResponseInput>& inputs,
                                                    const Run& run) {
  std::size_t positions_in_all = 0;
  for (const Crossing& crossing : crossings) positions_in_all += crossing.positions;
  const std::size_t parts = part_count(rows, positions_in_all, run);
  run.expect(rows);
  std::vector<std::vector<std::vector<CellTallies>>> tallies(parts);
  std::atomic<std::size_t> next = 0;
  run.parallel(parts, [&](std::size_t part) {
    tallies[part].resize(crossings.size());
    for (std::size_t c = 0; c < crossings.size(); ++c) {
      for (const ResponseInput& input : inputs) {
        tallies[part][c].emplace_back(crossings[c].positions, input);
      }
    }
    std::vector<std::uint32_t> positions(chunk_rows);
    for (std::size_t begin = next.fetch_add(chunk_rows); begin < rows; begin = next.fetch_add(chunk_rows)) {
      const std::size_t end = std::min(begin + chunk_rows, rows);
      run.check_stop();
      for (std::size_t c = 0; c < crossings.size(); ++c) {
        positions_of(crossings[c], dimensions, begin, end, positions);
        const std::span<const std::uint32_t> found(positions.data(), end - begin);
        for (std::size_t r = 0; r < inputs.size(); ++r) tallies[part][c][r].add_rows(inputs[r], begin, found);
      }
      run.advance(end - begin);
    }
  });
  for (std::size_t part = 1; part < parts; ++part) {
    for (std::size_t c = 0; c < crossings.size(); ++c) {
      for (std::size_t r = 0; r < inputs.size(); ++r) tallies[0][c][r].add_all(tallies[part][c][r]);
    }
  }
  return std::move(tallies[0]);
}

void add_margins(CellTallies& tallies, const std::vector<RecordDimension>& dimensions,
                 const Crossing& crossing, const Run& run) {
  for (std::size_t axis = 0; axis < crossing.dimensions.size(); ++axis) {
    const RecordDimension& dimension = dimensions[crossing.dimensions[axis]];
    const std::size_t stride = crossing.strides[axis];
    const std::size_t period = stride * dimension.dimension.codes.size();
    for (std::size_t code = 0; code < dimension.below.size(); ++code) {
      if (dimension.below[code] == std::vector{code}) continue;
      for (const std::size_t leaf : dimension.below[code]) {
        run.check_stop();
        for (std::size_t outer = 0; outer < crossing.positions; outer += period) {
          for (std::size_t inner = 0; inner < stride; ++inner) {
            const std::size_t line = outer + inner;
            tallies.add_cell(line + code * stride, tallies, line + leaf * stride);
          }
        }
      }
    }
  }
}

}  // namespace sfumato::tables
