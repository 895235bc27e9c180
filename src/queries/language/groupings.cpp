// Every group follows from the catalogue: declared values, bands inside the domain, years and months.
#include "queries/language/groupings.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/engine/bands.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/lexer.hpp"
#include "queries/language/normal_text.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t max_groups = 100'000;
constexpr std::int64_t max_grouped_units = 1'000;
constexpr std::int64_t max_width = std::int64_t{1} << 53;

// All bandings of the query; none if each value is a group.
void set_bands(std::vector<Banding> bands, Query& result) {
  const bool plain =
      std::all_of(bands.begin(), bands.end(), [](const Banding& one) { return one == Banding{}; });
  if (!plain) result.bands = std::move(bands);
}

}  // namespace

std::string names_hint(std::string_view typed, const std::vector<std::string>& names) {
  std::string close = suggestion(typed, names);
  if (!close.empty()) return close;
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 20) return all + ", …";
    all += (i == 0 ? "there is " : ", ") + names[i];
  }
  return all;
}

std::size_t column_named(std::string_view query, const CatalogueTable& table, const NameSyntax& name) {
  if (const auto found = table.find(name.text)) return *found;
  std::vector<std::string> names;
  for (const CatalogueColumn& column : table.columns) names.push_back(column.name);
  fail_at(query, name.at, "'" + table.name + "' has no column '" + io::shown(name.text) + "'",
          names_hint(name.text, names));
}

bool GroupingBinder::same(const GroupingSyntax& syntax, const Query& common, std::size_t level) const {
  return column_named(query_, table_, syntax.column) == common.groups[level] &&
         banding(syntax) == common.banding(level);
}

std::int64_t GroupingBinder::width_of(const GroupingSyntax& syntax, const CatalogueColumn& column) const {
  const std::string name = "'" + column.name + "'";
  if (column.kind != ColumnKind::number || column.date) {
    fail_at(query_, syntax.column.at,
            name + (column.date ? " has dates" : " has categories") + "; bands are for numbers",
            column.date ? "group by YEAR(" + column.name + ") or MONTH(" + column.name + ")"
                        : "group by " + column.name);
  }
  const ConstantSyntax& width = *syntax.width;
  const bool number = width.kind == ConstantSyntax::Kind::number;
  const DecimalUnits units =
      number ? units_of(width.spelling, width.negative, column.decimals) : DecimalUnits{};
  if (!number || !units.exact || units.floor < 1 || units.floor > max_width) {
    fail_at(query_, width.at, io::shown(width.spelling) + " cannot be the width of bands of " + name,
            "write a number above 0 with at most " + std::to_string(column.decimals) +
                " decimals, as in GROUP BY " + column.name + " / 10");
  }
  return units.floor;
}

Banding GroupingBinder::banding(const GroupingSyntax& syntax) const {
  const CatalogueColumn& column = table_.column(column_named(query_, table_, syntax.column));
  const std::string name = "'" + column.name + "'";
  Banding result{syntax.kind, 1};
  switch (syntax.kind) {
    case Banding::Kind::values:
      break;
    case Banding::Kind::year:
    case Banding::Kind::month:
    case Banding::Kind::quarter:
    case Banding::Kind::week:
    case Banding::Kind::day:
    case Banding::Kind::weekday:
      if (column.date) break;
      fail_at(query_, syntax.column.at,
              name + " is not a date; " + std::string(date_part_word(syntax.kind)) + " is for dates",
              "declare kind = \"date\" in the catalogue, or group by bands of numbers such as age / 10");
    case Banding::Kind::width:
      result.width = width_of(syntax, column);
      if (result.width == 1) result.kind = Banding::Kind::values;
      break;
  }
  return result;
}

std::int64_t GroupingBinder::groups_of(const GroupingSyntax& syntax, const CatalogueColumn& column,
                                       const Banding& banding) const {
  const std::int64_t values = band_count(column, banding);
  if (column.kind != ColumnKind::number || values <= max_grouped_units) return values;
  const std::string most = "group by at most " + std::to_string(max_grouped_units);
  fail_at(query_, syntax.column.at,
          "the domain of '" + column.name + "' has " + std::to_string(values) +
              (banding == Banding{} ? " units" : " bands") + ", too many groups",
          column.date ? most + " days, or by YEAR, QUARTER, MONTH or WEEK"
                      : most + " units or bands, as in GROUP BY " + column.name + " / 1000");
}

void GroupingBinder::bind(const QuerySyntax& syntax, Query& result) const {
  std::int64_t count = 1;
  std::vector<Banding> bands;
  for (const GroupingSyntax& grouping : syntax.groups) {
    const std::size_t index = column_named(query_, table_, grouping.column);
    const CatalogueColumn& column = table_.column(index);
    const Banding bands_here = banding(grouping);
    const std::size_t at = grouping.column.at;
    for (std::size_t i = 0; i < bands.size(); ++i) {
      if (result.groups[i] != index || bands[i] != bands_here) continue;
      fail_at(query_, at, "'" + column.name + "' occurs twice in GROUP BY", "write it once");
    }
    const std::int64_t values = groups_of(grouping, column, bands_here);
    const std::int64_t here = values + (column.nullable ? 1 : 0);
    if (here > max_groups / count) {
      fail_at(query_, at, "more than " + std::to_string(max_groups) + " groups",
              "every combination of declared values is a group; group by fewer columns");
    }
    count *= here;
    result.groups.push_back(index);
    bands.push_back(bands_here);
  }
  set_bands(std::move(bands), result);
  for (const GroupingSyntax& selected : syntax.selected) require_grouped(selected, result);
}

void GroupingBinder::require_grouped(const GroupingSyntax& selected, const Query& result) const {
  for (std::size_t level = 0; level < result.groups.size(); ++level) {
    if (same(selected, result, level)) return;
  }
  Query alone;
  alone.groups = {column_named(query_, table_, selected.column)};
  set_bands({banding(selected)}, alone);
  const std::string written = grouping_text(alone, 0, table_);
  fail_at(query_, selected.column.at, "'" + written + "' is after SELECT, but not in GROUP BY",
          "add GROUP BY " + written);
}

}  // namespace sfumato::queries
