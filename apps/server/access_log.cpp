#include "server/access_log.hpp"

#include <array>
#include <cstdio>
#include <ctime>

#include "core/value.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"

namespace sfumato::server {
namespace {

std::string utc(std::chrono::system_clock::time_point time) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(time - whole).count();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(whole);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::string result(text.data(), size);
  const std::string digits = std::to_string(1000 + rest);  // three digits after a 1
  return result + "." + digits.substr(1) + "Z";
}

// Microseconds as milliseconds with three decimals.
std::string milliseconds(std::chrono::duration<double, std::milli> took) {
  const auto micro = static_cast<long long>(took.count() * 1000);
  const std::string digits = std::to_string(1000 + micro % 1000);
  return std::to_string(micro / 1000) + "." + digits.substr(1);
}

// As JSON, in one line. If the text is not UTF-8 (a path can have any bytes), other bytes than ASCII are
// replaced.
std::string quoted(std::string text) {
  if (io::first_invalid_utf8(text) != std::string::npos) {
    for (char& letter : text) {
      if (static_cast<unsigned char>(letter) >= 0x80) letter = '?';
    }
  }
  return io::json_text(Value(text));
}

}  // namespace

// Only the error needs escaping: users, routes and numbers contain no character that JSON escapes.
std::string access_line(const AccessEntry& entry, std::chrono::system_clock::time_point time) {
  return "{\"time\":\"" + utc(time) + "\",\"request\":\"" + entry.request +
         "\",\"user\":" + (entry.user ? "\"" + *entry.user + "\"" : "null") + ",\"route\":\"" + entry.route +
         "\",\"status\":" + std::to_string(entry.status) + ",\"milliseconds\":" + milliseconds(entry.took) +
         (entry.failure.empty() ? "" : ",\"error\":" + quoted(entry.failure)) + "}\n";
}

void AccessLog::add_event(const std::string& event, const std::string& what) {
  const std::string line = "{\"time\":\"" + utc(std::chrono::system_clock::now()) + "\",\"event\":\"" +
                           event + "\",\"what\":\"" + what + "\"}\n";
  const std::lock_guard lock(mutex_);
  write_(line);
}

void AccessLog::add(const AccessEntry& entry) {
  const std::string line = access_line(entry, std::chrono::system_clock::now());
  const std::lock_guard lock(mutex_);
  write_(line);
}

}  // namespace sfumato::server
