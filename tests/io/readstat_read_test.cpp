// Files as other programs write them, made with ReadStat's own writer: SAS transport files, declared
// missing values, dates and formats; and files with changed and lost bytes, of every format.
#include "io/formats/readstat_read.hpp"

#include <readstat.h>

#include <cmath>

#include "io/formats/containment.hpp"
#include "io/random_tables.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const Run& run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

Table read(const std::string& path, const ReadOptions& options = {}) {
  return read_table(path, options, run()).table;
}

ssize_t append(const void* data, std::size_t count, void* context) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), count);
  return static_cast<ssize_t>(count);
}

using Begin = readstat_error_t (*)(readstat_writer_t*, void*, long);

// A file with the columns that `define` adds, and the rows that `fill` inserts.
template <class Define, class Fill>
std::string made(Begin begin, int version, long rows, Define&& define, Fill&& fill) {
  std::string bytes;
  readstat_writer_t* writer = readstat_writer_init();
  readstat_set_data_writer(writer, append);
  if (version > 0) readstat_writer_set_file_format_version(writer, static_cast<std::uint8_t>(version));
  define(writer);
  EXPECT_EQ(begin(writer, &bytes, rows), READSTAT_OK);
  for (long row = 0; row < rows; ++row) {
    EXPECT_EQ(readstat_begin_row(writer), READSTAT_OK);
    fill(writer, row);
    EXPECT_EQ(readstat_end_row(writer), READSTAT_OK);
  }
  EXPECT_EQ(readstat_end_writing(writer), READSTAT_OK);
  readstat_writer_free(writer);
  return bytes;
}

// A number without decimals, one with, a date, a moment and a text; the second row is missing.
std::string sas_file(Begin begin, int version) {
  return made(
      begin, version, 3,
      [](readstat_writer_t* writer) {
        readstat_variable_set_label(readstat_add_variable(writer, "WHOLE", READSTAT_TYPE_DOUBLE, 8), "Whole");
        readstat_variable_set_format(readstat_add_variable(writer, "PART", READSTAT_TYPE_DOUBLE, 8), "F8.2");
        readstat_variable_set_format(readstat_add_variable(writer, "DAY", READSTAT_TYPE_DOUBLE, 8), "DATE9");
        readstat_variable_set_format(readstat_add_variable(writer, "MOMENT", READSTAT_TYPE_DOUBLE, 8),
                                     "DATETIME");
        readstat_add_variable(writer, "NAME", READSTAT_TYPE_STRING, 8);
      },
      [](readstat_writer_t* writer, long row) {
        const double whole = row == 0 ? 7 : -3;
        for (int i = 0; i < 5; ++i) {
          const readstat_variable_t* variable = readstat_get_variable(writer, i);
          if (row == 1) {
            EXPECT_EQ(readstat_insert_missing_value(writer, variable), READSTAT_OK);
          } else if (i == 4) {
            readstat_insert_string_value(writer, variable, row == 0 ? "Ann" : "Bob");
          } else {
            const double values[] = {whole, whole, 22370.0, 22370.0 * 86400 + 3661};
            EXPECT_EQ(readstat_insert_double_value(writer, variable, values[i]), READSTAT_OK);
          }
        }
      });
}

void expect_sas_content(const Table& table) {
  ASSERT_EQ(table.column_count(), 5U);
  EXPECT_TRUE(table.column(0) == Column(Integers{{7, 0, -3}, {0, 1, 0}}));
  EXPECT_EQ(table.info(0).label, "Whole");
  EXPECT_TRUE(table.column(1) == Column(Numbers{7, std::nan(""), -3}));
  EXPECT_TRUE(table.column(2).get_if<Dates>() != nullptr);
  EXPECT_EQ(table.column(2).text(0), "2021-03-31");
  EXPECT_EQ(table.column(3).text(0), "2021-03-31T01:01:01");
  EXPECT_EQ(table.column(4).text(2), "Bob");
  for (ColumnId id = 0; id < 5; ++id) EXPECT_TRUE(table.column(id).missing(1)) << id;
}

TEST(ReadstatRead, SasTransportFiles) {
  const TemporaryFolder folder;
  for (const int version : {5, 8}) {
    expect_sas_content(read(folder.file("t.xpt", sas_file(readstat_begin_writing_xport, version))));
  }
}

TEST(ReadstatRead, SasFiles) {
  const TemporaryFolder folder;
  expect_sas_content(read(folder.file("t.sas7bdat", sas_file(readstat_begin_writing_sas7bdat, 0))));
}

TEST(ReadstatRead, SasFilesAreNotWritten) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.xpt", "a.sas7bdat"}) {
    const std::string error =
        error_of([&] { write_table(random_table(3, 1), folder.path(name), {}, run()); });
    EXPECT_HAS(error, "SAS files can only be read");
    EXPECT_HAS(error, ".csv, .csv.gz, .tsv, .tsv.gz, .parquet, .feather, .sav, .dta and .xlsx");
    EXPECT_HAS(error_of([&] { check_output(folder.path(name), "", {}); }), "SAS files can only be read");
  }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(ReadstatRead, DeclaredMissingValuesOfSpss) {
  const std::string bytes = made(
      readstat_begin_writing_sav, 0, 5,
      [](readstat_writer_t* writer) {
        readstat_variable_t* single = readstat_add_variable(writer, "single", READSTAT_TYPE_DOUBLE, 0);
        readstat_variable_set_format(single, "F4.0");
        readstat_variable_add_missing_double_value(single, -9);
        readstat_variable_t* range = readstat_add_variable(writer, "range", READSTAT_TYPE_DOUBLE, 0);
        readstat_variable_set_format(range, "F4.1");
        readstat_variable_add_missing_double_range(range, 90, 99);
        readstat_variable_t* text = readstat_add_variable(writer, "text", READSTAT_TYPE_STRING, 4);
        readstat_variable_add_missing_string_value(text, "none");
      },
      [](readstat_writer_t* writer, long row) {
        const double singles[] = {1, -9, 3, 4, 5};
        const double ranges[] = {90, 95.5, 1.5, 99, 100};
        const char* texts[] = {"a", "none", "b", "c", "d"};
        readstat_insert_double_value(writer, readstat_get_variable(writer, 0), singles[row]);
        readstat_insert_double_value(writer, readstat_get_variable(writer, 1), ranges[row]);
        readstat_insert_string_value(writer, readstat_get_variable(writer, 2), texts[row]);
      });
  const TemporaryFolder folder;
  const Table table = read(folder.file("t.sav", bytes));
  EXPECT_TRUE(table.column(0) == Column(Integers{{1, 0, 3, 4, 5}, {0, 1, 0, 0, 0}}));
  EXPECT_EQ(table.info(0).missing, (std::vector<std::string>{"-9"}));
  EXPECT_TRUE(table.column(1) == Column(Numbers{std::nan(""), std::nan(""), 1.5, std::nan(""), 100}));
  EXPECT_EQ(table.info(1).missing, (std::vector<std::string>{"90", "95.5", "99"}));
  EXPECT_TRUE(table.column(2).missing(1));
  EXPECT_EQ(table.column(2).missing_count(), 1U);
  EXPECT_EQ(table.info(2).missing, (std::vector<std::string>{"none"}));
}

TEST(ReadstatRead, TaggedMissingValuesAndFormatsOfStata) {
  const std::string bytes = made(
      readstat_begin_writing_dta, 118, 3,
      [](readstat_writer_t* writer) {
        readstat_add_variable(writer, "x", READSTAT_TYPE_INT16, 0);
        readstat_variable_set_format(readstat_add_variable(writer, "when", READSTAT_TYPE_DOUBLE, 0), "%tc");
        readstat_variable_set_format(readstat_add_variable(writer, "day", READSTAT_TYPE_INT32, 0), "%tdCCYY");
        readstat_add_variable(writer, "f", READSTAT_TYPE_FLOAT, 0);
      },
      [](readstat_writer_t* writer, long row) {
        if (row == 1) {
          readstat_insert_tagged_missing_value(writer, readstat_get_variable(writer, 0), 'b');
        } else {
          readstat_insert_int16_value(writer, readstat_get_variable(writer, 0),
                                      static_cast<std::int16_t>(row));
        }
        readstat_insert_double_value(writer, readstat_get_variable(writer, 1), 22370.0 * 86400000 + 1500);
        readstat_insert_int32_value(writer, readstat_get_variable(writer, 2), -1);
        readstat_insert_float_value(writer, readstat_get_variable(writer, 3), 0.5F);
      });
  const TemporaryFolder folder;
  const Table table = read(folder.file("t.dta", bytes));
  EXPECT_TRUE(table.column(0) == Column(Integers{{0, 0, 2}, {0, 1, 0}}));
  EXPECT_EQ(table.info(0).missing, (std::vector<std::string>{".b"}));
  EXPECT_EQ(table.column(1).text(0), "2021-03-31T00:00:01.5");
  EXPECT_EQ(table.column(2).text(0), "1959-12-31");
  EXPECT_TRUE(table.column(3) == Column(Numbers{0.5, 0.5, 0.5}));
}

TEST(ReadstatRead, PartlyLabelledNumbersStayNumeric) {
  ColumnInfo info = named("age");
  info.value_labels = {{"97", "97 or more"}};
  const Table table({info}, {Integers{{5, 97}, {}}});
  const TemporaryFolder folder;
  for (const std::string name : {"t.sav", "t.dta"}) {
    write_table(table, folder.path(name), {}, run());
    EXPECT_EQ(difference(table, read(folder.path(name))), "") << name;
  }
}

// Whatever bytes are changed or lost, there is a table or an error, and this program goes on.
void feed_mutations(const std::string& bytes, const std::string& name, int count) {
  const TemporaryFolder folder;
  const Run alone({.seed = 1, .threads = 1});
  Rng rng({11, bytes.size()});
  int tables = 0;
  for (int i = 0; i < count; ++i) {
    std::string changed = bytes;
    if (i % 4 == 0) {
      changed.resize(rng.below(changed.size()));
    } else {
      for (std::uint64_t flips = 1 + rng.below(4); flips > 0; --flips) {
        // The heads and tails of files say how the rest is to be understood.
        const std::size_t span = i % 4 == 1 ? std::min<std::size_t>(changed.size(), 1024) : changed.size();
        std::size_t at = rng.below(span);
        if (i % 8 == 1) at = changed.size() - 1 - at;
        changed[at] = static_cast<char>(
            i % 3 == 0 ? rng.below(256) : static_cast<unsigned char>(changed[at]) ^ (1U << rng.below(8)));
      }
    }
    try {
      const Table table = read_table(folder.file(name, changed), {}, alone).table;
      for (ColumnId id = 0; id < table.column_count(); ++id) {
        for (std::size_t row = 0; row < table.rows(); ++row) static_cast<void>(table.column(id).text(row));
      }
      ++tables;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input) << error.message;
      EXPECT_HAS(error.message, name);
    }
  }
  ::testing::Test::RecordProperty("tables", tables);
}

std::string file_bytes(const std::string& name) {
  const TemporaryFolder folder;
  write_table(random_table(40, 4), folder.path(name), {}, run());
  return content(folder.path(name));
}

TEST(ReadstatRead, DamagedSpssFiles) { feed_mutations(file_bytes("t.sav"), "t.sav", 300); }
TEST(ReadstatRead, DamagedStataFiles) { feed_mutations(file_bytes("t.dta"), "t.dta", 300); }
TEST(ReadstatRead, DamagedTransportFiles) {
  feed_mutations(sas_file(readstat_begin_writing_xport, 8), "t.xpt", 200);
}
TEST(ReadstatRead, DamagedSasFiles) {
  feed_mutations(sas_file(readstat_begin_writing_sas7bdat, 0), "t.sas7bdat", 200);
}
TEST(ReadstatRead, DamagedParquetFiles) { feed_mutations(file_bytes("t.parquet"), "t.parquet", 300); }
TEST(ReadstatRead, DamagedFeatherFiles) { feed_mutations(file_bytes("t.feather"), "t.feather", 300); }

}  // namespace
}  // namespace sfumato::io
