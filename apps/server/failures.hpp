// The responses of the server other than success: one text for each status, and refusals by a rule.
#pragma once

#include "core/error.hpp"
#include "core/value.hpp"
#include "queries/answer.hpp"
#include "report/report.hpp"
#include "server/http_message.hpp"

namespace sfumato::server {

// A refusal by a rule has a status of its own: the request was correct, and the answer is no.
inline constexpr int refused_status = 422;

Response json_response(const Value& document, int status = 200);
// The same document as the command line gives with --json.
Response report_response(const report::Report& report);

// One text for each status, so that only the status reveals what went wrong.
Response failure(int status);
// Others changed the database: only the operator learns what.
Response database_changed();
// The token was valid: the user learns that it has expired, and must ask for a new one.
Response token_expired();
// The document of the answer, and the form of all errors.
Response refused_answer(const queries::Answer& answer, queries::Protection protection);
// An error with its text.
Response explained(const Error& error, const char* code, int status);

}  // namespace sfumato::server
