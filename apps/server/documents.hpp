// The JSON documents of the server other than answers. All errors have the same form.
#pragma once

#include <string>

#include "core/value.hpp"
#include "queries/database.hpp"
#include "queries/ledger.hpp"

namespace sfumato::server {

// The user's own share; for an administrator also what all users spent.
Value balance_document(const queries::Balance& balance, const std::string& user, bool administrator);
// Tables and columns, their domains, and the privacy unit; nothing about records.
Value catalogue_document(const queries::Database& database);

// {"error": {"code": …, "message": …, "hint": …}}; always all three; the hint can be empty.
Value error_document(const std::string& code, const std::string& message, const std::string& hint);

}  // namespace sfumato::server
