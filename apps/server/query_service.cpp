#include "server/query_service.hpp"

#include <cstring>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/micro_epsilon.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "report/queries/answer.hpp"
#include "report/queries/schema.hpp"
#include "server/documents.hpp"
#include "server/failures.hpp"
#include "server/listen_address.hpp"

namespace sfumato::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Route served[] = {
    {"POST", "/v1/query", "Answers a question, charged to the budget before any data are read.",
     Access::permission, Permission::ask},
    {"POST", "/v1/explain", "The cost and expected error of a question; costs nothing.", Access::permission,
     Permission::explain},
    {"GET", "/v1/budget",
     "What the user of the token has spent and has left; for an administrator also that of the database.",
     Access::permission, Permission::budget},
    {"GET", "/v1/catalogue", "The tables and columns, and their domains.", Access::any_token},
    {"GET", "/v1/schema", "What may be asked: columns, declared domains, functions and limits.",
     Access::any_token},
    {"GET", "/health", "Whether the server runs.", Access::open},
    {"GET", "/metrics", "Counts of requests, in the text format of Prometheus.", Access::permission,
     Permission::admin},
    {"GET", "/openapi.json", "This description.", Access::open},
};

// What `work` returns. An error in it is about the request: its text may be sent to the user.
struct RequestError final : std::exception {
  explicit RequestError(Error about_request) : error(std::move(about_request)) {}
  Error error;
};
template <class Work>
auto of_request(Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code != ErrorCode::bad_input) throw;
    throw RequestError(error);
  }
}

struct Question {
  std::string text;
  queries::AskOptions options;
};

Question read_question(const Request& request) {
  const std::string hint = R"(send {"query": "SELECT …", "epsilon": 0.1})";
  io::require_utf8(request.body, "the request");
  const Value body = io::parse_json(request.body, "the request");
  if (!body.is_object()) bad_input("the request is not a JSON object", hint);
  Question question;
  for (const auto& [name, member] : body.as_object()) {
    if (name == "query" && member.is_text()) {
      question.text = member.as_text();
    } else if (name == "epsilon") {
      question.options.micro_epsilon =
          queries::micro_epsilon(member.is_number() ? member.as_number() : 0, "epsilon");
    } else if (name == "laplace_extrema" && member.is_bool()) {
      question.options.laplace_extrema = member.as_bool();
    } else {
      bad_input("the member '" + io::shown(name) + "' is not known, or has the wrong type", hint);
    }
  }
  if (question.text.empty()) bad_input("the request has no question", hint);
  return question;
}

std::string bearer_token(const Request& request) {
  constexpr std::string_view scheme = "bearer ";  // in any case
  const std::string* header = request.header("authorization");
  const auto same = [](char small, char any) {
    return small == (any >= 'A' && any <= 'Z' ? static_cast<char>(any - 'A' + 'a') : any);
  };
  if (header == nullptr || header->size() < scheme.size() ||
      !std::equal(scheme.begin(), scheme.end(), header->begin(), same)) {
    return {};
  }
  return header->substr(scheme.size());
}

}  // namespace

std::span<const Route> routes() { return served; }

// The state of one request.
struct QueryService::RequestState {
  std::stop_token stop;
  const Route* route = nullptr;
  std::optional<std::string> user;
  bool administrator = false;
  std::string failure;  // its cause, only for the log

  // The log has no values of the data.
  void add_failure(const std::string& cause) {
    failure += (failure.empty() ? "" : "; ") + with_values(cause, DataValues::hidden);
  }
};

QueryService::QueryService(queries::QuerySession& session, TokenFile& tokens, const ServiceLimits& limits,
                           std::function<void(const std::string&)> log)
    : session_(session),
      tokens_(tokens),
      users_(limits.requests_per_second, limits.burst),
      failures_(limits.failures_per_second, limits.failure_burst),
      log_(std::move(log)) {
  std::uint64_t word[1];
  system_entropy(word);
  Digest bytes{};
  std::memcpy(bytes.data(), word, sizeof word);
  series_ = hexadecimal(bytes, 4);
}

std::string QueryService::next_number() { return series_ + "-" + std::to_string(++requests_); }

Response QueryService::answer(const Request& request, const std::stop_token& stop) {
  const Clock::time_point start = Clock::now();
  RequestState state;
  state.stop = stop;
  metrics_.begin();
  Response response;
  try {
    response = handle(request, state);
  } catch (const RequestError& request_error) {
    response = explained(request_error.error, "bad_request", 400);
  } catch (const Error& error) {
    // Errors of the database have the same text, whether a question was charged or not. Their causes can name
    // paths, and are only for the log.
    const bool refused = error.code == ErrorCode::refused && state.user;
    response = refused ? explained(error, "refused", refused_status) : failure(500);
    if (!refused) state.add_failure(error.message);
  } catch (const std::exception& error) {
    response = failure(500);
    state.add_failure(error.what());
  } catch (...) {
    response = failure(500);
    state.add_failure("an unknown exception");
  }
  const bool failed = response.status == 400 || response.status == 500;
  if (failed && notice_change()) response = database_changed();
  const auto took = Clock::now() - start;
  const std::string route = state.route != nullptr ? state.route->name() : "none";
  const std::string number = next_number();
  response.headers.emplace_back("X-Request-Id", number);
  metrics_.end(route, response.status, took);
  log_.add({number, state.user, route, response.status, took, state.failure});
  return response;
}

Response QueryService::refuse(int status) {
  Response response = failure(status);
  const std::string number = next_number();
  response.headers.emplace_back("X-Request-Id", number);
  metrics_.refused(status);
  log_.add({number, std::nullopt, "none", status, {}, {}});
  return response;
}

// HEAD is answered as GET is; what writes the response leaves the body out.
Response QueryService::handle(const Request& request, RequestState& state) {
  const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view(request.method);
  std::string allowed;
  for (const Route& route : served) {
    if (route.path != request.path) continue;
    if (route.method == method) state.route = &route;
    allowed +=
        (allowed.empty() ? "" : ", ") + std::string(route.method == "GET" ? "GET, HEAD" : route.method);
  }
  if (allowed.empty()) return failure(404);
  if (state.route == nullptr) {
    Response response = failure(405);
    response.headers.emplace_back("Allow", allowed);
    return response;
  }
  if (state.route->access != Access::open) {
    if (auto refused = authorise(request, state)) return *std::move(refused);
  }
  return dispatch(request, state);
}

// Authentication, rate limits and authorisation; empty if the request may continue.
std::optional<Response> QueryService::authorise(const Request& request, RequestState& state) {
  const auto limited = [&] {
    metrics_.count_limited();
    Response response = failure(429);
    response.headers.emplace_back("Retry-After", "2");
    return response;
  };
  const std::string address = limited_address(request.client);
  const Clock::time_point now = Clock::now();
  if (!failures_.has(address, now)) return limited();
  const auto holder = tokens_.find(bearer_token(request));
  if (!holder) {
    metrics_.count_failed_authentication();
    if (!failures_.take(address, now))
      return limited();  // other requests of this address failed at the same time
    Response response = failure(401);
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }
  if (holder->expired) {
    metrics_.count_failed_authentication();
    return token_expired();
  }
  state.user = holder->user;
  state.administrator = holder->permissions.has(Permission::admin);
  if (!users_.take(holder->user, now)) return limited();
  const Route& route = *state.route;
  if (route.access == Access::permission && !holder->permissions.has(route.permission)) return failure(403);
  return std::nullopt;
}

// Did others change the database? The operator finds in the log what it was.
bool QueryService::notice_change() {
  const std::optional<std::string> what = session_.changed();
  if (what && !change_logged_.exchange(true)) log_.add_event("database changed", *what);
  return what.has_value();
}

Response QueryService::dispatch(const Request& request, RequestState& state) {
  if (notice_change()) return database_changed();
  if (!request.parameters.empty()) return failure(400);
  const std::string_view path = state.route->path;
  if (path == "/v1/query") return ask(request, state);
  if (path == "/v1/explain") return explain(request);
  if (path == "/v1/budget")
    return json_response(
        balance_document(session_.ledger().balance(state.user), *state.user, state.administrator));
  if (path == "/v1/catalogue") return json_response(catalogue_document(session_.database()));
  if (path == "/v1/schema") {
    const queries::Database& base = session_.database();
    return report_response(report::query_schema_report({base.terms(), base.catalogue()}));
  }
  if (path == "/metrics") {
    return {200, metrics_.text(session_.ledger().balance(std::nullopt)),
            "text/plain; version=0.0.4; charset=utf-8"};
  }
  if (path == "/openapi.json") return json_response(openapi_document());
  Value health = Value::object();
  return json_response(health.set("version", 1).set("status", "ok"));
}

// One thread for each question: many questions run at the same time, and few take long.
Response QueryService::ask(const Request& request, RequestState& state) {
  Question question = of_request([&] { return read_question(request); });
  question.options.user = *state.user;
  question.options.administrator = state.administrator;
  question.options.diagnose = [&state](const std::string& cause) { state.add_failure(cause); };
  const queries::CheckedQuestion checked =
      of_request([&] { return session_.check(question.text, question.options); });
  SecureRng rng;  // its own generator, keyed by the operating system
  const Run run({.threads = 1, .stop = state.stop});
  const queries::Answer answer = session_.ask(checked, question.options, rng, run);
  const queries::Protection protection = session_.database().terms().protection;
  if (answer.refused) return refused_answer(answer, protection);
  return report_response(report::query_answer_report(answer, protection));
}

Response QueryService::explain(const Request& request) {
  return report_response(report::query_explanation_report(of_request([&] {
    const Question question = read_question(request);
    return queries::explain(session_.database(), question.text, question.options);
  })));
}

}  // namespace sfumato::server
