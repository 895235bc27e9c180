// Places are mixed-radix numbers; the first grouped column is the most significant digit.
#include "queries/engine/group_places.hpp"

#include <algorithm>
#include <type_traits>

#include "core/error.hpp"
#include "queries/engine.hpp"
#include "queries/engine/matching.hpp"
#include "queries/language/decimal_units.hpp"

namespace sfumato::queries {
namespace {

constexpr std::uint64_t max_groups = 1'000'000;  // the language allows fewer

std::uint64_t level_size(const CatalogueColumn& column) {
  return static_cast<std::uint64_t>(column.last() - column.first()) + (column.nullable ? 2 : 1);
}

}  // namespace

std::size_t group_count(const Query& query, const CatalogueTable& table) {
  std::uint64_t count = 1;
  for (const std::size_t group : query.groups) {
    const std::uint64_t size = level_size(table.columns[group]);
    if (size == 0 || size > max_groups / count)
      bad_input("GROUP BY makes too many groups", "group by fewer columns");
    count *= size;
  }
  return static_cast<std::size_t>(count);
}

std::vector<std::string> group_names(const Query& query, const CatalogueTable& table, std::size_t group) {
  std::vector<std::string> names(query.groups.size());
  for (std::size_t level = query.groups.size(); level-- > 0;) {
    const CatalogueColumn& column = table.columns[query.groups[level]];
    const auto size = static_cast<std::size_t>(level_size(column));
    const std::size_t code = group % size;
    group /= size;
    if (column.nullable && code == size - 1) {
      names[level] = "NULL";
    } else if (column.kind == ColumnKind::category) {
      names[level] = column.categories[code];
    } else {
      names[level] = units_text(column.first() + static_cast<std::int64_t>(code), column.decimals);
    }
  }
  return names;
}

GroupPlaces::GroupPlaces(const Query& query, const CatalogueTable& table, const DataTable& data)
    : count_(group_count(query, table)) {
  for (const std::size_t group : query.groups) {
    const CatalogueColumn& column = table.columns[group];
    levels_.push_back({&needed_column(data, group), column.first(), column.last(), column.nullable,
                       static_cast<std::uint32_t>(level_size(column))});
  }
}

void GroupPlaces::places(std::size_t begin, std::span<const std::uint8_t> mask,
                         std::span<std::uint32_t> result) const {
  std::fill(result.begin(), result.end(), 0U);
  for (const Level& level : levels_) {
    std::visit(
        [&](const auto& all) {
          const auto* values = all.data() + begin;
          using T = std::remove_cvref_t<decltype(*values)>;
          for (std::size_t i = 0; i < result.size(); ++i) {
            // The place is always a declared one, for any data.
            const std::int64_t inside = std::clamp<std::int64_t>(values[i], level.first, level.last);
            const bool null = level.nullable & (values[i] == null_value<T>);
            const std::uint32_t code =
                null ? level.size - 1 : static_cast<std::uint32_t>(inside - level.first);
            result[i] = result[i] * level.size + code;
          }
        },
        *level.column);
  }
  const auto none = static_cast<std::uint32_t>(count_);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = mask[i] != 0 ? result[i] : none;
}

}  // namespace sfumato::queries
