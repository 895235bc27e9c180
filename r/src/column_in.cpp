// Which vector of R a column becomes: the type that went in where all values fit, else the plain type of the
// values.
#include "column_in.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstring>
#include <set>
#include <unordered_map>

#include <cpp11/protect.hpp>
#include <cpp11/sexp.hpp>

#include "text.hpp"

namespace sfumato_r {
namespace {

using Kind = Decoded::Kind;

SEXP charsxp(const std::string& text) {
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

// A column in which all is missing has no labels at all.
const std::string& text_at(const Decoded& column, std::size_t i) {
  static const std::string none;
  if (column.missing[i]) return none;
  return column.kind == Kind::texts ? column.labels[i]
                                    : column.labels[static_cast<std::size_t>(column.wholes[i])];
}

bool is_text(const Decoded& column) { return column.kind == Kind::codes || column.kind == Kind::texts; }

SEXP vector_of(SEXPTYPE type, const Decoded& column) {
  return cpp11::safe[Rf_allocVector](type, static_cast<R_xlen_t>(column.length));
}

void set_class(SEXP x, std::initializer_list<const char*> names) {
  cpp11::unwind_protect([&] {
    SEXP classes = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(names.size())));
    R_xlen_t i = 0;
    for (const char* name : names) SET_STRING_ELT(classes, i++, Rf_mkChar(name));
    Rf_setAttrib(x, R_ClassSymbol, classes);
    UNPROTECT(1);
  });
}

// Attributes that describe the whole column; those that belong to single records or to a type are left out.
void copy_attributes(SEXP from, SEXP to) {
  cpp11::unwind_protect([&] {
    for (SEXP one = ATTRIB(from); one != R_NilValue; one = CDR(one)) {
      SEXP name = TAG(one);
      if (name == R_NamesSymbol || name == R_DimSymbol || name == R_DimNamesSymbol || name == R_LevelsSymbol)
        continue;
      SEXP value = CAR(one);
      if (name == Rf_install("labels") && TYPEOF(value) == INTSXP && TYPEOF(to) == REALSXP) {
        SEXP numbers = PROTECT(Rf_coerceVector(value, REALSXP));
        Rf_setAttrib(numbers, R_NamesSymbol, Rf_getAttrib(value, R_NamesSymbol));
        Rf_setAttrib(to, name, numbers);
        UNPROTECT(1);
      } else {
        Rf_setAttrib(to, name, value);
      }
    }
  });
}

// The label of the column, which says what it is about whatever its type.
void copy_label(SEXP from, SEXP to) {
  if (from == R_NilValue) return;
  SEXP label = Rf_getAttrib(from, Rf_install("label"));
  if (label != R_NilValue) cpp11::safe[Rf_setAttrib](to, Rf_install("label"), label);
}

SEXP reals(const Decoded& column) {
  cpp11::sexp result = vector_of(REALSXP, column);
  for (std::size_t i = 0; i < column.length; ++i) {
    const double value = column.kind == Kind::reals ? column.reals[i] : static_cast<double>(column.wholes[i]);
    REAL(result)[i] = column.missing[i] || std::isnan(value) ? NA_REAL : value;
  }
  return result;
}

bool fits_int(const Decoded& column) {
  for (std::size_t i = 0; i < column.length; ++i) {
    if (!column.missing[i] && (column.wholes[i] <= INT_MIN || column.wholes[i] > INT_MAX)) return false;
  }
  return true;
}

SEXP integers(const Decoded& column) {
  cpp11::sexp result = vector_of(INTSXP, column);
  for (std::size_t i = 0; i < column.length; ++i) {
    INTEGER(result)[i] = column.missing[i] ? NA_INTEGER : static_cast<int>(column.wholes[i]);
  }
  return result;
}

SEXP integers64(const Decoded& column) {
  cpp11::sexp result = vector_of(REALSXP, column);
  for (std::size_t i = 0; i < column.length; ++i) {
    const std::int64_t value = column.missing[i] ? INT64_MIN : column.wholes[i];
    std::memcpy(REAL(result) + i, &value, sizeof value);
  }
  set_class(result, {"integer64"});
  return result;
}

SEXP wholes(const Decoded& column) {
  if (fits_int(column)) return integers(column);
  for (std::size_t i = 0; i < column.length; ++i) {
    if (!column.missing[i] && std::llabs(column.wholes[i]) > (1LL << 53)) return integers64(column);
  }
  return reals(column);
}

SEXP truths(const Decoded& column) {
  cpp11::sexp result = vector_of(LGLSXP, column);
  for (std::size_t i = 0; i < column.length; ++i) {
    const bool value = is_text(column) ? text_at(column, i) == "true" : column.wholes[i] != 0;
    LOGICAL(result)[i] = column.missing[i] ? NA_LOGICAL : value;
  }
  return result;
}

SEXP texts(const Decoded& column) {
  return cpp11::unwind_protect([&]() -> SEXP {
    SEXP result = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(column.length)));
    for (std::size_t i = 0; i < column.length; ++i) {
      SET_STRING_ELT(result, static_cast<R_xlen_t>(i),
                     column.missing[i] ? NA_STRING : charsxp(text_at(column, i)));
    }
    UNPROTECT(1);
    return result;
  });
}

SEXP days(const Decoded& column, bool as_integers) {
  cpp11::sexp result = as_integers && fits_int(column) ? integers(column) : reals(column);
  set_class(result, {"Date"});
  return result;
}

void set_zone(SEXP x, const std::string& zone) {
  cpp11::unwind_protect([&] {
    SEXP value = PROTECT(Rf_mkString(zone.c_str()));
    Rf_setAttrib(x, Rf_install("tzone"), value);
    UNPROTECT(1);
  });
}

SEXP moments(const Decoded& column) {
  cpp11::sexp result = reals(column);
  const double unit = column.kind == Kind::days ? 1.0 / 86400 : column.per_second;
  for (std::size_t i = 0; i < column.length; ++i) REAL(result)[i] /= unit;
  set_class(result, {"POSIXct", "POSIXt"});
  set_zone(result, column.zone.empty() ? "UTC" : column.zone);
  return result;
}

// A factor with these levels; each text is one of them.
SEXP factor_of(const Decoded& column, const std::vector<std::string>& levels, bool ordered) {
  std::unordered_map<std::string, int> numbers;
  for (std::size_t i = 0; i < levels.size(); ++i) numbers.emplace(levels[i], static_cast<int>(i) + 1);
  std::vector<int> place;
  for (const std::string& label : column.labels) {
    const auto found = numbers.find(label);
    place.push_back(found == numbers.end() ? NA_INTEGER : found->second);
  }
  cpp11::sexp result = vector_of(INTSXP, column);
  for (std::size_t i = 0; i < column.length; ++i) {
    INTEGER(result)[i] = column.missing[i] ? NA_INTEGER : place[static_cast<std::size_t>(column.wholes[i])];
  }
  cpp11::unwind_protect([&] {
    SEXP names = PROTECT(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(levels.size())));
    for (std::size_t i = 0; i < levels.size(); ++i)
      SET_STRING_ELT(names, static_cast<R_xlen_t>(i), charsxp(levels[i]));
    Rf_setAttrib(result, R_LevelsSymbol, names);
    UNPROTECT(1);
  });
  if (ordered) {
    set_class(result, {"ordered", "factor"});
  } else {
    set_class(result, {"factor"});
  }
  return result;
}

// Texts as codes into the set of texts, in the order in which they come.
Decoded as_codes(const Decoded& column) {
  if (column.kind == Kind::codes) return column;
  Decoded made;
  made.kind = Kind::codes;
  made.length = column.length;
  made.missing = column.missing;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < column.length; ++i) {
    if (!column.missing[i]) seen.insert(column.labels[i]);
  }
  made.labels.assign(seen.begin(), seen.end());
  for (std::size_t i = 0; i < column.length; ++i) {
    const auto at = std::lower_bound(made.labels.begin(), made.labels.end(), column.labels[i]);
    made.wholes.push_back(column.missing[i] ? 0 : at - made.labels.begin());
  }
  return made;
}

// The vector without a model: what the values are.
SEXP plain(const Decoded& column) {
  switch (column.kind) {
    case Kind::reals:
      return reals(column);
    case Kind::wholes:
      return wholes(column);
    case Kind::truths:
      return truths(column);
    case Kind::texts:
      return texts(column);
    case Kind::codes:
      return factor_of(column, column.labels, column.ordered);
    case Kind::days:
      return days(column, false);
    case Kind::moments:
      return moments(column);
  }
  return R_NilValue;
}

// Where a record was missing in the original and still is: which kind of missing value it was. Only where
// every such record is still missing: where cells were filled, the kinds would tell which ones.
template <typename WasMissing, typename Restore>
void restore_missing(const Decoded& column, SEXP rows, R_xlen_t length, const WasMissing& was,
                     const Restore& restore) {
  if (TYPEOF(rows) != INTSXP && TYPEOF(rows) != REALSXP) return;
  if (static_cast<std::size_t>(Rf_xlength(rows)) != column.length) return;
  const auto row = [&](std::size_t i) {
    const auto at = static_cast<R_xlen_t>(i);
    return (TYPEOF(rows) == INTSXP ? static_cast<R_xlen_t>(INTEGER_ELT(rows, at))
                                   : static_cast<R_xlen_t>(REAL_ELT(rows, at))) -
           1;
  };
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < column.length; ++i) {
      const R_xlen_t origin = row(i);
      if (origin < 0 || origin >= length || !was(origin)) continue;
      const bool still = column.missing[i] || (column.kind == Kind::reals && std::isnan(column.reals[i]));
      if (!still) return;
      if (pass == 1) restore(i, origin);
    }
  }
}

bool parse_real(const std::string& text, double& value) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

// Texts that are all numbers, as codes are; false where one is not.
bool as_reals(const Decoded& column, Decoded& made) {
  made.kind = Kind::reals;
  made.length = column.length;
  made.missing = column.missing;
  for (std::size_t i = 0; i < column.length; ++i) {
    double value = 0;
    if (!column.missing[i] && !parse_real(text_at(column, i), value)) return false;
    made.reals.push_back(value);
  }
  return true;
}

bool all_whole(const Decoded& column) {
  for (std::size_t i = 0; i < column.length; ++i) {
    if (!column.missing[i] &&
        (column.reals[i] != std::floor(column.reals[i]) || std::fabs(column.reals[i]) > INT_MAX))
      return false;
  }
  return true;
}

Decoded rounded(const Decoded& column) {
  Decoded made;
  made.kind = Kind::wholes;
  made.length = column.length;
  made.missing = column.missing;
  for (std::size_t i = 0; i < column.length; ++i)
    made.wholes.push_back(column.missing[i] ? 0 : static_cast<std::int64_t>(column.reals[i]));
  return made;
}

SEXP labelled(SEXP result, SEXP like) {
  cpp11::sexp held = result;
  copy_label(like, held);
  return held;
}

// SPSS marks values as missing that the column holds; R's other kinds of NA and NaN are told apart by their
// bits.
class MissingNumbers {
 public:
  explicit MissingNumbers(SEXP like) : like_(like) {
    if (!Rf_inherits(like, "haven_labelled_spss")) return;
    values_ = Rf_getAttrib(like, Rf_install("na_values"));
    range_ = Rf_getAttrib(like, Rf_install("na_range"));
  }
  double at(R_xlen_t i) const {
    if (TYPEOF(like_) == REALSXP) return REAL_ELT(like_, i);
    return INTEGER_ELT(like_, i) == NA_INTEGER ? NA_REAL : INTEGER_ELT(like_, i);
  }
  bool operator()(R_xlen_t i) const {
    const double value = at(i);
    if (std::isnan(value)) return true;
    for (R_xlen_t k = 0; k < Rf_xlength(values_); ++k) {
      if (number(values_, k) == value) return true;
    }
    return Rf_xlength(range_) == 2 && number(range_, 0) <= value && value <= number(range_, 1);
  }

 private:
  static double number(SEXP x, R_xlen_t i) {
    return TYPEOF(x) == REALSXP ? REAL_ELT(x, i) : TYPEOF(x) == INTSXP ? INTEGER_ELT(x, i) : NA_REAL;
  }
  SEXP like_, values_ = R_NilValue, range_ = R_NilValue;
};

SEXP like_numbers(const Decoded& column, SEXP like, SEXP rows) {
  Decoded parsed;
  if (is_text(column)) {
    if (!as_reals(column, parsed)) return labelled(plain(as_codes(column)), like);
  } else if (column.kind == Kind::days || column.kind == Kind::moments || column.kind == Kind::truths) {
    return labelled(plain(column), like);
  }
  const Decoded& numbers = is_text(column) ? parsed : column;
  const bool whole = numbers.kind == Kind::wholes ? fits_int(numbers) : is_text(column) && all_whole(numbers);
  const bool as_integers = TYPEOF(like) == INTSXP && whole;
  cpp11::sexp result =
      !as_integers ? reals(numbers) : integers(numbers.kind == Kind::wholes ? numbers : rounded(numbers));
  const MissingNumbers was(like);
  restore_missing(numbers, rows, Rf_xlength(like), was, [&](std::size_t i, R_xlen_t origin) {
    if (as_integers) {
      INTEGER(result)[i] = INTEGER_ELT(like, origin);
    } else {
      const double value = was.at(origin);
      std::memcpy(REAL(result) + i, &value, sizeof value);  // with the bits that tell kinds of NA apart
    }
  });
  copy_attributes(like, result);
  return result;
}

SEXP like_integer64(const Decoded& column, SEXP like) {
  if (column.kind != Kind::wholes) return labelled(plain(column), like);
  cpp11::sexp result = integers64(column);
  copy_attributes(like, result);
  return result;
}

SEXP like_logical(const Decoded& column, SEXP like) {
  bool fits = column.kind == Kind::truths || is_text(column);
  for (std::size_t i = 0; fits && is_text(column) && i < column.length; ++i) {
    fits = column.missing[i] || text_at(column, i) == "true" || text_at(column, i) == "false";
  }
  if (!fits) return labelled(plain(is_text(column) ? as_codes(column) : column), like);
  cpp11::sexp result = truths(column);
  copy_attributes(like, result);
  return result;
}

SEXP like_text(const Decoded& column, SEXP like) {
  if (!is_text(column)) return labelled(plain(column), like);
  cpp11::sexp result = texts(column);
  copy_attributes(like, result);
  return result;
}

SEXP like_date(const Decoded& column, SEXP like) {
  if (column.kind != Kind::days) return labelled(plain(is_text(column) ? as_codes(column) : column), like);
  cpp11::sexp result = days(column, TYPEOF(like) == INTSXP);
  copy_attributes(like, result);
  return result;
}

// 2020-03-01T10:15:30.5Z, or a date alone.
bool parse_moment(const std::string& text, double& seconds) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, used = 0;
  double second = 0;
  if (std::sscanf(text.c_str(), "%d-%2d-%2d%n", &year, &month, &day, &used) != 3 || month < 1 || month > 12 ||
      day < 1 || day > 31)
    return false;
  std::string rest = text.substr(static_cast<std::size_t>(used));
  if (!rest.empty() && rest.back() == 'Z') rest.pop_back();
  if (!rest.empty()) {
    if (rest[0] != 'T' && rest[0] != ' ') return false;
    const int found = std::sscanf(rest.c_str() + 1, "%2d:%2d:%lf%n", &hour, &minute, &second, &used);
    if (found != 3 || static_cast<std::size_t>(used) + 1 != rest.size()) return false;
  }
  const auto days =
      static_cast<double>(days_of(year, static_cast<unsigned>(month), static_cast<unsigned>(day)));
  seconds = days * 86400 + hour * 3600 + minute * 60 + second;
  return true;
}

SEXP like_moment(const Decoded& column, SEXP like) {
  cpp11::sexp result;
  if (is_text(column)) {
    Decoded made;
    made.length = column.length;
    made.missing = column.missing;
    for (std::size_t i = 0; i < column.length; ++i) {
      double seconds = 0;
      if (!column.missing[i] && !parse_moment(text_at(column, i), seconds))
        return labelled(plain(as_codes(column)), like);
      made.reals.push_back(seconds);
    }
    result = reals(made);
  } else if (column.kind == Kind::moments || column.kind == Kind::days) {
    result = moments(column);
    cpp11::safe[Rf_setAttrib](result, Rf_install("tzone"), R_NilValue);
  } else {
    return labelled(plain(column), like);
  }
  copy_attributes(like, result);
  return result;
}

// Levels keep their order. Levels that records of the original have and none of this column are left out:
// they would tell what was removed. Levels that no record of the original has stay.
SEXP like_factor(const Decoded& column, SEXP like, SEXP rows) {
  if (!is_text(column)) return labelled(plain(column), like);
  const Decoded codes = as_codes(column);
  SEXP levels = Rf_getAttrib(like, R_LevelsSymbol);
  std::vector<std::uint8_t> had(static_cast<std::size_t>(Rf_xlength(levels)), 0);
  for (R_xlen_t i = 0; i < Rf_xlength(like); ++i) {
    const int code = INTEGER_ELT(like, i);
    if (code >= 1 && code <= Rf_length(levels)) had[static_cast<std::size_t>(code - 1)] = 1;
  }
  std::set<std::string> used, known;
  for (std::size_t i = 0; i < codes.length; ++i) {
    if (!codes.missing[i]) used.insert(codes.labels[static_cast<std::size_t>(codes.wholes[i])]);
  }
  std::vector<std::string> kept;
  int missing_level = NA_INTEGER, missing_code = NA_INTEGER;
  for (R_xlen_t i = 0; i < Rf_xlength(levels); ++i) {
    if (STRING_ELT(levels, i) == NA_STRING) {
      missing_code = static_cast<int>(i) + 1;
      continue;
    }
    std::string level;
    utf8_of(STRING_ELT(levels, i), level);
    known.insert(level);
    if (used.count(level) > 0 || !had[static_cast<std::size_t>(i)]) kept.push_back(level);
  }
  bool same = true;
  for (const std::string& one : used) same = same && known.count(one) > 0;
  if (!same) {
    kept.clear();
    for (const std::string& one : codes.labels) {
      if (used.count(one) > 0) kept.push_back(one);
    }
  }
  cpp11::sexp result = factor_of(codes, kept, same ? Rf_inherits(like, "ordered") : codes.ordered);
  if (same && missing_code != NA_INTEGER) {  // a level for missing values
    bool any = false;
    missing_level = static_cast<int>(kept.size()) + 1;
    restore_missing(
        codes, rows, Rf_xlength(like), [&](R_xlen_t i) { return INTEGER_ELT(like, i) == missing_code; },
        [&](std::size_t i, R_xlen_t) {
          INTEGER(result)[i] = missing_level;
          any = true;
        });
    if (any) {
      cpp11::unwind_protect([&] {
        SEXP now = PROTECT(Rf_lengthgets(Rf_getAttrib(result, R_LevelsSymbol), missing_level));
        SET_STRING_ELT(now, missing_level - 1, NA_STRING);
        Rf_setAttrib(result, R_LevelsSymbol, now);
        UNPROTECT(1);
      });
    }
  }
  if (same) copy_attributes(like, result);
  return labelled(result, like);
}

}  // namespace

SEXP column_in(const Decoded& column, SEXP like, SEXP rows) {
  if (like == R_NilValue) return plain(column);
  if (Rf_inherits(like, "factor")) return like_factor(column, like, rows);
  if (Rf_inherits(like, "Date")) return like_date(column, like);
  if (Rf_inherits(like, "POSIXct")) return like_moment(column, like);
  if (Rf_inherits(like, "integer64")) return like_integer64(column, like);
  switch (TYPEOF(like)) {
    case LGLSXP:
      return like_logical(column, like);
    case STRSXP:
      return like_text(column, like);
    case INTSXP:
    case REALSXP:
      return like_numbers(column, like, rows);
    default:
      return plain(column);
  }
}

}  // namespace sfumato_r
