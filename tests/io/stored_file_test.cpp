// A file that is stored in blocks is the table that reading it gives, and has the same errors with the same
// lines.
#include "io/stored_file.hpp"

#include <gtest/gtest.h>

#include "io/csv_blocks.hpp"
#include "temporary_folder.hpp"

namespace sfumato::io {
namespace {

class StoredFiles : public ::testing::Test {
 protected:
  static constexpr std::size_t small_part = 700;  // bytes: many parts even of small files

  std::string source(const std::string& text) const { return folder_.file("data.csv", text); }
  sfumato::Run run() const { return sfumato::Run({.seed = 1, .threads = 2}); }

  Table whole(const StoredTable& stored) const {
    std::vector<Table> blocks;
    if (stored.blocks() == 0) return stored.outline();
    for (std::size_t b = 0; b < stored.blocks(); ++b) blocks.push_back(stored.block(b, run()));
    return Table::concatenated(blocks);
  }

  void expect_same(const std::string& text, const CsvReadOptions& options = {}) const {
    const std::string path = source(text);
    const CsvContent expected = read_csv(path, options, run());
    const StoredCsv stored = store_csv(path, options, folder_.path(""), run(), small_part);
    EXPECT_TRUE(whole(stored.table).same_data(expected.table));
    EXPECT_EQ(stored.missing_token, expected.missing_token);
    for (ColumnId id = 0; id < expected.table.column_count(); ++id) {
      const ColumnInfo &found = stored.table.info(id), &wanted = expected.table.info(id);
      EXPECT_EQ(found.kind, wanted.kind) << wanted.name;
      EXPECT_EQ(found.missing, wanted.missing) << wanted.name;
      EXPECT_EQ(found.order, wanted.order) << wanted.name;
      EXPECT_EQ(stored.table.column(id).facts().missing, expected.table.column(id).missing_count());
    }
  }

  void expect_same_error(const std::string& text, const CsvReadOptions& options = {}) const {
    const std::string path = source(text);
    std::string expected, found;
    try {
      read_csv(path, options, run());
    } catch (const Error& failure) {
      expected = failure.message;
    }
    try {
      store_csv(path, options, folder_.path(""), run(), small_part);
    } catch (const Error& failure) {
      found = failure.message;
    }
    EXPECT_NE(expected, "");
    EXPECT_EQ(found, expected);
  }

  TemporaryFolder folder_;
};

// Numbers, texts with line ends and quotes, dates, gaps and tokens.
std::string mixed(std::size_t rows) {
  std::string text = "id,income,town,born,note\n";
  for (std::size_t i = 0; i < rows; ++i) {
    text += std::to_string(i) + "," + (i % 5 == 0 ? "" : std::to_string(i) + ".25") + ",";
    text += (i % 3 == 0 ? "Reus" : i % 7 == 0 ? "NA" : "Valls " + std::to_string(i % 40));
    text += ",19" + std::to_string(10 + i % 80) + "-0" + std::to_string(1 + i % 9) + "-11,";
    text += i % 6 == 0 ? "\"a, \"\"b\"\"\nc\"" : "x" + std::to_string(i);
    text += "\n";
  }
  return text;
}

TEST_F(StoredFiles, HaveTheColumnsOfTheFile) {
  expect_same(mixed(2000));
  expect_same("a,b\n");
  expect_same("a,b\n1,x\n");
}

TEST_F(StoredFiles, HaveIntegersThatBecomeDoublesLater) {
  std::string text = "a,b\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + (i == 900 ? ".5" : "") + ",y\n";
  expect_same(text);
}

TEST_F(StoredFiles, TakeTheTypeOfTheFirstValueAfterManyGaps) {
  for (const std::string value : {"7", "2.5", "2020-05-17", "text"}) {
    std::string text = "a,b\n";
    for (int i = 0; i < 500000; ++i) text += ",1\n";  // beyond the first block
    text += value + ",2\n" + value + ",3\n";
    expect_same(text);
  }
}

TEST_F(StoredFiles, TurnDatesIntoTextsWhereALaterCellIsNone) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100000; ++i) text += "31/12/20" + std::to_string(10 + i % 90) + ",1\n";
  expect_same(text);
  expect_same(text + "soon,1\n");
}

TEST_F(StoredFiles, OrderTheLabelsOfOrdinalColumns) {
  std::string text = "a,b\n";
  for (int i = 0; i < 3000; ++i)
    text += std::to_string(100 - i % 100) + "," + (i < 2500 ? "low" : "high") + "\n";
  ColumnDeclaration numbers, levels;
  numbers.kind = Kind::ordinal;
  levels.order = {"low", "middle", "high"};
  expect_same(text, {.declared = {{"a", numbers}, {"b", levels}}});
}

TEST_F(StoredFiles, KnowMissingTokens) {
  std::string text = "a,b\n";
  for (int i = 0; i < 2000; ++i)
    text += std::to_string(i % 10) + "," + (i % 4 == 0 ? "?" : "t" + std::to_string(i)) + "\n";
  expect_same(text, {.missing = {"9", "?"}});
}

TEST_F(StoredFiles, GiveTheErrorsOfTheFile) {
  std::string text = "a,b\n";
  for (int i = 0; i < 100000; ++i) text += std::to_string(i) + ",\"x\ny\"\n";
  expect_same_error(text + "word,z\n1,2,3\n");
  expect_same_error(text + "1,2,3\nword,z\n");
  expect_same_error(text + "9007199254740995,z\n" + text.substr(4) + "0.5,z\n");
  expect_same_error(text + "5,\"open\n");
  ColumnDeclaration levels;
  levels.order = {"x\ny"};
  expect_same_error(text + "5,other\n", {.declared = {{"b", levels}}});
}

TEST_F(StoredFiles, KeepTextsOfVeryManyKinds) {
  StoredColumn column(std::make_shared<ScratchFile>(folder_.path("")), 1 << 14, "name", false);
  std::vector<Table> blocks;
  constexpr std::size_t rows = 400000;
  for (std::size_t begin = 0; begin < rows; begin += 10000) {
    Codes codes;
    for (std::size_t row = begin; row < begin + 10000; ++row) {
      codes.codes.push_back(row % 10 == 3 ? Codes::missing : static_cast<std::int32_t>(codes.labels.size()));
      if (row % 10 != 3) codes.labels.push_back("person " + std::to_string(row * 7919));
    }
    column.append(codes);
  }
  EXPECT_FALSE(column.keeps_labels());
  EXPECT_EQ(column.rows(), rows);
  for (const std::size_t row : {std::size_t{0}, std::size_t{16383}, std::size_t{16384}, rows - 1}) {
    const Column block = column.block(row >> 14);
    EXPECT_EQ(block.text(row & 16383), row % 10 == 3 ? "" : "person " + std::to_string(row * 7919));
  }
  EXPECT_EQ(column.block(3).missing(3 * 16384 % 10 == 3 ? 0 : 1), (3 * 16384 + 1) % 10 == 3);
}

TEST_F(StoredFiles, AreNotForPipesAndPackedFiles) {
  EXPECT_EQ(block_hindrance("-", {}), "it is a pipe");
  EXPECT_EQ(block_hindrance(folder_.file("a.csv.gz", "x"), {}), "it is compressed");
  EXPECT_EQ(block_hindrance(folder_.file("b.csv", "\x1f\x8b"), {}), "it is compressed");
  EXPECT_EQ(block_hindrance(folder_.file("c.csv", "a\n1\n"), {}), "");
}

TEST_F(StoredFiles, LeaveNothingBehind) {
  const std::string path = source(mixed(3000));
  const StoredCsv stored = store_csv(path, {}, folder_.path(""), run(), small_part);
  EXPECT_EQ(folder_.entries(), 1U);  // the data alone, also while the table is in use
}

}  // namespace
}  // namespace sfumato::io
