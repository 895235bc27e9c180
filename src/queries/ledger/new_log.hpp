// A new log in a file of its own: its first row is on disk when this returns, and nothing is there where it
// fails. Ledgers and logs of decisions begin like this.
#pragma once

#include <cstdint>
#include <string>

#include "queries/ledger/log_row.hpp"

namespace sfumato::queries {

// Neither the file nor anything of its name may be there. `application` and `format` tell it from other
// files; `noun` names it in errors: "a ledger". The chain of the opening is filled in here. What SQLite
// throws (SqliteFailure) goes on.
void create_log(const std::string& path, const std::string& noun, std::int64_t application,
                std::int64_t format, LogRow opening);

}  // namespace sfumato::queries
