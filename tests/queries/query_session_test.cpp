// The error of a session whose records cannot be read: the same for all protections.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "queries/answer.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::queries {
namespace {

// Twenty people: a public age, and an income.
Error error_without_records(const DatabaseTerms& terms) {
  const sfumato::testing::TemporaryFolder folder;
  const sfumato::Run run({.seed = 1, .threads = 1});
  CatalogueTable table;
  table.name = "people";
  table.columns.resize(2);
  table.columns[0].name = "age";
  table.columns[0].upper = 100;
  table.columns[0].role = Role::quasi_identifier;
  table.columns[1].name = "income";
  table.columns[1].upper = 100'000;
  table.columns[1].role = Role::confidential;
  std::vector<ColumnInfo> schema(2);
  schema[0].name = "age";
  schema[1].name = "income";
  Integers ages, incomes;
  for (std::int64_t i = 0; i < 20; ++i) {
    ages.values.push_back(30 + i);
    incomes.values.push_back(1000 * i);
  }
  ages.missing.assign(20, 0);
  incomes.missing.assign(20, 0);
  create_database(folder.file("db"), {{table}}, terms, {Table(schema, {ages, incomes})}, run);
  const Database database(folder.file("db"));
  QuerySession session(database);
  SecureRng rng;
  // Public columns that are needed for decisions have been read already.
  session.ask("SELECT COUNT(*) FROM people WHERE age < 40", {"eve", 100'000, false}, rng, run);
  std::filesystem::remove(folder.file("db/tables/people.parquet"));
  try {
    session.ask("SELECT SUM(income) FROM people WHERE age < 40", {"eve", 100'000, false}, rng, run);
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::bad_input, "no error");
}

TEST(QuerySession, HasTheSameErrorForAllUnreadableRecords) {
  DatabaseTerms noisy, exact;
  noisy.budget = 1'000'000;
  exact.protection = Protection::restrict;
  const Error one = error_without_records(noisy), other = error_without_records(exact);
  EXPECT_EQ(one.code, ErrorCode::internal);
  EXPECT_EQ(one.code, other.code);
  EXPECT_EQ(one.message, other.message);
  EXPECT_EQ(one.hint, other.hint);
}

}  // namespace
}  // namespace sfumato::queries
