// R's values as JSON. Numbers are written in the shortest form that reads back to the same bits, whole ones
// without a point.
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <cpp11/protect.hpp>

#include "json.hpp"
#include "refused.hpp"
#include "text.hpp"

namespace sfumato_r {
namespace {

constexpr int deepest = 100;

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void value(SEXP x, const std::string& place, int depth) {
    if (depth > deepest) refuse(place, "it is nested too deeply", "");
    if (Rf_inherits(x, "sfumato_json")) {
      out_ += CHAR(STRING_ELT(x, 0));
      return;
    }
    switch (TYPEOF(x)) {
      case NILSXP:
        out_ += "null";
        return;
      case VECSXP:
        list(x, place, depth);
        return;
      case LGLSXP:
      case INTSXP:
      case REALSXP:
      case STRSXP:
        vector(x, place);
        return;
      default:
        refuse(place, std::string("a value of type ") + Rf_type2char(TYPEOF(x)) + " cannot be used",
               "give a text, a number, TRUE, FALSE, NULL, a vector or a list");
    }
  }

 private:
  [[noreturn]] static void refuse(const std::string& place, const std::string& what,
                                  const std::string& hint) {
    const std::size_t dot = place.rfind('.');
    std::string parameter = place.substr(dot == std::string::npos ? 0 : dot + 1);
    parameter = parameter.substr(0, parameter.find('['));
    std::string shown = place;
    for (std::string* text : {&parameter, &shown}) {
      for (char& c : *text) c = c == '-' ? '_' : c;
    }
    throw Refused((shown.empty() ? "the request" : shown) + ": " + what, parameter, hint);
  }

  void text(std::string_view bytes) {
    static const char digits[] = "0123456789abcdef";
    out_ += '"';
    for (const char c : bytes) {
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out_ += "\\u00";
        out_ += digits[(c >> 4) & 0xF];
        out_ += digits[c & 0xF];
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  void string(SEXP element, const std::string& place) {
    if (element == NA_STRING) refuse(place, "NA cannot be used", "leave the parameter out, or give a value");
    std::string bytes;
    if (!utf8_of(element, bytes))
      refuse(place, "a text is not valid in its encoding", "convert it with iconv()");
    text(bytes);
  }

  void number(double x, const std::string& place) {
    if (!std::isfinite(x)) {
      refuse(place,
             std::string(ISNA(x)         ? "NA"
                         : std::isnan(x) ? "NaN"
                                         : "Inf") +
                 " is not a number that can be used",
             "leave the parameter out, or give a finite number");
    }
    char buffer[40];
    std::to_chars_result end{};
    if (x == std::floor(x) && std::fabs(x) < 9e18 && !(x == 0 && std::signbit(x))) {
      end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(x));
    } else {
      end = std::to_chars(buffer, buffer + sizeof buffer, x);
    }
    out_.append(buffer, end.ptr);
  }

  void element(SEXP x, R_xlen_t i, const std::string& place) {
    if (Rf_inherits(x, "factor")) {
      const int code = INTEGER_ELT(x, i);
      SEXP levels = Rf_getAttrib(x, R_LevelsSymbol);
      if (code == NA_INTEGER || code < 1 || code > Rf_length(levels)) {
        refuse(place, "NA cannot be used", "leave the parameter out, or give a value");
      }
      string(STRING_ELT(levels, code - 1), place);
    } else if (Rf_inherits(x, "Date")) {
      const double days = TYPEOF(x) == INTSXP
                              ? (INTEGER_ELT(x, i) == NA_INTEGER ? NA_REAL : INTEGER_ELT(x, i))
                              : REAL_ELT(x, i);
      if (!std::isfinite(days) || std::fabs(days) > 1e9)
        refuse(place, "a date is missing or infinite", "give a date");
      text(iso_date(static_cast<long long>(std::floor(days))));
    } else if (TYPEOF(x) == STRSXP) {
      string(STRING_ELT(x, i), place);
    } else if (TYPEOF(x) == LGLSXP) {
      const int truth = LOGICAL_ELT(x, i);
      if (truth == NA_LOGICAL) refuse(place, "NA cannot be used", "give TRUE or FALSE");
      out_ += truth ? "true" : "false";
    } else if (TYPEOF(x) == INTSXP) {
      if (INTEGER_ELT(x, i) == NA_INTEGER) number(NA_REAL, place);
      number(INTEGER_ELT(x, i), place);
    } else if (Rf_inherits(x, "integer64")) {
      const double bits = REAL_ELT(x, i);
      std::int64_t whole = 0;
      std::memcpy(&whole, &bits, sizeof whole);
      if (whole == INT64_MIN) number(NA_REAL, place);
      out_ += std::to_string(whole);
    } else {
      number(REAL_ELT(x, i), place);
    }
  }

  void vector(SEXP x, const std::string& place) {
    if (Rf_inherits(x, "POSIXct")) refuse(place, "a moment cannot be used", "give a text or a date");
    SEXP names = Rf_getAttrib(x, R_NamesSymbol);
    const R_xlen_t length = Rf_xlength(x);
    if (names != R_NilValue) {
      members(names, length, place, [&](R_xlen_t i, const std::string& inside) { element(x, i, inside); });
    } else if (length == 1 && !Rf_inherits(x, "AsIs")) {
      element(x, 0, place);
    } else {
      items(length, place, [&](R_xlen_t i, const std::string& inside) { element(x, i, inside); });
    }
  }

  void list(SEXP x, const std::string& place, int depth) {
    if (Rf_inherits(x, "data.frame")) refuse(place, "a data frame cannot be used here", "");
    SEXP names = Rf_getAttrib(x, R_NamesSymbol);
    const auto inner = [&](R_xlen_t i, const std::string& inside) {
      value(VECTOR_ELT(x, i), inside, depth + 1);
    };
    if (names != R_NilValue) {
      members(names, Rf_xlength(x), place, inner);
    } else {
      items(Rf_xlength(x), place, inner);
    }
  }

  template <typename Each>
  void members(SEXP names, R_xlen_t length, const std::string& place, const Each& each) {
    out_ += '{';
    for (R_xlen_t i = 0; i < length; ++i) {
      if (i > 0) out_ += ',';
      std::string name;
      SEXP given = STRING_ELT(names, i);
      if (given == NA_STRING || !utf8_of(given, name))
        refuse(place, "a name is missing or not valid text", "");
      text(name);
      out_ += ':';
      each(i, place.empty() ? name : place + "." + name);
    }
    out_ += '}';
  }

  template <typename Each>
  void items(R_xlen_t length, const std::string& place, const Each& each) {
    out_ += '[';
    for (R_xlen_t i = 0; i < length; ++i) {
      if (i > 0) out_ += ',';
      each(i, place);
    }
    out_ += ']';
  }

  std::string& out_;
};

}  // namespace

std::string json_of(SEXP value) {
  std::string out;
  Writer(out).value(value, "", 0);
  return out;
}

}  // namespace sfumato_r
