// Places are mixed-radix numbers; the first grouped column is the most significant digit.
#include "queries/engine/group_places.hpp"

#include <algorithm>
#include <type_traits>

#include "core/error.hpp"
#include "queries/engine.hpp"
#include "queries/engine/matching.hpp"

namespace sfumato::queries {
namespace {

constexpr std::uint64_t max_groups = 1'000'000;  // the language allows fewer

std::uint64_t level_size(const Query& query, const CatalogueTable& table, std::size_t level) {
  const CatalogueColumn& column = table.columns[query.groups[level]];
  return static_cast<std::uint64_t>(band_count(column, query.banding(level))) + (column.nullable ? 1 : 0);
}

}  // namespace

std::size_t group_count(const Query& query, const CatalogueTable& table) {
  std::uint64_t count = 1;
  for (std::size_t level = 0; level < query.groups.size(); ++level) {
    const std::uint64_t size = level_size(query, table, level);
    if (size == 0 || size > max_groups / count)
      bad_input("GROUP BY makes too many groups", "group by fewer columns");
    count *= size;
  }
  return static_cast<std::size_t>(count);
}

std::vector<std::optional<std::int64_t>> group_codes(const Query& query, const CatalogueTable& table,
                                                     std::size_t group) {
  std::vector<std::optional<std::int64_t>> codes(query.groups.size());
  for (std::size_t level = query.groups.size(); level-- > 0;) {
    const auto size = static_cast<std::size_t>(level_size(query, table, level));
    const std::size_t code = group % size;
    group /= size;
    const bool null = table.columns[query.groups[level]].nullable && code == size - 1;
    if (!null) codes[level] = static_cast<std::int64_t>(code);
  }
  return codes;
}

std::vector<std::string> group_names(const Query& query, const CatalogueTable& table, std::size_t group) {
  std::vector<std::string> names;
  const auto codes = group_codes(query, table, group);
  for (std::size_t level = 0; level < codes.size(); ++level) {
    const CatalogueColumn& column = table.columns[query.groups[level]];
    names.push_back(codes[level] ? band_name(column, query.banding(level), *codes[level]) : "NULL");
  }
  return names;
}

GroupPlaces::GroupPlaces(const Query& query, const CatalogueTable& table, const DataTable& data)
    : count_(group_count(query, table)) {
  for (std::size_t level = 0; level < query.groups.size(); ++level) {
    const CatalogueColumn& column = table.columns[query.groups[level]];
    levels_.push_back({&needed_column(data, query.groups[level]), column.first(), column.last(),
                       column.nullable, static_cast<std::uint32_t>(level_size(query, table, level)),
                       BandOf(column, query.banding(level))});
  }
}

// Appends the digit of a level to the places; `code` gives that of a value inside the domain.
template <class Code>
void GroupPlaces::add_level(const Level& level, std::size_t begin, std::span<std::uint32_t> result,
                            Code code) {
  std::visit(
      [&](const auto& all) {
        const auto* values = all.data() + begin;
        using T = std::remove_cvref_t<decltype(*values)>;
        for (std::size_t i = 0; i < result.size(); ++i) {
          // The place is always a declared one, for any data.
          const std::int64_t inside = std::clamp<std::int64_t>(values[i], level.first, level.last);
          const bool null = level.nullable & (values[i] == null_value<T>);
          const std::uint32_t own = null ? level.size - 1 : static_cast<std::uint32_t>(code(inside));
          result[i] = result[i] * level.size + own;
        }
      },
      *level.column);
}

void GroupPlaces::places(std::size_t begin, std::span<const std::uint8_t> mask,
                         std::span<std::uint32_t> result) const {
  std::fill(result.begin(), result.end(), 0U);
  for (const Level& level : levels_) {
    switch (level.bands.kind()) {
      case Banding::Kind::values:
        add_level(level, begin, result, [&](std::int64_t value) { return value - level.first; });
        break;
      case Banding::Kind::width:
        add_level(level, begin, result, [&](std::int64_t value) { return level.bands.by_width(value); });
        break;
      case Banding::Kind::year:
        add_level(level, begin, result, [&](std::int64_t value) { return level.bands.by_year(value); });
        break;
      case Banding::Kind::month:
        add_level(level, begin, result, BandOf::by_month);
        break;
      case Banding::Kind::quarter:
        add_level(level, begin, result, BandOf::by_quarter);
        break;
      case Banding::Kind::week:
        add_level(level, begin, result, BandOf::by_week);
        break;
      case Banding::Kind::day:
        add_level(level, begin, result, BandOf::by_day);
        break;
      case Banding::Kind::weekday:
        add_level(level, begin, result, BandOf::by_weekday);
        break;
    }
  }
  const auto none = static_cast<std::uint32_t>(count_);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = mask[i] != 0 ? result[i] : none;
}

}  // namespace sfumato::queries
