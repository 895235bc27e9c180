// A block of records is matched once and then added up for each vector: in 64 bits if a block's sum fits,
// else in 128.
#include "queries/camouflage/query_sets.hpp"

#include <algorithm>

#include "core/vector_clones.hpp"
#include "queries/engine/group_places.hpp"
#include "queries/engine/matching.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t task_rows = 16 * block_rows;
constexpr std::int64_t small_entry = std::int64_t{1} << 50;  // 2^12 of them fit into 64 bits

SFUMATO_VECTOR_CLONES std::int64_t ones(const std::uint8_t* mask, std::size_t count) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += mask[i];
  return sum;
}

// `words` are all ones for values to add, else 0.
SFUMATO_VECTOR_CLONES std::int64_t masked_sum(const std::int64_t* values, const std::int64_t* words,
                                              std::size_t count) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += values[i] & words[i];
  return sum;
}

template <class Sum>
Sum chosen_sum(const std::int64_t* values, const std::uint32_t* chosen, std::size_t count) {
  Sum sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += values[chosen[i]];
  return sum;
}

SFUMATO_VECTOR_CLONES void widen(const std::uint8_t* mask, std::size_t count, std::int64_t* words) {
  for (std::size_t i = 0; i < count; ++i) words[i] = -static_cast<std::int64_t>(mask[i]);
}

// One query over one table, block by block.
class Blocks {
 public:
  Blocks(const Query& query, const CatalogueTable& table, const DataTable& data)
      : grouped_(!query.groups.empty()), matcher_(query.where, table, data), groups_(query, table, data) {}

  bool grouped() const { return grouped_; }
  std::size_t groups() const { return groups_.count(); }

  // Calls use(begin, mask, places) with the group of each record, or groups() for records that do not match;
  // `places` is empty without GROUP BY.
  template <class Use>
  void each(std::size_t from, std::size_t to, Use use) const {
    std::vector<std::uint8_t> scratch(matcher_.scratch_size()), mask(block_rows);
    std::vector<std::uint32_t> places(grouped_ ? block_rows : 0);
    for (std::size_t begin = from; begin < to; begin += block_rows) {
      const std::size_t count = std::min(block_rows, to - begin);
      const auto own = std::span(mask).first(count);
      matcher_.match(begin, own, scratch);
      const auto own_places = std::span(places).first(grouped_ ? count : 0);
      if (grouped_) groups_.places(begin, own, own_places);
      use(begin, own, own_places);
    }
  }

 private:
  bool grouped_;
  Matcher matcher_;
  GroupPlaces groups_;
};

bool is_small(const CatalogueColumn& column) {
  const Range range = entry_range(column);
  return range.first > -small_entry && range.last < small_entry;
}

// If few records of a block match, or entries are large, matching records are gathered; else all are added
// under the mask.
void add_whole(const Blocks& blocks, const VectorSet& vectors, bool small, std::size_t from, std::size_t to,
               VectorSums& totals) {
  std::vector<std::uint32_t> chosen(block_rows + 1);
  std::vector<std::int64_t> words(block_rows);
  blocks.each(from, to, [&](std::size_t begin, std::span<const std::uint8_t> mask, auto) {
    const auto count = static_cast<std::size_t>(ones(mask.data(), mask.size()));
    totals.records[0] += static_cast<std::int64_t>(count);
    const bool picks = !small || count * 4 < mask.size();
    if (picks) {
      std::size_t next = 0;
      for (std::size_t i = 0; i < mask.size(); ++i) {
        chosen[next] = static_cast<std::uint32_t>(i);
        next += mask[i];
      }
    } else {
      widen(mask.data(), mask.size(), words.data());
    }
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      const std::int64_t* values = vectors[j].data() + begin;
      totals.sums[j] += !picks  ? masked_sum(values, words.data(), mask.size())
                        : small ? chosen_sum<std::int64_t>(values, chosen.data(), count)
                                : chosen_sum<Wide>(values, chosen.data(), count);
    }
  });
}

void add_grouped(const Blocks& blocks, const VectorSet& vectors, std::size_t from, std::size_t to,
                 VectorSums& totals) {
  const std::size_t count = vectors.size();
  std::vector<std::uint32_t> chosen(block_rows + 1);
  blocks.each(from, to, [&](std::size_t begin, std::span<const std::uint8_t> mask, auto places) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < mask.size(); ++i) {
      chosen[next] = static_cast<std::uint32_t>(i);
      next += mask[i];
    }
    for (std::size_t at = 0; at < next; ++at) ++totals.records[places[chosen[at]]];
    for (std::size_t j = 0; j < count; ++j) {
      const std::int64_t* values = vectors[j].data() + begin;
      for (std::size_t at = 0; at < next; ++at) {
        totals.sums[places[chosen[at]] * count + j] += values[chosen[at]];
      }
    }
  });
}

}  // namespace

VectorSums vector_sums(const Query& query, const CatalogueTable& table, const DataTable& data,
                       const VectorSet& vectors, const Run& run) {
  const Blocks blocks(query, table, data);
  const bool small = is_small(table.columns[*query.column]);
  // One more place for the records that do not match. Each part holds sums of all groups: with many groups
  // there are few parts.
  const std::size_t places = blocks.groups() + 1, max_parts = places > 4096 ? 2 : 16;
  const std::size_t whole_blocks = (data.rows + block_rows - 1) / block_rows;
  const std::size_t size = std::max(task_rows, (whole_blocks + max_parts - 1) / max_parts * block_rows);
  const VectorSums empty{std::vector<std::int64_t>(places, 0), std::vector<Wide>(places * vectors.size(), 0)};
  std::vector<VectorSums> parts((data.rows + size - 1) / size);
  run.blocks(data.rows, size, [&](std::size_t part, std::size_t from, std::size_t to) {
    parts[part] = empty;
    if (blocks.grouped()) {
      add_grouped(blocks, vectors, from, to, parts[part]);
    } else {
      add_whole(blocks, vectors, small, from, to, parts[part]);
    }
  });
  VectorSums result = empty;
  for (const VectorSums& part : parts) {
    for (std::size_t i = 0; i < places; ++i) result.records[i] += part.records[i];
    for (std::size_t i = 0; i < result.sums.size(); ++i) result.sums[i] += part.sums[i];
  }
  result.records.resize(places - 1);
  result.sums.resize((places - 1) * vectors.size());
  return result;
}

QuerySets query_sets(const Query& query, const CatalogueTable& table, const DataTable& data, const Run& run) {
  const Blocks blocks(query, table, data);
  std::vector<std::uint32_t> places(data.rows);
  run.blocks(data.rows, task_rows, [&](std::size_t, std::size_t from, std::size_t to) {
    blocks.each(from, to, [&](std::size_t begin, std::span<const std::uint8_t> mask, auto own) {
      for (std::size_t i = 0; i < mask.size(); ++i) {
        places[begin + i] = blocks.grouped() ? own[i] : static_cast<std::uint32_t>(1 - mask[i]);
      }
    });
  });
  QuerySets result;
  std::vector<std::size_t> next(blocks.groups() + 1, 0);
  for (const std::uint32_t place : places) ++next[place];
  std::size_t before = 0;
  for (std::size_t group = 0; group < blocks.groups(); ++group) {
    const std::size_t size = next[group];
    next[group] = before;
    before += size;
    result.ends.push_back(before);
  }
  result.records.resize(before);
  for (std::size_t i = 0; i < data.rows; ++i) {
    if (places[i] < blocks.groups()) result.records[next[places[i]]++] = i;
  }
  return result;
}

}  // namespace sfumato::queries
