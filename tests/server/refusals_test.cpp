// The statuses of the server: a refusal by any rule is 422, an expired token is 401 with its own code; and ε
// beside micro-ε.
#include <gtest/gtest.h>

#include <fstream>

#include "server/live_server.hpp"

namespace sfumato::server {
namespace {

using testing::has_error_shape;
using testing::parsed;
using testing::Service;

std::string code_of(const Response& response) {
  const Value* error = parsed(response.body).find("error");
  return error == nullptr ? "" : parsed(response.body).at("error").at("code").as_text();
}

void expect_refused(const Response& response, const std::string& rule) {
  EXPECT_EQ(response.status, 422) << response.body;
  EXPECT_EQ(code_of(response), "refused");
  if (rule.empty()) {
    EXPECT_TRUE(has_error_shape(response.body));
    return;
  }
  const Value answer = parsed(response.body);
  EXPECT_TRUE(answer.at("refused").as_bool());
  EXPECT_TRUE(answer.at("answer").is_null());
  EXPECT_EQ(answer.at("rule").as_text(), rule);
  EXPECT_EQ(answer.at("error").at("message"), answer.at("reason"));
  EXPECT_EQ(answer.at("charged").as_integer(), 0);
}

TEST(Refusals, OfBudgetAndQuotaHaveTheirStatus) {
  Service service(500'000);
  const std::string anna = service.token("anna", {"ask"}), bert = service.token("bert", {"ask"});
  service.ledger().set_quota("anna", 200'000);
  expect_refused(service.ask(anna, "SELECT COUNT(*) FROM people", "0.3"), "quota");
  expect_refused(service.ask(bert, "SELECT COUNT(*) FROM people", "0.6"), "budget");
  EXPECT_EQ(service.ask(bert, "SELECT COUNT(*) FROM nothing", "0.6").status, 400);
  EXPECT_EQ(code_of(service.ask(bert, "SELECT COUNT(*) FROM nothing", "0.6")), "bad_request");
  EXPECT_EQ(service.ask(anna, "SELECT COUNT(*) FROM people", "0.2").status, 200);
  EXPECT_EQ(service.call("GET", "/metrics", anna).status, 403) << "a missing permission is not a refusal";
}

// A database with roles under a protection, and its service.
class Protected {
 public:
  explicit Protected(queries::Protection protection)
      : database_(made(folder_.file("base"), protection)),
        session_(database_),
        tokens_(database_.tokens_path(), &session_.ledger()),
        service_(session_, tokens_, {}, [](const std::string&) {}),
        token_(tokens_.make("anna", queries::parse_permissions({"ask"}))) {}

  Response ask(const std::string& query) {
    Request request;
    request.method = "POST";
    request.path = "/v1/query";
    request.body = "{\"query\": \"" + query + "\"}";
    request.client = "192.0.2.1";
    request.headers.emplace_back("authorization", "Bearer " + token_);
    return service_.answer(request, {});
  }

 private:
  static std::string made(const std::string& folder, queries::Protection protection) {
    queries::DatabaseTerms terms;
    terms.protection = protection;
    terms.restriction.least = 5;
    terms.camouflage.beyond = true;
    queries::Catalogue catalogue = testing::people_catalogue();
    catalogue.tables[0].columns[0].role = Role::confidential;
    catalogue.tables[0].columns[1].role = Role::quasi_identifier;
    queries::create_database(folder, catalogue, terms, {testing::people()}, sfumato::Run());
    return folder;
  }

  sfumato::testing::TemporaryFolder folder_;
  queries::Database database_;
  queries::QuerySession session_;
  TokenFile tokens_;
  QueryService service_;
  std::string token_;
};

TEST(Refusals, OfRestrictionHaveTheirStatus) {
  Protected base(queries::Protection::restrict);
  EXPECT_EQ(base.ask("SELECT SUM(age) FROM people WHERE town = 'Aberdale'").status, 200);
  expect_refused(base.ask("SELECT SUM(age) FROM people"), "set-size");  // excludes fewer than 5 records
  expect_refused(base.ask("SELECT MAX(age) FROM people WHERE town = 'Aberdale'"), "other-kind");
  expect_refused(base.ask("SELECT COUNT(*) FROM people WHERE age < 3"), "");
  expect_refused(base.ask("SELECT MEDIAN(age) FROM people WHERE town = 'Aberdale'"), "");
  EXPECT_EQ(base.ask("SELECT SUM(town) FROM people").status, 400);
}

TEST(Refusals, OfCamouflageHaveTheirStatus) {
  Protected base(queries::Protection::camouflage);
  EXPECT_EQ(base.ask("SELECT SUM(age) FROM people").status, 200);
  expect_refused(base.ask("SELECT COUNT(*) FROM people WHERE age < 3"), "");
  EXPECT_EQ(base.ask("SELECT").status, 400);
}

TEST(Refusals, FailuresOfTheServerAreNotRefusals) {
  Service service;
  const std::string token = service.token("anna", {"ask"});
  std::ofstream(service.folder() + "/tables/people.parquet") << "no records";
  EXPECT_EQ(service.ask(token, "SELECT COUNT(*) FROM people").status, 500);
}

TEST(ExpiredTokens, HaveTheirOwnCode) {
  std::int64_t now = 1'800'000'000;
  Service service(10'000'000, {}, [&now] { return now; });
  const std::string token =
      service.tokens().make("anna", queries::parse_permissions({"ask"}), now + 30 * 86'400);
  now += 30 * 86'400 - 1;
  EXPECT_EQ(service.ask(token, "SELECT COUNT(*) FROM people").status, 200);
  now += 1;
  const Response expired = service.ask(token, "SELECT COUNT(*) FROM people");
  EXPECT_EQ(expired.status, 401);
  EXPECT_EQ(code_of(expired), "token_expired");
  EXPECT_TRUE(has_error_shape(expired.body));
  EXPECT_EQ(code_of(service.call("GET", "/v1/catalogue", "sfumato_wrong")), "unauthorized");
  service.tokens().revoke("anna");
  EXPECT_EQ(code_of(service.ask(token, "SELECT COUNT(*) FROM people")), "unauthorized") << "revoked";
}

// tokens.json is replaced by one with a later expiry, or by an old copy from before a revocation.
TEST(ExpiredTokens, AChangedFileIsNotValid) {
  std::int64_t now = 1'800'000'000;
  Service service(10'000'000, {}, [&now] { return now; });
  const auto status = [&](const std::string& token) {
    return service.call("GET", "/v1/catalogue", token).status;
  };
  const std::string path = service.folder() + "/tokens.json";
  const auto text = [&] {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string token = service.tokens().make("anna", queries::parse_permissions({"ask"}), now + 86'400);
  const std::string right = text();
  EXPECT_EQ(status(token), 200);
  std::string later = right;
  const std::string expiry = queries::utc_text(now + 86'400);
  later.replace(later.find(expiry), expiry.size(), queries::utc_text(now + 864'000));
  std::ofstream(path) << later;
  EXPECT_EQ(status(token), 401);
  std::ofstream(path) << right;
  EXPECT_EQ(status(token), 200);
  service.tokens().revoke("anna");
  std::ofstream(path) << right;
  EXPECT_EQ(status(token), 401) << "an old copy does not undo a revocation";
}

TEST(EpsilonUnits, StandBesideEachOther) {
  Service service;
  const std::string token = service.token("root", {"admin"});
  const Value answer = parsed(service.ask(token, "SELECT COUNT(*) FROM people", "0.5").body);
  EXPECT_EQ(answer.at("charged").as_integer(), 500'000);
  EXPECT_EQ(answer.at("charged_epsilon").as_number(), 0.5);
  EXPECT_EQ(answer.at("left_epsilon").as_number(), 9.5);
  EXPECT_EQ(answer.at("database_left_epsilon").as_number(), 9.5);
  const Value budget = parsed(service.call("GET", "/v1/budget", token).body);
  EXPECT_EQ(budget.at("spent_by_user_epsilon").as_number(), 0.5);
  EXPECT_EQ(budget.at("cap_epsilon").as_number(), 10);
  EXPECT_TRUE(budget.at("quota_epsilon").is_null());
  const Value explained = parsed(
      service
          .call("POST", "/v1/explain", token, R"({"query": "SELECT AVG(age) FROM people", "epsilon": 0.5})")
          .body);
  EXPECT_EQ(explained.at("cost_epsilon").as_number(), 0.5);
  EXPECT_EQ(explained.at("parts").as_array()[0].at("epsilon").as_number(), 0.25);
  EXPECT_EQ(explained.at("parts").as_array()[0].at("micro_epsilon").as_integer(), 250'000);
}

TEST(Schema, SaysWhatMayBeAsked) {
  Service service;
  const std::string token = service.token("anna", {"ask"});
  const Response response = service.call("GET", "/v1/schema", token);
  ASSERT_EQ(response.status, 200);
  const Value schema = parsed(response.body);
  EXPECT_EQ(schema.at("limits").at("budget_epsilon").as_number(), 10);
  const Value& age = schema.at("tables").as_array()[0].at("columns").as_array()[0];
  EXPECT_EQ(age.at("domain").as_array()[1].as_number(), 119);
  EXPECT_TRUE(age.at("conditions").as_bool());
  bool has_median = false;
  for (const Value& one : schema.at("functions").as_array()) {
    has_median = has_median || one.at("form").as_text() == "MEDIAN(c)";
  }
  EXPECT_TRUE(has_median);
  EXPECT_EQ(service.call("GET", "/v1/schema", "").status, 401);
}

}  // namespace
}  // namespace sfumato::server
