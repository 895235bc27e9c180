// Parquet and Feather: round trips bit for bit, files of another implementation, refusals.
#include "io/formats/arrow_file.hpp"

#include <cstdlib>

#include "io/random_tables.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"
#include "support/program.hpp"

namespace sfumato::io {
namespace {

const Run& run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

const std::vector<std::string> extensions = {".parquet", ".feather"};

Table read(const std::string& path, const ReadOptions& options = {}) {
  return read_table(path, options, run()).table;
}

// The file that a few lines of Python with pyarrow write; empty where Python is missing.
std::string python_file(const TemporaryFolder& folder, const std::string& columns, const std::string& name) {
  const std::string python = testing::source_folder() + "/.venv/bin/python";
  if (!std::filesystem::exists(python)) return {};
  const std::string path = folder.path(name);
  const std::string script = folder.file(
      "make.py",
      "import sys, datetime, decimal\nimport pyarrow as pa\nimport pyarrow.parquet as pq\nimport "
      "pyarrow.feather as pf\nt = pa.table({" +
          columns +
          "})\np = sys.argv[1]\n(pq.write_table if p.endswith('parquet') else pf.write_feather)(t, p)\n");
  const std::string command = "'" + python + "' '" + script + "' '" + path + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << columns;
  return path;
}

#define REQUIRE_PYTHON_FILE(path) \
  if ((path).empty()) GTEST_SKIP() << ".venv with pyarrow is missing; run scripts/setup"

TEST(ArrowFile, TextWithoutMissingValuesReadsBack) {
  const TemporaryFolder folder;
  Codes codes{{}, {"Reus", "Valls", "Vic"}};
  for (std::int32_t row = 0; row < 5000; ++row) codes.codes.push_back(row % 3);
  const Table table({named("town", Kind::nominal)}, {codes});
  for (const std::string& extension : extensions) {
    write_table(table, folder.path("t" + extension), {}, run());
    EXPECT_TRUE(read(folder.path("t" + extension)).same_data(table)) << extension;
  }
}

TEST(ArrowFile, RandomTablesReadBackBitForBit) {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Rng rng({seed, 3});
    Table table = random_table(seed == 1 ? 0 : 97 * seed, seed);
    ColumnInfo full = named("full range");
    Integers integers = random_integers(table.rows(), 64, rng);
    if (!integers.values.empty()) integers.values[0] = std::numeric_limits<std::int64_t>::min();
    ColumnInfo order = named("", Kind::ordinal);
    order.order = {"low", "", "high", "never"};
    std::vector<ColumnInfo> infos = table.schema();
    std::vector<Column> columns;
    for (ColumnId id = 0; id < table.column_count(); ++id) columns.push_back(table.column(id));
    infos.push_back(full);
    columns.push_back(integers);
    infos.push_back(order);
    columns.push_back(random_codes(table.rows(), order.order, rng));
    infos.push_back(named("Ünï\n\"code\".x", Kind::ordinal));  // codes with an order of their own
    columns.push_back(random_codes(table.rows(), {"z", "a ", "m"}, rng));
    table = Table(infos, columns);
    for (const std::string& extension : extensions) {
      const std::string path = folder.path("t" + extension);
      write_table(table, path, {}, run());
      const Table back = read(path);
      EXPECT_TRUE(back.same_data(table)) << extension << " " << seed;
      // Without rows, an order that was not declared has no labels in use and is not written.
      if (table.rows() > 0) {
        EXPECT_EQ(difference(table, back), "") << extension << " " << seed;
      }
    }
  }
}

TEST(ArrowFile, OneThreadWritesAndReadsTheSame) {
  const TemporaryFolder folder;
  const sfumato::Run alone({.seed = 1, .threads = 1});
  const Table table = random_table(1000, 5);
  for (const std::string& extension : extensions) {
    write_table(table, folder.path("one" + extension), {}, alone);
    write_table(table, folder.path("two" + extension), {}, run());
    EXPECT_EQ(content(folder.path("one" + extension)), content(folder.path("two" + extension)));
    EXPECT_EQ(difference(read_table(folder.path("two" + extension), {}, alone).table, table), "");
  }
}

TEST(ArrowFile, UnusedLabelsAndHiddenValuesAreNotWritten) {
  const TemporaryFolder folder;
  const Table table({named("t", Kind::nominal), named("n")},
                    {Codes{{0, -1}, {"kept", "SECRETNAME"}}, Integers{{7, 0x5345435245544E4F}, {0, 1}}});
  for (const std::string& extension : extensions) {
    const std::string path = folder.path("t" + extension);
    write_table(table, path, {}, run());
    EXPECT_EQ(content(path).find("SECRETNAME"), std::string::npos) << extension;
    EXPECT_EQ(content(path).find("ONTERCES"), std::string::npos) << extension;
    EXPECT_TRUE(read(path).same_data(table));
  }
}

TEST(ArrowFile, RefusesWhatWouldNotReadBack) {
  const TemporaryFolder folder;
  const double infinity = std::numeric_limits<double>::infinity();
  const Table infinite({named("a"), named("b")}, {Numbers{1, 2}, Numbers{1, infinity}});
  const Table twice({named("a"), named("a")}, {Numbers{1}, Numbers{1}});
  const Table far({named("a", Kind::ordinal)}, {Dates{{2000000000}}});
  for (const std::string& extension : extensions) {
    const std::string path = folder.path("t" + extension);
    EXPECT_HAS(error_of([&] { write_table(infinite, path, {}, run()); }),
               "'b' has an infinite value in row 2");
    EXPECT_HAS(error_of([&] { write_table(twice, path, {}, run()); }), "two columns are named 'a'");
    EXPECT_HAS(error_of([&] { write_table(far, path, {}, run()); }), "outside the years 1 to 9999");
    EXPECT_HAS(error_of([&] { write_table(Table(), path, {}, run()); }), "without columns");
    EXPECT_HAS(error_of([&] { read(folder.file("n" + extension, "no such thing")); }), "cannot be read as");
    EXPECT_HAS(error_of([&] { read(folder.file("e" + extension, "")); }), "cannot be read as");
    EXPECT_HAS(error_of([&] { read(folder.path("none" + extension)); }), "No such file");
  }
  EXPECT_EQ(folder.entries(), 4U);
}

TEST(ArrowFile, ReadsTheTypesOfOthers) {
  const TemporaryFolder folder;
  for (const std::string& extension : extensions) {
    const std::string path = python_file(
        folder,
        "'i8': pa.array([1, None, -128], pa.int8()), 'u32': pa.array([4294967295, 0, 1], pa.uint32()),"
        "'u64': pa.array([9223372036854775807, None, 1], pa.uint64()),"
        "'f32': pa.array([0.5, None, float('nan')], pa.float32()),"
        "'flag': pa.array([True, None, False]), 'day': pa.array([datetime.datetime(2021, 3, 31), None, "
        "datetime.datetime(1899, 12, 31)], pa.timestamp('us')),"
        "'moment': pa.array([datetime.datetime(2021, 3, 31, 9, 30, 0, 250000), None, "
        "datetime.datetime(1969, 12, 31, 23, 59, 59)], pa.timestamp('us')),"
        "'zoned': pa.array([datetime.datetime(2021, 3, 31), None, None], pa.timestamp('ms', tz='UTC')),"
        "'time': pa.array([datetime.time(9, 5, 1), None, datetime.time(0, 0)], pa.time64('us')),"
        "'money': pa.array([decimal.Decimal('12.30'), None, decimal.Decimal('-0.07')], pa.decimal128(20, 2)),"
        "'long': pa.array([decimal.Decimal('1234567890123456789'), None, decimal.Decimal('1')], "
        "pa.decimal128(38, 0)),"
        "'size': pa.DictionaryArray.from_arrays(pa.array([1, None, 0], pa.int8()), pa.array(['S', 'L', "
        "'XL']), "
        "ordered=True),"
        "'group': pa.DictionaryArray.from_arrays(pa.array([1, None, 0], pa.int16()), pa.array([10, 20])),"
        "'text': pa.array(['é', None, ''], pa.large_string()), 'raw': pa.array([b'a', None, b'b']),"
        "'void': pa.nulls(3)",
        "t" + extension);
    REQUIRE_PYTHON_FILE(path);
    const Table table = read(path);
    const auto cells = [&](const std::string& name) {
      std::string text;
      const Column& column = table.column(table.require(name));
      for (std::size_t row = 0; row < 3; ++row) text += (column.missing(row) ? "-" : column.text(row)) + "|";
      return text;
    };
    EXPECT_EQ(cells("i8"), "1|-|-128|");
    EXPECT_EQ(cells("u32"), "4294967295|0|1|");
    EXPECT_EQ(cells("u64"), "9223372036854775807|-|1|");
    EXPECT_NE(table.column(table.require("u64")).get_if<Integers>(), nullptr);
    EXPECT_EQ(cells("f32"), "0.5|-|-|");
    EXPECT_EQ(cells("flag"), "true|-|false|");
    EXPECT_EQ(cells("day"), "2021-03-31|-|1899-12-31|");
    ASSERT_NE(table.column(table.require("day")).get_if<Timestamps>(), nullptr);
    EXPECT_FALSE(table.column(table.require("day")).get_if<Timestamps>()->form.time);  // midnights
    EXPECT_EQ(cells("moment"), "2021-03-31T09:30:00.25|-|1969-12-31T23:59:59|");
    EXPECT_EQ(cells("zoned"), "2021-03-31T00:00:00Z|-|-|");
    EXPECT_EQ(cells("time"), "09:05:01|-|00:00:00|");
    EXPECT_EQ(cells("money"), "12.3|-|-0.07|");
    EXPECT_NE(table.column(table.require("money")).get_if<Numbers>(), nullptr);
    EXPECT_EQ(cells("long"), "1234567890123456789|-|1|");
    EXPECT_TRUE(table.column(table.require("long")).is_text());
    EXPECT_EQ(cells("size"), "L|-|S|");
    EXPECT_EQ(table.info(table.require("size")).kind, Kind::ordinal);
    EXPECT_EQ(table.column(table.require("size")).get_if<Codes>()->labels,
              (std::vector<std::string>{"S", "L", "XL"}));
    EXPECT_EQ(cells("group"), "20|-|10|");
    // Parquet has dictionaries of texts only.
    EXPECT_EQ(table.info(table.require("group")).kind,
              extension == ".feather" ? Kind::nominal : Kind::numeric);
    EXPECT_EQ(cells("text"), "é|-||");
    EXPECT_EQ(cells("raw"), "a|-|b|");
    EXPECT_EQ(cells("void"), "-|-|-|");
  }
}

TEST(ArrowFile, RefusesByColumnWhatItCannotRead) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"'ok': pa.array([1]), 'list': pa.array([[1, 2]])", "column 'list': values of the type list"},
      {"'struct': pa.array([{'a': 1}])", "column 'struct': values of the type struct"},
      {"'span': pa.array([1], pa.duration('s'))", "column 'span': values of the type duration"},
      {"'u': pa.array([1, 2**64 - 1], pa.uint64())", "column 'u', row 2: 18446744073709551615 is beyond"},
      {"'inf': pa.array([0.0, float('-inf')])", "column 'inf', row 2: an infinite value"},
      {"'raw': pa.array([b'ok', b'\\xff'])", "column 'raw', row 2: a text that is not valid UTF-8"},
      {"'far': pa.array([0, 99999999], pa.date32())", "column 'far', row 2: a date outside"}};
  for (const auto& [columns, message] : cases) {
    const std::string path = python_file(folder, columns, "t.parquet");
    REQUIRE_PYTHON_FILE(path);
    EXPECT_HAS(error_of([&] { read(path); }), message);
  }
}

}  // namespace
}  // namespace sfumato::io
