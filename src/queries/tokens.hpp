// Who may ask, and how they prove it: random tokens of 256 bits, of which only the SHA-256 is kept. A token
// is too random to be guessed, so a plain hash keeps it; a password would need more.
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
Permissions parse_permissions(const std::vector<std::string>& names);  // bad input names those there are

struct TokenHolder {
  std::string user;
  Permissions permissions;
  Digest hash{};
};

// Users go into logs and into the ledger: letters, digits and . _ - @, at most 64 of them.
void require_token_user(const std::string& name);

// The file of a database's tokens, mode 0600, replaced as a whole. Other processes may change it meanwhile:
// what they change counts from the next look on.
class TokenFile {
 public:
  explicit TokenFile(std::string path);  // that the file is not there means that there are no tokens

  // A user has one token; a new one takes the place of the old. It is not kept and cannot be shown again.
  std::string make(const std::string& user, const Permissions& permissions);
  // False where the user has none.
  bool revoke(const std::string& user);
  // Whose token this is. Takes as long for a token that is nearly right as for any other.
  std::optional<TokenHolder> find(std::string_view token) const;
  std::vector<TokenHolder> holders() const;

 private:
  // Which file was read: it is read again when another one is in its place.
  struct Stamp {
    bool there = false;
    std::uint64_t device = 0, place = 0, seconds = 0, nanoseconds = 0, size = 0;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp() const;
  std::vector<TokenHolder> read() const;
  void write(const std::vector<TokenHolder>& holders) const;
  template <class Change>
  void change(Change&& change_holders);

  std::string path_;
  mutable std::mutex mutex_;
  mutable Stamp stamp_;
  mutable std::vector<TokenHolder> holders_;
};

}  // namespace sfumato::queries
