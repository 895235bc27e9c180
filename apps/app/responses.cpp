#include "app/responses.hpp"

#include <algorithm>

#include "core/data_values.hpp"
#include "io/json.hpp"

namespace sfumato::app {
namespace {

Value error_members(std::string_view code, const Value& parameter, const std::string& message,
                    const std::string& hint) {
  Value members = Value::object();
  return members.set("code", code).set("parameter", parameter).set("message", message).set("hint", hint);
}

int status_of(ErrorCode code) {
  if (code == ErrorCode::bad_input) return 400;
  return code == ErrorCode::refused ? 422 : 500;
}

}  // namespace

std::string_view code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_input:
      return "bad_input";
    case ErrorCode::refused:
      return "refused";
    case ErrorCode::input_output:
      return "input_output";
    case ErrorCode::interrupted:
      return "interrupted";
    case ErrorCode::internal:
      break;
  }
  return "internal";
}

Value error_value(const Error& error) {
  return error_members(code_of(error.code), error.parameter.empty() ? Value() : Value(error.parameter),
                       spelled(error.message, ParameterSpelling::label, DataValues::shown),
                       spelled(error.hint, ParameterSpelling::label, DataValues::shown));
}

Response json(const Value& document, int status) { return {status, io::json_text(document) + "\n"}; }

Response failed(const Failure& failure) {
  Value error = error_members(failure.code, {}, spelled(failure.message, ParameterSpelling::label),
                              spelled(failure.hint, ParameterSpelling::label));
  for (const auto& [name, value] : failure.more.as_object()) error.set(name, value);
  Value document = Value::object();
  return json(document.set("error", std::move(error)), failure.status);
}

Response failed(const Error& error) {
  Value document = Value::object();
  return json(document.set("error", error_value(error)), status_of(error.code));
}

Response refused(int status) {
  switch (status) {
    case 400:
      return failed(Failure(400, "bad_input", "the request cannot be read", "send HTTP/1.1 and JSON"));
    case 401:
      return failed(Failure(401, "unauthorised", "this browser has no access to the app",
                            "open the address that the program printed when it was started"));
    case 403:
      return failed(Failure(403, "forbidden", "the request does not come from a page of the app",
                            "open the app itself, at the address that the program printed"));
    case 404:
      return failed(Failure(404, "not_found", "there is no such address", "see web/API.md"));
    case 408:
      return failed(Failure(408, "timeout", "the request took too long to arrive", "send it again"));
    case 409:
      return failed(
          Failure(409, "conflict", "a file of that name exists", "choose another name, or replace it"));
    case 411:
      return failed(Failure(411, "bad_input", "the length of the request is missing", "send Content-Length"));
    case 413:
      return failed(Failure(413, "too_large", "the request is larger than the limit",
                            "put the file into the folder yourself, or start the program with a larger "
                            "‹upload-limit›"));
    case 431:
      return failed(
          Failure(431, "too_large", "the headers of the request are too large", "send fewer of them"));
    case 503:
      return failed(Failure(503, "busy", "too many requests are waiting", "try again in a moment"));
    case 507:
      return failed(Failure(507, "input_output", "the file could not be written: the disk may be full",
                            "make room and send it again"));
    default:
      return failed(Failure(status, "internal", "the request could not be answered",
                            "try again; if it happens again, please report it"));
  }
}

std::string content_policy(const std::string& style_hash) {
  if (!style_hash.empty()) {
    return "default-src 'none'; style-src 'sha256-" + style_hash +
           "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";
  }
  return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
         "font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

Response secured(Response response) {
  const bool has_policy =
      std::any_of(response.headers.begin(), response.headers.end(),
                  [](const auto& header) { return header.first == "Content-Security-Policy"; });
  if (!has_policy) response.headers.emplace_back("Content-Security-Policy", content_policy());
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  return response;
}

}  // namespace sfumato::app
