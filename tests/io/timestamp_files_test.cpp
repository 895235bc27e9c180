// Moments in files: what each format keeps of unit, zone and form, and what it cannot hold.
#include <gtest/gtest.h>
#include <readstat.h>

#include <cstdio>

#include "io/calendar.hpp"
#include "io/csv_blocks.hpp"
#include "io/csv_reader.hpp"
#include "io/csv_writer.hpp"
#include "io/random_tables.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const Run& moments_run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

// Around 2021-03-31 14:05, in any unit.
Timestamps moments(std::int64_t per_second, const std::string& zone = "") {
  Timestamps times{{}, per_second, zone, {}};
  times.form.zone = zone_designator(zone);
  for (std::int64_t i = 0; i < 40; ++i) {
    times.ticks.push_back(i % 7 == 3 ? Timestamps::missing : 1617199500 * per_second + 977 * i - 19 * i * i);
  }
  return times;
}

Table table_of(Timestamps times) { return Table({named("at", Kind::ordinal)}, {Column(std::move(times))}); }

Table through(const Table& table, const std::string& extension) {
  const TemporaryFolder folder;
  write_table(table, folder.path("t" + extension), {}, moments_run());
  return read_table(folder.path("t" + extension), {}, moments_run()).table;
}

TEST(TimestampFiles, ArrowKeepsUnitAndZone) {
  for (const std::string extension : {".parquet", ".feather"}) {
    for (const std::int64_t per_second : {1LL, 1000LL, 1'000'000LL, 1'000'000'000LL}) {
      if (per_second == 1 && extension == ".parquet") continue;  // Parquet has no seconds: see below
      for (const std::string zone : {"", "UTC", "+01:00", "Europe/Madrid"}) {
        const Table table = table_of(moments(per_second, zone));
        const Table again = through(table, extension);
        EXPECT_TRUE(again.column(0) == table.column(0)) << extension << " " << per_second << " " << zone;
        EXPECT_EQ(again.info(0).kind, Kind::ordinal);
      }
    }
  }
  const Table seconds = through(table_of(moments(1)), ".parquet");
  EXPECT_EQ(seconds.column(0).get_if<Timestamps>()->per_second, 1000);
  EXPECT_EQ(seconds.column(0).text(0), "2021-03-31T14:05:00");
}

TEST(TimestampFiles, MidnightsOfArrowStayMomentsThatAreWrittenAsDates) {
  Timestamps times{{1617148800000, Timestamps::missing}, 1000, "", {}};
  const Table again = through(table_of(times), ".feather");
  ASSERT_NE(again.column(0).get_if<Timestamps>(), nullptr);
  EXPECT_EQ(again.column(0).text(0), "2021-03-31");
  std::string text;
  write_csv(again, {}, moments_run(), [&](std::string_view part) { text += part; });
  EXPECT_EQ(text, "at\n2021-03-31\nNA\n");
}

TEST(TimestampFiles, PackagesHoldMilliseconds) {
  for (const std::string extension : {".sav", ".dta"}) {
    const Table table = table_of(moments(1000));
    EXPECT_TRUE(through(table, extension).column(0) == table.column(0)) << extension;
    // Finer moments, and those with a zone, are texts there.
    EXPECT_EQ(through(table_of(moments(1'000'000)), extension).column(0).text(1),
              "2021-03-31T14:05:00.000958");
    const Table zoned = through(table_of(moments(1000, "UTC")), extension);
    EXPECT_TRUE(zoned.column(0).is_text());
    EXPECT_EQ(zoned.column(0).text(0), "2021-03-31T14:05:00Z");
  }
}

TEST(TimestampFiles, WorkbooksHoldMilliseconds) {
  const Table table = table_of(moments(1000));
  EXPECT_TRUE(through(table, ".xlsx").column(0) == table.column(0));
  EXPECT_EQ(through(table_of(moments(1'000'000)), ".xlsx").column(0).text(1), "2021-03-31T14:05:00.000958");
  Timestamps early{{-3000000000000, 1500}, 1000, "", {}};  // 1874, before the days of workbooks
  EXPECT_EQ(through(table_of(early), ".xlsx").column(0).text(0), early.text(-3000000000000));
}

TEST(TimestampFiles, TextOfOneFormIsWrittenByteForByteAlsoInBlocks) {
  std::string text = "id,at,seen,zoned\n";
  for (int i = 0; i < 400; ++i) {
    char line[400];
    std::snprintf(
        line, sizeof line,
        "%d,2021-03-%02dT%02d:%02d:%02d.%03d,%02d/%02d/19%02d %02d:05,2021-03-%02d %02d:00:00+05:30\n", i,
        1 + i % 31, i % 24, i % 60, (7 * i) % 60, (13 * i) % 1000, 13 + i % 16, 1 + i % 12, 10 + i % 90,
        i % 24, 1 + i % 30, (3 * i) % 24);
    text += i % 11 == 5 ? std::to_string(i) + ",,,\n" : line;
  }
  const CsvContent whole = parse_csv(text, "t", {}, moments_run());
  for (ColumnId id = 1; id < 4; ++id) ASSERT_NE(whole.table.column(id).get_if<Timestamps>(), nullptr) << id;
  EXPECT_EQ(whole.table.column(3).get_if<Timestamps>()->zone, "+05:30");
  const auto written = [](const Table& table) {
    std::string bytes;
    write_csv(table, {}, moments_run(), [&](std::string_view part) { bytes += part; });
    return bytes;
  };
  EXPECT_EQ(written(whole.table), text);
  const TemporaryFolder folder;
  for (const std::size_t part : {200, 700, 5000}) {
    const StoredCsv stored =
        store_csv_bytes(text, "t", {}, folder.path(""), moments_run(), part, std::size_t{1} << 20);
    std::vector<Table> blocks;
    for (std::size_t b = 0; b < stored.table.blocks(); ++b)
      blocks.push_back(stored.table.block(b, moments_run()));
    const Table joined = Table::concatenated(blocks);
    EXPECT_TRUE(joined.same_data(whole.table));
    EXPECT_EQ(written(joined), text);
    EXPECT_EQ(stored.table.info(2).date, whole.table.info(2).date);
  }
  // A late misfit makes the column text in both ways.
  const std::string late = text + "400,soon,01/01/1990 07:05,2021-03-01 01:00:00+05:30\n";
  const CsvContent misfit = parse_csv(late, "t", {}, moments_run(), 300);
  EXPECT_TRUE(misfit.table.column(1).is_text());
  const StoredCsv stored = store_csv_bytes(late, "t", {}, folder.path(""), moments_run(), 700, 300);
  EXPECT_TRUE(stored.table.outline().column(1).is_text());
  EXPECT_NE(stored.table.outline().column(2).get_if<Timestamps>(), nullptr);
}

ssize_t keep(const void* data, std::size_t count, void* context) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), count);
  return static_cast<ssize_t>(count);
}

// A catalogue with the labels of one format.
std::string catalogue() {
  std::string bytes;
  readstat_writer_t* writer = readstat_writer_init();
  readstat_set_data_writer(writer, keep);
  readstat_label_set_t* labels = readstat_add_label_set(writer, READSTAT_TYPE_DOUBLE, "SEXF");
  readstat_label_double_value(labels, 1, "male");
  readstat_label_double_value(labels, 2, "female");
  EXPECT_EQ(readstat_begin_writing_sas7bcat(writer, &bytes), READSTAT_OK);
  EXPECT_EQ(readstat_end_writing(writer), READSTAT_OK);
  readstat_writer_free(writer);
  return bytes;
}

std::string labelled_data() {
  std::string bytes;
  readstat_writer_t* writer = readstat_writer_init();
  readstat_set_data_writer(writer, keep);
  readstat_variable_t* sex = readstat_add_variable(writer, "SEX", READSTAT_TYPE_DOUBLE, 8);
  readstat_variable_set_format(sex, "SEXF8");
  EXPECT_EQ(readstat_begin_writing_sas7bdat(writer, &bytes, 3), READSTAT_OK);
  for (const double value : {1.0, 2.0, 1.0}) {
    readstat_begin_row(writer);
    readstat_insert_double_value(writer, sex, value);
    readstat_end_row(writer);
  }
  EXPECT_EQ(readstat_end_writing(writer), READSTAT_OK);
  readstat_writer_free(writer);
  return bytes;
}

TEST(SasCatalogue, BesideTheDataHasTheValueLabels) {
  const ValueLabels expected{{"1", "male"}, {"2", "female"}};
  for (const std::string name : {"people.sas7bcat", "formats.sas7bcat"}) {
    const TemporaryFolder folder;
    const std::string path = folder.file("people.sas7bdat", labelled_data());
    const auto read = [&] { return read_table(path, {}, moments_run()).table; };
    EXPECT_TRUE(read().info(0).value_labels.empty());
    folder.file(name, catalogue());
    const Table table = read();
    EXPECT_EQ(table.info(0).value_labels, expected) << name;
    EXPECT_EQ(table.info(0).kind, Kind::nominal);
    EXPECT_EQ(table.column(0).text(1), "2");
    folder.file(name, "not a catalogue");
    EXPECT_THROW(read(), Error);
  }
}

}  // namespace
}  // namespace sfumato::io
