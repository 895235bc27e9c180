// Creates a new log file: its first row is on disk when this returns, and no file is left if it fails. Used
// for ledgers and logs of decisions.
#pragma once

#include <cstdint>
#include <string>

#include "queries/ledger/log_row.hpp"

namespace sfumato::queries {

// Neither the file nor its SQLite companion files may exist. `application` and `format` identify the file
// type; `noun` names it in errors: "a ledger". The chain of the opening is computed here. SqliteFailure is
// passed on.
void create_log(const std::string& path, const std::string& noun, std::int64_t application,
                std::int64_t format, LogRow opening);

}  // namespace sfumato::queries
