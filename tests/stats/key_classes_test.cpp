// Classes of equal records against a plain map of their values, for all types of columns and long keys.
#include "stats/classes/key_classes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace sfumato::stats {
namespace {

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// The definition: classes in the order of their first record, by the text of every cell.
KeyClasses plain_classes(const Table& table) {
  std::map<std::vector<std::string>, std::uint32_t> numbers;
  KeyClasses result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> key;
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      key.push_back(table.column(id).missing(row) ? "?" : "=" + table.column(id).text(row));
    }
    const auto [place, fresh] = numbers.try_emplace(key, static_cast<std::uint32_t>(result.count()));
    if (fresh) {
      result.sizes.push_back(0);
      result.first.push_back(static_cast<std::uint32_t>(row));
    }
    ++result.sizes[place->second];
    result.of_row.push_back(place->second);
  }
  return result;
}

Table random_table(std::size_t rows, std::size_t columns, std::uint64_t values, Rng& rng) {
  std::vector<ColumnInfo> infos;
  std::vector<Column> all;
  for (std::size_t j = 0; j < columns; ++j) {
    const auto missing = [&] { return rng.chance(0.05); };
    if (j % 3 == 0) {
      Numbers numbers(rows);
      for (double& value : numbers)
        value = missing() ? std::nan("") : static_cast<double>(rng.below(values)) / 4 - 1;
      all.emplace_back(std::move(numbers));
      infos.push_back(named("x" + std::to_string(j), Kind::numeric));
    } else if (j % 3 == 1) {
      Codes codes{std::vector<std::int32_t>(rows), {}};
      for (std::uint64_t v = 0; v < values + 2; ++v) codes.labels.push_back("v" + std::to_string(v));
      for (std::int32_t& code : codes.codes) {
        code = missing() ? Codes::missing : static_cast<std::int32_t>(rng.below(values));
      }
      all.emplace_back(std::move(codes));
      infos.push_back(named("x" + std::to_string(j), Kind::nominal));
    } else {
      Integers integers{std::vector<std::int64_t>(rows), std::vector<std::uint8_t>(rows)};
      for (std::size_t row = 0; row < rows; ++row) {
        integers.values[row] = static_cast<std::int64_t>(rng.below(values)) - (std::int64_t{1} << 60);
        integers.missing[row] = missing() ? 1 : 0;
      }
      all.emplace_back(std::move(integers));
      infos.push_back(named("x" + std::to_string(j), Kind::numeric));
    }
  }
  return {infos, std::move(all)};
}

ColumnSet all_of(const Table& table) {
  ColumnSet result;
  for (ColumnId id = 0; id < table.column_count(); ++id) result.push_back(id);
  return result;
}

TEST(KeyClasses, AreThoseOfAPlainMap) {
  Rng rng({7, 7});
  const sfumato::Run run({.seed = 1, .threads = 2});
  for (const auto& [rows, columns, values] : {std::tuple{0, 3, 4},
                                              {1, 1, 1},
                                              {50, 2, 3},
                                              {500, 4, 2},
                                              {2000, 3, 40},
                                              {300, 30, 20},
                                              {400, 70, 2}}) {
    const Table table = random_table(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                                     static_cast<std::uint64_t>(values), rng);
    const KeyClasses found = equal_classes(key_table(table, all_of(table), run), run);
    const KeyClasses expected = plain_classes(table);
    EXPECT_EQ(found.of_row, expected.of_row) << rows << " x " << columns;
    EXPECT_EQ(found.sizes, expected.sizes);
    EXPECT_EQ(found.first, expected.first);
  }
}

TEST(KeyClasses, SomeColumnsAlone) {
  Rng rng({8, 8});
  const sfumato::Run run({.seed = 1});
  const Table table = random_table(300, 4, 3, rng);
  const KeyTable keys = key_table(table, all_of(table), run);
  const std::vector<std::size_t> some{3, 1};
  EXPECT_EQ(equal_classes(keys, some, run).of_row, plain_classes(table.taking_columns({3, 1})).of_row);
  EXPECT_EQ(equal_classes(keys, std::vector<std::size_t>{}, run).count(),
            1U);  // nothing distinguishes records
}

TEST(KeyColumn, CodesFollowTheOrderOfValues) {
  const KeyColumn numbers = key_column(Column(Numbers{3.5, -1, std::nan(""), 3.5, 0}));
  EXPECT_EQ(numbers.codes, (std::vector<std::int32_t>{2, 0, KeyColumn::missing, 2, 1}));
  EXPECT_EQ(numbers.distinct, 3);
  // Labels that no record has take no code.
  const KeyColumn labels = key_column(Column(Codes{{2, 0, Codes::missing, 2}, {"a", "b", "c"}}));
  EXPECT_EQ(labels.codes, (std::vector<std::int32_t>{1, 0, KeyColumn::missing, 1}));
  EXPECT_EQ(labels.distinct, 2);
}

}  // namespace
}  // namespace sfumato::stats
