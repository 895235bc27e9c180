#include "server/failures.hpp"

#include "io/json.hpp"
#include "report/json.hpp"
#include "report/queries/answer.hpp"
#include "server/documents.hpp"

namespace sfumato::server {

Response json_response(const Value& document, int status) { return {status, io::json_text(document) + "\n"}; }

Response report_response(const report::Report& report) {
  return {200, report::json_document(report), "application/json"};
}

Response failure(int status) {
  const auto say = [&](const char* code, const char* message, const char* hint) {
    return json_response(error_document(code, message, hint), status);
  };
  switch (status) {
    case 400:
      return say("bad_request", "the request cannot be read", "send HTTP/1.1 and JSON");
    case 401:
      return say("unauthorized", "the token is missing or not valid",
                 "send the header 'Authorization: Bearer TOKEN'");
    case 403:
      return say("forbidden", "the token does not allow this",
                 "ask the operator of the server for a token with this permission");
    case 404:
      return say("not_found", "the server has no such path", "GET /openapi.json lists the paths");
    case 405:
      return say("method_not_allowed", "this path does not allow this method", "see the header 'Allow'");
    case 408:
      return say("timeout", "the request took too long to arrive", "send it faster");
    case 411:
      return say("length_required", "the length of the request is missing",
                 "send the header 'Content-Length'");
    case 413:
      return say("too_large", "the request is too large", "ask a shorter question");
    case 429:
      return say("too_many_requests", "too many requests: the rate limit is exceeded",
                 "wait as many seconds as the header 'Retry-After' says");
    case 431:
      return say("headers_too_large", "the headers of the request are too large", "send fewer of them");
    case 503:
      return say("busy", "too many requests are waiting", "try again in a moment");
    case 505:
      return say("version_not_supported", "this version of HTTP is not supported", "send HTTP/1.1");
    default:
      return say("unanswered", "the request could not be answered",
                 "try again: a question that was charged is not charged again");
  }
}

Response database_changed() {
  return json_response(
      error_document("database_changed", "the database was changed while the server was running",
                     "the operator must check the database and start the server again"),
      500);
}

Response token_expired() {
  Response response = json_response(error_document("token_expired", "the token has expired",
                                                   "ask the operator of the server for a new token"),
                                    401);
  response.headers.emplace_back("WWW-Authenticate", "Bearer error=\"invalid_token\"");
  return response;
}

Response refused_answer(const queries::Answer& answer, queries::Protection protection) {
  report::Report report = report::query_answer_report(answer, protection);
  const Value error = error_document("refused", answer.reason, "nothing was charged; ask another question");
  report.document.set("error", error.at("error"));
  return {refused_status, report::json_document(report), "application/json"};
}

Response explained(const Error& error, const char* code, int status) {
  return json_response(error_document(code, spelled(error.message, ParameterSpelling::plain),
                                      spelled(error.hint, ParameterSpelling::plain)),
                       status);
}

}  // namespace sfumato::server
