// tokens.json: {"version": 1, "tokens": [{"user": …, "permissions": […], "sha256": 64 digits, "made": time,
// "expires": time or null, "revoked": time or null}, …]}.
#include "queries/tokens.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "core/secure_rng.hpp"
#include "core/value.hpp"
#include "io/file_error.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::queries {
namespace {

constexpr Permission all_permissions[] = {Permission::ask, Permission::explain, Permission::budget,
                                          Permission::admin};
constexpr std::string_view token_prefix = "sfumato_";  // identifies a token that is found in a file

[[noreturn]] void broken(const std::string& path) {
  bad_input("'" + path + "' is not a file of tokens",
            "restore it from a backup, or remove it and create new tokens");
}

[[noreturn]] void cannot(const std::string& what, const std::string& path) {
  throw Error(ErrorCode::input_output, "cannot " + what + " " + path + ": " + std::strerror(errno));
}

std::optional<Digest> digest_of(const std::string& digits) {
  const auto value = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  Digest digest{};
  if (digits.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const int high = value(digits[2 * i]), low = value(digits[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

// Compares every byte, for constant time.
bool equal(const Digest& one, const Digest& other) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) difference |= static_cast<unsigned>(one[i] ^ other[i]);
  return difference == 0;
}

bool is_user_name(const std::string& name) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-' || c == '@';
  };
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), good);
}

std::vector<std::string> texts_of(const Value& list) {
  std::vector<std::string> texts;
  for (const Value& one : list.as_array()) texts.push_back(one.as_text());
  return texts;
}

// A time that may be missing or null.
std::optional<std::int64_t> time_of(const Value& member, const char* name, const std::string& path) {
  const Value* found = member.find(name);
  if (found == nullptr || found->is_null()) return std::nullopt;
  const auto time = found->is_text() ? parse_utc(found->as_text()) : std::nullopt;
  if (!time) broken(path);
  return time;
}

Value time_value(std::optional<std::int64_t> time) { return time ? Value(utc_text(*time)) : Value(); }

TokenHolder holder_of(const Value& member, const std::string& path) {
  const Value* user = member.find("user");
  const Value* permissions = member.find("permissions");
  const Value* hash = member.find("sha256");
  if (user == nullptr || permissions == nullptr || hash == nullptr || !user->is_text() || !hash->is_text() ||
      !permissions->is_array() || !is_user_name(user->as_text())) {
    broken(path);
  }
  const auto& names = permissions->as_array();
  if (!std::all_of(names.begin(), names.end(), [](const Value& name) { return name.is_text(); }))
    broken(path);
  const auto digest = digest_of(hash->as_text());
  if (!digest) broken(path);
  return {user->as_text(),
          parse_permissions(texts_of(*permissions)),
          *digest,
          time_of(member, "made", path),
          time_of(member, "expires", path),
          time_of(member, "revoked", path)};
}

// Held while the file is changed.
class ChangeLock {
 public:
  explicit ChangeLock(const std::string& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    int done = -1;
    if (file_ >= 0) {
      do done = ::flock(file_, LOCK_EX);
      while (done != 0 && errno == EINTR);
    }
    if (done != 0) {
      if (file_ >= 0) ::close(file_);
      cannot("lock", path);
    }
  }
  ChangeLock(const ChangeLock&) = delete;
  ChangeLock& operator=(const ChangeLock&) = delete;
  ~ChangeLock() { ::close(file_); }

 private:
  int file_;
};

}  // namespace

std::string_view permission_name(Permission one) {
  switch (one) {
    case Permission::ask:
      return "ask";
    case Permission::explain:
      return "explain";
    case Permission::budget:
      return "budget";
    case Permission::admin:
      return "admin";
  }
  return "";
}

std::vector<std::string> permission_names(const Permissions& permissions) {
  std::vector<std::string> names;
  for (const Permission one : all_permissions) {
    if (permissions.names(one)) names.emplace_back(permission_name(one));
  }
  return names;
}

Permissions parse_permissions(const std::vector<std::string>& names) {
  Permissions permissions;
  for (const std::string& name : names) {
    const auto* const found = std::find_if(std::begin(all_permissions), std::end(all_permissions),
                                           [&](Permission one) { return permission_name(one) == name; });
    if (found == std::end(all_permissions)) {
      bad_input("there is no permission '" + io::shown(name) + "'",
                "choose from ask, explain, budget, admin");
    }
    permissions.add(*found);
  }
  return permissions;
}

void require_token_user(const std::string& name) {
  if (is_user_name(name)) return;
  bad_input("'" + io::shown(name) + "' cannot be the name of a user",
            "use letters, digits and . _ - @, at most 64 of them");
}

std::string token_record(const TokenHolder& holder) {
  std::string permissions;
  for (const std::string& name : permission_names(holder.permissions)) {
    permissions += (permissions.empty() ? "" : ",") + name;
  }
  const auto time = [](std::optional<std::int64_t> one) { return one ? utc_text(*one) : "never"; };
  return permissions + " " + hexadecimal(holder.hash) + " made " + time(holder.made) + " expires " +
         time(holder.expires) + " revoked " + time(holder.revoked);
}

TokenFile::TokenFile(std::string path, Ledger* ledger, UtcClock clock)
    : path_(std::move(path)),
      ledger_(ledger),
      clock_(std::move(clock)),
      text_(text()),
      holders_(parsed(text_)) {}

std::string TokenFile::text() const {
  struct stat status {};
  if (::stat(path_.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    cannot("read", path_);
  }
  std::string found = io::read_text_file(path_);
  if (found.empty()) broken(path_);
  return found;
}

std::vector<TokenHolder> TokenFile::parsed(const std::string& text) const {
  if (text.empty()) return {};  // no file
  const Value document = io::parse_json(text, path_);
  const Value* version = document.find("version");
  const Value* tokens = document.find("tokens");
  if (version == nullptr || *version != Value(1) || tokens == nullptr || !tokens->is_array()) broken(path_);
  std::vector<TokenHolder> holders;
  for (const Value& member : tokens->as_array()) holders.push_back(holder_of(member, path_));
  return holders;
}

std::string TokenFile::write(const std::vector<TokenHolder>& holders) const {
  Value tokens = Value::array();
  for (const TokenHolder& holder : holders) {
    Value one = Value::object();
    tokens.push(one.set("user", holder.user)
                    .set("permissions", Value::array_of(permission_names(holder.permissions)))
                    .set("sha256", hexadecimal(holder.hash))
                    .set("made", time_value(holder.made))
                    .set("expires", time_value(holder.expires))
                    .set("revoked", time_value(holder.revoked)));
  }
  Value document = Value::object();
  document.set("version", 1).set("tokens", std::move(tokens));
  std::string text = io::json_text(document) + "\n";
  const std::string beside = path_ + ".new";
  ::unlink(beside.c_str());  // left by an interrupted process; we hold the lock
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) cannot("write", beside);
  const bool written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  ::close(file);
  if (!written || ::rename(beside.c_str(), path_.c_str()) != 0) {
    ::unlink(beside.c_str());
    cannot("write", path_);
  }
  io::sync_folder_of(path_);  // a revoked token must not be valid again after a loss of power
  return text;
}

template <class Change>
void TokenFile::change(Change&& change_holders) {
  const std::lock_guard own(mutex_);
  const ChangeLock others(path_ + "-lock");
  std::vector<TokenHolder> holders = parsed(text());
  change_holders(holders);
  text_ = write(holders);
  holders_ = std::move(holders);
}

std::string TokenFile::make(const std::string& user, const Permissions& permissions,
                            std::optional<std::int64_t> expires) {
  require_token_user(user);
  if (permissions.empty()) bad_input("a token needs at least one permission", "give one, such as ask");
  std::uint64_t words[4];
  system_entropy(words);
  Digest bytes{};
  std::memcpy(bytes.data(), words, bytes.size());
  std::string token = std::string(token_prefix) + hexadecimal(bytes);
  const TokenHolder made{user, permissions, sha256(token), clock_(), expires, {}};
  change([&](std::vector<TokenHolder>& holders) {
    std::erase_if(holders, [&](const TokenHolder& one) { return one.user == user; });
    holders.push_back(made);
    if (ledger_ != nullptr) ledger_->record_token(user, token_record(made));
  });
  return token;
}

bool TokenFile::revoke(const std::string& user) {
  bool had = false;
  change([&](std::vector<TokenHolder>& holders) {
    for (TokenHolder& one : holders) {
      if (one.user != user || one.revoked) continue;
      had = true;
      one.revoked = clock_();
      if (ledger_ != nullptr) ledger_->record_token(user, token_record(one));
    }
  });
  return had;
}

std::vector<TokenHolder> TokenFile::holders() const {
  const std::lock_guard lock(mutex_);
  if (std::string now = text(); now != text_) {
    holders_ = parsed(now);
    text_ = std::move(now);
  }
  std::vector<TokenHolder> all = holders_;
  const std::int64_t now = clock_();
  for (TokenHolder& one : all) one.expired = one.expires && now >= *one.expires;
  return all;
}

// Entries of earlier versions have no time and no row.
bool TokenFile::recorded(const TokenHolder& holder) const {
  if (ledger_ == nullptr) return true;
  const std::optional<std::string> record = ledger_->token_record(holder.user);
  return record ? *record == token_record(holder) : !holder.made;
}

std::optional<TokenHolder> TokenFile::find(std::string_view token) const {
  const Digest hash = sha256(token);
  std::optional<TokenHolder> found;
  for (const TokenHolder& holder : holders()) {
    if (equal(hash, holder.hash)) found = holder;
  }
  if (found && (found->revoked || !recorded(*found))) return std::nullopt;
  return found;
}

}  // namespace sfumato::queries
