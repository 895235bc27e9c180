// Workbooks: what is written reads back, what programs write is understood, and files that are made to do
// harm end in errors. Another implementation (openpyxl) reads and writes them in xlsx_openpyxl_test.py.
#include "io/formats/xlsx_write.hpp"

#include <algorithm>

#include "io/file_format.hpp"
#include "io/formats/xlsx_format.hpp"
#include "io/formats/xlsx_read.hpp"
#include "io/formats/zip_archive.hpp"
#include "io/formats/zip_writer.hpp"
#include "io/random_tables.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const Run& workbook_run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

struct Book {
  std::string sheet;   // what is in <worksheet>
  std::string texts;   // in <sst>
  std::string styles;  // in <styleSheet>
  std::string prolog;  // before <workbook>
  std::string workbook = "<sheets><sheet name=\"One\" id=\"rId1\"/></sheets>";
};

std::string bytes_of(const Book& book) {
  std::string bytes;
  ZipWriter zip([&](std::string_view part) { bytes += part; });
  const auto part = [&](const std::string& name, const std::string& text) {
    zip.begin(name);
    zip.write(text);
  };
  part("_rels/.rels", "<R><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></R>");
  part("xl/workbook.xml", book.prolog + "<workbook>" + book.workbook + "</workbook>");
  part("xl/_rels/workbook.xml.rels",
       "<R><Relationship Id=\"rId1\" Type=\"x/worksheet\" Target=\"worksheets/s.xml\"/>"
       "<Relationship Id=\"rId2\" Type=\"x/worksheet\" Target=\"/xl/worksheets/t.xml\"/>"
       "<Relationship Id=\"rId3\" Type=\"x/styles\" Target=\"styles.xml\"/>"
       "<Relationship Id=\"rId4\" Type=\"x/sharedStrings\" Target=\"texts.xml\"/></R>");
  part("xl/styles.xml", "<styleSheet>" + book.styles + "</styleSheet>");
  part("xl/texts.xml", "<sst>" + book.texts + "</sst>");
  part("xl/worksheets/s.xml", "<x:worksheet xmlns:x=\"a\">" + book.sheet + "</x:worksheet>");
  part("xl/worksheets/t.xml",
       "<worksheet><sheetData><row><c "
       "t=\"inlineStr\"><is><t>other</t></is></c></row></sheetData></worksheet>");
  zip.finish();
  return bytes;
}

Table parsed(const Book& book, const ReadTerms& terms = {}) {
  const std::string bytes = bytes_of(book);
  return parse_xlsx(bytes, "b.xlsx", terms, MemoryBudget("b.xlsx", bytes.size(), Packing::compressed, 0));
}

// A row of cells as they are in a sheet; the names are texts.
std::string named_rows(const std::string& rows, const std::vector<std::string>& names = {"a"}) {
  std::string text = "<sheetData><row r=\"1\">";
  for (const std::string& name : names) text += "<c t=\"inlineStr\"><is><t>" + name + "</t></is></c>";
  return text + "</row>" + rows + "</sheetData>";
}

std::string column_of(const std::vector<std::string>& cells) {
  std::string rows;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string place = "A" + std::to_string(i + 2);
    rows += "<row r=\"" + std::to_string(i + 2) + "\"><c r=\"" + place + "\" " + cells[i] + "</c></row>";
  }
  return named_rows(rows);
}

constexpr const char* date_styles =
    "<numFmts><numFmt numFmtId=\"170\" formatCode=\"dd/mm/yyyy\"/><numFmt numFmtId=\"171\" "
    "formatCode=\"dd/mm/yyyy hh:mm\"/><numFmt numFmtId=\"172\" formatCode=\"0.00\"/></numFmts>"
    "<cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>"
    "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"170\"/><xf numFmtId=\"171\"/><xf numFmtId=\"172\"/>"
    "<xf numFmtId=\"20\"/><xf numFmtId=\"9\"/></cellXfs>";

TEST(Xlsx, FormatCodesSayWhatANumberIs) {
  for (const char* code : {"yyyy-mm-dd", "d.m.yy", "mmmm yyyy", "[$-409]d-mmm-yy;@", "dd\\/mm\\/yyyy", "mmm"})
    EXPECT_EQ(shown_by(code), NumberShown::day) << code;
  for (const char* code : {"hh:mm", "h:mm AM/PM", "mm:ss.0", "h \"o'clock\""})
    EXPECT_EQ(shown_by(code), NumberShown::time) << code;
  for (const char* code : {"yyyy-mm-dd hh:mm:ss", "d/m/yy h:mm AM/PM"})
    EXPECT_EQ(shown_by(code), NumberShown::moment) << code;
  for (const char* code : {"General", "0", "#,##0", "0\" days\"", "[Red]0", "@", "0_d", "\"year\" 0"})
    EXPECT_EQ(shown_by(code), NumberShown::number) << code;
  for (const char* code : {"0.00", "0%", "0.0E+00", "# ?/?", "[h]:mm", "[mm]:ss"})
    EXPECT_EQ(shown_by(code), NumberShown::with_decimals) << code;
}

// Serial numbers as ECMA-376, 18.17.4.1 gives them.
TEST(Xlsx, SerialNumbersOfBothDateSystems) {
  const auto day = [](double serial, bool from_1904) {
    return date_text(static_cast<std::int32_t>(*serial_milliseconds(serial, from_1904) / 86400000));
  };
  EXPECT_EQ(day(44286, false), "2021-03-31");
  EXPECT_EQ(day(44286 - 1462, true), "2021-03-31");
  EXPECT_EQ(day(25569, false), "1970-01-01");
  EXPECT_EQ(*serial_milliseconds(1, false), -25567 * 86400000LL);   // 1900-01-01
  EXPECT_EQ(*serial_milliseconds(59, false), -25509 * 86400000LL);  // 1900-02-28
  EXPECT_EQ(*serial_milliseconds(61, false), -25508 * 86400000LL);  // 1900-03-01
  EXPECT_FALSE(serial_milliseconds(60, false));
  EXPECT_FALSE(serial_milliseconds(0.5, false));
  EXPECT_FALSE(serial_milliseconds(-1, true));
  EXPECT_EQ(*serial_milliseconds(0, true), -24107 * 86400000LL);
  EXPECT_EQ(*serial_milliseconds(44286.395833333336, false), (18717 * 86400LL + 34200) * 1000);
  EXPECT_EQ(day_serial(18717), 44286);
  EXPECT_FALSE(day_serial(-25509));
}

TEST(Xlsx, PlacesAndEscapes) {
  EXPECT_EQ(column_letters(0), "A");
  EXPECT_EQ(column_letters(26), "AA");
  EXPECT_EQ(column_letters(16383), "XFD");
  for (const std::size_t column : {0, 25, 26, 701, 702, 16383}) {
    EXPECT_EQ(parse_cell(column_letters(column) + "12")->column, column);
  }
  for (const char* wrong : {"", "A", "1", "A0", "XFE1", "A1048577", "a1", "A-1", "AAAA1"})
    EXPECT_FALSE(parse_cell(wrong)) << wrong;
  for (const std::string text :
       {"a&<>\"b", "line\r\nend", "_x0041_", "_x00", "\x01\x02", "_", "Grà\xEF\xBF\xBE"})
    EXPECT_EQ(unescaped_text(escaped_text(text)).size() > 0, true);
  EXPECT_EQ(unescaped_text("a_x000D__x005F_x0041_"), "a\r_x0041_");
  EXPECT_EQ(escaped_text("_x0041_\r"), "_x005F_x0041__x000D_");
}

TEST(Xlsx, CellsOfEveryType) {
  Book book;
  book.texts = "<si><t>shared</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si>";
  book.sheet = named_rows(
      "<row r=\"2\"><c r=\"A2\"><v>1</v></c><c r=\"B2\"><v>0.1</v></c><c r=\"C2\" t=\"s\"><v>0</v></c>"
      "<c r=\"D2\" t=\"b\"><v>1</v></c><c r=\"E2\" t=\"str\"><f>A1</f><v>f</v></c><c r=\"F2\"><v>007</v></c>"
      "<c r=\"G2\" t=\"inlineStr\"><is><t>007</t></is></c></row>"
      "<row r=\"3\"><c r=\"A3\" t=\"e\"><v>#N/A</v></c><c r=\"C3\" t=\"s\"><v>1</v></c>"
      "<c r=\"D3\" t=\"b\"><v>0</v></c><c r=\"E3\" t=\"str\"><f>A1</f><v></v></c></row>",
      {"int", "num", "text", "flag", "formula", "odd", "code", "none"});
  const Table table = parsed(book);
  ASSERT_EQ(table.column_count(), 8U);
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(*table.column(0).get_if<Integers>(), (Integers{{1, 0}, {0, 1}}));
  EXPECT_EQ(table.column(1).get_if<Numbers>()->front(), 0.1);
  EXPECT_EQ(table.column(2).text(0), "shared");
  EXPECT_EQ(table.column(2).text(1), "rich");
  EXPECT_EQ(table.column(3).text(0), "true");
  EXPECT_EQ(table.column(3).text(1), "false");
  EXPECT_EQ(table.column(4).text(0), "f");
  EXPECT_TRUE(table.column(4).missing(1));
  EXPECT_EQ(table.column(5).text(0), "7");
  EXPECT_EQ(table.column(6).text(0), "007");
  EXPECT_EQ(table.column(7).missing_count(), 2U);
}

TEST(Xlsx, DatesNumbersAndTokensDecideTheColumn) {
  Book book;
  book.styles = date_styles;
  const auto column = [&](const std::vector<std::string>& cells, const ReadTerms& terms = {}) {
    book.sheet = column_of(cells);
    return parsed(book, terms).column(0);
  };
  EXPECT_EQ(*column({"s=\"1\"><v>44286</v>", "t=\"inlineStr\"><is><t>NA</t></is>"}).get_if<Dates>(),
            (Dates{{18717, Dates::missing}}));
  EXPECT_EQ(column({"s=\"2\"><v>44286.395833333336</v>", "s=\"1\"><v>44287</v>"}).text(0),
            "2021-03-31T09:30:00");
  EXPECT_EQ(column({"s=\"4\"><v>0.395833333333333</v>"}).text(0), "09:30:00");
  EXPECT_EQ(column({"t=\"d\"><v>2021-03-31</v>"}).text(0), "2021-03-31");
  EXPECT_EQ(column({"s=\"5\"><v>0.15</v>", "s=\"5\"><v>1</v>"}).get_if<Numbers>()->at(1), 1.0);
  EXPECT_NE(column({"><v>1</v>", "><v>2.0</v>"}).get_if<Integers>(), nullptr);
  EXPECT_NE(column({"s=\"3\"><v>1</v>", "><v>2</v>"}).get_if<Numbers>(), nullptr);
  EXPECT_EQ(column({"><v>1234567890123456789</v>"}).get_if<Integers>()->values[0], 1234567890123456789);
  EXPECT_TRUE(column({"><v>1234567890123456789</v>", "><v>0.5</v>"}).is_text());
  const Column mixed = column({"><v>1</v>", "t=\"inlineStr\"><is><t>lots</t></is>", "s=\"1\"><v>44286</v>"});
  EXPECT_EQ(mixed.text(0) + mixed.text(1) + mixed.text(2), "1lots2021-03-31");
  ReadTerms refused;
  refused.missing = {"lots"};
  EXPECT_TRUE(column({"><v>1</v>", "t=\"inlineStr\"><is><t>lots</t></is>"}, refused).missing(1));
  book.workbook = "<workbookPr date1904=\"1\"/><sheets><sheet name=\"One\" id=\"rId1\"/></sheets>";
  EXPECT_EQ(column({"s=\"1\"><v>42824</v>"}).text(0), "2021-03-31");
}

std::string refusal(const Book& book, const ReadTerms& terms = {}) {
  return error_of([&] { parsed(book, terms); });
}

TEST(Xlsx, WhatASheetDoesNotSayIsAskedForAndNotGuessed) {
  Book book;
  const auto said = [&](const std::string& sheet) {
    book.sheet = sheet;
    return refusal(book);
  };
  EXPECT_HAS(said("<sheetData/>"), "the sheet is empty");
  EXPECT_HAS(said("<sheetData><row><c><v>1</v></c></row></sheetData>"), "row 1 has no text");
  EXPECT_HAS(said(named_rows("<row r=\"2\"><c r=\"B2\"><v>1</v></c></row>")), "cell B2 has a value");
  EXPECT_HAS(said(named_rows("", {"a", "a"})), "two columns are named 'a'");
  EXPECT_HAS(said(named_rows(
                 "<row r=\"2\"><c r=\"A2\"><v>1</v></c></row><row r=\"4\"><c r=\"A4\"><v>1</v></c></row>")),
             "row 3 is empty, and row 4 below it is not");
  EXPECT_HAS(said(column_of({"t=\"e\"><v>#DIV/0!</v>"})), "cells with errors such as #DIV/0!: A2");
  EXPECT_HAS(said(column_of({"><f>1+1</f><v></v>"})), "formulas without a stored result: A2");
  EXPECT_HAS(
      said(column_of({"><v>1</v>", "><v>2</v>"}) + "<mergeCells><mergeCell ref=\"A2:A3\"/></mergeCells>"),
      "only the first has a value: A2:A3");
  EXPECT_HAS(said(column_of({"><v>one</v>"})), "cell A2 has a number that cannot be read");
  EXPECT_HAS(said(column_of({"t=\"s\"><v>5</v>"})), "a text that is not there");
  book.styles = date_styles;
  EXPECT_HAS(said(column_of({"s=\"1\"><v>60</v>"})), "cell A2 is shown as a date");
  // Merged cells beside the table, and empty formatted cells below it, are no harm.
  book.sheet = column_of({"><v>1</v>"}) + "<mergeCells><mergeCell ref=\"A9:C9\"/></mergeCells>";
  EXPECT_EQ(parsed(book).rows(), 1U);
}

TEST(Xlsx, OneOfSeveralSheetsIsChosen) {
  Book book;
  book.sheet = column_of({"><v>1</v>"});
  book.workbook = "<sheets><sheet name=\"One\" id=\"rId1\"/><sheet name=\"2\" id=\"rId2\"/></sheets>";
  EXPECT_HAS(refusal(book), "the workbook has 2 sheets: 'One', '2'");
  EXPECT_HAS(refusal(book, {.sheet = "Three"}), "no sheet 'Three'");
  EXPECT_EQ(parsed(book, {.sheet = "One"}).info(0).name, "a");
  EXPECT_EQ(parsed(book, {.sheet = "1"}).info(0).name, "a");
  EXPECT_EQ(parsed(book, {.sheet = "2"}).info(0).name, "other");
}

TEST(Xlsx, TablesReadBackToTheSameBits) {
  const TemporaryFolder folder;
  Rng rng = workbook_run().rng("xlsx");
  for (int round = 0; round < 20; ++round) {
    const std::size_t rows = 20 + rng.below(40);
    Dates dates = random_dates(rows, rng);
    for (std::int32_t& day : dates.days) day = day != Dates::missing && !day_serial(day) ? 0 : day;
    const std::vector<std::string> labels{"",       " ",       "007",         "=1+1", "NA",
                                          "a\nb\r", "_x0041_", "Grà\t<&>\"'", "\x01", "𝄞"};
    const Table table({named("x"), named("n"), named("day", Kind::ordinal), named("text", Kind::nominal)},
                      {random_numbers(rows, rng), random_integers(rows, 53, rng), std::move(dates),
                       random_codes(rows, labels, rng)});
    const std::string path = folder.path("t.xlsx");
    write_table(table, path, {}, workbook_run());
    const Table again = read_table(path, {}, workbook_run()).table;
    ASSERT_EQ(again.rows(), rows);
    EXPECT_EQ(difference(table, again), "") << round;
  }
}

TEST(Xlsx, MomentsAreDatesOfTheSheetAndReadBack) {
  std::string bytes;
  const Table table({named("at", Kind::nominal)},
                    {Codes{{0, 1, 0}, {"2021-03-31T09:30:00", "1999-12-31T23:59:59.125"}}});
  write_xlsx(table, "", workbook_run(), [&](std::string_view part) { bytes += part; });
  std::string sheet;
  ZipArchive archive(bytes, "t");
  archive.unpack("xl/worksheets/sheet1.xml", [&](std::string_view part) { sheet += part; });
  EXPECT_HAS(sheet, "<v>44286.395833333336</v>");
  const Table again = parse_xlsx(bytes, "t", {}, MemoryBudget("t", bytes.size(), Packing::compressed, 0));
  EXPECT_EQ(again.column(0).text(1), "1999-12-31T23:59:59.125");
}

// A text that begins with = is a text cell, with the mark that keeps it one when a person edits it.
TEST(Xlsx, TextsAreNeverFormulas) {
  std::string bytes, sheet;
  const Table table({named("t", Kind::nominal)}, {Codes{{0, 1}, {"=cmd|' /C calc'!A0", "plain"}}});
  write_xlsx(table, "", workbook_run(), [&](std::string_view part) { bytes += part; });
  ZipArchive archive(bytes, "t");
  archive.unpack("xl/worksheets/sheet1.xml", [&](std::string_view part) { sheet += part; });
  EXPECT_EQ(sheet.find("<f>"), std::string::npos);
  EXPECT_HAS(sheet, "<c r=\"A2\" s=\"5\" t=\"s\"><v>0</v></c>");
  std::string second;
  write_xlsx(table, "", workbook_run(), [&](std::string_view part) { second += part; });
  EXPECT_EQ(bytes, second);
}

TEST(Xlsx, WhatItCannotHoldIsRefusedByColumn) {
  const auto said = [](const Table& table) {
    return error_of([&] { write_xlsx(table, "", workbook_run(), [](std::string_view) {}); });
  };
  EXPECT_HAS(said(Table({named("big")}, {Integers{{9007199254740993}, {}}})),
             "column 'big': it has an integer beyond 2^53");
  EXPECT_HAS(said(Table({named("old", Kind::ordinal)}, {Dates{{-30000}}})),
             "column 'old': it has a date before 1900-03-01");
  EXPECT_HAS(said(Table({named("long", Kind::nominal)}, {Codes{{0}, {std::string(32768, 'x')}}})),
             "more than 32767 characters");
  EXPECT_HAS(said(Table({named("inf")}, {Numbers{1.0 / 0.0}})), "an infinite value in row 1");
  EXPECT_HAS(said(Table({named("rows")}, {Numbers(1048576, 1.0)})), "1048576 records, more than 1048575");
  std::vector<ColumnInfo> many;
  std::vector<Column> columns;
  for (int i = 0; i < 16385; ++i) {
    many.push_back(named("c" + std::to_string(i)));
    columns.emplace_back(Integers{{9007199254740993}, {}});
  }
  const std::string wide = said(Table(many, columns));
  EXPECT_HAS(wide, "16385 columns, more than 16384");
  EXPECT_LT(wide.size(), 2000U);
}

TEST(Xlsx, BombsEndInErrors) {
  Book book;
  const auto said = [&](const std::string& sheet) {
    book.sheet = sheet;
    return refusal(book);
  };
  std::string deep;
  for (int i = 0; i < 10000; ++i) deep += "<a>";
  EXPECT_HAS(said(deep), "nested too deeply");
  EXPECT_HAS(said("<c a=\"" + std::string(20 << 20, 'x') + "\"/>"), "a tag of megabytes");
  EXPECT_HAS(said(column_of({"t=\"inlineStr\"><is><t>" + std::string(200000, 'x') + "</t></is>"})),
             "32767 characters");
  book.texts = "";
  book.prolog = "<!DOCTYPE x [<!ENTITY a \"b\"><!ENTITY c \"&a;&a;&a;&a;\">]>";
  EXPECT_HAS(said(""), "declares a document type");
  // A cell far to the right and far below reserves what it stands for, and no more than is allowed.
  Book sparse;
  std::string rows;
  for (int i = 0; i < 3000; ++i)
    rows +=
        "<row r=\"" + std::to_string(i + 2) + "\"><c r=\"A" + std::to_string(i + 2) + "\"><v>1</v></c></row>";
  std::vector<std::string> names(16384);
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = "n" + std::to_string(i);
  sparse.sheet = named_rows(rows, names);
  EXPECT_HAS(refusal(sparse), "takes about");
}

TEST(Xlsx, DamagedArchivesEndInErrors) {
  Book book;
  book.sheet = column_of({"><v>1</v>"});
  const std::string whole = bytes_of(book);
  const auto read = [&](const std::string& bytes) {
    try {
      static_cast<void>(
          parse_xlsx(bytes, "b.xlsx", {}, MemoryBudget("b.xlsx", bytes.size(), Packing::compressed, 0)));
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input) << error.message;
    }
  };
  for (std::size_t cut = 0; cut < whole.size(); cut += 23) read(whole.substr(0, cut));
  for (std::size_t at = 0; at < whole.size(); at += 5) {
    for (const char change : {'\x00', '\xFF', '\x01'}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ change ^ '\x55');
      read(damaged);
    }
  }
  EXPECT_HAS(error_of([] { ZipArchive("\xD0\xCF\x11\xE0 old", "o.xlsx"); }), "an old workbook (.xls)");
  EXPECT_HAS(error_of([] { ZipArchive("no archive, but a text that is long enough", "o.xlsx"); }),
             "it is no zip archive");
}

TEST(Xlsx, AnArchiveThatUnpacksWithoutEndIsStopped) {
  std::string bytes;
  ZipWriter zip([&](std::string_view part) { bytes += part; });
  zip.begin("zeros");
  const std::string zeros(1 << 20, '\0');
  for (int i = 0; i < 1100; ++i) zip.write(zeros);
  zip.finish();
  EXPECT_LT(bytes.size(), 2U << 20U);
  ZipArchive archive(bytes, "z.xlsx");
  std::size_t seen = 0;
  EXPECT_HAS(error_of([&] { archive.unpack("zeros", [&](std::string_view part) { seen += part.size(); }); }),
             "unpacks to far more");
  EXPECT_LE(seen, 1U << 30U);
}

}  // namespace
}  // namespace sfumato::io
