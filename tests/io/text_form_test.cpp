// How text is written where it is said: encodings, delimiters, decimal points, and the preview of a file.
#include "io/text_form.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/csv_reader.hpp"
#include "io/text_preview.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

TEST(TextForm, EveryByteOfLatin1IsItsCodePoint) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    const std::string text = in_utf8(one, Encoding::latin_1);
    EXPECT_EQ(first_invalid_utf8(text), std::string::npos) << byte;
    const unsigned code = text.size() == 1 ? static_cast<unsigned char>(text[0])
                                           : (static_cast<unsigned char>(text[0]) & 0x1FU) << 6U |
                                                 (static_cast<unsigned char>(text[1]) & 0x3FU);
    EXPECT_EQ(code, static_cast<unsigned>(byte));
  }
}

// The index of the WHATWG Encoding Standard.
TEST(TextForm, Windows1252HasItsOwnLetters) {
  EXPECT_EQ(in_utf8("\x80 \x85 \x93\x94 \x9F \xE9", Encoding::windows_1252), "€ … “” Ÿ é");
  EXPECT_EQ(in_utf8("\x81", Encoding::windows_1252), "\xC2\x81");
  EXPECT_EQ(in_utf8("plain", Encoding::windows_1252), "plain");
  EXPECT_EQ(in_utf8("é", Encoding::utf_8), "é");
}

TEST(TextForm, ReadsWhatUsersWrite) {
  EXPECT_EQ(parse_delimiter(";"), ';');
  EXPECT_EQ(parse_delimiter("tab"), '\t');
  EXPECT_EQ(parse_delimiter("\\t"), '\t');
  EXPECT_EQ(parse_decimal_point(","), ',');
  for (const Encoding one : {Encoding::utf_8, Encoding::latin_1, Encoding::windows_1252}) {
    EXPECT_EQ(parse_encoding(std::string(to_text(one))), one);
  }
  for (const char* wrong : {"", "a", "7", "\"", "'", ".", "-", "::", "\n", "é"})
    EXPECT_THROW(parse_delimiter(wrong), Error) << wrong;
  for (const char* wrong : {"", ";", "..", "point"}) EXPECT_THROW(parse_decimal_point(wrong), Error) << wrong;
  for (const char* wrong : {"", "utf8", "latin1", "UTF-8", "ebcdic"})
    EXPECT_THROW(parse_encoding(wrong), Error) << wrong;
}

TEST(TextForm, TheReaderTakesWhatIsSaidOverWhatItWouldDetect) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const std::string text = "n;x\nJ\xF6rg;1,5\nAnna;2\n";
  const CsvContent content =
      parse_csv(text, "x.csv", {.delimiter = ';', .decimal_point = ',', .encoding = Encoding::latin_1}, run);
  EXPECT_EQ(content.table.column(0).text(0), "Jörg");
  EXPECT_EQ(content.table.column(1).to_numbers(), (Numbers{1.5, 2.0}));
  // With a decimal point the same numbers are texts.
  const CsvContent other =
      parse_csv(text, "x.csv", {.delimiter = ';', .decimal_point = '.', .encoding = Encoding::latin_1}, run);
  EXPECT_TRUE(other.table.column(1).is_text());
  const CsvContent bars = parse_csv("a|b;c\n1|2;3\n", "x.csv", {.delimiter = '|'}, run);
  EXPECT_EQ(bars.table.names(), (std::vector<std::string>{"a", "b;c"}));
}

TEST(TextPreview, ShowsTheTextAsItStands) {
  const TextPreview preview = text_preview("a,b\n\"x, \"\"y\"\"\",007\n\n1,\n", "x.csv", {}, {}, {}, 10);
  EXPECT_EQ(preview.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(preview.rows, (std::vector<std::vector<std::string>>{{"x, \"y\"", "007"}, {"1", ""}}));
  EXPECT_EQ(preview.lines, (std::vector<std::size_t>{2, 4}));
  EXPECT_TRUE(preview.complete);
  EXPECT_EQ(preview.encoding, Encoding::utf_8);
}

TEST(TextPreview, GuessesTheEncodingUnlessItIsSaid) {
  EXPECT_EQ(text_preview("n\nJ\xF6rg\n", "x.csv", {}, {}, {}, 10).rows[0][0], "Jörg");
  EXPECT_EQ(text_preview("n\n\x93\n", "x.csv", {}, {}, {}, 10).rows[0][0], "“");
  EXPECT_EQ(text_preview("n\n\x93\n", "x.csv", {}, {}, Encoding::latin_1, 10).rows[0][0], "\xC2\x93");
  EXPECT_EQ(text_preview("n\nJörg\n", "x.csv", {}, {}, Encoding::latin_1, 10).rows[0][0], "JÃ¶rg");
}

TEST(TextPreview, StopsAtItsRowsAndAtWhatIsNotWhole) {
  std::string text = "a,b\n";
  for (int i = 0; i < 300'000; ++i) text += std::to_string(i) + ",ü\n";
  const TextPreview few = text_preview(text, "x.csv", {}, {}, {}, 3);
  EXPECT_EQ(few.rows.size(), 3U);
  EXPECT_FALSE(few.complete);
  const TextPreview many = text_preview(text, "x.csv", {}, {}, {}, 1'000'000);  // of a megabyte
  EXPECT_FALSE(many.complete);
  EXPECT_EQ(many.encoding, Encoding::utf_8);  // whatever letter the cut falls into
  EXPECT_EQ(many.rows.back(), (std::vector<std::string>{std::to_string(many.rows.size() - 1), "ü"}));
  EXPECT_FALSE(text_preview("a,b\n1,\"open\n", "x.csv", {}, {}, {}, 10).complete);
  EXPECT_THROW(text_preview("", "x.csv", {}, {}, {}, 10), Error);
  EXPECT_THROW(text_preview(std::string("a\n\0\n", 4), "x.csv", {}, {}, {}, 10), Error);
}

}  // namespace
}  // namespace sfumato::io
