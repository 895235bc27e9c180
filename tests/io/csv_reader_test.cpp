// Reading delimited text: types, missing values, declarations, and every way in which a file can be
// wrong, with the line and column that its message must name.
#include "io/csv_reader.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cmath>

#include "io/temporary_folder.hpp"
#include "support/reference_data.hpp"

namespace sfumato::io {
namespace {

const Run& reading_run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

CsvContent parse(std::string_view text, const CsvReadOptions& options = {}, std::size_t block = 1 << 20) {
  return parse_csv(text, "data.csv", options, reading_run(), block);
}

std::string parse_error(std::string_view text, const CsvReadOptions& options = {},
                        std::size_t block = 1 << 20) {
  return error_of([&] { parse(text, options, block); });
}

Column column(const CsvContent& content, std::string_view name) {
  return content.table.column(content.table.require(name));
}

CsvReadOptions declaring(const std::string& name, Kind kind, std::vector<std::string> order = {},
                         std::vector<std::string> missing = {}) {
  CsvReadOptions options;
  ColumnDeclaration& declaration = options.declared[name];
  declaration.kind = kind;
  declaration.order = std::move(order);
  declaration.missing = std::move(missing);
  return options;
}

Integers integers(std::vector<std::int64_t> values, std::vector<std::uint8_t> missing = {}) {
  return {std::move(values), std::move(missing)};
}

const double nan = std::numeric_limits<double>::quiet_NaN();

TEST(CsvReader, FindsTypesAndKinds) {
  const CsvContent content = parse("i,f,d,t\n1,0.5,2021-03-31,abc\n-5,2,1969-12-31,d e\n");
  EXPECT_EQ(column(content, "i"), Column(integers({1, -5})));
  EXPECT_EQ(column(content, "f"), Column(Numbers{0.5, 2.0}));
  EXPECT_EQ(column(content, "d"), Column(Dates{{18717, -1}}));
  EXPECT_EQ(column(content, "t"), Column(Codes{{0, 1}, {"abc", "d e"}}));
  EXPECT_EQ(content.table.info(0).kind, Kind::numeric);
  EXPECT_EQ(content.table.info(1).kind, Kind::numeric);
  EXPECT_EQ(content.table.info(2).kind, Kind::ordinal);
  EXPECT_EQ(content.table.info(3).kind, Kind::nominal);
}

TEST(CsvReader, KeepsExtremeIntegers) {
  const CsvContent content = parse("a,b\n9223372036854775807,0\n-9223372036854775808,0\n");
  EXPECT_EQ(column(content, "a"), Column(integers({INT64_MAX, INT64_MIN})));
}

TEST(CsvReader, LeadingZerosAndPlusSignsMakeText) {
  const CsvContent content = parse("zip,plus,zero\n007,+5,0\n123,6,10\n");
  EXPECT_EQ(column(content, "zip"), Column(Codes{{0, 1}, {"007", "123"}}));
  EXPECT_EQ(column(content, "plus"), Column(Codes{{0, 1}, {"+5", "6"}}));
  EXPECT_EQ(column(content, "zero"), Column(integers({0, 10})));
}

TEST(CsvReader, MinusZeroIsADouble) {
  const CsvContent content = parse("a,b\n-0,1\n1,1\n");
  EXPECT_EQ(column(content, "a"), Column(Numbers{-0.0, 1.0}));
}

TEST(CsvReader, HexadecimalIsText) {
  EXPECT_TRUE(column(parse("a,b\n0x1F,1\n5,1\n"), "a").is_text());
  EXPECT_HAS(parse_error("a,b\n5,1\n6,1\n0x1F,1\n", {}, 4), "line 4, column 'a': '0x1F' is not a number");
}

TEST(CsvReader, AccountNumbersBeyond64BitsStayText) {
  EXPECT_EQ(column(parse("a,b\n12345678901234567890123,1\n5,1\n"), "a"),
            Column(Codes{{0, 1}, {"12345678901234567890123", "5"}}));
}

TEST(CsvReader, EmptyFieldsAreMissing) {
  const CsvContent content = parse("i,f,d,t\n1,,2021-03-31,\n,0.5,,x\n");
  EXPECT_EQ(column(content, "i"), Column(integers({1, 0}, {0, 1})));
  EXPECT_EQ(column(content, "f"), Column(Numbers{nan, 0.5}));
  EXPECT_EQ(column(content, "d"), Column(Dates{{18717, Dates::missing}}));
  EXPECT_EQ(column(content, "t"), Column(Codes{{-1, 0}, {"x"}}));
  EXPECT_EQ(content.missing_token, "");
}

TEST(CsvReader, QuotedEmptyIsTextInTextAndMissingAmongNumbers) {
  const CsvContent content = parse("t,n\n\"\",1\nx,\"\"\n,3\n");
  EXPECT_EQ(column(content, "t"), Column(Codes{{0, 1, -1}, {"", "x"}}));
  EXPECT_EQ(column(content, "n"), Column(integers({1, 0, 3}, {0, 1, 0})));
}

TEST(CsvReader, UsualTokensAreMissingAmongNumbersOnly) {
  for (const std::string token : {"NA", "N/A", "NaN", "nan", "NULL", "null", ".", "?", "-"}) {
    const CsvContent content = parse("n,t\n1," + token + "\n" + token + ",x\n" + token + ",y\n");
    EXPECT_EQ(column(content, "n"), Column(integers({1, 0, 0}, {0, 1, 1}))) << token;
    EXPECT_EQ(column(content, "t").missing(0), token == "NA") << token;
    EXPECT_EQ(content.missing_token, token);
  }
}

TEST(CsvReader, UsualTokensAfterTheFirstBlockAreMissingToo) {
  const CsvContent content = parse("n,t\n1,x\n2,x\n?,x\n", {}, 4);
  EXPECT_EQ(column(content, "n"), Column(integers({1, 2, 0}, {0, 0, 1})));
}

TEST(CsvReader, QuotedNaIsText) {
  EXPECT_EQ(column(parse("t,n\n\"NA\",1\nNA,2\nx,3\n"), "t"), Column(Codes{{0, -1, 1}, {"NA", "x"}}));
}

TEST(CsvReader, FilesWithEverythingQuotedHaveNumbers) {
  const CsvContent content = parse("\"a\",\"b\"\n\"1\",\"x\"\n\"NA\",\"y\"\n\"3\",\"z\"\n");
  EXPECT_EQ(column(content, "a"), Column(integers({1, 0, 3}, {0, 1, 0})));
}

TEST(CsvReader, DeclaredTokensHoldForEveryColumn) {
  CsvReadOptions options;
  options.missing = {"-9", "unknown"};
  const CsvContent content = parse("n,f,t\n-9,1.5,unknown\n3,-9.0,-9\nunknown,2,x\n", options);
  EXPECT_EQ(column(content, "n"), Column(integers({0, 3, 0}, {1, 0, 1})));
  EXPECT_EQ(column(content, "f"), Column(Numbers{1.5, nan, 2.0}));
  EXPECT_EQ(column(content, "t"), Column(Codes{{-1, -1, 0}, {"x"}}));
  EXPECT_EQ(content.missing_token, "unknown");
}

TEST(CsvReader, DeclaredTokensOfOneColumnLeaveTheOthersAlone) {
  CsvReadOptions options;
  options.declared["a"].missing = {"-9", "none"};
  const CsvContent content = parse("a,b,t\n-9,-9,none\n3,4,x\nnone,5,y\n", options);
  EXPECT_EQ(column(content, "a"), Column(integers({0, 3, 0}, {1, 0, 1})));
  EXPECT_EQ(column(content, "b"), Column(integers({-9, 4, 5})));
  EXPECT_EQ(column(content, "t"), Column(Codes{{0, 1, 2}, {"none", "x", "y"}}));
  EXPECT_EQ(column(parse("a,b\n-9,-9\n3,4\n", options), "a"), Column(integers({0, 3}, {1, 0})));
}

TEST(CsvReader, DeclaredTextKeepsEveryByte) {
  const CsvContent content = parse("a,b\n1.50,1\n 7,2\n1e5,3\n", declaring("a", Kind::nominal));
  EXPECT_EQ(column(content, "a"), Column(Codes{{0, 1, 2}, {"1.50", " 7", "1e5"}}));
  EXPECT_EQ(content.table.info(0).kind, Kind::nominal);
}

TEST(CsvReader, OrdinalLabelsStandInTheirOrder) {
  const std::string text = "a,b\nmid,1\nhigh,2\nlow,3\n,4\n";
  const Column declared = column(parse(text, declaring("a", Kind::ordinal, {"low", "mid", "high"})), "a");
  EXPECT_EQ(declared.get_if<Codes>()->labels, (std::vector<std::string>{"low", "mid", "high"}));
  EXPECT_EQ(declared.get_if<Codes>()->codes, (std::vector<std::int32_t>{1, 2, 0, -1}));
  const Column bytewise = column(parse(text, declaring("a", Kind::ordinal)), "a");
  EXPECT_EQ(bytewise.get_if<Codes>()->labels, (std::vector<std::string>{"high", "low", "mid"}));
  const Column numeric = column(parse("a,b\n10,1\n9,2\n-1,3\n", declaring("a", Kind::ordinal)), "a");
  EXPECT_EQ(numeric.get_if<Codes>()->labels, (std::vector<std::string>{"-1", "9", "10"}));
}

TEST(CsvReader, ValueOutsideTheOrderNamesItsLine) {
  const std::string error =
      parse_error("a,b\nlow,1\nhigh,2\nhuge,3\n", declaring("a", Kind::ordinal, {"low", "high"}));
  EXPECT_HAS(error, "data.csv, line 4, column 'a': 'huge' is not in the declared order");
}

TEST(CsvReader, DatesDeclaredOrdinalStayDatesUnlessOneIsNot) {
  EXPECT_EQ(column(parse("d,b\n1970-01-02,1\n", declaring("d", Kind::ordinal)), "d"), Column(Dates{{1}}));
  const CsvContent content =
      parse("d,b\n1970-01-02,1\n1970-01-01,1\nlater,2\n", declaring("d", Kind::ordinal), 4);
  EXPECT_EQ(column(content, "d").get_if<Codes>()->labels,
            (std::vector<std::string>{"1970-01-01", "1970-01-02", "later"}));
}

TEST(CsvReader, DeclaredNumbersMayHaveZerosInFront) {
  EXPECT_EQ(column(parse("a,b\n007,1\n+5,2\n8,3\n", declaring("a", Kind::numeric)), "a"),
            Column(integers({7, 5, 8})));
}

TEST(CsvReader, DeclaredNumericWithTextNamesTheLine) {
  const std::string error = parse_error("a,b\n1,1\nabc,2\n", declaring("a", Kind::numeric));
  EXPECT_HAS(error, "data.csv, line 3, column 'a': 'abc' is not a number");
  EXPECT_HAS(error, "kind = \"nominal\"");
  EXPECT_HAS(error, "‹missing› 'abc'");
}

TEST(CsvReader, LaterTextAmongNumbersNamesTheLine) {
  std::string text = "id,income\n";
  for (int row = 0; row < 200000; ++row) text += std::to_string(row) + ",5000\n";
  text += "200000,a\x01lot\n";
  const std::string error = parse_error(text);
  EXPECT_HAS(error, "data.csv, line 200002, column 'income': 'a\\x01lot' is not a number");
  EXPECT_HAS(error, "kind = \"nominal\"");
}

TEST(CsvReader, LaterZerosInFrontNameTheLine) {
  std::string text = "id,income\n";
  for (int row = 0; row < 200000; ++row) text += std::to_string(row) + ",5000\n";
  text += "200000,007\n";
  EXPECT_HAS(parse_error(text), "data.csv, line 200002, column 'income': '007' has zeros or a '+' in front");
}

TEST(CsvReader, LaterDecimalsMakeTheWholeColumnDoubles) {
  std::string text = "id,x\n";
  for (int row = 0; row < 200000; ++row) text += std::to_string(row) + ",5\n";
  text += "200000,2.5\n";
  const CsvContent content = parse(text);
  const Column x = column(content, "x");
  ASSERT_NE(x.get_if<Numbers>(), nullptr);
  EXPECT_EQ((*x.get_if<Numbers>())[0], 5.0);
  EXPECT_EQ((*x.get_if<Numbers>())[200000], 2.5);
  EXPECT_NE(column(content, "id").get_if<Integers>(), nullptr);
}

TEST(CsvReader, IntegersBeyond2To53AmongDecimalsAreRefused) {
  const std::string first = parse_error("a,b\n9007199254740993,1\n2.5,1\n");
  EXPECT_HAS(first, "data.csv, line 2, column 'a': '9007199254740993' is beyond 2^53");
  EXPECT_HAS(first, "kind = \"nominal\"");
  EXPECT_HAS(parse_error("a,b\n9007199254740993,1\n1,1\n2.5,1\n", {}, 4), "line 2, column 'a'");
}

TEST(CsvReader, InfinityAndOverflowNameTheLine) {
  for (const std::string text : {"inf", "-Infinity", "1e999", "-1e400"}) {
    const std::string error = parse_error("a,b\n1.5,1\n" + text + ",2\n");
    EXPECT_HAS(error, "data.csv, line 3, column 'a': '" + text + "' is infinite");
    EXPECT_HAS(parse_error("a,b\n1.5,1\n2.5,1\n" + text + ",2\n", {}, 4), "line 4, column 'a'");
  }
  EXPECT_EQ(column(parse("a,b\n1.5,1\n-1e-999,2\n"), "a"), Column(Numbers{1.5, -0.0}));
}

TEST(CsvReader, ColumnMissingInTheFirstBlockTakesTheTypeOfItsFirstValue) {
  EXPECT_EQ(column(parse("a,b\n,1\nNA,2\n7,3\n", {}, 4), "a"), Column(integers({0, 0, 7}, {1, 1, 0})));
  EXPECT_EQ(column(parse("a,b\n,1\nNA,2\n7.5,3\n", {}, 4), "a"), Column(Numbers{nan, nan, 7.5}));
  EXPECT_EQ(column(parse("a,b\n,1\nNA,2\nx,3\n", {}, 4), "a"), Column(Codes{{-1, -1, 0}, {"x"}}));
  EXPECT_TRUE(column(parse("a,b\n,1\nNA,2\n"), "a").is_text());
}

TEST(CsvReader, RaggedRowsNameLineAndCounts) {
  EXPECT_HAS(parse_error("a,b,c\n1,2,3\n4,5\n"), "data.csv, line 3: 2 fields where 3 are expected");
  EXPECT_HAS(parse_error("a,b,c\n1,2,3\n4,5\n"), "column 'c' is missing");
  EXPECT_HAS(parse_error("a,b,c\n1,2,3\n4,5,6,7\n"), "data.csv, line 3: 4 fields where 3 are expected");
  EXPECT_HAS(parse_error("a,b\n\"x\ny\",1\nz\n"), "data.csv, line 4: 1 field where 2");
}

TEST(CsvReader, UnterminatedQuoteNamesTheLineWhereItOpens) {
  EXPECT_HAS(parse_error("a,b\n1,x\n2,\"y\n3,z\n"),
             "data.csv, line 3: a quote \" opens here and is never closed");
  EXPECT_HAS(parse_error("\"a,b\n1,x\n"), "data.csv, line 1: a quote");
}

TEST(CsvReader, TextAfterAClosingQuoteNamesTheLine) {
  EXPECT_HAS(parse_error("a,b\n1,\"x\"\n2,\"y\"z\n"), "data.csv, line 3: text after the closing quote");
}

TEST(CsvReader, QuotesInsideAFieldArePlain) {
  EXPECT_EQ(column(parse("a,b\n5\" pipe,1\nx\"y\"z,2\n"), "a"),
            Column(Codes{{0, 1}, {"5\" pipe", "x\"y\"z"}}));
}

TEST(CsvReader, BinaryAndForeignEncodingsAreRefused) {
  EXPECT_HAS(parse_error(std::string("a,b\n1,\0\n", 8)), "line 2: a NUL byte");
  EXPECT_HAS(parse_error("a,b\n1,x\n2,caf\xE9\n"), "data.csv, line 3: not valid UTF-8");
  EXPECT_HAS(parse_error("a,caf\xE9\n1,x\n"), "data.csv, line 1: a column name is not valid UTF-8");
  EXPECT_HAS(parse_error(std::string("\xFF\xFE"
                                     "a\0,\0b",
                                     7)),
             "UTF-16");
  EXPECT_HAS(parse_error("PK\x03\x04 and so on"), "spreadsheet");
}

// "a,b", "1,x" with a NUL after, or before, each letter.
TEST(CsvReader, Utf16WithoutAByteOrderMarkIsNamed) {
  std::string little, big;
  for (const char letter : std::string("name,town\n1,x\n2,y\n")) {
    little += std::string{letter, '\0'};
    big += std::string{'\0', letter};
  }
  EXPECT_HAS(parse_error(little), "looks like UTF-16 text without a byte order mark");
  EXPECT_HAS(parse_error(big), "looks like UTF-16 text without a byte order mark");
}

TEST(CsvReader, LateNulAndInvalidBytesNameTheirLine) {
  std::string text = "a,b\n";
  for (int row = 0; row < 300000; ++row) text += "1,x\n";
  EXPECT_HAS(parse_error(text + std::string("1,\0\n", 4)), "line 300002: a NUL byte");
  EXPECT_HAS(parse_error(text + "1,\xC3\n"), "line 300002: not valid UTF-8");
}

TEST(CsvReader, RepeatedAndEmptyNamesAreAllNamed) {
  const std::string repeated = parse_error("a,b,a,b,c\nx,y,z,u,v\n");
  EXPECT_HAS(repeated, "'a' (columns 1 and 3)");
  EXPECT_HAS(repeated, "'b' (columns 2 and 4)");
  EXPECT_HAS(parse_error("a,,b,\nx,y,z,u\n"), "columns without a name: number 2, 4");
}

TEST(CsvReader, HeaderAloneIsATableWithoutRows) {
  for (const std::string text : {"a,b\n", "a,b", "a,b\r\n\r\n"}) {
    const CsvContent content = parse(text);
    EXPECT_EQ(content.table.rows(), 0U);
    EXPECT_EQ(content.table.names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(content.table.column(0).is_text());
  }
}

TEST(CsvReader, EmptyFileIsRefused) {
  for (const std::string text : {"", "\n\n", "\xEF\xBB\xBF", "  \r\n"}) {
    EXPECT_HAS(parse_error(text), "data.csv is empty");
  }
}

TEST(CsvReader, LineEndsAndBlankLines) {
  const Column expected(integers({1, 3, 5}));
  for (const std::string text : {"a,b\n1,2\n3,4\n5,6\n", "a,b\n1,2\n3,4\n5,6", "a,b\r\n1,2\r\n3,4\r\n5,6\r\n",
                                 "a,b\r1,2\r3,4\r5,6\r", "a,b\n1,2\r\n3,4\n5,6\r\n\r\n\n",
                                 "\xEF\xBB\xBF"
                                 "a,b\n1,2\n\n3,4\n5,6\n\n\n"}) {
    EXPECT_EQ(column(parse(text), "a"), expected) << text;
  }
}

TEST(CsvReader, QuotedFieldsKeepDelimitersQuotesAndLineEnds) {
  const CsvContent content = parse("a,b\n\"x,\"\"y\"\"\r\nz\",1\n\"\n\",2\n");
  EXPECT_EQ(column(content, "a"), Column(Codes{{0, 1}, {"x,\"y\"\r\nz", "\n"}}));
}

TEST(CsvReader, WithoutHeaderColumnsAreNumbered) {
  const CsvContent content = parse("1,x\n2,y\n");
  EXPECT_EQ(content.table.names(), (std::vector<std::string>{"V1", "V2"}));
  EXPECT_EQ(content.table.rows(), 2U);
  EXPECT_HAS(parse_error("1,x\n2,y\n3\n"), "line 3: 1 field");
}

TEST(CsvReader, DecimalCommas) {
  const CsvContent content = parse("a;b;c\n3,14;1;x\n-2,5e3;2;y\n;3;z\n");
  EXPECT_EQ(column(content, "a"), Column(Numbers{3.14, -2500.0, nan}));
  EXPECT_EQ(column(content, "b"), Column(integers({1, 2, 3})));
}

TEST(CsvReader, ManyColumns) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text.append(i > 0 ? ",c" : "c").append(std::to_string(i));
  for (int row = 0; row < 3; ++row) {
    text += '\n';
    for (int i = 0; i < 10000; ++i) text.append(i > 0 ? "," : "").append(std::to_string(i + row));
  }
  const CsvContent content = parse(text);
  ASSERT_EQ(content.table.column_count(), 10000U);
  EXPECT_EQ(content.table.column(9999), Column(integers({9999, 10000, 10001})));
}

TEST(CsvReader, HugeFields) {
  const std::string huge(10 << 20, 'x');
  const std::string lines = "\"" + std::string(5 << 20, 'y') + "\n" + std::string(5 << 20, 'z') + "\"";
  const CsvContent content = parse("a,b\n1," + huge + "\n2," + lines + "\n3,small\n");
  ASSERT_EQ(content.table.rows(), 3U);
  EXPECT_EQ(content.table.column(1).text(0).size(), huge.size());
  EXPECT_EQ(content.table.column(1).text(1).size(), lines.size() - 2);
  EXPECT_EQ(content.table.column(1).text(2), "small");
}

TEST(CsvReader, ArrowAndTheCarefulReaderAgree) {
  // The same rows, once as they are and once with an unusual format that the careful reader must read.
  std::string plain = "i,f,t\n";
  for (int row = 0; row < 5000; ++row) {
    plain += std::to_string(row * 7919 - 10000) + "," + std::to_string(row) + ".25," +
             (row % 3 == 0 ? "" : "t") + std::to_string(row % 11) + "\n";
  }
  const CsvContent fast = parse(plain);
  const CsvContent careful = parse(plain + "?,?,x\n");
  std::vector<std::size_t> rows(5000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  EXPECT_TRUE(fast.table.same_data(careful.table.taking_rows(rows)));
}

TEST(CsvReader, UnreadablePathsAreErrors) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& path) {
    return error_of([&] { read_csv(path, {}, reading_run()); });
  };
  EXPECT_HAS(read(folder.path("none.csv")), "No such file");
  EXPECT_HAS(read(folder.path("")), "it is a folder");
  const std::string closed = folder.file("closed.csv", "a,b\n1,2\n");
  ::chmod(closed.c_str(), 0);
  if (::geteuid() != 0) {
    EXPECT_HAS(read(closed), "Permission denied");
  }
  EXPECT_HAS(read(folder.file("empty.csv", "")), "is empty");
  EXPECT_HAS(read(folder.file("bad.csv.gz", "\x1f\x8b not gzip")), "damaged gzip");
}

TEST(CsvReader, LaterOddSpellingsAreNotTakenSilently) {
  for (const std::string odd : {"+5", "0x10", "1_000", "1,5", "5 6", "--5"}) {
    EXPECT_HAS(parse_error("n\tt\n1\tx\n2\tx\n" + odd + "\tx\n", {}, 4), "line 4, column 'n'") << odd;
    EXPECT_HAS(parse_error("n\tt\n1.5\tx\n2.5\tx\n" + odd + "\tx\n", {}, 4), "line 4, column 'n'") << odd;
  }
  for (const std::string odd :
       {"20200102", "2020-1-2", "2020-02-30", "0000-01-01", "2020-01-02T00:00:00", "5"}) {
    EXPECT_HAS(parse_error("d,t\n2020-01-01,x\n2020-01-01,x\n" + odd + ",x\n", {}, 4), "line 4, column 'd'")
        << odd;
  }
}

TEST(CsvReader, ReadsStandardInput) {
  const TemporaryFolder folder;
  const std::string path = folder.file("in.csv", "a,b\n1,x\n2,y\n");
  const int saved = ::dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(path.c_str(), "rb", stdin), nullptr);
  const CsvContent content = read_csv("-", {}, reading_run());
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  EXPECT_EQ(column(content, "a"), Column(integers({1, 2})));
}

// Bytes of good files changed at random: a table or an error, never anything else.
TEST(CsvReader, ChangedBytesGiveATableOrAnError) {
  const std::vector<std::string> seeds = {"a,b,c\n1,2.5,x\n3,,\"y\"\"z\"\n-5,1e5,\n",
                                          "a;b\n3,14;2020-01-01\n2,7;2021-12-31\n",
                                          "\"1\",\"NA\"\r\n\"2\",\"x\ny\"\r\n", "x\n1\n\n?\n007\n"};
  const std::string bytes("\0\n\r\"',;\t|.-+0179eExNA?\xC3\xA9\xFF ", 26);
  Rng rng = reading_run().rng("fuzz");
  CsvReadOptions options;
  options.declared["a"].missing = {"-5", "x"};
  options.missing = {"1"};
  for (int round = 0; round < 4000; ++round) {
    std::string text = seeds[rng.bits() % seeds.size()];
    for (std::uint64_t change = rng.bits() % 5; change > 0; --change) {
      const std::size_t at = rng.bits() % text.size();
      const char byte = bytes[rng.bits() % bytes.size()];
      if (rng.bits() % 2 == 0) {
        text[at] = byte;
      } else {
        text.insert(at, 1, byte);
      }
    }
    try {
      const CsvContent content =
          parse(text, round % 2 == 0 ? options : CsvReadOptions{}, 1 + rng.bits() % 40);
      EXPECT_GT(content.table.column_count(), 0U);
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input) << error.message;
      EXPECT_HAS(error.message, "data.csv");
    }
  }
}

TEST(CsvReader, StoppedRunEndsInterrupted) {
  std::stop_source stop;
  stop.request_stop();
  const sfumato::Run stopped({.seed = 1, .threads = 2, .stop = stop.get_token()});
  try {
    parse_csv("a,b\n1,2\n", "data.csv", {}, stopped);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
}

TEST(CsvReader, ReferenceCensus) {
  SFUMATO_REQUIRE_REFERENCE(path, "census.csv");
  const Table table = read_csv(path, {}, reading_run()).table;
  ASSERT_EQ(table.rows(), 1080U);
  ASSERT_EQ(table.column_count(), 13U);
  EXPECT_EQ(table.info(0).name, "AFNLWGT");
  for (ColumnId id = 0; id < 13; ++id) EXPECT_NE(table.column(id).get_if<Integers>(), nullptr);
  EXPECT_EQ(table.column(1).get_if<Integers>()->values[0], 45554);
}

TEST(CsvReader, ReferenceAdult) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult.csv");
  const Table table = read_csv(path, {}, reading_run()).table;
  EXPECT_EQ(table.rows(), 30162U);
  EXPECT_EQ(table.column_count(), 9U);
  EXPECT_NE(table.column(table.require("age")).get_if<Integers>(), nullptr);
  EXPECT_EQ(table.column(table.require("sex")).get_if<Codes>()->labels,
            (std::vector<std::string>{"Male", "Female"}));
}

TEST(CsvReader, RefusesNulBytesInNamesBeyondTheFirstBlock) {
  const std::string text = std::string(100, 'a') + std::string(1, '\0') + ",b\n1,2\n";
  EXPECT_HAS(parse_error(text, {}, 16), "data.csv, line 1: a NUL byte");
}

}  // namespace
}  // namespace sfumato::io
