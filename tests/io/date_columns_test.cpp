// Dates in CSV text: orders are recognised, asked for where two fit, declared, and written back unchanged.
#include <gtest/gtest.h>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/csv_reader.hpp"
#include "io/csv_writer.hpp"
#include "io/declared_kind.hpp"
#include "io/sidecar.hpp"

namespace sfumato::io {
namespace {

Table read_dates(const std::string& text, const std::string& sidecar = "", std::size_t block = 1 << 20) {
  CsvReadOptions options;
  if (!sidecar.empty()) options.declared = parse_sidecar(sidecar, "sidecar").columns;
  return parse_csv(text, "data.csv", options, Run({.threads = 2}), block).table;
}

std::string as_written(const Table& table) {
  std::string text;
  write_csv(table, {}, Run(), [&](std::string_view part) { text += part; });
  return text;
}

bool has_dates(const Table& table, ColumnId id = 0) { return table.column(id).get_if<Dates>() != nullptr; }

std::string message_of(const std::string& text, const std::string& sidecar = "") {
  try {
    read_dates(text, sidecar);
  } catch (const Error& error) {
    return with_values(error.message + " | " + error.hint, DataValues::shown);
  }
  return "read";
}

TEST(DateColumns, OtherOrdersAreReadAndWrittenBackUnchanged) {
  for (const std::string text :
       {"d,x\n21/04/1957,1\n01/02/2003,2\n,3\n", "d,x\n04/21/1957,1\n01/02/2003,2\n",
        "d,x\n21.4.1957,1\n1.2.2003,2\n", "d,x\n1957/04/21,1\n", "d,x\n21-04-1957,1\n"}) {
    const Table table = read_dates(text);
    ASSERT_TRUE(has_dates(table)) << text;
    EXPECT_EQ(table.info(0).kind, Kind::ordinal);
    EXPECT_EQ(table.column(0).text(0), "1957-04-21");
    EXPECT_EQ(as_written(table), text);
    EXPECT_TRUE(has_dates(read_dates(as_written(table), sidecar_text(table, {}))));
  }
}

TEST(DateColumns, AmbiguousOnesAreAskedForAndNeverGuessed) {
  const std::string asked = message_of("visit,x\n03/04/2021,1\n05/06/2021,2\n");
  EXPECT_NE(asked.find("'visit' can be read as day/month/year and as month/day/year"), std::string::npos)
      << asked;
  EXPECT_NE(asked.find("date = \"day/month/year\""), std::string::npos) << asked;
  const std::string text = "visit,x\n03/04/2021,1\n05/06/2021,2\n";
  const auto first = [&](const std::string& form) {
    return read_dates(text, "[columns.visit]\ndate = \"" + form + "\"\n").column(0).text(0);
  };
  EXPECT_EQ(first("day/month/year"), "2021-04-03");
  EXPECT_EQ(first("month/day/year"), "2021-03-04");
  EXPECT_EQ(first("day-month-year"), "2021-04-03");  // the file says what stands between
  const Table kept = read_dates(text, "[columns.visit]\nkind = \"nominal\"\n");
  EXPECT_TRUE(kept.column(0).is_text());
  EXPECT_EQ(as_written(read_dates(text, "[columns.visit]\ndate = \"day-month-year\"\n")), text);
}

TEST(DateColumns, DeclaredFormsTakeDaysWithAndWithoutZeros) {
  const Table table = read_dates("d,x\n1/02/2003,1\n21/4/1957,2\n-9,3\n",
                                 "[columns.d]\ndate = \"day/month/year\"\nmissing = [\"-9\"]\n");
  ASSERT_TRUE(has_dates(table));
  EXPECT_EQ(table.column(0).text(0), "2003-02-01");
  EXPECT_TRUE(table.column(0).missing(2));
  EXPECT_EQ(read_dates("d\n20030201\n", "[columns.d]\ndate = \"yearmonthday\"\n").column(0).text(0),
            "2003-02-01");
  const std::string wrong =
      message_of("d,x\n21/04/1957,1\n31/02/2003,2\n", "[columns.d]\ndate = \"day/month/year\"\n");
  EXPECT_NE(wrong.find("line 3, column 'd': '31/02/2003' is not a date (day/month/year)"), std::string::npos)
      << wrong;
  EXPECT_NE(message_of("d\n1\n", "[columns.d]\ndate = \"dmy\"\n").find("is not known"), std::string::npos);
  EXPECT_NE(message_of("d\n1\n", "[columns.d]\ndate = \"day/month/year\"\nkind = \"nominal\"\n")
                .find("only for ordinal"),
            std::string::npos);
}

TEST(DateColumns, WhatDoesNotFitThroughoutStaysText) {
  EXPECT_TRUE(read_dates("d,x\n21/04/1957,1\n04/21/1957,2\n").column(0).is_text());
  EXPECT_TRUE(read_dates("d,x\n21/04/1957,1\nunknown,2\n").column(0).is_text());
  EXPECT_TRUE(read_dates("d,x\n21/04/1957,1\n1957-04-21,2\n").column(0).is_text());
  // A misfit after the first block, from which kinds are taken.
  const std::string late = "d,x\n21/04/1957,1\n22/04/1957,2\n23/04/1957,3\n4/1/1957,4\n";
  const Table table = read_dates(late, "", 20);
  EXPECT_TRUE(table.column(0).is_text());
  EXPECT_EQ(as_written(table), late);
}

TEST(DateColumns, MomentsAreWrittenAsTheyWere) {
  for (const std::string text :
       {"t,x\n2021-03-31T09:30:00,1\n2021-04-01T00:00:00.25,2\n",
        "t,x\n2021-03-31 09:30:00+02:00,1\n,2\n2021-03-01 09:30:00+02:00,3\n",
        "t,x\n2021-03-31 09:30:00.000,1\n,2\n2021-03-01 09:30:00.120,3\n",
        "t,x\n13/04/2021 10:30,1\n05/06/2021 07:00,2\n", "t,x\n4/13/2021 10:30,1\n5/6/2021 7:00,2\n"}) {
    const Table table = read_dates(text);
    EXPECT_NE(table.column(0).get_if<Timestamps>(), nullptr) << text;
    EXPECT_EQ(table.info(0).kind, Kind::ordinal);
    EXPECT_EQ(as_written(table), text);
  }
  const std::string both = "t,x\n03/04/2021 10:30,1\n05/06/2021 7:00,2\n";
  const Table declared = read_dates(both, "[columns.t]\ndate = \"day/month/year\"\n");
  ASSERT_NE(declared.column(0).get_if<Timestamps>(), nullptr);
  EXPECT_EQ(declared.column(0).text(0), "2021-04-03 10:30");
  EXPECT_EQ(as_written(declared), both);
  EXPECT_NE(sidecar_text(declared, {}).find("date = \"day/month/year\""), std::string::npos);
  EXPECT_THROW(read_dates(both), Error);  // the order is asked for
  const Table nominal = read_dates(both, "[columns.t]\nkind = \"nominal\"\n");
  EXPECT_TRUE(nominal.column(0).is_text());
  EXPECT_EQ(as_written(nominal), both);
}

TEST(DateColumns, MomentsOfSeveralFormsAreTexts) {
  for (const std::string text :
       {"t,x\n2021-03-31T09:30:00,1\n2021-04-01 00:00:00,2\n", "t,x\n2021-03-31 09:30:00,1\n2021-04-01,2\n",
        "t,x\n2021-03-31 09:30:00,1\nunknown,2\n",
        "t,x\n2021-03-31 09:30:00+01:00,1\n2021-04-01 09:30:00+02:00,2\n",
        "t,x\n31/03/2021 1:05 PM,1\n01/04/2021 2:05 AM,2\n"}) {
    const Table table = read_dates(text);
    EXPECT_TRUE(table.column(0).is_text()) << text;
    EXPECT_EQ(as_written(table), text);
  }
  // A misfit after the first block, from which kinds are taken.
  const std::string late = "t,x\n2021-03-31 09:30:00,1\n2021-03-31 09:31:00,2\n2021-03-31 9:32:00,3\n";
  const Table table = read_dates(late, "", 40);
  EXPECT_TRUE(table.column(0).is_text());
  EXPECT_EQ(as_written(table), late);
}

TEST(DateColumns, OfTypedFormatsAreConvertedWhereDeclared) {
  ColumnInfo info, number;
  info.name = "d";
  info.kind = Kind::nominal;
  number.name = "n";
  const Table table({info, number},
                    {Codes{{0, -1, 1}, {"21/04/1957", "1/2/2003"}}, Integers{{20030201, 1, 0}, {0, 1, 1}}});
  Declarations declared;
  declared["d"].date = parse_date_form("day/month/year");
  declared["n"].date = parse_date_form("yearmonthday");
  const Table result = as_declared(table, declared, {}, "the data");
  ASSERT_TRUE(has_dates(result));
  ASSERT_TRUE(has_dates(result, 1));
  EXPECT_EQ(result.column(0).text(2), "2003-02-01");
  EXPECT_EQ(result.column(1).text(0), "2003-02-01");
  EXPECT_TRUE(result.column(0).missing(1));
  EXPECT_EQ(result.info(0).kind, Kind::ordinal);
  declared["d"].date = parse_date_form("month/day/year");
  EXPECT_THROW(as_declared(table, declared, {}, "the data"), Error);
}

}  // namespace
}  // namespace sfumato::io
