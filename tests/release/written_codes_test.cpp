// Codes of missing values and of suppressions in written files, end to end and table by table.
#include "release/written_codes.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::release {
namespace {

ColumnInfo column(const std::string& name, Kind kind = Kind::numeric) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// sex: 1 2 – 1, of which the third is a 9; the release leaves out the first.
MaskingResult one_column(const Column& original, const Column& released, ColumnInfo info) {
  MaskingResult result;
  result.original = Table({info}, {original});
  result.masked.tables = {Table({info}, {released})};
  return result;
}

Table written(const MaskingResult& result, const WrittenCodes& codes, bool delimited = true) {
  return with_written_codes(result.masked.tables[0], result, 0, codes, delimited);
}

TEST(WrittenCodes, MissingAndSuppressedCellsDiffer) {
  const MaskingResult result = one_column(Integers{{1, 2, 0, 1, 0}, {0, 0, 1, 0, 1}},
                                          Integers{{0, 2, 0, 1, 0}, {1, 0, 1, 0, 1}}, column("sex"));
  const WrittenCodes codes{.missing = {{"sex", Codes{{-1, -1, 0, -1, -1}, {"9"}}}}, .suppressed = "-8"};
  const Table table = written(result, codes);
  EXPECT_TRUE(table.column(0) == Column(Integers{{-8, 2, 9, 1, 0}, {0, 0, 0, 0, 1}}));
  EXPECT_EQ(table.info(0).missing, (std::vector<std::string>{"-8", "9"}));
}

// A synthesizer draws which cells are missing: a code in one of them would tell what the record really had.
TEST(WrittenCodes, NoneWhereMissingCellsAreDrawn) {
  const MaskingResult result = one_column(Integers{{1, 2, 0, 1, 0}, {0, 0, 1, 0, 1}},
                                          Integers{{0, 2, 0, 1, 3}, {1, 0, 1, 0, 0}}, column("sex"));
  const WrittenCodes codes{.missing = {{"sex", Codes{{-1, -1, 0, -1, 0}, {"9"}}}}, .suppressed = "-8"};
  EXPECT_TRUE(written(result, codes).column(0) == result.masked.tables[0].column(0));
}

TEST(WrittenCodes, ACodeForMissingValuesCannotStandForSuppressedOnes) {
  const MaskingResult result = one_column(Integers{{1, 0}, {0, 1}}, Integers{{0, 0}, {1, 1}}, column("sex"));
  const WrittenCodes codes{.missing = {{"sex", Codes{{-1, 0}, {"9"}}}}, .suppressed = "9"};
  EXPECT_THROW(written(result, codes), Error);
}

TEST(WrittenCodes, LabelsThatAreCodesAreRefused) {
  ColumnInfo info = column("answer", Kind::nominal);
  info.missing = {"9"};
  const Column codes = Integers{{2, 1, 4}, {}};
  for (const char* taken : {"4", "9"}) {
    info.value_labels = {{"1", taken}, {"2", "no"}};
    EXPECT_THROW(written(one_column(codes, codes, info), {.labels = true}), Error) << taken;
  }
  info.value_labels = {{"1", "2"}, {"2", "1"}};  // both have labels: no doubt
  EXPECT_NO_THROW(written(one_column(codes, codes, info), {.labels = true}));
}

TEST(WrittenCodes, FollowTheRecordsOfASample) {
  MaskingResult result = one_column(Numbers{1.5, 2.5, 3.5}, Numbers{std::nan(""), 2.5}, column("x"));
  result.masked.mapping = Mapping::subset;
  result.masked.rows = {2, 1};
  EXPECT_TRUE(written(result, {.suppressed = "-1"}).column(0) == Column(Numbers{-1, 2.5}));
  result.masked.mapping = Mapping::none;
  EXPECT_TRUE(written(result, {.suppressed = "-1"}).column(0).missing(0));
}

TEST(WrittenCodes, ATextAmongNumbersNeedsDelimitedText) {
  const MaskingResult result = one_column(Integers{{1, 2}, {}}, Integers{{0, 2}, {1, 0}}, column("sex"));
  EXPECT_TRUE(written(result, {.suppressed = "hidden"}).column(0) == Column(Codes{{0, 1}, {"hidden", "2"}}));
  EXPECT_THROW(written(result, {.suppressed = "hidden"}, false), Error);
}

TEST(WrittenCodes, ACodeThatIsAValueIsRefused) {
  const MaskingResult result = one_column(Integers{{1, 2}, {}}, Integers{{0, 2}, {1, 0}}, column("sex"));
  try {
    written(result, {.suppressed = "2"});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "the code '2' is also a value of column 'sex' (row 2 of the release)");
  }
}

TEST(WrittenCodes, LabelsReplaceCodes) {
  ColumnInfo info = column("sex", Kind::nominal);
  info.value_labels = {{"1", "male"}, {"2", "female"}};
  const Column codes = Integers{{2, 1, 3}, {}};
  const Table table = written(one_column(codes, codes, info), {.labels = true});
  EXPECT_TRUE(table.column(0) == Column(Codes{{0, 1, 2}, {"female", "male", "3"}}));
  EXPECT_TRUE(table.info(0).value_labels.empty());
  info.value_labels = {{"1", "same"}, {"2", "same"}};
  EXPECT_THROW(written(one_column(codes, codes, info), {.labels = true}), Error);
}

TEST(WrittenCodes, AFileKeepsItsCodesAndReadsBack) {
  const testing::TemporaryFolder folder;
  folder.write("p.csv", "sex,age,pay\n1,20,5\n1,20,6\n2,30,7\n2,99,8\n9,30,9\n1,41,4\n");
  const testing::Outcome masked = testing::run_in(
      folder.path(),
      {"mask", "local-suppression", "p.csv", "--columns", "sex,age", "--k", "2", "--missing", "sex=9",
       "--missing", "age=99", "--keep-missing-codes", "--suppressed", "-8", "-o", "m.csv", "--quiet"});
  EXPECT_EQ(masked.status, 0) << masked.error;
  const std::string text = folder.read("m.csv");
  EXPECT_NE(text.find("\n9,30,9"), std::string::npos) << text;
  EXPECT_NE(text.find("2,99,8"), std::string::npos) << text;
  EXPECT_NE(text.find("-8"), std::string::npos) << text;
  EXPECT_NE(folder.read("m.toml").find("suppressed_code = \"-8\""), std::string::npos);
  const Table back = io::read_table(folder.file("m.csv"), {}, sfumato::Run()).table;
  EXPECT_TRUE(back.column(0).missing(4));
  EXPECT_TRUE(back.column(1).missing(3));
  EXPECT_GE(back.column(0).missing_count() + back.column(1).missing_count(), 3U);
}

}  // namespace
}  // namespace sfumato::release
