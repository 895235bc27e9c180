// Responses of the browser app: JSON, errors of one form, and the headers that every response has. A failure
// always says what was wrong and what to do.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/value.hpp"
#include "server/http_message.hpp"

namespace sfumato::app {

using server::Request;
using server::Response;

// A request that ends with this status; thrown by routes and shown as an error document.
struct Failure final : std::exception {
  Failure(int given_status, std::string given_code, std::string said, std::string what_to_do)
      : status(given_status),
        code(std::move(given_code)),
        message(std::move(said)),
        hint(std::move(what_to_do)) {}
  const char* what() const noexcept override { return message.c_str(); }

  int status;
  std::string code, message, hint;
  Value more = Value::object();  // further members of the error
};

// "bad_input", "refused", …
std::string_view code_of(ErrorCode code);

// {"code": …, "parameter": … or null, "message": …, "hint": …}; names of parameters are plain.
Value error_value(const Error& error);

Response json(const Value& document, int status = 200);
Response failed(const Failure& failure);
Response failed(const Error& error);
// What has a status and no more to say: the server's own refusals.
Response refused(int status);

// The policy of pages and data; `style_hash` allows one inline style sheet, that of a report.
std::string content_policy(const std::string& style_hash = {});
// Adds what every response has.
Response secured(Response response);

}  // namespace sfumato::app
