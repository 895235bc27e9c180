// Responses without sockets: answers, refusals, errors of one form, limits, log and metrics.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "queries/data_cache.hpp"
#include "server/live_server.hpp"

namespace sfumato::server {
namespace {

using testing::has_error_shape;
using testing::parsed;
using testing::Service;

TEST(QueryService, AnswersWithAnInterval) {
  Service service;
  const std::string token = service.token("anna", {"ask"});
  const Response response = service.ask(token, "SELECT COUNT(*) FROM people WHERE age < 50", "1");
  ASSERT_EQ(response.status, 200) << response.body;
  const Value answer = parsed(response.body);
  // Noise of ε = 1: an error of 100 has probability e^-100.
  EXPECT_NEAR(answer.at("answer").as_number(), 500, 100);
  EXPECT_EQ(answer.at("charged").as_integer(), 1'000'000);
  EXPECT_EQ(answer.at("left").as_integer(), 9'000'000);
  EXPECT_FALSE(answer.at("refused").as_bool());
  EXPECT_LE(answer.at("interval95").as_array()[0].as_number(), answer.at("answer").as_number());
  const Value again = parsed(service.ask(token, "SELECT COUNT(*) FROM people WHERE NOT age >= 50", "1").body);
  EXPECT_EQ(again.at("answer"), answer.at("answer"));
  EXPECT_TRUE(again.at("repeated").as_bool());
  EXPECT_EQ(again.at("charged").as_integer(), 0);
}

TEST(QueryService, AnswersGroups) {
  Service service;
  const Value answer = parsed(
      service.ask(service.token("anna", {"ask"}), "SELECT COUNT(*) FROM people GROUP BY town", "5").body);
  ASSERT_EQ(answer.at("answer").as_array().size(), 3U);
  EXPECT_EQ(answer.at("answer").as_array()[1].at("town").as_text(), "Bexcombe");
  EXPECT_NEAR(answer.at("answer").as_array()[1].at("value").as_number(), 333, 100);
}

TEST(QueryService, ExplainsAtNoCost) {
  Service service;
  const std::string token = service.token("anna", {"explain"});
  const Response response = service.call("POST", "/v1/explain", token,
                                         R"({"query": "SELECT AVG(age) FROM people", "epsilon": 0.5})");
  ASSERT_EQ(response.status, 200);
  EXPECT_EQ(parsed(response.body).at("cost").as_integer(), 500'000);
  EXPECT_EQ(parsed(response.body).at("parts").as_array().size(), 2U);
  EXPECT_EQ(service.ledger().balance(std::nullopt).spent, 0);
}

TEST(QueryService, ShowsBudgetAndCatalogue) {
  Service service;
  const std::string token = service.token("anna", {"ask", "budget"});
  service.ledger().set_quota("anna", 300'000);
  service.ask(token, "SELECT COUNT(*) FROM people", "0.2");
  const Value budget = parsed(service.call("GET", "/v1/budget", token).body);
  EXPECT_EQ(budget.at("cap").as_integer(), 10'000'000);
  EXPECT_EQ(budget.at("left").as_integer(), 100'000);
  EXPECT_EQ(budget.at("spent_by_user").as_integer(), 200'000);
  EXPECT_EQ(budget.at("quota").as_integer(), 300'000);
  EXPECT_EQ(budget.at("user").as_text(), "anna");
  const Value catalogue = parsed(service.call("GET", "/v1/catalogue", token).body);
  EXPECT_EQ(catalogue.at("protection").as_text(), "dp");
  const Value& columns = catalogue.at("tables").as_array()[0].at("columns");
  EXPECT_EQ(columns.as_array()[0].at("domain").as_array()[1].as_number(), 119);
  EXPECT_EQ(columns.as_array()[1].at("categories").as_array().size(), 3U);
}

TEST(QueryService, HealthAndDescriptionAreOpen) {
  Service service;
  EXPECT_EQ(parsed(service.call("GET", "/health", "").body).at("status").as_text(), "ok");
  EXPECT_EQ(parsed(service.call("GET", "/openapi.json", "").body).at("openapi").as_text(), "3.1.0");
}

// Every route that is described is served, and every one that is served is described.
TEST(QueryService, TheDescriptionMatchesTheRoutes) {
  Service service;
  const Value document = parsed(service.call("GET", "/openapi.json", "").body);
  const std::string token = service.token("root", {"admin"});
  std::set<std::string> described, served;
  for (const auto& [path, methods] : document.at("paths").as_object()) {
    for (const auto& [method, operation] : methods.as_object()) {
      const std::string upper = method == "get" ? "GET" : "POST";
      described.insert(upper + " " + path);
      const std::string body = upper == "POST" ? R"({"query": "SELECT COUNT(*) FROM people"})" : "";
      EXPECT_EQ(service.call(upper, path, token, body).status, 200) << upper << path;
      const bool open = operation.find("security") != nullptr;
      EXPECT_EQ(service.call(upper, path, "", body).status, open ? 200 : 401) << upper << path;
      EXPECT_TRUE(operation.find("operationId") != nullptr &&
                  operation.at("responses").find("200") != nullptr);
      EXPECT_NE(operation.at("responses").find("default"), nullptr);
      EXPECT_EQ(operation.find("requestBody") != nullptr, upper == "POST");
    }
  }
  for (const Route& route : routes()) served.insert(route.name());
  EXPECT_EQ(described, served);
  EXPECT_EQ(served.size(), 8U);
}

void find_references(const Value& value, std::vector<std::string>& found) {
  if (value.is_object()) {
    for (const auto& [name, member] : value.as_object()) {
      if (name == "$ref") found.push_back(member.as_text());
      find_references(member, found);
    }
  } else if (value.is_array()) {
    for (const Value& item : value.as_array()) find_references(item, found);
  }
}

// Every reference is defined, and responses have the members that their schema requires.
TEST(QueryService, TheSchemasMatchTheResponses) {
  Service service;
  const std::string token = service.token("anna", {"ask", "explain", "budget"});
  const Value document = openapi_document();
  const Value& schemas = document.at("components").at("schemas");
  std::vector<std::string> references;
  find_references(document, references);
  EXPECT_GT(references.size(), 10U);
  const std::string prefix = "#/components/schemas/";
  for (const std::string& reference : references) {
    ASSERT_TRUE(reference.starts_with(prefix));
    EXPECT_NE(schemas.find(reference.substr(prefix.size())), nullptr) << reference;
  }
  const std::string question = R"({"query": "SELECT COUNT(*) FROM people"})";
  const auto check = [&](const char* schema, const Response& response) {
    const Value sent = parsed(response.body);
    std::set<std::string> declared, there;
    for (const Value& name : schemas.at(schema).at("required").as_array()) declared.insert(name.as_text());
    for (const auto& [name, member] : sent.as_object()) there.insert(name);
    EXPECT_EQ(there, declared) << schema;
  };
  check("Answer", service.call("POST", "/v1/query", token, question));
  check("Explanation", service.call("POST", "/v1/explain", token, question));
  check("Budget", service.call("GET", "/v1/budget", token));
  check("Catalogue", service.call("GET", "/v1/catalogue", token));
  check("Schema", service.call("GET", "/v1/schema", token));
  check("Health", service.call("GET", "/health", token));
  check("Error", service.call("GET", "/nothing", token));
}

TEST(QueryService, TokensAllowTheirPermissions) {
  Service service;
  const std::string question = R"({"query": "SELECT COUNT(*) FROM people"})";
  const std::pair<const char*, const char*> needs[] = {
      {"ask", "/v1/query"}, {"explain", "/v1/explain"}, {"budget", "/v1/budget"}, {"admin", "/metrics"}};
  for (const auto& [permission, unused] : needs) {
    const std::string token = service.token("user", {permission});
    for (const auto& [other, path] : needs) {
      const bool post = std::string(path) == "/v1/query" || std::string(path) == "/v1/explain";
      const Response response = service.call(post ? "POST" : "GET", path, token, post ? question : "");
      const bool allowed = std::string(permission) == other || std::string(permission) == "admin";
      EXPECT_EQ(response.status, allowed ? 200 : 403) << permission << " at " << path;
      EXPECT_TRUE(allowed || has_error_shape(response.body));
    }
    EXPECT_EQ(service.call("GET", "/v1/catalogue", token).status, 200);
  }
}

TEST(QueryService, NoTokenAndAWrongOneLookTheSame) {
  Service service;
  const std::string right = service.token("anna", {"ask"});
  const Response none = service.call("GET", "/v1/budget", "");
  const Response wrong = service.call("GET", "/v1/budget", "sfumato_" + std::string(64, '0'));
  const Response cut = service.call("GET", "/v1/budget", right.substr(0, right.size() - 1));
  EXPECT_EQ(none.status, 401);
  EXPECT_EQ(wrong.body, none.body);
  EXPECT_EQ(cut.body, none.body);
  EXPECT_TRUE(has_error_shape(none.body));
  service.tokens().revoke("anna");
  EXPECT_EQ(service.call("GET", "/v1/catalogue", right).status, 401);
}

// An attacker who guesses tokens gets a few tries. A naive server would answer every guess.
TEST(QueryService, GuessingTokensIsLimited) {
  ServiceLimits limits;
  limits.failures_per_second = 1e-6;  // no more tries during this test
  Service service(10'000'000, limits);
  const std::string right = service.token("anna", {"ask"});
  int unauthorised = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string guess = "sfumato_" + std::string(60, '0') + std::to_string(1000 + i);
    unauthorised += service.call("GET", "/v1/catalogue", guess).status == 401 ? 1 : 0;
  }
  EXPECT_EQ(unauthorised, 20);
  const Response after = service.call("GET", "/v1/catalogue", right);
  EXPECT_EQ(after.status, 429) << "otherwise a correct guess would be revealed";
  EXPECT_TRUE(has_error_shape(after.body));
  EXPECT_EQ(service.call("GET", "/v1/catalogue", right, "", "192.0.2.2").status, 200)
      << "other addresses are not limited";
  EXPECT_EQ(service.call("GET", "/health", "").status, 200);
}

TEST(QueryService, EachUserHasARate) {
  ServiceLimits limits;
  limits.requests_per_second = 0.001;
  limits.burst = 3;
  Service service(10'000'000, limits);
  const std::string anna = service.token("anna", {"ask"}), bert = service.token("bert", {"ask"});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(service.call("GET", "/v1/catalogue", anna).status, 200);
  const Response over = service.ask(anna, "SELECT COUNT(*) FROM people");
  EXPECT_EQ(over.status, 429);
  EXPECT_TRUE(has_error_shape(over.body));
  EXPECT_EQ(service.ledger().balance(std::nullopt).spent, 0) << "nothing is charged";
  EXPECT_EQ(service.ask(bert, "SELECT COUNT(*) FROM people").status, 200);
}

TEST(QueryService, QuotasAndTheBudgetHold) {
  Service service(500'000);
  const std::string anna = service.token("anna", {"ask"}), bert = service.token("bert", {"ask"});
  service.ledger().set_quota("anna", 200'000);
  EXPECT_FALSE(parsed(service.ask(anna, "SELECT COUNT(*) FROM people", "0.2").body).at("refused").as_bool());
  const Response over = service.ask(anna, "SELECT SUM(age) FROM people", "0.1");
  EXPECT_EQ(over.status, 422);
  EXPECT_TRUE(parsed(over.body).at("refused").as_bool());
  EXPECT_TRUE(parsed(over.body).at("answer").is_null());
  EXPECT_FALSE(parsed(service.ask(bert, "SELECT SUM(age) FROM people", "0.3").body).at("refused").as_bool());
  EXPECT_TRUE(parsed(service.ask(bert, "SELECT MAX(age) FROM people", "0.1").body).at("refused").as_bool());
  EXPECT_EQ(service.ledger().balance(std::nullopt).left(), 0);
}

TEST(QueryService, AllErrorsHaveOneForm) {
  Service service;
  const std::string token = service.token("root", {"admin"});
  const auto post = [&](const std::string& body) { return service.call("POST", "/v1/query", token, body); };
  for (const char* body :
       {"", "{", "null", "[]", "{}", "{\"query\": 3}", "{\"query\": \"\"}", "{\"query\": \"SELECT\"}",
        R"({"query": "SELECT COUNT(*) FROM people", "epsilon": "0.1"})",
        R"({"query": "SELECT COUNT(*) FROM people", "epsilon": 0})",
        R"({"query": "SELECT COUNT(*) FROM people", "epsilon": -1})",
        R"({"query": "SELECT COUNT(*) FROM people", "epsilon": 0.0000001})",
        R"({"query": "SELECT COUNT(*) FROM people", "epsilon": 0.1234567})",
        R"({"query": "SELECT COUNT(*) FROM people", "epsilon": 1e300})",
        R"({"query": "SELECT COUNT(*) FROM people", "user": "bert"})",
        R"({"query": "SELECT COUNT(*) FROM people", "query": "SELECT COUNT(*) FROM people"})",
        "{\"query\": \"\xff\"}", "{\"query\": \"SELECT COUNT(*) FROM missing\"}"}) {
    const Response response = post(body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_TRUE(has_error_shape(response.body)) << body;
  }
  EXPECT_EQ(post(std::string(5000, '[')).status, 400);
  EXPECT_EQ(service.ledger().balance(std::nullopt).spent, 0);
  const Response unknown = service.call("GET", "/v1/nothing", token);
  EXPECT_EQ(unknown.status, 404);
  EXPECT_TRUE(has_error_shape(unknown.body));
  const Response method = service.call("DELETE", "/v1/query", token);
  EXPECT_EQ(method.status, 405);
  EXPECT_TRUE(has_error_shape(method.body));
  bool allow = false;
  for (const auto& [name, value] : method.headers) allow = allow || (name == "Allow" && value == "POST");
  EXPECT_TRUE(allow);
  for (const int status : {400, 408, 411, 413, 431, 500, 503, 505}) {
    EXPECT_EQ(service.service().refuse(status).status, status);
    EXPECT_TRUE(has_error_shape(service.service().refuse(status).body));
  }
}

// After the charge an error does not reveal the cause: neither a missing file nor a value.
TEST(QueryService, FailuresAfterTheChargeAreTheSame) {
  Service service;
  const std::string token = service.token("anna", {"ask"});
  std::filesystem::remove(service.folder() + "/tables/people.parquet");
  const Response gone = service.ask(token, "SELECT COUNT(*) FROM people WHERE age > 17");
  EXPECT_EQ(gone.status, 500);
  EXPECT_TRUE(has_error_shape(gone.body));
  EXPECT_EQ(service.ledger().balance(std::nullopt).spent, 100'000);
  EXPECT_EQ(service.ask(token, "SELECT SUM(age) FROM people").body, gone.body);
  EXPECT_EQ(service.service().refuse(500).body, gone.body);
}

TEST(QueryService, TheLogHasNoValues) {
  Service service;
  const std::string token = service.token("anna", {"ask"});
  const Response answer =
      service.ask(token, "SELECT COUNT(*) FROM people WHERE town = 'Corriedon' AND age <> 73");
  ASSERT_EQ(answer.status, 200) << answer.body;
  service.ask(token, "SELECT COUNT(*) FROM people WHERE town = 'Utopia'");
  service.call("GET", "/v1/Corriedon-73", token);
  service.call("GET", "/v1/budget", "wrong-token-73");
  service.call("Corriedon", "/health", "");
  const std::string log = service.log();
  for (const char* secret : {"Corriedon", "Utopia", "73", "SELECT", "people", "wrong-token", "192.0.2"}) {
    // A time may contain the number; the line without time and milliseconds must not.
    std::size_t begin = 0;
    for (std::size_t end = log.find('\n'); end != std::string::npos;
         begin = end + 1, end = log.find('\n', begin)) {
      const Value line = parsed(log.substr(begin, end - begin));
      for (const char* member : {"user", "route"}) {
        const Value& value = line.at(member);
        EXPECT_FALSE(value.is_text() && value.as_text().find(secret) != std::string::npos) << secret;
      }
    }
    EXPECT_TRUE(std::string(secret) == "73" || log.find(secret) == std::string::npos) << log;
  }
  EXPECT_EQ(log.find(token.substr(8, 16)), std::string::npos);
  const Value first = parsed(log.substr(0, log.find('\n')));
  ASSERT_EQ(first.as_object().size(), 6U);
  EXPECT_EQ(first.at("user").as_text(), "anna");
  EXPECT_EQ(first.at("route").as_text(), "POST /v1/query");
  EXPECT_EQ(first.at("status").as_integer(), 200);
  EXPECT_GT(first.at("milliseconds").as_number(), 0);
  EXPECT_EQ(first.at("time").as_text().size(), 24U);
  bool same_number = false;
  for (const auto& [name, value] : answer.headers) {
    same_number = same_number || (name == "X-Request-Id" && value == first.at("request").as_text());
  }
  EXPECT_TRUE(same_number);
}

TEST(QueryService, MetricsCount) {
  Service service;
  const std::string token = service.token("root", {"admin"});
  for (int i = 0; i < 3; ++i)
    service.ask(token, "SELECT COUNT(*) FROM people WHERE age = " + std::to_string(i));
  service.ask(token, "nonsense");
  service.call("GET", "/v1/budget", "wrong");
  service.call("GET", "/secret-path", "");
  const Response response = service.call("GET", "/metrics", token);
  EXPECT_TRUE(response.content_type.starts_with("text/plain; version=0.0.4"));
  for (const char* line :
       {"sfumato_requests_total{route=\"POST /v1/query\",status=\"200\"} 3\n",
        "sfumato_requests_total{route=\"POST /v1/query\",status=\"400\"} 1\n",
        "sfumato_requests_total{route=\"GET /v1/budget\",status=\"401\"} 1\n",
        "sfumato_requests_total{route=\"none\",status=\"404\"} 1\n",
        "sfumato_request_seconds_bucket{route=\"POST /v1/query\",le=\"+Inf\"} 4\n",
        "sfumato_request_seconds_count{route=\"POST /v1/query\"} 4\n", "sfumato_requests_under_way 1\n",
        "sfumato_failed_authentications_total 1\n", "sfumato_spent_micro_epsilon 200000\n",
        "sfumato_budget_micro_epsilon 10000000\n"}) {
    EXPECT_NE(response.body.find(line), std::string::npos) << line << response.body;
  }
  EXPECT_EQ(response.body.find("secret"), std::string::npos);
}

TEST(DataCache, ReturnsTheContentOfTheFile) {
  const Service service;
  queries::DataCache cache(service.database());
  const auto first = cache.get(0, {1});
  EXPECT_EQ(first->rows, 1000U);
  EXPECT_EQ(first->columns[1], service.database().load(0, {1}).columns[1]);
  const auto both = cache.get(0, {0});
  EXPECT_EQ(both->columns, service.database().load(0, {0, 1}).columns);
  EXPECT_EQ(first->columns[1].index(), both->columns[1].index());
  std::filesystem::remove(service.folder() + "/tables/people.parquet");
  EXPECT_EQ(cache.get(0, {0, 1}), both) << "the file is not read again";
  EXPECT_EQ(cache.get(0, {}), both);
}

}  // namespace
}  // namespace sfumato::server
