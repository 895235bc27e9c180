// Dialects: files as programs and people write them, and what must be found.
#include "io/dialect.hpp"

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

Dialect dialect_of(std::string_view text) { return detect_dialect(text, "data.csv"); }

TEST(Dialect, Delimiters) {
  EXPECT_EQ(dialect_of("a,b,c\n1,2,3\n").syntax.delimiter, ',');
  EXPECT_EQ(dialect_of("a;b;c\n1;2;3\n").syntax.delimiter, ';');
  EXPECT_EQ(dialect_of("a\tb\tc\n1\t2\t3\n").syntax.delimiter, '\t');
  EXPECT_EQ(dialect_of("a|b|c\n1|2|3\n").syntax.delimiter, '|');
  EXPECT_EQ(dialect_of("a\n1\n2\n").syntax.delimiter, ',');
}

TEST(Dialect, DelimitersInsideQuotesDoNotCount) {
  EXPECT_EQ(dialect_of("a;b\n\"x,y\";1\n\"u,v\";2\n").syntax.delimiter, ';');
  EXPECT_EQ(dialect_of("name,note\n\"x;y;z\",1\n\"u;v;w\",2\n").syntax.delimiter, ',');
}

TEST(Dialect, RaggedRowsDoNotMislead) {
  EXPECT_EQ(dialect_of("a;b;c\n1;2;3\n1;2\n1;2;3\n").syntax.delimiter, ';');
  EXPECT_EQ(dialect_of("text\nhello, world\nplain\nplain\nplain\n").syntax.delimiter, ',');
}

TEST(Dialect, DecimalCommaNeedsAnotherDelimiter) {
  EXPECT_EQ(dialect_of("a;b\n3,14;1\n2,72;2\n").decimal_point, ',');
  EXPECT_EQ(dialect_of("a;b\n3,14;1\n2,72;2\n").syntax.delimiter, ';');
  EXPECT_EQ(dialect_of("3,14;1\n2,72;2\n").syntax.delimiter, ';');
  EXPECT_EQ(dialect_of("a;b\n3.14;1\n2.72;2\n").decimal_point, '.');
  EXPECT_EQ(dialect_of("a,b\n3,14\n2,72\n").decimal_point, '.');
  EXPECT_EQ(dialect_of("a;b\n3,14;1.5\nx;2.5\n").decimal_point, '.');
  EXPECT_EQ(dialect_of("a;b\n\"3,14\";1\n").decimal_point, '.');
}

TEST(Dialect, Quotes) {
  EXPECT_EQ(dialect_of("a,b\n'x,y',1\n'z',2\n").syntax.quote, '\'');
  EXPECT_EQ(dialect_of("a,b\n\"x,y\",1\n'z',2\n").syntax.quote, '"');
  EXPECT_EQ(dialect_of("a,b\n'tis,1\nit's,2\n").syntax.quote, '"');
}

TEST(Dialect, Headers) {
  EXPECT_TRUE(dialect_of("a,b\n1,2\n").header);
  EXPECT_TRUE(dialect_of("a,b\nx,y\n").header);
  EXPECT_TRUE(dialect_of("a,b\n").header);
  EXPECT_FALSE(dialect_of("1,2\n3,4\n").header);
  EXPECT_FALSE(dialect_of("x,2020-01-01\ny,2020-01-02\n").header);
  EXPECT_FALSE(dialect_of("male,white\nmale,black\nfemale,white\n").header);
  EXPECT_TRUE(dialect_of("\"2020\",\"2021\"\n1,2\n").header);
  EXPECT_FALSE(dialect_of("\"1\",\"x\"\n\"2\",\"y\"\n").header);
}

TEST(Dialect, ByteOrderMarks) {
  EXPECT_EQ(dialect_of("\xEF\xBB\xBF"
                       "a,b\n1,2\n")
                .start,
            3U);
  EXPECT_HAS(error_of([] { dialect_of("\xFE\xFF"); }), "UTF-16");
  EXPECT_HAS(error_of([] { dialect_of("\xFF\xFE"); }), "save it as CSV text in UTF-8");
}

TEST(Dialect, LooksBeyondTheBlockForWholeRows) {
  const std::string huge(1000, 'x');
  EXPECT_EQ(detect_dialect("a;b\n" + huge + ";1\n", "data.csv", std::nullopt, 16).syntax.delimiter, ';');
}

}  // namespace
}  // namespace sfumato::io
