// Counts and sums of the records that match. Blocks are added up in 64 bits if they fit, else in 128;
// integers have the same sum in any order, and so for any number of threads.
#include <algorithm>
#include <type_traits>

#include "core/vector_clones.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/engine.hpp"
#include "queries/engine/group_places.hpp"
#include "queries/engine/matching.hpp"
#include "queries/engine/ordered.hpp"

namespace sfumato::queries {
namespace {

constexpr Wide limit = figure_limit;
constexpr std::size_t max_tasks = 16;
constexpr std::size_t min_task_rows = 16 * block_rows;

// Each addend is at most 2^125 too, so that nothing overflows before it is clamped.
void add(Figures& figures, std::int64_t rows, Wide sum, Wide squares) {
  figures.rows += rows;
  figures.sum = std::clamp(figures.sum + sum, -limit, limit);
  figures.squares = std::min(figures.squares + squares, limit);
}

SFUMATO_VECTOR_CLONES std::int64_t ones(const std::uint8_t* mask, std::size_t count) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += mask[i];
  return sum;
}

// 2^12 values of 32 bits fit into 64.
SFUMATO_VECTOR_CLONES std::int64_t narrow_sum(const std::int32_t* values, const std::uint8_t* mask,
                                              std::size_t count, std::int32_t low, std::int32_t high) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t inside = std::min(std::max(values[i], low), high);
    sum += inside & -static_cast<std::int32_t>(mask[i]);
  }
  return sum;
}

struct Halves {
  std::uint64_t low = 0, high = 0;
};

// Distances from the lower bound, in halves of 32 bits: their sums cannot overflow.
SFUMATO_VECTOR_CLONES Halves broad_sum(const std::int64_t* values, const std::uint8_t* mask,
                                       std::size_t count, std::int64_t low, std::int64_t high) {
  Halves sum;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t inside = std::min(std::max(values[i], low), high);
    const std::uint64_t distance = (static_cast<std::uint64_t>(inside) - static_cast<std::uint64_t>(low)) &
                                   (0 - static_cast<std::uint64_t>(mask[i]));
    sum.low += distance & 0xffffffffU;
    sum.high += distance >> 32;
  }
  return sum;
}

struct Aggregation {
  const CatalogueColumn* info = nullptr;  // none for COUNT(*)
  const DataColumn* column = nullptr;
  std::int64_t reference = 0;
  bool sums = false, squares = false;
};

// Of one block, without groups.
Wide sum_of(const Aggregation& work, std::size_t begin, std::span<const std::uint8_t> mask,
            std::int64_t rows) {
  const std::int64_t low = work.info->first(), high = work.info->last();
  if (const auto* narrow = std::get_if<Narrow>(work.column)) {
    const auto bound = [](std::int64_t end) {
      return static_cast<std::int32_t>(std::clamp<std::int64_t>(end, null_value<std::int32_t>, INT32_MAX));
    };
    const Wide sum = narrow_sum(narrow->data() + begin, mask.data(), mask.size(), bound(low), bound(high));
    return sum - static_cast<Wide>(rows) * work.reference;
  }
  const auto& broad = std::get<Broad>(*work.column);
  const Halves sum = broad_sum(broad.data() + begin, mask.data(), mask.size(), low, high);
  return (static_cast<Wide>(sum.high) << 32) + static_cast<Wide>(sum.low) +
         static_cast<Wide>(rows) * (static_cast<Wide>(low) - work.reference);
}

template <class Use>
void for_deviations(const Aggregation& work, std::size_t begin, std::size_t count, Use use) {
  std::visit(
      [&](const auto& values) {
        const std::int64_t low = work.info->first(), high = work.info->last();
        for (std::size_t i = 0; i < count; ++i) {
          use(i, std::clamp<std::int64_t>(values[begin + i], low, high) - work.reference);
        }
      },
      *work.column);
}

void add_block(const Aggregation& work, std::size_t begin, std::span<const std::uint8_t> mask,
               Figures& total) {
  const std::int64_t rows = ones(mask.data(), mask.size());
  Wide squares = 0;
  if (work.squares) {
    for_deviations(work, begin, mask.size(), [&](std::size_t i, std::int64_t deviation) {
      const std::int64_t counted = deviation & -static_cast<std::int64_t>(mask[i]);
      squares += static_cast<Wide>(counted) * counted;
    });
  }
  add(total, rows, work.sums ? sum_of(work, begin, mask, rows) : 0, squares);
}

void add_grouped_block(const Aggregation& work, std::size_t begin, std::span<const std::uint32_t> places,
                       std::vector<Figures>& totals) {
  if (!work.sums) {
    for (const std::uint32_t place : places) ++totals[place].rows;
    return;
  }
  for_deviations(work, begin, places.size(), [&](std::size_t i, std::int64_t deviation) {
    Figures& figures = totals[places[i]];
    ++figures.rows;
    figures.sum += deviation;  // 2^72 records would be needed to overflow it
    if (work.squares) {
      figures.squares = std::min(figures.squares + static_cast<Wide>(deviation) * deviation, limit);
    }
  });
}

// One sum for each group, and one for the records that do not match.
std::vector<Figures> part_figures(const Query& query, const Aggregation& work, const Matcher& matcher,
                                  const GroupPlaces& groups, std::size_t from, std::size_t to) {
  const bool grouped = !query.groups.empty();
  std::vector<Figures> totals(groups.count() + 1);
  std::vector<std::uint8_t> scratch(matcher.scratch_size()), mask(block_rows);
  std::vector<std::uint32_t> places(grouped ? block_rows : 0);
  for (std::size_t begin = from; begin < to; begin += block_rows) {
    const std::size_t count = std::min(block_rows, to - begin);
    const auto own = std::span(mask).first(count);
    matcher.match(begin, own, scratch);
    if (work.info != nullptr && work.info->nullable) leave_out_null(*work.column, begin, own);
    if (grouped) {
      groups.places(begin, own, std::span(places).first(count));
      add_grouped_block(work, begin, std::span(places).first(count), totals);
    } else {
      add_block(work, begin, own, totals[0]);
    }
  }
  return totals;
}

std::vector<Figures> distinct_figures(const Query& query, const CatalogueTable& table, const DataTable& data,
                                      const Run& run) {
  const Ordered all = ordered(query, table, data, run);
  std::vector<Figures> result(all.ends.size());
  for (std::size_t group = 0; group < result.size(); ++group) {
    const auto values = all.group(group);
    result[group].rows = static_cast<std::int64_t>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      result[group].distinct += static_cast<std::int64_t>((i == 0) || (values[i] != values[i - 1]));
    }
  }
  result.pop_back();
  return result;
}

}  // namespace

std::vector<Figures> figures(const Query& query, const CatalogueTable& table, const DataTable& data,
                             std::int64_t reference, const Run& run) {
  const ExactAnswer& aggregate = record_of(query).exact;
  if (aggregate.distinct) return distinct_figures(query, table, data, run);
  Aggregation work;
  work.reference = reference;
  work.squares = aggregate.squares;
  work.sums = aggregate.sums;
  if (const std::optional<std::size_t> column = aggregated_column(query)) {
    work.info = &table.columns[*column];
    work.column = &needed_column(data, *column);
  }
  const Matcher matcher(query.where, table, data);
  const GroupPlaces groups(query, table, data);
  const std::size_t blocks = (data.rows + block_rows - 1) / block_rows;
  const std::size_t size = std::max(min_task_rows, (blocks + max_tasks - 1) / max_tasks * block_rows);
  std::vector<std::vector<Figures>> parts((data.rows + size - 1) / size);
  run.blocks(data.rows, size, [&](std::size_t part, std::size_t from, std::size_t to) {
    parts[part] = part_figures(query, work, matcher, groups, from, to);
  });
  std::vector<Figures> result(groups.count());
  for (const auto& part : parts) {
    for (std::size_t group = 0; group < result.size(); ++group) {
      add(result[group], part[group].rows, part[group].sum, part[group].squares);
    }
  }
  return result;
}

}  // namespace sfumato::queries
