// Records from a real PostgreSQL server, which each test starts: the same as from a file, from one snapshot,
// and with helpful errors that do not reveal passwords.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "io/formats/postgres_source.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/database.hpp"
#include "support/postgres_server.hpp"

namespace sfumato::queries {
namespace {

using sfumato::testing::PostgresServer;

#define NEEDS_POSTGRES()                                                                 \
  if (PostgresServer::programs().empty()) {                                              \
    GTEST_SKIP() << "the PostgreSQL server is not installed; scripts/setup installs it"; \
  }

CatalogueTable table_named(const std::string& name, std::vector<CatalogueColumn> columns) {
  CatalogueTable table;
  table.name = name;
  table.columns = std::move(columns);
  return table;
}

Imported from_postgres(const PostgresServer& server, const CatalogueTable& table) {
  const sfumato::Run run;
  return import_records(read_postgres_tables(server.url(), {{table}}, run).at(0), table, run);
}

TEST(Postgres, GivesTheSameRecordsAsAFile) {
  NEEDS_POSTGRES();
  const PostgresServer server;
  server.run(
      "CREATE TABLE \"Visits\" (who text, \"Age\" smallint, ward char(6), pay numeric(12,3), dose real,\n"
      "  weight double precision, note text, smoker boolean, day date, big bigint, unused bytea);\n"
      "INSERT INTO \"Visits\" VALUES\n"
      "  ('a', 33, 'east', 1200.505, 0.1, 70.25, 'say \"hi\", it''s', true, '2021-03-31', 9007199254740991, "
      "'\\x00'),\n"
      "  ('b', NULL, NULL, NULL, NULL, 'NaN', 'zwölf 猫', NULL, NULL, NULL, NULL),\n"
      "  ('a', 121, 'west', -3.005, 1.5, '-Infinity', E'tab\\tand\\nline', false, '1970-01-01', -5, NULL),\n"
      "  ('a', 5, 'west', 0, 0.25, 1e300, '\\\\N', true, '1970-01-01', 7, NULL),\n"
      "  ('c', -1, 'east', 'NaN', 2, 99.995, '', false, NULL, 0, NULL);\n");
  CatalogueTable table = table_named(
      "visits", {number_column("age", 0, 120, Outside::clamp, 0, true),
                 category_column("ward", {"west", "east"}, Outside::refuse, true),
                 number_column("pay", -1'000'000, 1'000'000, Outside::refuse, 2, true),
                 number_column("dose", 0, 200, Outside::refuse, 2, true),
                 number_column("weight", 0, 20'000, Outside::clamp, 2, true),
                 category_column("note", {"say \"hi\", it's", "zwölf 猫", "tab\tand\nline", "\\N"},
                                 Outside::null, true),
                 category_column("smoker", {"false", "true"}, Outside::refuse, true),
                 category_column("day", {"1970-01-01", "2021-03-31"}, Outside::refuse, true),
                 number_column("big", -10, (std::int64_t{1} << 53), Outside::refuse, 0, true)});
  table.person = "who";
  table.rows_per_unit = 2;
  const Imported served = from_postgres(server, table);

  const io::TemporaryFolder folder;
  const std::string csv =
      folder.file("visits.csv",
                  "who,Age,ward,pay,dose,weight,note,smoker,day,big\n"
                  "a,33,east,1200.505,0.1,70.25,\"say \"\"hi\"\", it's\",true,2021-03-31,9007199254740991\n"
                  "b,,,,,,zwölf 猫,,,\n"
                  "a,121,west,-3.005,1.5,-1e308,\"tab\tand\nline\",false,1970-01-01,-5\n"
                  "a,5,west,0,0.25,1e300,\\N,true,1970-01-01,7\n"
                  "c,-1,east,,2,99.995,nothing,false,,0\n");
  const sfumato::Run run;
  const Imported read = import_records(io::read_table(csv, {}, run).table, table, run);
  EXPECT_EQ(served.data.rows, 4U);  // the third row of 'a' exceeds the maximum
  EXPECT_EQ(served.data.columns, read.data.columns);
  EXPECT_EQ(std::get<Narrow>(served.data.columns[2]),
            (Narrow{120'051, null_value<std::int32_t>, -301, null_value<std::int32_t>}));
  EXPECT_EQ(std::get<Narrow>(served.data.columns[3])[0], 10);  // 0.1, although a REAL is only close to it
  EXPECT_EQ(std::get<Narrow>(served.data.columns[4]),
            (Narrow{7025, null_value<std::int32_t>, 0, 10'000}));  // 99.995 is a half
  EXPECT_EQ(std::get<Broad>(served.data.columns[8])[0], 9007199254740991);
  EXPECT_EQ(served.count.beyond_unit, 1U);
  EXPECT_EQ(served.count.made_null, 1U);
  EXPECT_EQ(served.count.clamped, read.count.clamped);
  EXPECT_EQ(served.count.rounded, read.count.rounded);
}

// A double has 53 bits; a NUMERIC comes as text, so that its last digit decides the rounding.
TEST(Postgres, NumericKeepsEveryDigit) {
  NEEDS_POSTGRES();
  const PostgresServer server;
  server.run(
      "CREATE TABLE exact (x numeric);\n"
      "INSERT INTO exact VALUES (900719925474099.1), (900719925474099.2), "
      "(0.05000000000000000000000000001),\n"
      "  (0.04999999999999999999999999999), (-0.05), ('Infinity'), (1e100);\n"
      "CREATE TABLE many AS SELECT i::bigint AS i, (i / 4.0)::numeric(20,2) AS q FROM generate_series(1, "
      "40000) i;\n");
  constexpr std::int64_t far = std::int64_t{1} << 53;
  const Imported exact =
      from_postgres(server, table_named("exact", {number_column("x", -far, far, Outside::clamp, 1)}));
  EXPECT_EQ(std::get<Broad>(exact.data.columns[0]),
            (Broad{9007199254740991, 9007199254740992, 1, 0, -1, far, far}));

  // The rows of two fetches of the cursor, and one more.
  const CatalogueTable many = table_named(
      "many", {number_column("i", 1, 40001), number_column("q", 0, 2'000'000, Outside::refuse, 2)});
  for (const std::int64_t rows : {40000, 40001}) {
    const Imported all = from_postgres(server, many);
    std::int64_t sum = 0, quarters = 0;
    for (const std::int32_t value : std::get<Narrow>(all.data.columns[0])) sum += value;
    for (const std::int32_t value : std::get<Narrow>(all.data.columns[1])) quarters += value;
    EXPECT_EQ(static_cast<std::int64_t>(all.data.rows), rows);
    EXPECT_EQ(sum, rows * (rows + 1) / 2);
    EXPECT_EQ(quarters, sum * 25);
    server.run("INSERT INTO many VALUES (40001, 10000.25);");
  }
}

TEST(Postgres, ReadsOneSnapshotAndWritesNothing) {
  NEEDS_POSTGRES();
  const PostgresServer server;
  const std::string odd = "a\"; DROP TABLE people; --";
  server.run(
      "CREATE TABLE people (age int); INSERT INTO people VALUES (1), (2);\n"
      "CREATE FUNCTION spy() RETURNS int LANGUAGE sql AS 'INSERT INTO people VALUES (99) RETURNING age';\n"
      "CREATE VIEW trap AS SELECT spy() AS age;\n"
      "CREATE TABLE \"a\"\"; DROP TABLE people; --\" (\"x\"\" FROM people; --\" int);\n"
      "CREATE TABLE \"Alike\" (a int); CREATE TABLE \"aLike\" (a int);\n");
  const sfumato::Run run;
  io::PostgresSource source(server.url(), run);
  EXPECT_EQ(source.table_named("PEOPLE", run), "people");
  server.run("INSERT INTO people VALUES (3); CREATE TABLE later (x int);");
  EXPECT_EQ(source.read("people", {"age"}, run).rows(), 2U);
  EXPECT_EQ(source.columns_of(odd, run), (std::vector<std::string>{"x\" FROM people; --"}));
  EXPECT_EQ(source.read(odd, {"x\" FROM people; --"}, run).rows(), 0U);
  EXPECT_EQ(source.table_named("Alike", run), "Alike");
  EXPECT_HAS(io::error_of([&] { source.table_named("alike", run); }), "2 tables");
  EXPECT_HAS(io::error_of([&] { source.table_named("missing", run); }), "no table 'missing'");
  EXPECT_HAS(io::error_of([&] { source.table_named("x' OR 'a' = 'a", run); }), "no table");
  EXPECT_HAS(io::error_of([&] { source.read("trap", {"age"}, run); }), "read-only transaction");
  EXPECT_EQ(io::PostgresSource(server.url(), run).read("people", {"age"}, run).rows(), 3U);
}

TEST(Postgres, ErrorsSayWhatToDoAndNoPassword) {
  NEEDS_POSTGRES();
  const PostgresServer server;
  server.run(
      "CREATE TABLE people (age int); CREATE TABLE closed (age int);\n"
      "CREATE ROLE guest LOGIN PASSWORD 's3cret/word'; GRANT SELECT ON people TO guest;\n");
  const sfumato::Run run;
  const auto failure = [&](const std::string& url, const std::string& table = "people",
                           const std::string& column = "age") {
    const std::string error = io::error_of(
        [&] { read_postgres_tables(url, {{table_named(table, {number_column(column, 0, 9)})}}, run); });
    for (const char* secret : {"s3cret", "wr0ng"}) EXPECT_EQ(error.find(secret), std::string::npos) << error;
    return error;
  };
  EXPECT_HAS(failure(server.url("keeper:wr0ng")), "password authentication failed");
  EXPECT_HAS(failure(server.url(), "people", "agee"), "no column 'agee'");
  EXPECT_HAS(failure(server.url("guest:s3cret%2Fword"), "closed"), "permission denied");
  EXPECT_HAS(failure(server.url("keeper:s3cret%2Fword", "nowhere")), "database \"nowhere\" does not exist");
  EXPECT_HAS(failure("postgres://keeper:s3cret@/postgres?host=/tmp/no-such-folder"), "cannot connect");
  EXPECT_HAS(failure("postgres://keeper:s3cret@[::1/postgres"), "cannot be parsed");
  EXPECT_HAS(failure("postgres://keeper:s3cret@/postgres?bad_option=1"), "cannot be parsed");
  EXPECT_HAS(failure("postgres://keeper:s3cret%zz@/postgres"), "cannot be parsed");
  EXPECT_HAS(failure("mysql://keeper:s3cret@/postgres"), "write postgres://user@host");
  EXPECT_HAS(failure("password=s3cret dbname=postgres"), "write postgres://user@host");
}

TEST(Postgres, WaitingCanBeStopped) {
  NEEDS_POSTGRES();
  const PostgresServer server;
  server.run("CREATE VIEW slow AS SELECT 1 AS age FROM pg_sleep(36000);");
  std::stop_source stop;
  const sfumato::Run run({.stop = stop.get_token()});
  io::PostgresSource source(server.url(), run);
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
  });
  try {
    source.read("slow", {"age"}, run);
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
}

}  // namespace
}  // namespace sfumato::queries
