// How text is written where it is said: encodings, delimiters, decimal points, and the preview of a file.
#include "io/text_form.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/csv_reader.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"
#include "io/text_preview.hpp"
#include "io/toml.hpp"
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
  for (const Encoding one :
       {Encoding::utf_8, Encoding::latin_1, Encoding::windows_1252, Encoding::utf_16le, Encoding::utf_16be}) {
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

// Every letter that an encoding has goes to its bytes and back.
TEST(TextForm, TextGoesIntoAnEncodingAndBack) {
  for (const Encoding one : {Encoding::latin_1, Encoding::windows_1252}) {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string bytes(1, static_cast<char>(byte));
      EXPECT_EQ(in_encoding(in_utf8(bytes, one), one), bytes) << byte;
    }
  }
  EXPECT_EQ(in_encoding("€", Encoding::windows_1252), "\x80");
  EXPECT_EQ(in_encoding("€", Encoding::latin_1), std::nullopt);
  EXPECT_EQ(in_encoding("\xC2\x80", Encoding::windows_1252), std::nullopt);
  EXPECT_EQ(in_encoding("Ω", Encoding::windows_1252), std::nullopt);
  const std::string text = "a é € 𝄞 \n";
  for (const Encoding one : {Encoding::utf_16le, Encoding::utf_16be, Encoding::utf_8}) {
    EXPECT_EQ(in_utf8(*in_encoding(text, one), one), text);
  }
  EXPECT_EQ(in_encoding("a𝄞", Encoding::utf_16be), std::string("\0a\xD8\x34\xDD\x1E", 6));
}

TEST(TextForm, HalfCharactersOfUtf16AreErrors) {
  const auto wide = [](std::initializer_list<int> units) {
    std::string bytes;
    for (const int unit : units) {
      bytes += static_cast<char>(unit & 0xFF);
      bytes += static_cast<char>(unit >> 8);
    }
    return bytes;
  };
  for (const std::string& bytes :
       {wide({0xD834}), wide({0xDD1E}), wide({0xD834, 'a'}), std::string("abc"), wide({0xFFFE})})
    EXPECT_THROW(in_utf8(bytes, Encoding::utf_16le), Error);
  EXPECT_EQ(in_utf8(wide({0xFEFF, 'a'}), Encoding::utf_16le), "a");
  EXPECT_EQ(marked_encoding(wide({0xFEFF, 'a'})), Encoding::utf_16le);
  EXPECT_EQ(marked_encoding("\xFE\xFF"), Encoding::utf_16be);
  EXPECT_EQ(marked_encoding("\xEF\xBB\xBF"), std::nullopt);
}

// Delimiter, decimal comma, encoding, line ends and byte order mark of a file are those of the next one.
TEST(TextForm, WhatWasReadIsWrittenBackToTheSameBytes) {
  const TemporaryFolder folder;
  const sfumato::Run run({.seed = 1, .threads = 2});
  const std::string text = "name;x;day\r\nJörg;1,5;31/12/2021\r\n\"a;b\";;30/11/2020\r\nAnna;-2,25;\r\n";
  for (const Encoding one :
       {Encoding::utf_8, Encoding::latin_1, Encoding::windows_1252, Encoding::utf_16le, Encoding::utf_16be}) {
    const bool wide = one == Encoding::utf_16le || one == Encoding::utf_16be;
    const std::string bytes = *in_encoding((wide ? "\xEF\xBB\xBF" : "") + text, one);
    const std::string path = folder.file("in.csv", bytes);
    ReadOptions options;
    if (one == Encoding::latin_1 || one == Encoding::windows_1252) options.text.encoding = one;
    const TableFile file = read_table(path, options, run);
    EXPECT_EQ(file.table.column(1).to_numbers()[2], -2.25);
    EXPECT_EQ(file.table.column(0).text(0), "Jörg");
    EXPECT_NE(file.table.column(2).get_if<Dates>(), nullptr);
    for (const std::string name : {"out.csv", "out.csv.gz"}) {
      const std::string out = folder.path(name);
      const TextForm form = output_text_form(out, "", file.text, {});
      write_table(file.table, out, {.text = form}, run);
      // The sidecar says what cannot be detected.
      const Sidecar sidecar = parse_sidecar(toml_text(sidecar_value(file.table, {}, form)), "s.toml");
      EXPECT_EQ(read_table(out, {.text = sidecar.text}, run).table.column(0).text(0), "Jörg");
      std::ifstream stream(out, std::ios::binary);
      std::ostringstream content;
      content << stream.rdbuf();
      EXPECT_TRUE(name != "out.csv" || content.str() == bytes) << to_text(one);
    }
  }
}

TEST(TextForm, TheFormOfAnOutputIsThatOfTheInputUnlessAskedForOrImpossible) {
  TextForm found;
  found.delimiter = ';';
  found.decimal_point = ',';
  found.encoding = Encoding::latin_1;
  const auto form = [&](const std::string& path, const TextForm& wanted = {}) {
    return output_text_form(path, "", found, wanted);
  };
  EXPECT_EQ(form("o.csv"), found);
  EXPECT_EQ(form("o.tsv").delimiter, '\t');
  EXPECT_EQ(form("o.tsv").decimal_point, ',');
  EXPECT_EQ(form("o.parquet"), TextForm{});
  TextForm comma;
  comma.delimiter = ',';
  EXPECT_EQ(form("o.csv", comma).decimal_point, '.');
  comma.decimal_point = ',';
  EXPECT_THROW(form("o.csv", comma), Error);
  EXPECT_THROW(form("o.parquet", comma), Error);
  EXPECT_THROW(form("o.tsv", comma), Error);
  found = {};
  TextForm decimal;
  decimal.decimal_point = ',';
  EXPECT_EQ(form("o.csv", decimal).delimiter, ';');
  found.delimiter = '\t';
  EXPECT_EQ(form("o.csv").delimiter, ',');
}

TEST(TextForm, LettersThatAnEncodingLacksAreRefusedByColumn) {
  const TemporaryFolder folder;
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Table table = read_table(folder.file("a.csv", "town,x\nΩmega,1\nb,2\n"), {}, run).table;
  TextForm form;
  form.encoding = Encoding::latin_1;
  const std::string said = error_of([&] { write_table(table, folder.path("o.csv"), {.text = form}, run); });
  EXPECT_HAS(said, "column 'town' has");
  EXPECT_HAS(said, "latin-1");
  EXPECT_FALSE(std::filesystem::exists(folder.path("o.csv")));
  EXPECT_THROW(parse_sidecar("[text]\nencoding = \"ebcdic\"\n", "s.toml"), Error);
  EXPECT_THROW(parse_sidecar("[text]\nquote = \"x\"\n", "s.toml"), Error);
}

TEST(TextPreview, ShowsUtf16) {
  const std::string bytes = *in_encoding("\xEF\xBB\xBFn;x\nJörg;1\n", Encoding::utf_16be);
  const TextPreview preview = text_preview(bytes, "x.csv", {}, {}, {}, 10);
  EXPECT_EQ(preview.encoding, Encoding::utf_16be);
  EXPECT_EQ(preview.rows[0][0], "Jörg");
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
