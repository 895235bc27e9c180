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

struct TokenHolder {
  std::string user;
  Permissions permissions;
  Digest hash{};
};

// User names are written to logs and the ledger: at most 64 letters, digits and . _ - @.
void require_token_user(const std::string& name);

// The file of a database's tokens, mode 0600, always replaced as a whole and on disk when a change returns.
// Other processes may change it; the next lookup uses their changes.
class TokenFile {
 public:
  explicit TokenFile(std::string path);  // a missing file means no tokens

  // A user has one token; a new one replaces it. It is not stored and cannot be shown again.
  std::string make(const std::string& user, const Permissions& permissions);
  // False if the user has none.
  bool revoke(const std::string& user);
  // The holder of the token. Takes constant time for tokens that are partly correct.
  std::optional<TokenHolder> find(std::string_view token) const;
  std::vector<TokenHolder> holders() const;

 private:
  // Every lookup reads the file: times, size and inode number of a replaced file can be those of the old one.
  // Only a text that changed is parsed.
  std::string text() const;
  std::vector<TokenHolder> parsed(const std::string& text) const;
  std::string write(const std::vector<TokenHolder>& holders) const;  // returns the text
  template <class Change>
  void change(Change&& change_holders);

  std::string path_;
  mutable std::mutex mutex_;
  mutable std::string text_;
  mutable std::vector<TokenHolder> holders_;
};

}  // namespace sfumato::queries
