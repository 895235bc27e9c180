// The engine against an interpreter of single records, on random tables and conditions, and at the limits of
// the number types.
#include "queries/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

constexpr std::int64_t extreme = std::int64_t{1} << 53;

struct Case {
  Catalogue catalogue;
  std::vector<Row> rows;
  DataTable data;
};

// Columns: small numbers, extreme numbers, categories, a domain for long lists, and one too wide to list.
Case random_case(Rng& rng, std::size_t rows) {
  Case made;
  made.catalogue = catalogue({number(-5, 7, true), number(-extreme, extreme, true), category(4, true),
                              number(0, 299), number(-1000000, 2000000), category(3)});
  const auto& columns = made.catalogue.tables[0].columns;
  for (std::size_t row = 0; row < rows; ++row) {
    Row cells;
    for (const CatalogueColumn& column : columns) {
      const auto width = static_cast<std::uint64_t>(column.last() - column.first());
      std::int64_t value = column.first() + static_cast<std::int64_t>(rng.below(width + 1));
      if (rng.below(8) == 0) value = rng.below(2) == 0 ? column.first() : column.last();
      const bool null = column.nullable && rng.below(5) == 0;
      cells.push_back(null ? std::nullopt : std::optional(value));
    }
    made.rows.push_back(std::move(cells));
  }
  made.data = data(made.rows, columns.size());
  const DataTable broad = data(made.rows, columns.size(), true);
  for (std::size_t column = 0; column < columns.size(); ++column) {
    if (column == 1 || rng.below(3) == 0) made.data.columns[column] = broad.columns[column];
  }
  return made;
}

Condition random_condition(Rng& rng, const CatalogueTable& table, int depth) {
  const std::uint64_t kind = rng.below(depth > 0 ? 8 : 5);
  if (kind == 0) return joined(rng.below(3) == 0 ? Condition::Kind::never : Condition::Kind::always, {});
  if (kind < 5) {
    const auto column = static_cast<std::size_t>(rng.below(table.columns.size()));
    const CatalogueColumn& info = table.columns[column];
    const auto width = static_cast<std::uint64_t>(info.last() - info.first());
    std::vector<Range> ranges;
    const std::uint64_t many = rng.below(3) == 0 ? 40 : 3;
    for (std::uint64_t i = rng.below(many + 1); i > 0; --i) {
      const std::int64_t first = info.first() + static_cast<std::int64_t>(rng.below(width + 1));
      const auto rest = static_cast<std::uint64_t>(info.last() - first);
      ranges.push_back({first, first + static_cast<std::int64_t>(rng.below(rest / many + 1))});
    }
    return leaf(column, ranges, info.nullable && rng.below(3) == 0);
  }
  std::vector<Condition> parts;
  for (std::uint64_t i = rng.below(4); i > 0; --i) parts.push_back(random_condition(rng, table, depth - 1));
  return joined(kind == 5 ? Condition::Kind::all : Condition::Kind::any, parts);
}

bool accepts(const Condition& condition, const Row& row) {
  const auto part = [&](const Condition& one) { return accepts(one, row); };
  switch (condition.kind) {
    case Condition::Kind::always:
      return true;
    case Condition::Kind::never:
      return false;
    case Condition::Kind::all:
      return std::all_of(condition.parts.begin(), condition.parts.end(), part);
    case Condition::Kind::any:
      return std::any_of(condition.parts.begin(), condition.parts.end(), part);
    default:
      break;
  }
  const auto cell = row[condition.column];
  if (!cell) return condition.null;
  const auto& ranges = condition.values.ranges();
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return range.first <= *cell && *cell <= range.last; });
}

// By the group's place, counted up from the last grouped column.
std::map<std::size_t, std::vector<std::int64_t>> naive(const Case& made, const Query& asked) {
  std::map<std::size_t, std::vector<std::int64_t>> groups;
  for (const Row& row : made.rows) {
    if (!accepts(asked.where, row) || (asked.column && !row[*asked.column])) continue;
    std::size_t place = 0, stride = 1;
    for (std::size_t i = asked.groups.size(); i-- > 0;) {
      const CatalogueColumn& column = made.catalogue.tables[0].columns[asked.groups[i]];
      const auto values = static_cast<std::size_t>(column.last() - column.first() + 1);
      const auto cell = row[asked.groups[i]];
      place += stride * (cell ? static_cast<std::size_t>(*cell - column.first()) : values);
      stride *= values + (column.nullable ? 1 : 0);
    }
    groups[place].push_back(asked.column ? *row[*asked.column] : 0);
  }
  return groups;
}

void expect_same(const Case& made, const Query& asked, std::int64_t reference, const sfumato::Run& run) {
  const CatalogueTable& table = made.catalogue.tables[0];
  auto groups = naive(made, asked);
  const auto found = figures(asked, table, made.data, reference, run);
  ASSERT_EQ(found.size(), group_count(asked, table));
  const bool squares = asked.aggregate == Aggregate::variance;
  const bool sums = squares || asked.aggregate == Aggregate::sum;
  for (std::size_t group = 0; group < found.size(); ++group) {
    const auto& values = groups[group];
    Wide sum = 0, square = 0;
    for (const std::int64_t value : values) {
      const Wide deviation = static_cast<Wide>(value) - reference;
      sum += deviation;
      square += deviation * deviation;
    }
    ASSERT_EQ(found[group].rows, static_cast<std::int64_t>(values.size()));
    ASSERT_TRUE(!sums || found[group].sum == sum);
    ASSERT_TRUE(!squares || found[group].squares == square);
    if (asked.aggregate != Aggregate::count_distinct) continue;
    ASSERT_EQ(found[group].distinct,
              static_cast<std::int64_t>(std::set<std::int64_t>(values.begin(), values.end()).size()));
  }
  if (asked.aggregate != Aggregate::quantile) return;
  const auto ordered = ordered_values(asked, table, made.data, run);
  ASSERT_EQ(ordered.size(), found.size());
  for (std::size_t group = 0; group < ordered.size(); ++group) {
    std::sort(groups[group].begin(), groups[group].end());
    ASSERT_EQ(ordered[group], groups[group]);
  }
}

TEST(QueryEngine, AgreesWithAnInterpreterOfSingleRecords) {
  Rng rng({11, 1});
  const sfumato::Run run({.seed = 1, .threads = 2});
  const std::vector<std::vector<std::size_t>> groupings{{}, {}, {2}, {5, 2}, {0, 5}, {3}, {2, 0, 5}};
  constexpr Aggregate aggregates[] = {Aggregate::count,    Aggregate::count_values,   Aggregate::sum,
                                      Aggregate::variance, Aggregate::count_distinct, Aggregate::quantile};
  for (int round = 0; round < 240; ++round) {
    const std::size_t rows = round % 40 == 39 ? 9001 : static_cast<std::size_t>(rng.below(200));
    const Case made = random_case(rng, rows);
    const CatalogueTable& table = made.catalogue.tables[0];
    const auto column = static_cast<std::size_t>(rng.below(5));
    const Query asked = query(aggregates[round % 6], column, random_condition(rng, table, 3),
                              groupings[static_cast<std::size_t>(rng.below(groupings.size()))]);
    const CatalogueColumn& info = table.columns[column];
    const std::int64_t middle = info.first() + (info.last() - info.first()) / 2;
    ASSERT_NO_FATAL_FAILURE(expect_same(made, asked, round % 2 == 0 ? 0 : middle, run)) << round;
  }
}

TEST(QueryEngine, HasTheSameFiguresForAnyNumberOfThreads) {
  Rng rng({11, 2});
  const Case made = random_case(rng, 200'000);
  const CatalogueTable& table = made.catalogue.tables[0];
  for (const auto& groups : {std::vector<std::size_t>{}, {2, 5}}) {
    const Query asked = query(Aggregate::variance, 1, leaf(4, {{-500'000, 900'000}}), groups);
    const auto one = figures(asked, table, made.data, 0, sfumato::Run({.seed = 1, .threads = 1}));
    const auto eight = figures(asked, table, made.data, 0, sfumato::Run({.seed = 1, .threads = 8}));
    ASSERT_EQ(one.size(), eight.size());
    for (std::size_t group = 0; group < one.size(); ++group) {
      EXPECT_EQ(one[group].rows, eight[group].rows);
      EXPECT_TRUE(one[group].sum == eight[group].sum && one[group].squares == eight[group].squares);
    }
  }
}

TEST(QueryEngine, SaturatesWhereSquaresPassTheLimit) {
  const Catalogue wide = catalogue({number(-extreme, extreme)});
  DataTable full;
  full.rows = (std::size_t{1} << 17) + 5;
  full.columns.emplace_back(Broad(full.rows, extreme));
  const sfumato::Run run({.seed = 1, .threads = 2});
  // 2^17 + 5 squares of 2^108 about the other end pass 2^125; the sum of 2^54 each does not.
  const auto found = figures(query(Aggregate::variance), wide.tables[0], full, -extreme, run);
  EXPECT_TRUE(found[0].squares == figure_limit);
  EXPECT_TRUE(found[0].sum == static_cast<Wide>(full.rows) << 54);
  // 2^17 − 5 of them stay below it.
  full.rows = (std::size_t{1} << 17) - 5;
  full.columns[0] = Broad(full.rows, extreme);
  const auto below = figures(query(Aggregate::variance), wide.tables[0], full, -extreme, run);
  EXPECT_TRUE(below[0].squares == static_cast<Wide>(full.rows) << 108);
}

TEST(QueryEngine, CountsValuesOutsideTheDomainAsItsBoundsAndNeverWritesOutOfRange) {
  const Catalogue declared = catalogue({number(0, 10), category(3)});
  const DataTable stray = data({{-4, -7}, {INT32_MAX, 1}, {std::nullopt, 99}, {5, std::nullopt}}, 2);
  const sfumato::Run run({.seed = 1, .threads = 1});
  const auto total = figures(query(Aggregate::sum), declared.tables[0], stray, 0, run);
  EXPECT_TRUE(total[0].sum == 0 + 10 + 0 + 5);
  const auto groups = figures(query(Aggregate::sum, 0, {}, {1}), declared.tables[0], stray, 0, run);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].rows + groups[1].rows + groups[2].rows, 4);
}

TEST(QueryEngine, NamesEveryDeclaredGroup) {
  const Catalogue declared = catalogue({number(-1, 1, true, 1), category(2)});
  const Query asked = query(Aggregate::count, {}, {}, {0, 1});
  const CatalogueTable& table = declared.tables[0];
  ASSERT_EQ(group_count(asked, table), 8U);
  EXPECT_EQ(group_names(asked, table, 0), (std::vector<std::string>{"-0.1", "c0"}));
  EXPECT_EQ(group_names(asked, table, 3), (std::vector<std::string>{"0", "c1"}));
  EXPECT_EQ(group_names(asked, table, 7), (std::vector<std::string>{"NULL", "c1"}));
  // Empty data have all groups, too.
  const auto found = figures(asked, table, data({}, 2), 0, sfumato::Run({.seed = 1, .threads = 1}));
  EXPECT_EQ(found.size(), 8U);
}

TEST(QueryEngine, RefusesColumnsThatWereNotLoadedAndTooManyGroups) {
  const Catalogue declared = catalogue({number(0, 999'999), number(0, 999'999)});
  DataTable partly = numbers({1, 2, 3});
  partly.columns.emplace_back(Narrow{});
  const sfumato::Run run({.seed = 1, .threads = 1});
  EXPECT_THROW(figures(query(Aggregate::sum, 1), declared.tables[0], partly, 0, run), Error);
  EXPECT_THROW(figures(query(Aggregate::sum, 0, leaf(1, {{1, 2}})), declared.tables[0], partly, 0, run),
               Error);
  EXPECT_THROW(group_count(query(Aggregate::count, {}, {}, {0, 1}), declared.tables[0]), Error);
}

}  // namespace
}  // namespace sfumato::queries
