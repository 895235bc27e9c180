// A database of a few hundred people in a temporary folder, asked like from the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "queries/answer.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/ledger_support.hpp"

namespace sfumato::queries::testing {

struct Person {
  std::optional<std::int64_t> age;
  std::int64_t income = 0;
  int ward = 0;
};

// Each person has a different age or ward; incomes are 100, 200, ….
inline std::vector<Person> some_people(int count) {
  std::vector<Person> people;
  for (int i = 0; i < count; ++i) people.push_back({i % 100, 100 * (i % 50), i % 2});
  return people;
}

class AskedDatabase {
 public:
  explicit AskedDatabase(const std::vector<Person>& people, std::int64_t budget = 1'000'000,
                         std::int64_t max_income = 5000) {
    CatalogueTable table;
    table.name = "people";
    table.columns = {number_column("age", 0, 120, Outside::refuse, 0, true),
                     number_column("income", 0, max_income, Outside::refuse),
                     category_column("ward", {"a", "b"}, Outside::refuse)};
    ColumnInfo age, income, ward;
    age.name = "age";
    income.name = "income";
    ward.name = "ward";
    Integers ages, incomes;
    Codes wards;
    wards.labels = {"a", "b"};
    for (const Person& person : people) {
      ages.values.push_back(person.age.value_or(0));
      ages.missing.push_back(person.age ? 0 : 1);
      incomes.values.push_back(person.income);
      incomes.missing.push_back(0);
      wards.codes.push_back(person.ward);
    }
    DatabaseTerms terms;
    terms.budget = budget;
    create_database(path(), {{table}}, terms, {Table({age, income, ward}, {ages, incomes, wards})}, run_);
  }

  std::string path() const { return folder_.file("db"); }
  std::string records() const { return path() + "/tables/people.parquet"; }
  Database open() const { return Database(path()); }
  Answer ask(const std::string& question, std::int64_t micro_epsilon, const std::string& user = "eve") const {
    const Database database = open();
    SecureRng rng;
    return QuerySession(database).ask(question, {user, micro_epsilon, false}, rng, run_);
  }
  Balance balance() const { return Ledger(open().ledger_path()).balance(std::nullopt); }

 private:
  MemoryFolder folder_;
  Run run_{{.seed = 1, .threads = 1}};
};

}  // namespace sfumato::queries::testing
