// Authentication of users: random tokens of 256 bits, of which only the SHA-256 is stored. A token cannot be
// guessed, so a plain hash is enough; a password would need a slow hash.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hmac.hpp"
#include "queries/ledger.hpp"
#include "queries/utc_time.hpp"

namespace sfumato::queries {

// `admin` allows everything, and reads the metrics.
enum class Permission : std::uint8_t { ask, explain, budget, admin };

class Permissions {
 public:
  Permissions& add(Permission one) {
    bits_ |= bit(one);
    return *this;
  }
  bool has(Permission one) const { return ((bits_ & (bit(one) | bit(Permission::admin))) != 0); }
  bool names(Permission one) const { return (bits_ & bit(one)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool operator==(const Permissions&) const = default;

 private:
  static unsigned bit(Permission one) { return 1U << static_cast<unsigned>(one); }
  unsigned bits_ = 0;
};

std::string_view permission_name(Permission one);
std::vector<std::string> permission_names(const Permissions& permissions);
Permissions parse_permissions(const std::vector<std::string>& names);  // an error lists the permissions

// Times are seconds in UTC. Tokens of earlier versions have no time, and do not expire.
struct TokenHolder {
  std::string user;
  Permissions permissions;
  Digest hash{};
  std::optional<std::int64_t> made = {}, expires = {}, revoked = {};
  bool expired = false;  // by the clock of the file
};

// A token in one line, as the ledger records it: permissions, the SHA-256, and when it was made, expires and
// was revoked.
std::string token_record(const TokenHolder& holder);

// User names are written to logs and the ledger: at most 64 letters, digits and . _ - @.
void require_token_user(const std::string& name);

// The file of a database's tokens, mode 0600, always replaced as a whole and on disk when a change returns.
// Other processes may change it; the next lookup uses their changes. Each change is first a row of the
// ledger; an entry of the file that differs from its row was changed or restored by others, and is not valid.
class TokenFile {
 public:
  // A missing file means no tokens. `ledger` must outlive it; without one, entries are not compared.
  explicit TokenFile(std::string path, Ledger* ledger = nullptr, UtcClock clock = utc_now);

  // A user has one token; a new one replaces it. It is not stored and cannot be shown again.
  std::string make(const std::string& user, const Permissions& permissions,
                   std::optional<std::int64_t> expires = std::nullopt);
  // False if the user has none. The entry stays, with the time.
  bool revoke(const std::string& user);
  // The holder of the token, also if it has expired; empty if it is revoked or not recorded. Takes constant
  // time for tokens that are partly correct.
  std::optional<TokenHolder> find(std::string_view token) const;
  std::vector<TokenHolder> holders() const;  // also revoked and expired ones
  // Is the entry that of the ledger?
  bool recorded(const TokenHolder& holder) const;

 private:
  // Every lookup reads the file: times, size and inode number of a replaced file can be those of the old one.
  // Only a text that changed is parsed.
  std::string text() const;
  std::vector<TokenHolder> parsed(const std::string& text) const;
  std::string write(const std::vector<TokenHolder>& holders) const;  // returns the text
  template <class Change>
  void change(Change&& change_holders);

  std::string path_;
  Ledger* ledger_;
  UtcClock clock_;
  mutable std::mutex mutex_;
  mutable std::string text_;
  mutable std::vector<TokenHolder> holders_;
};

}  // namespace sfumato::queries
