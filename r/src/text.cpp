// Texts of R as UTF-8, and dates as ISO text.
#include "text.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>

#include <cpp11/protect.hpp>

namespace sfumato_r {

bool is_utf8(std::string_view text) {
  const auto* at = reinterpret_cast<const unsigned char*>(text.data());
  const unsigned char* end = at + text.size();
  while (at < end) {
    if (*at < 0x80) {
      ++at;
      continue;
    }
    const int more = (*at & 0xE0) == 0xC0 ? 1 : (*at & 0xF0) == 0xE0 ? 2 : (*at & 0xF8) == 0xF0 ? 3 : -1;
    if (more < 0 || end - at <= more) return false;
    unsigned long code = *at & (0x3Fu >> more);
    for (int i = 1; i <= more; ++i) {
      if ((at[i] & 0xC0) != 0x80) return false;
      code = (code << 6) | (at[i] & 0x3Fu);
    }
    const unsigned long least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
    if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return false;
    at += more + 1;
  }
  return true;
}

bool utf8_of(SEXP charsxp, std::string& out) {
  const cetype_t encoding = Rf_getCharCE(charsxp);
  if (encoding == CE_BYTES) return false;
  const char* bytes = CHAR(charsxp);
  const auto length = static_cast<std::size_t>(LENGTH(charsxp));
  bool ascii = true;
  for (std::size_t i = 0; i < length && ascii; ++i) ascii = static_cast<unsigned char>(bytes[i]) < 0x80;
  if (ascii) {
    out.assign(bytes, length);
    return true;
  }
  if (encoding == CE_UTF8) {
    out.assign(bytes, length);
  } else {
    const void* top = vmaxget();
    const char* translated = cpp11::safe[Rf_translateCharUTF8](charsxp);
    out.assign(translated, std::strlen(translated));
    vmaxset(top);
  }
  return is_utf8(out);
}

long long days_of(int year, unsigned month, unsigned day) {
  using namespace std::chrono;
  return sys_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day))
      .time_since_epoch()
      .count();
}

std::string iso_date(long long days) {
  using namespace std::chrono;
  const year_month_day date{sys_days(std::chrono::days(days))};
  char text[48];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

}  // namespace sfumato_r
