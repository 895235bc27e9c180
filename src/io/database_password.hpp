// Passwords in addresses of databases. They are taken out of what a user types before anything else sees it,
// so that no message, report, sidecar or log can have one; only the connection asks for it.
#pragma once

#include <string>
#include <string_view>

namespace sfumato::io {

// Has the address of a server (postgres://user:PASSWORD@host/…, or …?password=PASSWORD) a password?
bool has_password(std::string_view text);

// An argument, which is or ends with such an address ("--source=postgres://…"), without the password. This
// process keeps it for the address that remains.
std::string keeping_password(const std::string& argument);

// The password that was kept for an address; options for tables do not matter. Empty: none.
std::string kept_password(const std::string& address);

}  // namespace sfumato::io
