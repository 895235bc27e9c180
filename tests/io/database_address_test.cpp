// Addresses of tables in databases: their parts, their sidecars, and passwords, which no text may keep.
#include "io/database_address.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/database_password.hpp"
#include "io/sidecar.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

std::string refusal(const std::string& path) {
  try {
    static_cast<void>(database_address(path));
  } catch (const Error& error) {
    return error.message;
  }
  return "accepted";
}

TEST(DatabaseAddress, OnlyItsSchemesAreDatabases) {
  EXPECT_TRUE(is_database("sqlite:x.db?table=t"));
  EXPECT_TRUE(is_database("duckdb:x.db"));
  EXPECT_TRUE(is_database("postgresql://h/d"));
  EXPECT_FALSE(is_database("postgres.csv"));
  EXPECT_FALSE(is_database("data/sqlite:x.csv"));
}

TEST(DatabaseAddress, PartsOfFiles) {
  const DatabaseAddress sqlite = database_address("sqlite:dir/a.db?table=my.table");
  EXPECT_EQ(sqlite.location, "dir/a.db");
  EXPECT_EQ(sqlite.schema, "");
  EXPECT_EQ(sqlite.table, "my.table");  // SQLite has no schemas
  EXPECT_EQ(sqlite.sidecar, "dir/a.db.my.table.toml");
  const DatabaseAddress duckdb = database_address("duckdb:/a.db?table=office.people&sidecar=roles%26.toml");
  EXPECT_EQ(duckdb.location, "/a.db");
  EXPECT_EQ(duckdb.schema, "office");
  EXPECT_EQ(duckdb.table, "people");
  EXPECT_EQ(duckdb.sidecar, "roles&.toml");
}

TEST(DatabaseAddress, NamesInQuotesAndHostileNames) {
  const DatabaseAddress quoted = database_address("duckdb:a.db?table=%22a.b%22.%22c%22%22d%22");
  EXPECT_EQ(quoted.schema, "a.b");
  EXPECT_EQ(quoted.table, "c\"d");
  const DatabaseAddress hostile = database_address("postgres://h/d?table=x\"; drop table y; --");
  EXPECT_EQ(hostile.table, "x\"; drop table y; --");
  EXPECT_EQ(hostile.sidecar, "h.d.x%22%3B drop table y%3B --.toml");
}

TEST(DatabaseAddress, OptionsOfServersGoToTheServer) {
  const DatabaseAddress address = database_address(
      "postgres://me@db.office:5433/health?table=a&sslmode=require&options=-csearch_path%3Dx");
  EXPECT_EQ(address.location,
            "postgres://me@db.office:5433/health?sslmode=require&options=-csearch_path%3Dx");
  EXPECT_EQ(address.sidecar, "db.office%3A5433.health.a.toml");
  EXPECT_EQ(database_address("postgres:///health?host=/run/pg&table=a").sidecar, "localhost.health.a.toml");
}

TEST(DatabaseAddress, Refusals) {
  EXPECT_NE(refusal("sqlite:x.db").find("names no table"), std::string::npos);
  EXPECT_NE(refusal("sqlite:?table=t").find("names no file"), std::string::npos);
  EXPECT_NE(refusal("sqlite:x.db?table=t&mode=ro").find("unknown option"), std::string::npos);
  EXPECT_NE(refusal("sqlite:x.db?table=%4").find("two digits"), std::string::npos);
  EXPECT_NE(refusal("sqlite:x.db?table=%00").find("not UTF-8"), std::string::npos);
  EXPECT_NE(refusal("duckdb:x.db?table=a.b.c").find("more than"), std::string::npos);
  EXPECT_NE(refusal("duckdb:x.db?table=.b").find("schema has no name"), std::string::npos);
}

TEST(DatabaseAddress, CopiesHaveTablesAndSidecarsOfTheirOwn) {
  EXPECT_EQ(database_address(address_of_copy("sqlite:x.db?table=a%26b", 2)).table, "a&b-2");
  const DatabaseAddress copy =
      database_address(address_of_copy("duckdb:x.db?table=%22a.b%22&sidecar=r.toml", 1));
  EXPECT_EQ(copy.table, "a.b-1");
  EXPECT_EQ(copy.sidecar, "r-1.toml");
}

// An option without a value is no password; "password=" would be one, and is refused.
TEST(DatabaseAddress, CopiesKeepOptionsWithoutAValue) {
  EXPECT_EQ(address_of_copy("postgres://me@host/d?table=a&password&x=&y", 3),
            "postgres://me@host/d?table=a-3&password&x=&y");
  // Without a name the sidecar lies beside the table, also that of a copy.
  EXPECT_EQ(address_of_copy("postgres://me@host/d?sidecar&table=a", 3),
            "postgres://me@host/d?sidecar&table=a-3");
  // Options without a name and a value are none, wherever they stand.
  const std::string gaps = "postgres://me@host/d?&table=a&&x=1&&";
  EXPECT_EQ(database_address(gaps).location, "postgres://me@host/d?x=1");
  EXPECT_EQ(database_address(address_of_copy(gaps, 3)).location, "postgres://me@host/d?x=1");
}

TEST(DatabaseAddress, SameTable) {
  EXPECT_TRUE(is_same_table("sqlite:x.db?table=a", "sqlite:./x.db?table=A"));
  EXPECT_TRUE(is_same_table("duckdb:x.db?table=a", "duckdb:x.db?table=main.a"));
  EXPECT_TRUE(is_same_table("postgres://h/d?table=a", "postgres://h/d?table=public.a"));
  EXPECT_FALSE(is_same_table("postgres://h/d?table=a", "postgres://h/d?table=A"));
  EXPECT_FALSE(is_same_table("sqlite:x.db?table=a", "sqlite:x.db?table=b"));
  EXPECT_FALSE(is_same_table("sqlite:x.db?table=a", "x.db"));
}

TEST(DatabaseAddress, PathsFromAFolder) {
  EXPECT_EQ(path_from("plans", "a.csv"), "plans/a.csv");
  EXPECT_EQ(path_from("plans", "sqlite:a.db?table=t&sidecar=r.toml"),
            "sqlite:plans/a.db?table=t&sidecar=plans/r.toml");
  EXPECT_EQ(path_from("plans", "postgres://h/d?table=t"), "postgres://h/d?table=t");
  EXPECT_EQ(file_of_path("sqlite:a.db?table=t"), "a.db");
  EXPECT_EQ(file_of_path("postgres://h/d?table=t"), "");
  EXPECT_EQ(file_of_path("a.csv"), "a.csv");
  EXPECT_EQ(sidecar_path("sqlite:a.db?table=t"), "a.db.t.toml");
}

TEST(DatabasePassword, IsTakenOutAndKept) {
  EXPECT_EQ(keeping_password("postgres://me:s3%2Fcret@h:1/d?table=t&sslmode=require"),
            "postgres://me@h:1/d?table=t&sslmode=require");
  EXPECT_EQ(kept_password("postgres://me@h:1/d?sslmode=require"), "s3/cret");
  EXPECT_EQ(kept_password("postgres://me@h:1/d?sslmode=require&table=other"), "s3/cret");
  EXPECT_EQ(kept_password("postgres://you@h:1/d?sslmode=require"), "");
  EXPECT_EQ(keeping_password("--source=postgresql://me:word@h/d"), "--source=postgresql://me@h/d");
  EXPECT_EQ(keeping_password("postgres://me@h/e?password=word2&table=t"), "postgres://me@h/e?table=t");
  EXPECT_EQ(kept_password("postgres://me@h/e"), "word2");
  // A '/' or '@' that should be encoded does not show the rest.
  EXPECT_EQ(keeping_password("postgres://me:a/b@c@h/d"), "postgres://me@h/d");
  EXPECT_EQ(keeping_password("sqlite:x.db?table=a:b@c"), "sqlite:x.db?table=a:b@c");
  EXPECT_EQ(keeping_password("postgres://h:5432/d?table=a@b"), "postgres://h:5432/d?table=a@b");
}

TEST(DatabasePassword, IsRefusedWhereAnAddressIsUsed) {
  const std::string message = refusal("postgres://me:hushhush@h/d?table=t");
  EXPECT_NE(message.find("has a password"), std::string::npos);
  EXPECT_EQ(message.find("hushhush"), std::string::npos);
  EXPECT_TRUE(has_password("postgres://me@h/d?password=x"));
  EXPECT_FALSE(has_password("postgres://me@h:5432/d?table=t"));
}

}  // namespace
}  // namespace sfumato::io
