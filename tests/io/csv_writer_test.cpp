// Writing delimited text: what is written, and that it reads back to the same table, bit for bit,
// whatever the table holds.
#include "io/csv_writer.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/rng.hpp"
#include "io/csv_reader.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const double no_value = std::numeric_limits<double>::quiet_NaN();

Table table_of(std::vector<std::pair<std::string, Column>> columns) {
  std::vector<ColumnInfo> infos;
  std::vector<Column> data;
  for (auto& [name, column] : columns) {
    ColumnInfo info;
    info.name = name;
    infos.push_back(std::move(info));
    data.push_back(std::move(column));
  }
  return {std::move(infos), std::move(data)};
}

std::string written(const Table& table, const CsvWriteOptions& options = {}, int threads = 2) {
  std::string text;
  write_csv(table, options, Run({.seed = 1, .threads = threads}),
            [&](std::string_view part) { text += part; });
  return text;
}

Table read_back(const std::string& text) {
  return parse_csv(text, "written.csv", {}, Run({.seed = 1, .threads = 2})).table;
}

std::string write_error(const Table& table) {
  return error_of([&] { written(table); });
}

TEST(CsvWriter, WritesShortestNumbersExactIntegersAndIsoDates) {
  const Table table = table_of({{"f", Numbers{0.1, no_value, 1e300}},
                                {"i", Integers{{INT64_MIN, 0, 7}, {0, 1, 0}}},
                                {"d", Dates{{0, Dates::missing, -719162}}},
                                {"t", Codes{{0, 1, -1}, {"a b", ""}}}});
  EXPECT_EQ(written(table),
            "f,i,d,t\n0.1,-9223372036854775808,1970-01-01,a b\n,,,\"\"\n1e+300,7,0001-01-01,\n");
}

TEST(CsvWriter, WholeDoublesGetOnePoint) {
  EXPECT_EQ(written(table_of({{"a", Numbers{no_value, 3.0, 4.0}}, {"b", Numbers{-0.0, 1.0, 2.0}}})),
            "a,b\n,-0.0\n3.0,1\n4,2\n");
  EXPECT_EQ(written(table_of({{"a", Numbers{3.0, 4.5}}, {"b", Numbers{1.0, 9007199254740994.0}}})),
            "a,b\n3,1.0\n4.5,9007199254740994.0\n");
}

TEST(CsvWriter, QuotesOnlyWhereNeeded) {
  const Table table = table_of({{"t", Codes{{0, 1, 2, 3, 4, 5, 6, 7, 8},
                                            {"plain", "a,b", "a\"b", " a", "a\nb", "NA", "a;b", "'a'", "?"}}},
                                {"n", Integers{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {}}}});
  EXPECT_EQ(
      written(table),
      "t,n\nplain,1\n\"a,b\",2\n\"a\"\"b\",3\n\" a\",4\n\"a\nb\",5\n\"NA\",6\n\"a;b\",7\n\"'a'\",8\n?,9\n");
}

TEST(CsvWriter, MissingTokenIsUsedWhereItReadsBack) {
  Table table = table_of({{"n", Integers{{1, 0}, {0, 1}}}, {"t", Codes{{0, -1}, {"x"}}}});
  EXPECT_EQ(written(table, {.missing_token = "?"}), "n,t\n1,x\n?,\n");
  EXPECT_EQ(written(table, {.missing_token = "NA"}), "n,t\n1,x\nNA,NA\n");
  EXPECT_EQ(written(table, {.missing_token = "-9"}), "n,t\n1,x\n,\n");
  ColumnInfo info = table.info(1);
  info.missing = {"?"};
  table.set_info(1, info);
  EXPECT_EQ(written(table, {.missing_token = "?"}), "n,t\n1,x\n?,?\n");
}

TEST(CsvWriter, OneColumnWithMissingValuesReadsBack) {
  for (const Column& column : {Column(Numbers{0.5, no_value, 2.0}), Column(Integers{{1, 0}, {0, 1}}),
                               Column(Dates{{5, Dates::missing}}), Column(Codes{{0, -1, 1}, {"x", ""}}),
                               Column(Codes{{0, -1}, {"NA"}})}) {
    const Table table = table_of({{"only", column}});
    EXPECT_TRUE(read_back(written(table)).same_data(table)) << written(table);
  }
}

TEST(CsvWriter, NamesThatLookLikeValuesReadBack) {
  const Table numbers =
      table_of({{"2020", Numbers{0.5}}, {"2021-01-01", Integers{{7}, {}}}, {"NA", Numbers{1.5}}});
  EXPECT_TRUE(read_back(written(numbers)).same_data(numbers)) << written(numbers);
  const Table texts = table_of({{"a", Codes{{0, 1}, {"a", "x"}}}, {"b,c", Codes{{0, 1}, {"y", "b"}}}});
  EXPECT_TRUE(read_back(written(texts)).same_data(texts)) << written(texts);
  const Table own = table_of({{"x", Codes{{0, 0}, {"x"}}}});
  EXPECT_TRUE(read_back(written(own)).same_data(own)) << written(own);
}

TEST(CsvWriter, TextThatLooksLikeMissingNumbersReadsBack) {
  const Table table = table_of({{"t", Codes{{0, 1, -1}, {"5", "?"}}}, {"n", Integers{{1, 2, 3}, {}}}});
  EXPECT_TRUE(read_back(written(table)).same_data(table)) << written(table);
}

TEST(CsvWriter, RefusesWhatItCannotHold) {
  EXPECT_HAS(write_error(table_of({{"a", Numbers{1.0, std::numeric_limits<double>::infinity()}}})),
             "column 'a' has an infinite value in row 2");
  EXPECT_HAS(write_error(table_of({{"d", Dates{{-800000}}}})), "column 'd' has a date outside");
  EXPECT_HAS(write_error(table_of({{"t", Codes{{0}, {"\xFF"}}}})), "column 't' has '\\xff'");
  EXPECT_HAS(write_error(table_of({{"t", Codes{{0}, {std::string("a\0b", 3)}}}})), "column 't'");
  EXPECT_HAS(write_error(table_of({{"a", Numbers{1.0}}, {"a", Numbers{1.0}}})), "two columns are named 'a'");
  EXPECT_HAS(write_error(table_of({{"", Numbers{1.0}}})), "column 1 has no name");
  EXPECT_HAS(write_error(Table()), "without columns");
}

TEST(CsvWriter, EmptyTableIsAHeader) {
  EXPECT_EQ(written(table_of({{"a", Numbers{}}, {"b", Codes{}}})), "a,b\n");
  EXPECT_EQ(read_back("a,b\n").rows(), 0U);
}

double random_double(Rng& rng) {
  while (true) {
    const std::uint64_t bits = rng.bits();
    double number = 0.0;
    switch (bits % 8) {
      case 0:
        return no_value;
      case 1:
        return static_cast<double>(static_cast<std::int64_t>(rng.bits()) >> 40);
      case 2:
        return std::ldexp(static_cast<double>(rng.bits() >> 12), -1074);  // subnormal, or nearly
      case 3:
        return bits % 16 == 3 ? -0.0 : 5e-324;
      case 4:
        return static_cast<double>(static_cast<std::int64_t>(rng.bits()));
      default:
        break;
    }
    const std::uint64_t random = rng.bits();
    std::memcpy(&number, &random, sizeof number);
    if (std::isfinite(number)) return number;
  }
}

std::string random_text(Rng& rng) {
  static const std::vector<std::string> pieces = {"a",  "b",    ",",  ";", "\t",   "|", "\"", "\"\"", "'",
                                                  "\n", "\r\n", "\r", " ", "7",    "-", ".",  "NA",   "?",
                                                  "é",  "日本", "😀", "e", "null", "#", "\\", "=",    "\x01"};
  std::string text;
  for (std::uint64_t n = rng.bits() % 6; n > 0; --n) text += pieces[rng.bits() % pieces.size()];
  return text;
}

// "word" in the first row keeps a random column of texts from looking like one of numbers.
Column random_texts(Rng& rng, std::size_t rows) {
  Codes codes;
  codes.labels = {"word"};
  for (std::size_t row = 0; row < rows; ++row) {
    if (row > 0 && rng.bits() % 5 == 0) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const std::string text = row == 0 ? "word" : random_text(rng);
    const auto found = std::find(codes.labels.begin(), codes.labels.end(), text);
    codes.codes.push_back(static_cast<std::int32_t>(found - codes.labels.begin()));
    if (found == codes.labels.end()) codes.labels.push_back(text);
  }
  return codes;
}

Table random_table(std::uint64_t seed) {
  Rng rng = Run({.seed = seed, .threads = 1}).rng("table");
  const std::size_t rows = 1 + rng.bits() % 300;
  std::vector<std::pair<std::string, Column>> columns;
  const std::size_t count = 1 + rng.bits() % 8;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = std::to_string(i) + random_text(rng) + std::to_string(i);
    const std::uint64_t type = rng.bits() % 4;
    if (type == 0) {
      Numbers numbers{0.0};
      while (numbers.size() < rows) numbers.push_back(random_double(rng));
      columns.emplace_back(name, numbers);
    } else if (type == 1) {
      Integers integers{{1}, {0}};
      while (integers.values.size() < rows) {
        integers.values.push_back(static_cast<std::int64_t>(rng.bits()) >> (rng.bits() % 64));
        integers.missing.push_back(rng.bits() % 4 == 0 ? 1 : 0);
      }
      columns.emplace_back(name, integers);
    } else if (type == 2) {
      Dates dates{{0}};
      while (dates.days.size() < rows) {
        const auto day = static_cast<std::int32_t>(rng.bits() % 3652059) - 719162;
        dates.days.push_back(rng.bits() % 4 == 0 ? Dates::missing : day);
      }
      columns.emplace_back(name, dates);
    } else {
      columns.emplace_back(name, random_texts(rng, rows));
    }
  }
  return table_of(std::move(columns));
}

// Where two tables differ first, for people.
std::string difference(const Table& a, const Table& b) {
  if (a.names() != b.names()) return "names";
  for (ColumnId id = 0; id < a.column_count(); ++id) {
    if (a.column(id).size() != b.column(id).size()) return "rows";
    for (std::size_t row = 0; row < a.rows(); ++row) {
      if (a.column(id).text(row) != b.column(id).text(row) ||
          a.column(id).missing(row) != b.column(id).missing(row)) {
        return a.info(id).name + ", row " + std::to_string(row) + ": '" + a.column(id).text(row) + "' and '" +
               b.column(id).text(row) + "'";
      }
    }
    if (!(a.column(id) == b.column(id))) return a.info(id).name + ": types";
  }
  return {};
}

TEST(CsvWriter, RandomTablesReadBackBitForBit) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Table table = random_table(seed);
    for (const char delimiter : {',', '\t'}) {
      const std::string text =
          written(table, {.delimiter = delimiter, .missing_token = seed % 3 == 0 ? "NA" : ""});
      Table back;
      ASSERT_NO_THROW(back = read_back(text)) << "seed " << seed;
      ASSERT_EQ(difference(table, back), "") << "seed " << seed;
      ASSERT_TRUE(back.same_data(table)) << "seed " << seed;
    }
  }
}

TEST(CsvWriter, ThreadsDoNotMatter) {
  Numbers numbers;
  for (int i = 0; i < 50000; ++i) numbers.push_back(std::sqrt(i));
  const Table table = table_of({{"x", numbers}, {"y", numbers}});
  EXPECT_EQ(written(table, {}, 1), written(table, {}, 2));
}

std::string written_in_blocks(const std::vector<Table>& blocks, std::size_t together) {
  std::string text;
  CsvWriter writer({}, [&](std::string_view part) { text += part; });
  const Run run({.seed = 1, .threads = 2});
  for (std::size_t first = 0; first < blocks.size(); first += together) {
    writer.append(std::span(blocks).subspan(first, std::min(together, blocks.size() - first)), run);
  }
  return text;
}

std::vector<Table> cut(const Table& table, std::size_t size) {
  std::vector<Table> blocks;
  for (std::size_t begin = 0; begin < table.rows(); begin += size) {
    std::vector<std::size_t> rows;
    for (std::size_t row = begin; row < std::min(table.rows(), begin + size); ++row) rows.push_back(row);
    blocks.push_back(table.taking_rows(rows));
  }
  return blocks;
}

TEST(CsvWriter, BlocksAppendedGiveTheBytesOfTheWhole) {
  Rng rng({1, 2});
  Numbers whole, fraction;
  Integers count;
  Codes text{{}, {"a", "b,c", "NA", "x\"y"}};
  for (int i = 0; i < 20000; ++i) {
    whole.push_back(i < 300 ? no_value : static_cast<double>(i));  // the first blocks have no number
    fraction.push_back(0.5 + static_cast<double>(rng.below(1000)));
    count.values.push_back(static_cast<std::int64_t>(rng.bits()));
    count.missing.push_back(rng.chance(0.1) ? 1 : 0);
    text.codes.push_back(static_cast<std::int32_t>(rng.below(5)) - 1);
  }
  const Table table =
      table_of({{"whole", whole}, {"fraction", fraction}, {"count", count}, {"text", text}, {"a", text}});
  for (const std::size_t size : {100U, 4096U, 8192U, 8193U, 30000U}) {
    for (const std::size_t together : {1U, 3U}) {
      EXPECT_EQ(written_in_blocks(cut(table, size), together), written(table)) << size << " " << together;
    }
  }
}

TEST(CsvWriter, OnlyTheFirstBlockWithNumbersGetsThePoint) {
  const auto block = [](Numbers numbers) {
    const Numbers other(numbers.size(), 1.5);
    return table_of({{"n", std::move(numbers)}, {"m", other}});
  };
  const std::vector<Table> blocks{block({}), block({no_value}), block({3.0, 4.0}), block({5.0}),
                                  block({6.5})};
  const std::string text = written_in_blocks(blocks, 2);
  EXPECT_EQ(text, "n,m\n,1.5\n3.0,1.5\n4,1.5\n5,1.5\n6.5,1.5\n");
  EXPECT_TRUE(read_back(text).same_data(
      table_of({{"n", Numbers{no_value, 3.0, 4.0, 5.0, 6.5}}, {"m", Numbers(5, 1.5)}})));
}

TEST(CsvWriter, RefusesBlocksOfOtherColumnsAndCountsRowsOverAllBlocks) {
  const Table first = table_of({{"a", Numbers{1.0, 2.0}}});
  EXPECT_THROW(written_in_blocks({first, table_of({{"b", Numbers{1.0}}})}, 1), Error);
  const Table infinite = table_of({{"a", Numbers{1.0, std::numeric_limits<double>::infinity()}}});
  for (const std::size_t together : {1U, 2U}) {
    EXPECT_HAS(error_of([&] { written_in_blocks({first, infinite}, together); }), "in row 4,");
  }
}

}  // namespace
}  // namespace sfumato::io
