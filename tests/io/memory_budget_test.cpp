// Files that stand for far more than their size: each is made here, is small, and must end with an error at
// the limit and not beyond it, or be readable where the limit is raised.
#include "io/memory_budget.hpp"

#include "io/csv_reader.hpp"
#include "io/csv_scanner.hpp"
#include "io/formats/containment.hpp"
#include "io/gzip.hpp"
#include "io/hierarchy_file.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"
#include "io/toml.hpp"

namespace sfumato::io {
namespace {

constexpr std::uint64_t megabyte = 1000000;

Run limited_run(std::uint64_t memory) { return Run({.seed = 1, .threads = 1, .memory = memory}); }

// `times` copies of a text after a first line.
std::string packed_lines(const std::string& first, const std::string& line, std::size_t times) {
  GzipPacker packer;
  std::string block;
  for (std::size_t i = 0; i < 1000; ++i) block += line;
  std::string packed = packer.packed(first);
  for (std::size_t i = 0; i < times / 1000; ++i) packed += packer.packed(block);
  return packed + packer.finished();
}

Table constant_column(std::size_t rows) {
  ColumnInfo info;
  info.name = "a";
  std::vector<Column> columns;
  columns.emplace_back(Integers{std::vector<std::int64_t>(rows, 7), {}});
  return {{info}, std::move(columns)};
}

TEST(MemoryBudget, DefaultsAreInProportionToTheFile) {
  const std::uint64_t most = machine_memory() / 4 * 3;
  const auto limit = [](std::uint64_t bytes, Packing packing) {
    return MemoryBudget("x", bytes, packing, 0).limit();
  };
  EXPECT_EQ(limit(0, Packing::plain), std::min(most, 512 * megabyte));
  EXPECT_EQ(limit(300000, Packing::compressed), std::min(most, 512 * megabyte));
  EXPECT_EQ(limit(20 * megabyte, Packing::plain), std::min(most, 640 * megabyte));
  EXPECT_EQ(limit(6 * megabyte, Packing::compressed), std::min(most, 600 * megabyte));
  EXPECT_EQ(limit(UINT64_MAX, Packing::compressed), most);
  EXPECT_EQ(MemoryBudget("x", 0, Packing::plain, 7).limit(), 7U);
}

TEST(MemoryBudget, ErrorsSayWhatAndWhereAndWhatToDo) {
  MemoryBudget budget("x.csv.gz", 1000, Packing::compressed, 3 * megabyte);
  budget.take(2 * megabyte, "its unpacked content");
  EXPECT_EQ(budget.left(), megabyte);
  EXPECT_EQ(error_of([&] { budget.take(megabyte + 1, "its table"); }),
            "x.csv.gz: its table takes more than 3 MB of memory, the limit that ‹memory› sets\n"
            "if the file is as you expect it, allow more with ‹memory›, for example ‹memory› 1GB");
  EXPECT_EQ(budget.used(), 2 * megabyte);
  EXPECT_EQ(
      error_of([&] { budget.require_known(5000 * megabyte, "a table of 7 rows"); }),
      "x.csv.gz: a table of 7 rows takes about 5.002 GB of memory; the limit that ‹memory› sets is 3 MB\n"
      "if the file is as you expect it, allow more with ‹memory› 7GB");
}

TEST(MemoryBudget, UnpackingStopsAtTheLimit) {
  const std::string bomb = packed_lines("a\n", "1\n", 32 * megabyte);
  EXPECT_LT(bomb.size(), 100000U);
  MemoryBudget budget("bomb.gz", bomb.size(), Packing::compressed, 4 * megabyte);
  EXPECT_HAS(error_of([&] { gunzipped(bomb, "bomb.gz", budget); }),
             "bomb.gz: its unpacked content takes more");
  EXPECT_LE(budget.used(), 4 * megabyte);
  MemoryBudget enough("bomb.gz", bomb.size(), Packing::compressed, 65 * megabyte);
  EXPECT_EQ(gunzipped(bomb, "bomb.gz", enough).view().size(), 2 + 64 * megabyte);
}

// The text fits, the numbers that it stands for do not: 8 bytes in place of 2.
TEST(MemoryBudget, TablesOfCompressedTextStopAtTheLimit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv.gz", packed_lines("a,b\n", "1,2\n", 4 * megabyte));
  EXPECT_HAS(error_of([&] { read_table(path, {}, limited_run(30 * megabyte)); }),
             "t.csv.gz': its table takes more than 30 MB");
  EXPECT_EQ(read_table(path, {}, limited_run(100 * megabyte)).table.rows(), 4 * megabyte);
}

#ifndef SFUMATO_SANITIZED  // sanitizers map terabytes
TEST(MemoryBudget, ABombDoesNotTakeMoreThanTheOperatingSystemGrants) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv.gz", packed_lines("a,b\n", "1,2\n", 50 * megabyte));
  const auto run = limited_run(64 * megabyte);
  ChildLimits limits;
  limits.memory = 200 * megabyte;
  EXPECT_HAS(error_of([&] {
               read_in_child(
                   path, limits, [&] { return read_csv(path, {}, run).table; }, run);
             }),
             "takes more than 64 MB of memory");
}
#endif

TEST(MemoryBudget, FieldsBeyondTheColumnsAreCountedAndNotKept) {
  const std::string text = "a,b\n1,2\n" + std::string(megabyte, ',') + "\n";
  CsvScanner scanner(text, {}, 1, {.fields = 2});
  for (int row = 0; row < 3; ++row) ASSERT_TRUE(scanner.next());
  EXPECT_EQ(scanner.fields().size(), 2U);
  EXPECT_EQ(scanner.field_count(), megabyte + 1);
  EXPECT_HAS(error_of([&] { parse_csv(text, "x.csv", {}, limited_run(megabyte)); }),
             "x.csv, line 3: 1000001 fields where 2 are expected");
}

TEST(MemoryBudget, MoreColumnsThanFitAreRefusedBeforeTheyAreMade) {
  std::string text = "a0";
  for (int i = 1; i < 20000; ++i) text += ",a" + std::to_string(i);
  text += "\n" + std::string(19999, ',') + "\n";
  EXPECT_HAS(error_of([&] { parse_csv(text, "x.csv", {}, limited_run(10 * megabyte)); }),
             "x.csv: a table of 20000 columns (line 1) takes about 40 MB");
  EXPECT_EQ(parse_csv(text, "x.csv", {}, limited_run(0)).table.column_count(), 20000U);
}

TEST(MemoryBudget, AMessageNamesAFewOfManyColumns) {
  const std::string error =
      error_of([&] { parse_csv(std::string(100000, ',') + "\n", "x.csv", {}, limited_run(0)); });
  EXPECT_HAS(error, "columns without a name: number 1, 2, 3");
  EXPECT_HAS(error, "and 99981 more");
  EXPECT_LT(error.size(), 500U);
}

// A quote that is closed by chance far below takes all rows between for one field.
TEST(MemoryBudget, AVeryLongQuotedFieldIsAnErrorWhereItsQuoteBegins) {
  std::string text = "a,b\n1,2\n\"3,4\n";
  for (int i = 0; i < 600000; ++i) text += "5,6\n";
  EXPECT_HAS(error_of([&] { parse_csv(text + "7\",8\n", "x.csv", {}, limited_run(60 * megabyte)); }),
             "x.csv, line 3: a quoted field begins here that is longer");
  EXPECT_HAS(error_of([&] { parse_csv(text, "x.csv", {}, limited_run(60 * megabyte)); }),
             "x.csv, line 3: a quote \" opens here and is never closed");
  EXPECT_HAS(error_of([&] { parse_csv("a,b\n\"1\n\n2\"x,3\n", "x.csv", {}, limited_run(0)); }),
             "x.csv, line 4: text after the closing quote of a field that begins in line 2");
}

// Many different texts before the mistake: they are checked, and not kept.
TEST(MemoryBudget, RowsBeforeABadLineAreNotKept) {
  std::string text = "a,b\n";
  for (int i = 0; i < 200000; ++i) text += "t" + std::to_string(i) + ",1\n";
  EXPECT_HAS(error_of([&] { parse_csv(text + "\"x,1\n", "x.csv", {}, limited_run(4 * megabyte)); }),
             "x.csv, line 200002: a quote \" opens here");
  // The fast reader may stop at the limit before the row that has too few fields.
  EXPECT_HAS(error_of([&] { parse_csv(text + "x\n", "x.csv", {}, limited_run(0)); }),
             "x.csv, line 200002: 1 field where 2 are expected");
  EXPECT_HAS(error_of([&] { parse_csv(text, "x.csv", {}, limited_run(4 * megabyte)); }),
             "x.csv: its table takes more than 4 MB");
}

// Rows with line ends in quotes are cut into pieces at the ends of rows only, whatever ends a line.
TEST(MemoryBudget, PiecesOfAFileEndWithRows) {
  for (const std::string& end : {std::string("\n"), std::string("\r\n"), std::string("\r")}) {
    std::string text = "a,b,c" + end;
    for (int i = 0; i < 100000; ++i) {
      const std::string number = std::to_string(i);
      text += number + ",\"x" + (i % 3 == 0 ? end + "\"\",y" : std::string("z")) + "\",q\"" + end;
    }
    const Table table = parse_csv(text, "x.csv", {}, limited_run(0)).table;
    ASSERT_EQ(table.rows(), 100000U);
    EXPECT_EQ(table.column(0).get_if<Integers>()->values[99999], 99999);
    EXPECT_EQ(table.column(1).text(99999), "x" + end + "\",y");
    EXPECT_EQ(table.column(1).text(99998), "xz");
    EXPECT_EQ(table.column(2).text(50000), "q\"");
  }
}

TEST(MemoryBudget, WellCompressedTablesNeedAHigherLimit) {
  const TemporaryFolder folder;
  const auto run = limited_run(0);
  const std::size_t rows = 2 * megabyte;
  for (const std::string extension : {".parquet", ".feather"}) {
    const std::string path = folder.path("t" + extension);
    write_table(constant_column(rows), path, {}, run);
    const std::string error = error_of([&] { read_table(path, {}, limited_run(10 * megabyte)); });
    EXPECT_HAS(error, "a table of 2000000 rows and 1 column takes about 48 MB of memory; the limit that");
    EXPECT_HAS(error, "‹memory› 1GB");
    EXPECT_EQ(read_table(path, {}, limited_run(60 * megabyte)).table.rows(), rows);
  }
}

TEST(MemoryBudget, FilesOfStatisticsPackagesStopAtTheLimit) {
  const TemporaryFolder folder;
  const auto run = limited_run(0);
  for (const std::string extension : {".sav", ".dta"}) {
    const std::string path = folder.path("t" + extension);
    write_table(constant_column(100000), path, {}, run);
    EXPECT_HAS(error_of([&] { read_table(path, {}, limited_run(megabyte)); }),
               "its table takes more than 1 MB of memory");
    EXPECT_EQ(read_table(path, {}, run).table.rows(), 100000U);
  }
}

TEST(MemoryBudget, DocumentsHaveABoundedNumberOfValues) {
  std::string list = "a = [0";
  for (int i = 0; i < 2000001; ++i) list += ",0";
  EXPECT_HAS(error_of([&] { parse_toml(list + "]\n", "x.toml"); }),
             "x.toml, line 1: more than 2000000 values");
  EXPECT_HAS(error_of([&] { parse_hierarchy("a;b\n" + std::string(megabyte, ';') + "\n", "h.csv"); }),
             "h.csv, line 2: 1000001 levels; a hierarchy has at most 1000");
}

}  // namespace
}  // namespace sfumato::io
