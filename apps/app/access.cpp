#include "app/access.hpp"

#include <array>
#include <cstring>

#include "app/target_text.hpp"
#include "core/hmac.hpp"
#include "core/secure_rng.hpp"

namespace sfumato::app {
namespace {

// 256 bits from the operating system.
std::string fresh_secret() {
  std::array<std::uint64_t, 4> words{};
  system_entropy(words);
  Digest bytes{};
  static_assert(sizeof bytes == sizeof words);
  std::memcpy(bytes.data(), words.data(), sizeof words);
  return hexadecimal(bytes);
}

// Hashes are compared, all bytes of them, so that the time says nothing about how much was correct.
bool same_secret(std::string_view given, std::string_view secret) {
  const Digest a = sha256(given), b = sha256(secret);
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

// The value of the only cookie of that name (RFC 6265, §5.4).
std::optional<std::string_view> cookie_value(std::string_view header, std::string_view name) {
  std::optional<std::string_view> found;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    std::string_view one = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    while (!one.empty() && one.front() == ' ') one.remove_prefix(1);
    const std::size_t equals = one.find('=');
    if (equals == std::string_view::npos || one.substr(0, equals) != name) continue;
    if (found) return std::nullopt;
    found = one.substr(equals + 1);
  }
  return found;
}

bool changes_something(const Request& request) { return request.method != "GET" && request.method != "HEAD"; }

}  // namespace

Access::Access() : token_(fresh_secret()), cookie_(fresh_secret()) {}

void Access::listens_at(const server::ListenAddress& address) { address_ = address; }

std::string Access::start_url() const { return server::url_of(address_, false) + "/start?token=" + token_; }

// 403 unless the request was made for this server, by this server's own pages.
int Access::foreign(const Request& request) const {
  // Browsers leave out the usual port.
  const std::string port = address_.port == 80 ? "" : ":" + std::to_string(address_.port);
  const std::string own = (address_.version_6 ? "[" + address_.host + "]" : address_.host) + port;
  const std::string* host = request.header("host");
  if (host == nullptr || (*host != own && *host != "localhost" + port)) return 403;
  for (const auto& [name, value] : request.headers) {
    if (name == "origin" && value != "http://" + *host) return 403;
  }
  return 0;
}

bool Access::has_cookie(const Request& request) const {
  const std::string* header = request.header("cookie");
  if (header == nullptr) return false;
  const auto value = cookie_value(*header, "sfumato-" + std::to_string(address_.port));
  return value && same_secret(*value, cookie_);
}

int Access::refusal(const Request& request) const {
  if (const int status = foreign(request); status != 0) return status;
  // Other sites, and other ports of this machine ("same-site"), are not our own pages.
  for (const auto& [name, value] : request.headers) {
    const bool allowed = value == "same-origin" || (value == "none" && !changes_something(request));
    if (name == "sec-fetch-site" && !allowed) return 403;
  }
  if (!has_cookie(request)) return 401;
  const std::string* marked = request.header("x-sfumato");
  // A form cannot send a header of its own, and a script of another origin has to ask before it may.
  if (changes_something(request) && (marked == nullptr || *marked != "1")) return 403;
  return 0;
}

Response Access::start(const Request& request) {
  if (const int status = foreign(request); status != 0) return refused(status);
  // A page, not a redirect: a browser that came from elsewhere sends the cookie only to what a page of ours
  // opens (RFC 6265bis, §5.2).
  Response home{200,
                "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" "
                "content=\"0;url=/\"><title>sfumato</title><link rel=\"icon\" href=\"data:,\"><p><a "
                "href=\"/\">Open the app</a></p></html>\n",
                "text/html; charset=utf-8"};
  if (has_cookie(request)) return home;
  const std::string given = TargetParameters(request.parameters, {"token"}).text("token");
  const std::lock_guard lock(mutex_);
  if (token_used_ || !same_secret(given, token_)) return refused(401);
  token_used_ = true;
  home.headers.emplace_back("Set-Cookie", "sfumato-" + std::to_string(address_.port) + "=" + cookie_ +
                                              "; HttpOnly; SameSite=Strict; Path=/");
  return home;
}

}  // namespace sfumato::app
