// A small database and its server, for tests: on a free port of 127.0.0.1, or without any socket.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "io/json.hpp"
#include "queries/answer.hpp"
#include "server/http_server.hpp"
#include "server/query_service.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::server::testing {

// A thousand people: ages 0 to 99, ten of each; three towns.
inline Table people() {
  Integers ages;
  Codes towns{{}, {"Aberdale", "Bexcombe", "Corriedon"}};
  for (int i = 0; i < 1000; ++i) {
    ages.values.push_back(i % 100);
    towns.codes.push_back(i % 3);
  }
  ColumnInfo age, town;
  age.name = "age";
  town.name = "town";
  return {{age, town}, {std::move(ages), std::move(towns)}};
}

inline queries::Catalogue people_catalogue() {
  queries::CatalogueColumn age, town;
  age.name = "age";
  age.upper = 119;
  town.name = "town";
  town.kind = queries::ColumnKind::category;
  town.categories = {"Aberdale", "Bexcombe", "Corriedon"};
  queries::CatalogueTable table;
  table.name = "people";
  table.columns = {age, town};
  return {{table}};
}

inline std::string make_database(const std::string& folder, std::int64_t budget) {
  queries::DatabaseTerms terms;
  terms.budget = budget;
  queries::create_database(folder, people_catalogue(), terms, {people()}, sfumato::Run());
  return folder;
}

// The service without sockets.
class Service {
 public:
  explicit Service(std::int64_t budget = 10'000'000, const ServiceLimits& limits = {},
                   queries::UtcClock clock = queries::utc_now)
      : database_(make_database(folder_.file("base"), budget)),
        session_(database_),
        tokens_(folder_.file("base") + "/tokens.json", &session_.ledger(), std::move(clock)),
        service_(session_, tokens_, limits, [this](const std::string& line) {
          const std::lock_guard lock(mutex_);
          log_ += line;
        }) {}

  std::string token(const std::string& user, const std::vector<std::string>& permissions) {
    return tokens_.make(user, queries::parse_permissions(permissions));
  }
  Response call(const std::string& method, const std::string& path, const std::string& token,
                const std::string& body = "", const std::string& client = "192.0.2.1") {
    Request request;
    request.method = method;
    request.path = path;
    request.body = body;
    request.client = client;
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    return service_.answer(request, {});
  }
  Response ask(const std::string& token, const std::string& query, const std::string& epsilon = "0.1") {
    return call("POST", "/v1/query", token, "{\"query\": \"" + query + "\", \"epsilon\": " + epsilon + "}");
  }
  std::string log() {
    const std::lock_guard lock(mutex_);
    return log_;
  }
  std::string folder() const { return folder_.file("base"); }
  const sfumato::testing::TemporaryFolder& place() const { return folder_; }
  queries::Ledger& ledger() { return session_.ledger(); }
  const queries::Database& database() const { return database_; }
  TokenFile& tokens() { return tokens_; }
  QueryService& service() { return service_; }

 private:
  sfumato::testing::TemporaryFolder folder_;
  queries::Database database_;
  queries::QuerySession session_;
  TokenFile tokens_;
  std::mutex mutex_;
  std::string log_;
  QueryService service_;
};

// Any handlers behind a real socket.
class LiveServer {
 public:
  LiveServer(Handlers handlers, const ServerLimits& limits, const std::optional<TlsFiles>& tls = {})
      : http_({}, limits, tls, std::move(handlers)), thread_([this] { http_.run(stop_.get_token()); }) {}
  explicit LiveServer(QueryService& service, const ServerLimits& limits = {},
                      const std::optional<TlsFiles>& tls = {})
      : LiveServer({[&service](const Request& request, const std::stop_token& stop) {
                      return service.answer(request, stop);
                    },
                    [&service](int status) { return service.refuse(status); }},
                   limits, tls) {}
  LiveServer(const LiveServer&) = delete;
  LiveServer& operator=(const LiveServer&) = delete;
  ~LiveServer() { stop(); }

  std::uint16_t port() const { return http_.address().port; }
  std::string url(bool tls = false) const { return url_of(http_.address(), tls); }
  void ask_to_stop() { stop_.request_stop(); }
  void stop() {
    stop_.request_stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  HttpServer http_;
  std::stop_source stop_;
  std::thread thread_;
};

inline Value parsed(const std::string& body) { return io::parse_json(body, "the response"); }

// {"error": {"code", "message", "hint"}} and nothing else.
inline bool has_error_shape(const std::string& body) {
  const Value document = parsed(body);
  const Value* error = document.find("error");
  if (error == nullptr || !error->is_object() || document.as_object().size() != 1) return false;
  const auto& members = error->as_object();
  return members.size() == 3 && members[0].first == "code" && members[1].first == "message" &&
         members[2].first == "hint" && members[0].second.is_text() && members[1].second.is_text() &&
         members[2].second.is_text();
}

}  // namespace sfumato::server::testing
