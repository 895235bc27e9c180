// Tables in files: formats, sidecars, flags, round trips of the reference files, refusals before work.
#include "io/table_file.hpp"

#include <unistd.h>

#include "io/output_file.hpp"
#include "io/temporary_folder.hpp"
#include "support/reference_data.hpp"

namespace sfumato::io {
namespace {

const Run& file_run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

TableFile read_file(const std::string& path, const ReadOptions& options = {}) {
  return read_table(path, options, file_run());
}

Table small_table() {
  ColumnInfo number;
  number.name = "n";
  ColumnInfo text;
  text.name = "t";
  text.kind = Kind::nominal;
  return {{number, text}, {Column(Numbers{0.5, 2.0}), Column(Codes{{0, -1}, {"a,b"}})}};
}

TEST(TableFile, EveryFormatReadsBack) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.csv", "a.tsv", "a.csv.gz", "a.tsv.gz", "A.CSV"}) {
    const std::string path = folder.path(name);
    write_table(small_table(), path, {}, file_run());
    EXPECT_TRUE(read_file(path).table.same_data(small_table())) << name;
    EXPECT_EQ(content(path).starts_with("\x1f\x8b"), name.ends_with(".gz")) << name;
  }
}

TEST(TableFile, LargeGzipReadsBack) {
  const TemporaryFolder folder;
  Numbers numbers;
  for (int i = 0; i < 300000; ++i) numbers.push_back(i * 0.37);
  ColumnInfo info;
  info.name = "x";
  const Table table({info}, {Column(numbers)});
  write_table(table, folder.path("x.csv.gz"), {}, file_run());
  EXPECT_TRUE(read_file(folder.path("x.csv.gz")).table.same_data(table));
  const std::string packed = content(folder.path("x.csv.gz"));
  const std::string cut = folder.file("cut.csv.gz", packed.substr(0, packed.size() / 2));
  EXPECT_HAS(error_of([&] { read_file(cut); }), "gzip file that ends too early");
  const std::string twice = folder.file("twice.csv.gz", packed + packed);
  EXPECT_HAS(error_of([&] { read_file(twice); }), "line 300002, column 'x': 'x' is not a number");
}

TEST(TableFile, UnknownFormatsListWhatIsSupported) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.ods", "a"}) {
    EXPECT_HAS(error_of([&] { read_file(folder.file(name, "x")); }), ".csv") << name;
    EXPECT_HAS(error_of([&] { write_table(small_table(), folder.path(name), {}, file_run()); }), ".csv.gz");
  }
  EXPECT_EQ(read_file(folder.file("data.txt", "a\tb\n1\t2\n"), {.format = "tsv"}).table.column_count(), 2U);
  EXPECT_HAS(error_of([&] { read_file(folder.path("a.csv"), {.format = "xml"}); }), "unknown format 'xml'");
}

TEST(TableFile, SidecarBesideTheFileDeclares) {
  const TemporaryFolder folder;
  const std::string path = folder.file("d.csv", "zip,income\n08001,-9\n8002,5\n");
  folder.file("d.toml",
              "[columns.zip]\nkind = \"nominal\"\nrole = \"quasi-identifier\"\n"
              "[columns.income]\nmissing = [\"-9\"]\ndomain = [0, 10]\n");
  const TableFile file = read_file(path);
  EXPECT_EQ(file.sidecar.path, folder.path("d.toml"));
  EXPECT_EQ(file.table.info(0).role, Role::quasi_identifier);
  EXPECT_EQ(file.table.column(0).text(0), "08001");
  EXPECT_TRUE(file.table.column(1).missing(0));
  EXPECT_EQ(file.table.info(1).domain, (Domain{0.0, 10.0}));
}

TEST(TableFile, FlagsOverrideTheSidecarFieldByField) {
  const TemporaryFolder folder;
  const std::string path = folder.file("d.csv", "a,b\n1,2\n");
  folder.file("d.toml", "[columns.a]\nrole = \"weight\"\ndomain = [0, 10]\n");
  ReadOptions options;
  options.declared["a"].role = Role::confidential;
  const TableFile file = read_file(path, options);
  EXPECT_EQ(file.table.info(0).role, Role::confidential);
  EXPECT_EQ(file.table.info(0).domain, (Domain{0.0, 10.0}));
  options.roles = folder.file("other.toml", "[columns.b]\nrole = \"stratum\"\n");
  EXPECT_EQ(read_file(path, options).table.info(1).role, Role::stratum);
  EXPECT_FALSE(read_file(path, options).table.info(0).domain.has_value());
}

TEST(TableFile, DeclarationsThatDoNotFitAreRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.file("d.csv", "a,b\nx,2\n");
  ReadOptions options;
  options.declared["a"].domain = Domain{0.0, 1.0};
  EXPECT_HAS(error_of([&] { read_file(path, options); }),
             "column 'a': a domain is declared, but the column is nominal");
  options.declared.clear();
  options.declared["c"].role = Role::weight;
  EXPECT_HAS(error_of([&] { read_file(path, options); }), "no column 'c'");
}

TEST(TableFile, ReleaseWithItsSidecarKeepsTypes) {
  const TemporaryFolder folder;
  const std::string source =
      folder.file("d.csv", "code,day,rest\n1,2020-01-01,?\n2,2020-01-02,5\n?,2020-01-02,7\n");
  ReadOptions options;
  options.missing = {"?"};
  options.declared["code"].kind = Kind::nominal;
  const TableFile first = read_file(source, options);
  write_table(first.table, folder.path("r.csv"), {.missing_token = first.missing_token}, file_run());
  write_text_file(folder.path("r.toml"), sidecar_text(first.table, Value()));
  const TableFile second = read_file(folder.path("r.csv"));
  EXPECT_TRUE(second.table.same_data(first.table)) << content(folder.path("r.csv"));
  EXPECT_EQ(content(folder.path("r.csv")), content(source));
  EXPECT_EQ(second.table.info(0).kind, Kind::nominal);
  EXPECT_NE(second.table.column(1).get_if<Dates>(), nullptr);
}

TEST(TableFile, TokensForEveryColumnStayBesideDeclaredOnes) {
  const TemporaryFolder folder;
  const std::string path = folder.file("d.csv", "t,n\nx,1\nnone,2\nunknown,3\n");
  ReadOptions options;
  options.missing = {"none"};
  options.declared["t"].missing = {"unknown"};
  const Table table = read_file(path, options).table;
  EXPECT_EQ(table.info(0).missing, (std::vector<std::string>{"unknown", "none"}));
  EXPECT_EQ(table.column(0).missing_count(), 2U);
  EXPECT_TRUE(table.info(1).missing.empty());
}

TEST(TableFile, ReferenceFilesReadBackTheSame) {
  const TemporaryFolder folder;
  for (const std::string name :
       {"census.csv", "adult/adult.csv", "eia.csv", "testdata.csv", "tarragona.csv"}) {
    SFUMATO_REQUIRE_REFERENCE(path, name);
    const TableFile file = read_file(path);
    EXPECT_GT(file.table.rows(), 800U) << name;
    const std::string copy = folder.path("copy.csv");
    write_table(file.table, copy, {.missing_token = file.missing_token}, file_run());
    EXPECT_TRUE(read_file(copy).table.same_data(file.table)) << name;
  }
}

TEST(TableFile, FailuresLeaveNothingBehind) {
  const TemporaryFolder folder;
  ColumnInfo info;
  info.name = "x";
  const Table table({info}, {Column(Numbers{std::numeric_limits<double>::infinity()})});
  EXPECT_HAS(error_of([&] { write_table(table, folder.path("x.csv"), {}, file_run()); }), "infinite");
  EXPECT_EQ(folder.entries(), 0U);
  std::stop_source stop;
  stop.request_stop();
  const sfumato::Run stopped({.seed = 1, .threads = 2, .stop = stop.get_token()});
  EXPECT_THROW(write_table(small_table(), folder.path("x.csv"), {}, stopped), Error);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(TableWriter, BlocksAppendedGiveTheFileOfTheWhole) {
  const TemporaryFolder folder;
  const Table table = small_table();
  const std::vector<std::size_t> first{0}, second{1};
  for (const std::string name : {"a.csv", "a.csv.gz", "a.tsv", "a.tsv.gz"}) {
    write_table(table, folder.path("whole-" + name), {}, file_run());
    TableWriter writer(folder.path(name), {}, file_run());
    for (const Table& block : {table.taking_rows(first), table.taking_rows(second)}) {
      writer.append({&block, 1}, file_run());
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path(name)));
    writer.commit(file_run());
    EXPECT_TRUE(read_file(folder.path(name)).table.same_data(table)) << name;
    if (!name.ends_with(".gz")) {
      EXPECT_EQ(content(folder.path(name)), content(folder.path("whole-" + name)));
    }
  }
}

TEST(TableWriter, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  {
    const Table table = small_table();
    TableWriter writer(folder.path("x.csv"), {}, file_run());
    writer.append({&table, 1}, file_run());
    EXPECT_EQ(folder.entries(), 1U);
  }
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(CheckOutput, RefusesInputsFoldersAndUnknownFormats) {
  const TemporaryFolder folder;
  const std::string input = folder.file("in.csv", "a\n1\n");
  std::filesystem::create_symlink(input, folder.path("soft.csv"));
  std::filesystem::create_hard_link(input, folder.path("hard.csv"));
  std::filesystem::create_directory(folder.path("dir.csv"));
  for (const std::string name : {"in.csv", "soft.csv", "hard.csv"}) {
    EXPECT_HAS(error_of([&] {
                 check_output(folder.path(name), "", {"-", input});
               }),
               "same file as the input");
  }
  EXPECT_HAS(error_of([&] { check_output(folder.path("dir.csv"), "", {}); }), "it is a folder");
  EXPECT_HAS(error_of([&] { check_output(folder.path("none/x.csv"), "", {}); }), "does not exist");
  EXPECT_HAS(error_of([&] { check_output(folder.path("in.csv/x.csv"), "", {}); }), "in.csv");
  EXPECT_HAS(error_of([&] { check_output(folder.path("x.ods"), "", {}); }), "unknown format");
  check_output(folder.path("new.csv"), "", {input});
  check_output(folder.path("new.out"), "csv", {input});
  check_output("-", "", {input});
  check_output("/dev/null", "csv", {input});
  if (::geteuid() != 0) {
    std::filesystem::permissions(folder.path("dir.csv"), std::filesystem::perms::owner_read);
    EXPECT_HAS(error_of([&] { check_output(folder.path("dir.csv/x.csv"), "", {}); }), "Permission denied");
  }
}

}  // namespace
}  // namespace sfumato::io
