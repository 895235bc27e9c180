// Databases of each protection in a temporary folder, and changes of their files by an attacker.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "queries/answer.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/database/recorded_terms.hpp"
#include "queries/database/terms_file.hpp"
#include "queries/ledger_support.hpp"

namespace sfumato::queries::testing {

inline std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

inline void write_content(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

// A hundred people: a public age, and an income.
class ChangedFolder {
 public:
  explicit ChangedFolder(const DatabaseTerms& terms) {
    CatalogueTable table;
    table.name = "people";
    table.columns = {number_column("age", 0, 120, Outside::refuse),
                     number_column("income", 0, 5000, Outside::refuse)};
    table.columns[0].role = Role::quasi_identifier;
    table.columns[1].role = Role::confidential;
    ColumnInfo age, income;
    age.name = "age";
    income.name = "income";
    Integers ages, incomes;
    for (std::int64_t i = 0; i < 100; ++i) {
      ages.values.push_back(i);
      incomes.values.push_back(1000 + 10 * i);
    }
    ages.missing.assign(100, 0);
    incomes.missing.assign(100, 0);
    create_database(path(), {{table}}, terms, {Table({age, income}, {ages, incomes})}, run_);
  }

  std::string path() const { return folder_.file("db"); }
  std::string file(const std::string& name) const { return path() + "/" + name; }
  std::string beside(const std::string& name) const { return folder_.file(name); }
  Database open() const { return Database(path()); }
  static std::string question(int least_age) {
    return "SELECT SUM(income) FROM people WHERE age >= " + std::to_string(least_age);
  }
  Answer ask(QuerySession& session, int least_age) const {
    SecureRng rng;
    return session.ask(question(least_age), {"eve", 10'000, false}, rng, run_);
  }
  Answer ask(int least_age, const std::optional<std::string>& kept = std::nullopt) const {
    const Database database = open();
    QuerySession session(database, {}, kept);
    return ask(session, least_age);
  }
  LedgerHead head() const {
    const Database database = open();
    return QuerySession(database).head();
  }
  void change_terms(const DatabaseTerms& terms) const {
    write_content(file("terms.toml"), terms_text(terms));
  }
  // The whole folder as it was copied before.
  void copy_to(const std::string& name) const {
    std::filesystem::copy(path(), beside(name), std::filesystem::copy_options::recursive);
  }
  void restore(const std::string& name) const {
    std::filesystem::remove_all(path());
    std::filesystem::copy(beside(name), path(), std::filesystem::copy_options::recursive);
  }

 private:
  MemoryFolder folder_;
  Run run_{{.seed = 1, .threads = 1}};
};

inline DatabaseTerms terms_for(Protection protection) {
  DatabaseTerms terms;
  terms.protection = protection;
  if (protection == Protection::dp) terms.budget = 1'000'000;
  if (protection == Protection::input) {
    terms.recipe = "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 5\n";
  }
  return terms;
}

}  // namespace sfumato::queries::testing
