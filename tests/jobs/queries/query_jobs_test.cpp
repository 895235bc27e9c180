// The jobs of queryable databases, without the command line: their descriptions, and runs from a request to
// the same result as the command.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/json.hpp"
#include "io/toml.hpp"
#include "jobs/queries/query_ask.hpp"
#include "jobs/queries/query_budget.hpp"
#include "jobs/queries/query_compare.hpp"
#include "jobs/queries/query_explain.hpp"
#include "jobs/queries/query_init.hpp"
#include "jobs/queries/query_token.hpp"
#include "jobs/queries/registry.hpp"
#include "queries/tokens.hpp"
#include "report/json.hpp"
#include "report/queries/answer.hpp"
#include "report/queries/budget.hpp"
#include "report/queries/token.hpp"
#include "report/text.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::jobs {
namespace {

using queries::Protection;
using sfumato::testing::TemporaryFolder;

queries::Catalogue people_catalogue() {
  return queries::parse_catalogue(io::parse_toml(R"([table.people.column.ward]
kind = "category"
categories = ["a", "b"]
role = "quasi-identifier"

[table.people.column.income]
kind = "number"
domain = [0, 1000]
role = "confidential"
)",
                                                 "catalogue"),
                                  "catalogue");
}

// Incomes 100, 110, … 690, wards alternate.
io::TableFile people() {
  ColumnInfo ward, income;
  ward.name = "ward";
  income.name = "income";
  Codes wards{{}, {"a", "b"}};
  Integers incomes;
  for (int i = 0; i < 60; ++i) {
    wards.codes.push_back(i % 2);
    incomes.values.push_back(100 + 10 * i);
  }
  return {.table = Table({ward, income}, {wards, incomes}), .sidecar = {}, .missing_token = {}};
}

constexpr const char* recipe = "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 5\n";

class QueryJobs : public ::testing::Test {
 protected:
  QueryInitResult make(const std::string& protection, ParamValues more = {}) const {
    more.emplace_back("database", base());
    more.emplace_back("protection", protection);
    QueryInitRequest request = query_init_request(more);
    request.catalogue = people_catalogue();
    request.records = {people()};
    return query_init(request, sfumato::Run({.seed = 1}));
  }
  std::string refusal(const std::string& protection, const ParamValues& more = {}) const {
    try {
      make(protection, more);
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_FALSE(std::filesystem::exists(base())) << "nothing is left of a database that was refused";
      return with_values(error.message, DataValues::shown);
    }
    return "made";
  }
  QueryAskResult ask(const std::string& question) const {
    return query_ask(
        make_request<QueryAskRequest>({{"database", base()}, {"question", question}, {"epsilon", 1}}),
        sfumato::Run());
  }
  std::string base() const { return folder_.file("db"); }

  TemporaryFolder folder_;
};

TEST(QueryJobRegistry, DescribesEveryJobAndParameter) {
  std::set<std::string> names;
  for (const Job& job : query_jobs()) {
    EXPECT_TRUE(names.insert(job.info.name).second) << job.info.name;
    EXPECT_FALSE(job.info.title.empty()) << job.info.name;
    EXPECT_TRUE(job.info.summary.ends_with('.')) << job.info.name;
    std::set<std::string> params;
    for (const ParamInfo& info : job.params) {
      EXPECT_TRUE(params.insert(info.name).second) << job.info.name << " " << info.name;
      EXPECT_FALSE(info.doc.empty()) << job.info.name << " " << info.name;
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"query-init", "query-ask", "query-explain", "query-budget",
                                          "query-compare", "query-token", "query-schema",
                                          "query-propose-catalogue", "query-refresh"}));
}

TEST(QueryTerms, EachBelongsToOneProtection) {
  std::set<std::string> names;
  for (const queries::ProtectionInfo& one : queries::protections()) {
    EXPECT_EQ(queries::protection_of(one.name), one.protection);
    EXPECT_FALSE(one.doc.empty());
    for (const ParamInfo& info : one.params) {
      EXPECT_TRUE(names.insert(info.name).second) << info.name;
      EXPECT_EQ(queries::owner_of_term(info.name), one.protection);
    }
  }
  EXPECT_EQ(queries::term_params().size(), names.size());
}

TEST_F(QueryJobs, AskAndExplainAsTheCommandsDo) {
  make("dp", {{"budget", 10}});
  const std::string question = "SELECT SUM(income) FROM people WHERE ward = 'a'";
  const QueryAskResult asked = ask(question);
  EXPECT_EQ(asked.answer.charged, 1'000'000);
  EXPECT_EQ(asked.answer.left, 9'000'000);
  const auto again = sfumato::testing::run_in(folder_.path(), {"query", "ask", "db", question, "--json"});
  EXPECT_EQ(again.status, 0) << again.error;
  EXPECT_EQ(io::parse_json(again.out, "standard output").at("answer").as_number(),
            asked.answer.groups.front().value);
  const auto explained = query_explain(
      make_request<QueryExplainRequest>({{"database", base()}, {"question", question}, {"epsilon", 0.5}}),
      sfumato::Run());
  const auto shown = sfumato::testing::run_in(
      folder_.path(), {"query", "explain", "db", question, "--epsilon", "0.5", "--json"});
  EXPECT_EQ(report::json_document(report::query_explanation_report(explained)), shown.out);
}

TEST_F(QueryJobs, BudgetAsTheCommandShowsIt) {
  make("dp", {{"budget", 10}});
  ask("SELECT COUNT(*) FROM people");
  const QueryBudgetResult result = query_budget(
      query_budget_request({{"database", base()},
                            {"user", "anna"},
                            {"quota", Value::array_of(std::vector<std::string>{"anna=0.5", "bob=none"})},
                            {"verify", true}}),
      sfumato::Run());
  EXPECT_TRUE(result.check.intact);
  EXPECT_EQ(result.balance.spent, 1'000'000);
  EXPECT_EQ(result.balance.quota, 500'000);
  EXPECT_EQ(result.questions.size(), 1U);
  const auto shown = sfumato::testing::run_in(
      folder_.path(), {"query", "budget", "db", "--user", "anna", "--verify", "--json"});
  EXPECT_EQ(report::json_document(report::query_budget_report(result)), shown.out);
  // The log continues from the head that was kept; another head is detected.
  const auto kept = [&](const std::string& head) {
    return query_budget(query_budget_request({{"database", base()}, {"kept", head}}), sfumato::Run())
        .check.intact;
  };
  EXPECT_TRUE(kept(result.head));
  EXPECT_FALSE(kept("1:" + std::string(64, '0')));
  EXPECT_THROW(kept(""), Error);
  EXPECT_THROW(kept("1:x"), Error);
}

TEST_F(QueryJobs, ARestrictedDatabaseHasDecisionsAndNoQuotas) {
  const QueryInitResult made = make("restrict", {{"least", 3}});
  EXPECT_EQ(made.warnings.size(), 0U);  // 1,001 possible values
  EXPECT_EQ(ask("SELECT SUM(income) FROM people WHERE ward = 'a'").answer.groups.front().value,
            11'700);  // 30 · 100 + 10 (0 + 2 + … + 58)
  const auto result = query_budget(query_budget_request({{"database", base()}}), sfumato::Run());
  EXPECT_EQ(result.protection, Protection::restrict);
  EXPECT_EQ(result.restriction.least, 3);
  EXPECT_EQ(result.decisions.size(), 1U);
  EXPECT_THROW(query_budget(query_budget_request({{"database", base()}, {"user", "anna"}}), sfumato::Run()),
               Error);
}

TEST_F(QueryJobs, RestrictionWarnsOfSmallDomains) {
  QueryInitRequest request = query_init_request({{"database", base()}, {"protection", "restrict"}});
  request.catalogue = people_catalogue();
  request.catalogue.tables[0].columns[1].upper = 999;
  request.records = {people()};
  const QueryInitResult made = query_init(request, sfumato::Run());
  ASSERT_EQ(made.warnings.size(), 1U);
  EXPECT_NE(made.warnings[0].text.find("'income' has only 1000 possible values"), std::string::npos);
}

TEST_F(QueryJobs, TermsOfAnotherProtectionAreRefused) {
  EXPECT_NE(refusal("dp").find("needs a budget"), std::string::npos);
  EXPECT_NE(refusal("input").find("needs a recipe"), std::string::npos);
  EXPECT_NE(refusal("restrict", {{"budget", 1}}).find("'budget' is for the protection dp"),
            std::string::npos);
  EXPECT_NE(refusal("camouflage", {{"least", 3}}).find("'least' is for the protection restrict"),
            std::string::npos);
  EXPECT_NE(refusal("restrict", {{"key", "k"}}).find("'key' is for the protection camouflage"),
            std::string::npos);
  EXPECT_NE(refusal("camouflage", {{"width", 0}}).find("'width'"), std::string::npos);
  EXPECT_NE(refusal("camouflage", {{"vectors", 2}}).find("'vectors'"), std::string::npos);
  EXPECT_NE(refusal("dp", {{"budget", 0.0000015}}).find("six decimals"), std::string::npos);
  EXPECT_NE(refusal("dp", {{"budget", 1}, {"colour", "red"}}).find("no parameter 'colour'"),
            std::string::npos);
}

// Under input perturbation no caller can serve unmasked records, in any way of passing them.
TEST_F(QueryJobs, InputPerturbationNeverStoresUnmaskedRecords) {
  queries::DatabaseTerms terms;
  terms.protection = Protection::input;
  for (const std::string& text : {std::string(), std::string("steps = []\n"), std::string("# nothing\n")}) {
    terms.recipe = text;
    EXPECT_THROW(queries::create_database(base(), people_catalogue(), terms,
                                          std::vector<Table>{people().table}, sfumato::Run()),
                 Error)
        << text;
    EXPECT_THROW(queries::create_database(base(), people_catalogue(), terms,
                                          std::vector<io::TableFile>{people()}, sfumato::Run()),
                 Error)
        << text;
    EXPECT_FALSE(std::filesystem::exists(base())) << text;
  }
  make("input", {{"recipe", recipe}});
  const queries::Database made(base());
  const auto stored = std::get<queries::Narrow>(made.load(0, {0, 1}).columns[1]);
  ASSERT_EQ(stored.size(), 60U);
  std::set<std::int32_t> different(stored.begin(), stored.end());
  EXPECT_LE(different.size(), 12U) << "means of five, and not 60 incomes";
}

// Noise of five standard deviations (about 870) moves many of the 60 incomes out of [0, 1000]; the count in
// the table is that of the note.
TEST_F(QueryJobs, InputPerturbationCountsWhatItSetToTheBounds) {
  const QueryInitResult made = make(
      "input", {{"recipe", "[[steps]]\nmethod = \"additive-noise\"\ncolumns = [\"income\"]\namount = 5\n"}});
  ASSERT_EQ(made.counts.size(), 1U);
  EXPECT_GT(made.counts[0].clamped, 0U);
  const std::string expected = "'income': " + std::to_string(made.counts[0].clamped) + " masked values lay";
  EXPECT_TRUE(std::any_of(made.warnings.begin(), made.warnings.end(), [&](const Warning& warning) {
    return warning.text.find(expected) != std::string::npos;
  })) << expected;
}

TEST_F(QueryJobs, ACamouflagedDatabaseHasNoBudget) {
  make("camouflage");
  ask("SELECT SUM(income) FROM people");
  const report::Report shown =
      report::query_budget_report(query_budget(query_budget_request({{"database", base()}}), sfumato::Run()));
  for (const char* name : {"cap", "cap_epsilon", "spent", "left", "database_left"}) {
    EXPECT_TRUE(shown.document.at(name).is_null()) << name;
  }
  EXPECT_EQ(shown.document.at("entries").as_integer(), 1);
  const std::string text = report::text_document(shown, {});
  EXPECT_EQ(text.find("No budget: this database is protected by camouflage."), 0U) << text;
  EXPECT_EQ(text.find("ε"), std::string::npos) << text;
}

TEST_F(QueryJobs, ARestrictedDatabaseHasNoBudget) {
  make("restrict");
  const report::Report shown =
      report::query_budget_report(query_budget(query_budget_request({{"database", base()}}), sfumato::Run()));
  EXPECT_TRUE(shown.document.at("cap").is_null());
  EXPECT_EQ(
      report::text_document(shown, {}).find("No budget: this database is protected by query restriction."),
      0U);
}

TEST_F(QueryJobs, ASchemaShowsDecimals) {
  make("dp", {{"budget", 1}});
  const auto shown = sfumato::testing::run_in(folder_.path(), {"query", "schema", "db"});
  EXPECT_EQ(shown.status, 0) << shown.error;
  EXPECT_NE(shown.out.find("decimals"), std::string::npos) << shown.out;
}

TEST_F(QueryJobs, TokensAreCreatedAndRevoked) {
  make("dp", {{"budget", 1}});
  const auto token = [&](ParamValues more) {
    more.emplace_back("database", base());
    more.emplace_back("user", "anna");
    return query_token(make_request<QueryTokenRequest>(more), sfumato::Run());
  };
  const QueryTokenResult made = token({{"quota", "0.5"}});
  EXPECT_EQ(made.permissions, (std::vector<std::string>{"ask", "explain", "budget"}));
  const queries::TokenFile file(base() + "/tokens.json");
  ASSERT_TRUE(file.find(made.token));
  EXPECT_EQ(queries::Ledger(base() + "/ledger.sqlite").balance("anna").quota, 500'000);
  EXPECT_THROW(token({{"revoke", true}, {"quota", "0.1"}}), Error);
  EXPECT_TRUE(token({{"revoke", true}}).revoked);
  EXPECT_FALSE(file.find(made.token));
  EXPECT_THROW(token({{"revoke", true}}), Error);
  EXPECT_THROW(token({{"quota", "much"}}), Error);
}

TEST_F(QueryJobs, TokensAreListedWithoutThemselves) {
  make("dp", {{"budget", 1}});
  std::int64_t now = 1'800'000'000;  // 2027-01-15T08:00:00Z
  const auto token = [&](ParamValues more) {
    more.emplace_back("database", base());
    return query_token(make_request<QueryTokenRequest>(more), sfumato::Run(), [&] { return now; });
  };
  EXPECT_TRUE(token({{"list", true}}).tokens.empty());
  const QueryTokenResult anna = token({{"user", "anna"}, {"expires", "30d"}, {"quota", "0.5"}});
  EXPECT_EQ(anna.expires, now + 30 * 86'400);
  token({{"user", "bert"}});
  now += 30 * 86'400;
  token({{"user", "bert"}, {"revoke", true}});
  const std::vector<ListedToken> listed = token({{"list", true}}).tokens;
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].holder.user, "anna");
  EXPECT_EQ(listed[0].holder.made, 1'800'000'000);
  EXPECT_EQ(listed[0].quota, 500'000);
  EXPECT_TRUE(listed[0].holder.expired);
  EXPECT_FALSE(listed[0].holder.revoked);
  EXPECT_FALSE(listed[1].holder.expired);
  EXPECT_EQ(listed[1].holder.revoked, now);
  EXPECT_TRUE(listed[0].recorded && listed[1].recorded);
  const report::Report report = report::query_token_report(token({{"list", true}}));
  const std::string text = io::json_text(report.document);
  EXPECT_EQ(text.find(anna.token.substr(8)), std::string::npos);
  EXPECT_EQ(text.find(hexadecimal(sha256(anna.token))), std::string::npos) << "nor its hash";
  EXPECT_NE(text.find("\"expires\": \"2027-02-14T08:00:00Z\""), std::string::npos) << text;
  EXPECT_THROW(token({{"list", true}, {"user", "anna"}}), Error);
  EXPECT_THROW(token({}), Error);
  EXPECT_THROW(token({{"user", "anna"}, {"expires", "2027-01-01"}}), Error) << "in the past";
  EXPECT_TRUE(queries::Ledger(base() + "/ledger.sqlite").verify().intact);
}

TEST_F(QueryJobs, CompareRanksTheProtectionsThatCanBeUsed) {
  const std::vector<std::string> questions{"SELECT SUM(income) FROM people",
                                           "SELECT AVG(income) FROM people GROUP BY ward"};
  QueryCompareRequest request =
      query_compare_request({{"questions", Value::array_of(questions)}, {"epsilon", 1}, {"least", 3}});
  request.catalogue = people_catalogue();
  request.records = {people()};
  const QueryCompareResult result = query_compare(request, sfumato::Run({.seed = 1}));
  EXPECT_EQ(result.protections.size(), 4U);  // dp, restrict, camouflage and the control
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_NE(result.warnings[0].text.find("'input' is not compared"), std::string::npos);
  ASSERT_NE(result.winner(), nullptr);
  request.methods = {"input"};
  EXPECT_THROW(query_compare(request, sfumato::Run()), Error);
  request.terms.emplace_back("recipe", recipe);
  EXPECT_EQ(query_compare(request, sfumato::Run({.seed = 1})).protections.front().method, "input");
  request.methods = {"secrecy"};
  EXPECT_THROW(query_compare(request, sfumato::Run()), Error);
}

}  // namespace
}  // namespace sfumato::jobs
