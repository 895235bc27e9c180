// Classes of records of a stored table, counted in memory and in parts on disk, against plain counting.
#include "release/class_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/rng.hpp"
#include "release/class_entries.hpp"
#include "release/ranked_column.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::release {
namespace {

io::StoredTable stored(const Table& table, const std::string& folder) {
  const auto file = std::make_shared<io::ScratchFile>(folder);
  std::vector<std::shared_ptr<io::StoredColumn>> columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    columns.push_back(std::make_shared<io::StoredColumn>(file, io::stored_block_rows(table.column_count()),
                                                         table.info(id).name, false));
    columns.back()->append(table.column(id));
  }
  return io::StoredTable(table.schema(), std::move(columns));
}

// Towns, ages with gaps, and amounts that are mostly different.
Table people(std::size_t rows) {
  Rng rng(StreamKey{8, 9});
  Codes towns;
  Integers ages;
  Numbers amounts;
  for (int town = 0; town < 30; ++town) towns.labels.push_back("town " + std::to_string(town));
  for (std::size_t i = 0; i < rows; ++i) {
    towns.codes.push_back(rng.below(20) == 0 ? Codes::missing : static_cast<std::int32_t>(rng.below(30)));
    ages.missing.push_back(rng.below(15) == 0 ? 1 : 0);
    ages.values.push_back(ages.missing.back() != 0 ? 0 : static_cast<std::int64_t>(rng.below(3000)));
    amounts.push_back(rng.below(9) == 0 ? std::nan("") : static_cast<double>(rng.below(5 * rows)) / 4.0);
  }
  std::vector<ColumnInfo> infos(3);
  infos[0].name = "town";
  infos[0].kind = Kind::nominal;
  infos[1].name = "age";
  infos[2].name = "amount";
  return Table(infos, {towns, ages, amounts});
}

ClassCounts counted_plainly(const Table& table, const ColumnSet& columns) {
  std::map<std::vector<std::string>, std::size_t> classes;
  ClassCounts counts;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> key;
    bool some = false;
    for (const ColumnId id : columns) {
      const bool missing = table.column(id).missing(row);
      key.push_back(missing ? "missing" : "= " + table.column(id).text(row));
      some = some || !missing;
      counts.gaps = counts.gaps || missing;
    }
    if (some) ++classes[key];
    counts.records += some ? 1 : 0;
  }
  counts.classes = classes.size();
  for (const auto& [key, size] : classes) {
    counts.unique += size == 1 ? 1 : 0;
    counts.smallest = counts.smallest == 0 ? size : std::min(counts.smallest, size);
    counts.largest = std::max(counts.largest, size);
    ++counts.of_size[size];
  }
  return counts;
}

// Two classes of a million records each stay two entries; classes that all differ go to disk.
TEST(ClassCounting, LargeClassesTakeLittleMemory) {
  const testing::TemporaryFolder folder;
  const sfumato::Run run({.seed = 1, .threads = 1});
  ClassEntries few(2000000, 8, folder.path()), many(4000, 8, folder.path());
  BlockClasses block;
  Rng rng(StreamKey{1, 2});
  for (int i = 0; i < 1000; ++i) {
    std::vector<RecordHash> hashes(2000, RecordHash{7, 1});
    std::fill(hashes.begin() + 1000, hashes.end(), RecordHash{std::uint64_t{1} << 63, 1});
    few.add(block.of(hashes, std::vector<char>(2000, 1)));
    many.add(block.of({{rng.bits(), 1}, {rng.bits(), 2}}, {1, 1}));
  }
  EXPECT_FALSE(few.on_disk());
  EXPECT_EQ(few.sizes(run), (std::map<std::size_t, std::size_t>{{1000000, 2}}));
  EXPECT_TRUE(many.on_disk());
  EXPECT_EQ(many.sizes(run), (std::map<std::size_t, std::size_t>{{1, 2000}}));
}

TEST(ClassCounting, AgreesWithPlainCountingInMemoryAndOnDisk) {
  const testing::TemporaryFolder folder;
  const Table table = people(150000);
  const io::StoredTable blocks = stored(table, folder.path());
  const sfumato::Run run({.seed = 1, .threads = 2});
  for (const ColumnSet& columns :
       {ColumnSet{0}, ColumnSet{1}, ColumnSet{2}, ColumnSet{0, 1}, ColumnSet{0, 1, 2}}) {
    const ClassCounts expected = counted_plainly(table, columns);
    for (const std::size_t hashes : {std::size_t{0}, std::size_t{5000}, std::size_t{20}}) {
      const ClassCounts found = count_classes(blocks, columns, folder.path(), run, hashes);
      EXPECT_EQ(found.records, expected.records);
      EXPECT_EQ(found.classes, expected.classes);
      EXPECT_EQ(found.unique, expected.unique);
      EXPECT_EQ(found.smallest, expected.smallest);
      EXPECT_EQ(found.largest, expected.largest);
      EXPECT_EQ(found.gaps, expected.gaps);
      EXPECT_EQ(found.of_size, expected.of_size);
    }
  }
}

// Against every pair of records.
TEST(ClassCounting, FindsUniqueRecordsWhereAMissingValueMatchesAnything) {
  const testing::TemporaryFolder folder;
  const Table table = people(700);
  const sfumato::Run run({.seed = 1, .threads = 2});
  const ColumnSet columns{0, 1};
  const auto agree = [&](std::size_t a, std::size_t b) {
    return std::all_of(columns.begin(), columns.end(), [&](ColumnId id) {
      const Column& column = table.column(id);
      return column.missing(a) || column.missing(b) || column.text(a) == column.text(b);
    });
  };
  const auto blank = [&](std::size_t row) {
    return table.column(0).missing(row) && table.column(1).missing(row);
  };
  std::size_t expected = 0;
  for (std::size_t a = 0; a < table.rows(); ++a) {
    std::size_t others = 0;
    for (std::size_t b = 0; b < table.rows(); ++b) others += a != b && !blank(b) && agree(a, b) ? 1 : 0;
    expected += !blank(a) && others == 0 ? 1 : 0;
  }
  const io::StoredTable blocks = stored(table, folder.path());
  EXPECT_GT(expected, 0U);
  EXPECT_EQ(unique_with_wildcards(blocks, columns, run), expected);
  EXPECT_EQ(unique_with_wildcards(blocks, columns, run, 20), std::nullopt);
}

TEST(ClassCounting, OfNoColumnsOrRecordsIsZero) {
  const testing::TemporaryFolder folder;
  const sfumato::Run run({.seed = 1, .threads = 1});
  EXPECT_EQ(count_classes(stored(people(10), folder.path()), {}, folder.path(), run).classes, 0U);
  EXPECT_EQ(count_classes(stored(people(0), folder.path()), {0}, folder.path(), run).smallest, 0U);
}

// The external sort against the order in memory, with many ties.
TEST(RankedColumn, GivesTheGroupsOfTheOrderInMemory) {
  const testing::TemporaryFolder folder;
  Table table = people(100000);
  const std::span<double> amounts = table.edit_numbers(2);
  for (double& value : amounts) value = std::floor(value / 1000.0) - 50.0;
  const std::vector<std::uint32_t> order = stats::ascending_order(amounts);
  const std::vector<std::uint32_t> starts = stats::consecutive_starts(order.size(), 7);
  const auto mean = [](std::span<const double> group) {
    double sum = 0.0;
    for (const double value : group) sum += value;
    return sum / static_cast<double>(group.size());
  };
  Numbers expected(amounts.size(), std::nan(""));
  for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
    std::vector<double> group;
    for (std::size_t i = starts[g]; i < starts[g + 1]; ++i) group.push_back(amounts[order[i]]);
    for (std::size_t i = starts[g]; i < starts[g + 1]; ++i) expected[order[i]] = mean(group);
  }
  const sfumato::Run run({.seed = 1, .threads = 2});
  const io::StoredTable blocks = stored(table, folder.path());
  for (const std::size_t entries : {std::size_t{0}, std::size_t{999}}) {
    const auto ranked = ranked_column(blocks, 2, starts, mean, folder.path(), run, entries);
    Numbers found;
    for (std::size_t b = 0; b < blocks.blocks(); ++b) {
      const Column block = ranked->block(b);
      found.insert(found.end(), block.get_if<Numbers>()->begin(), block.get_if<Numbers>()->end());
    }
    EXPECT_TRUE(Column(found) == Column(expected));
  }
}

}  // namespace
}  // namespace sfumato::release
