// The scanner: fields, lines and problems, on whole texts and at their ends.
#include "io/csv_scanner.hpp"

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

struct Row {
  std::size_t line;
  std::vector<std::string> fields;
  bool operator==(const Row&) const = default;
};

std::vector<Row> rows_of(std::string_view text, CsvSyntax syntax = {}) {
  std::vector<Row> rows;
  CsvScanner scanner(text, syntax);
  std::string buffer;
  while (scanner.next()) {
    rows.push_back({scanner.line(), {}});
    for (const CsvField& field : scanner.fields()) {
      rows.back().fields.emplace_back(field_text(field, syntax.quote, buffer));
    }
  }
  EXPECT_EQ(scanner.problem(), CsvScanner::Problem::none);
  return rows;
}

TEST(CsvScanner, SplitsRowsAndFields) {
  EXPECT_EQ(rows_of("a,b\n1,\n,\n"), (std::vector<Row>{{1, {"a", "b"}}, {2, {"1", ""}}, {3, {"", ""}}}));
  EXPECT_EQ(rows_of("a;b", {';', '"'}), (std::vector<Row>{{1, {"a", "b"}}}));
  EXPECT_EQ(rows_of("a,"), (std::vector<Row>{{1, {"a", ""}}}));
  EXPECT_EQ(rows_of(""), (std::vector<Row>{}));
  EXPECT_EQ(rows_of("\n\r\n\r"), (std::vector<Row>{}));
}

TEST(CsvScanner, CountsPhysicalLines) {
  EXPECT_EQ(rows_of("a\r\n\r\n\"b\r\nc\nd\re\"\rf\n"),
            (std::vector<Row>{{1, {"a"}}, {3, {"b\r\nc\nd\re"}}, {7, {"f"}}}));
}

TEST(CsvScanner, UndoublesQuotes) {
  EXPECT_EQ(rows_of("\"a\"\"b\",\"\"\"\",\"\"\n"), (std::vector<Row>{{1, {"a\"b", "\"", ""}}}));
  EXPECT_EQ(rows_of("'a''b',\"c\"\n", {',', '\''}), (std::vector<Row>{{1, {"a'b", "\"c\""}}}));
}

TEST(CsvScanner, NamesTheLineOfAProblem) {
  CsvScanner open("a\nb,\"c\nd\n", {});
  while (open.next()) {
  }
  EXPECT_EQ(open.problem(), CsvScanner::Problem::unterminated_quote);
  EXPECT_EQ(open.problem_line(), 2U);
  CsvScanner after("a\n\"b\nc\"d\n", {});
  while (after.next()) {
  }
  EXPECT_EQ(after.problem(), CsvScanner::Problem::text_after_quote);
  EXPECT_EQ(after.problem_line(), 3U);
  EXPECT_FALSE(after.next());
}

}  // namespace
}  // namespace sfumato::io
