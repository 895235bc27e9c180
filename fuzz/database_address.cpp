// Addresses of databases: no password is left in an address that is used, and what is accepted names a copy,
// too.
#include "io/database_address.hpp"

#include "io/database_password.hpp"
#include "target.hpp"

using namespace sfumato;

FUZZ_TARGET(database_address) {
  const std::string typed = fuzz::text_of(data, size);
  const std::string text = io::keeping_password(typed);
  fuzz::require(!io::has_password(text), "a password is left", text);
  fuzz::require(io::keeping_password(text) == text, "a second look changes the address", text);
  if (!io::is_database(text)) return 0;
  const auto address = fuzz::accepted([&] { return io::database_address(text); });
  if (!address) return 0;
  fuzz::require(!address->table.empty() && !address->location.empty() && !address->sidecar.empty(),
                "a part is empty", text);
  const auto copy = fuzz::accepted([&] { return io::database_address(io::address_of_copy(text, 7)); });
  fuzz::require(copy.has_value(), "the address of a copy is refused", text);
  fuzz::require(copy->table == address->table + "-7", "a copy has another name", text);
  fuzz::require(copy->schema == address->schema && copy->location == address->location, "a copy is elsewhere",
                text);
  fuzz::require(io::is_same_table(text, text), "a table is not itself", text);
  return 0;
}
