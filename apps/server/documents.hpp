// What the server says beside answers, as JSON: errors have one shape.
#pragma once

#include <string>

#include "core/value.hpp"
#include "queries/database.hpp"
#include "queries/ledger.hpp"

namespace sfumato::server {

Value balance_document(const queries::Balance& balance, const std::string& user);
// Tables and columns, what they can hold, and who is protected; nothing about records.
Value catalogue_document(const queries::Database& database);

// {"error": {"code": …, "message": …, "hint": …}}; all three always, the hint perhaps empty.
Value error_document(const std::string& code, const std::string& message, const std::string& hint);

}  // namespace sfumato::server
