// Columns of R as columns of Arrow: which type each becomes, and which are refused.
#include "frame_out.hpp"

#include <cmath>
#include <cstring>
#include <unordered_map>

#include <cpp11/protect.hpp>
#include <cpp11/sexp.hpp>

#include "refused.hpp"
#include "text.hpp"

namespace sfumato_r {
namespace {

class Builder {
 public:
  Builder(SEXP x, SentColumn& out, std::string place, std::string what)
      : x_(x), out_(out), place_(std::move(place)), what_(std::move(what)) {}

  void build() {
    require_plain();
    out_.length = Rf_xlength(x_);
    if (Rf_inherits(x_, "factor")) {
      factor();
    } else if (Rf_inherits(x_, "Date")) {
      dates();
    } else if (Rf_inherits(x_, "POSIXct")) {
      moments();
    } else if (Rf_inherits(x_, "integer64")) {
      wholes64();
    } else {
      by_type();
    }
    out_.buffers = {out_.validity.empty() ? nullptr : out_.validity.data(), out_.data};
    if (out_.format == "U") out_.buffers.push_back(out_.bytes.data());
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
    throw Refused(place_ + ": " + what, what_, hint);
  }

  void require_plain() const {
    if (Rf_inherits(x_, "data.frame"))
      refuse("a data frame inside a column cannot be used", "give its columns one by one");
    if (Rf_inherits(x_, "units")) {
      refuse("a column with units cannot be used",
             "take the units off, for example with units::drop_units()");
    }
    SEXP dim = Rf_getAttrib(x_, R_DimSymbol);
    if (dim != R_NilValue && Rf_length(dim) > 1)
      refuse("a matrix inside a column cannot be used", "give its columns one by one");
    if (IS_S4_OBJECT(x_) && TYPEOF(x_) == S4SXP) refuse("an S4 object cannot be used", "give a plain vector");
  }

  void by_type() {
    switch (TYPEOF(x_)) {
      case LGLSXP:
        truths();
        return;
      case INTSXP:
        integers();
        return;
      case REALSXP:  // NaN and NA are missing for the library, too
        out_.format = "g";
        out_.data = cpp11::safe[REAL](x_);
        return;
      case STRSXP:
        texts(x_, out_);
        return;
      case VECSXP:
        refuse("a list cannot be used", "make it a vector of numbers or texts, or leave the column out");
      case CPLXSXP:
        refuse("complex numbers cannot be used", "give the real and the imaginary part as two columns");
      case RAWSXP:
        refuse("raw bytes cannot be used", "make it a vector of numbers or texts, or leave the column out");
      default:
        refuse(std::string("a value of type ") + Rf_type2char(TYPEOF(x_)) + " cannot be used",
               "give a vector of numbers, texts, dates or a factor");
    }
  }

  template <typename Missing>
  void mark_missing(const Missing& missing) {
    const auto rows = static_cast<std::size_t>(out_.length);
    for (std::size_t i = 0; i < rows; ++i) {
      if (!missing(i)) continue;
      if (out_.validity.empty()) out_.validity.assign((rows + 7) / 8, 0xFF);
      out_.validity[i / 8] &= static_cast<std::uint8_t>(~(1u << (i % 8)));
      ++out_.nulls;
    }
  }

  void integers() {
    const int* values = cpp11::safe[INTEGER](x_);
    out_.format = "i";
    out_.data = values;
    mark_missing([&](std::size_t i) { return values[i] == NA_INTEGER; });
  }

  void wholes64() {
    const double* held = cpp11::safe[REAL](x_);
    const auto* values = reinterpret_cast<const char*>(held);
    out_.format = "l";
    out_.data = held;
    mark_missing([&](std::size_t i) {
      std::int64_t value = 0;
      std::memcpy(&value, values + i * sizeof value, sizeof value);
      return value == INT64_MIN;
    });
  }

  void truths() {
    const int* values = cpp11::safe[LOGICAL](x_);
    out_.format = "b";
    out_.bits.assign(static_cast<std::size_t>(out_.length + 7) / 8 + 1, 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(out_.length); ++i) {
      if (values[i] != NA_LOGICAL && values[i] != 0)
        out_.bits[i / 8] |= static_cast<std::uint8_t>(1u << (i % 8));
    }
    out_.data = out_.bits.data();
    mark_missing([&](std::size_t i) { return values[i] == NA_LOGICAL; });
  }

  // Numbers of a vector that is stored as integers or as doubles.
  double number(std::size_t i) const {
    const auto place = static_cast<R_xlen_t>(i);
    if (TYPEOF(x_) == INTSXP) return INTEGER_ELT(x_, place) == NA_INTEGER ? NA_REAL : INTEGER_ELT(x_, place);
    return REAL_ELT(x_, place);
  }

  void require_numbers() const {
    if (TYPEOF(x_) != INTSXP && TYPEOF(x_) != REALSXP)
      refuse("it has the class of a date, but holds no numbers", "");
  }

  void dates() {
    require_numbers();
    out_.format = "tdD";
    out_.codes.resize(static_cast<std::size_t>(out_.length) + 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(out_.length); ++i) {
      const double days = std::floor(number(i));
      if (std::isnan(days)) continue;
      if (std::fabs(days) > 2e9)
        refuse("a date is infinite or out of range", "make it missing, or correct it");
      out_.codes[i] = static_cast<std::int32_t>(days);
    }
    out_.data = out_.codes.data();
    mark_missing([&](std::size_t i) { return std::isnan(number(i)); });
  }

  // Instants, in millionths of a second. Those of UTC have no time zone for the library, so that midnights
  // are dates.
  void moments() {
    require_numbers();
    SEXP zone = Rf_getAttrib(x_, Rf_install("tzone"));
    std::string name;
    if (TYPEOF(zone) == STRSXP && Rf_length(zone) > 0) name = CHAR(STRING_ELT(zone, 0));
    const bool universal = name == "UTC" || name == "GMT" || name == "Etc/UTC";
    out_.format = universal ? "tsu:" : "tsu:UTC";
    out_.wholes.resize(static_cast<std::size_t>(out_.length) + 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(out_.length); ++i) {
      const double seconds = number(i);
      if (std::isnan(seconds)) continue;
      if (std::fabs(seconds) > 9e12)
        refuse("a moment is infinite or out of range", "make it missing, or correct it");
      out_.wholes[i] = std::llround(seconds * 1e6);
    }
    out_.data = out_.wholes.data();
    mark_missing([&](std::size_t i) { return std::isnan(number(i)); });
  }

  void factor() {
    SEXP levels = Rf_getAttrib(x_, R_LevelsSymbol);
    if (TYPEOF(x_) != INTSXP || TYPEOF(levels) != STRSXP)
      refuse("it has the class of a factor, but not its parts", "make it with factor()");
    const int* codes = cpp11::safe[INTEGER](x_);
    const int count = Rf_length(levels);
    // A level that is NA is a missing value.
    std::vector<std::int32_t> place(static_cast<std::size_t>(count));
    cpp11::sexp kept = cpp11::safe[Rf_allocVector](STRSXP, count);
    int used = 0;
    for (int i = 0; i < count; ++i) {
      const bool missing = STRING_ELT(levels, i) == NA_STRING;
      place[static_cast<std::size_t>(i)] = missing ? -1 : used;
      if (!missing) SET_STRING_ELT(kept, used++, STRING_ELT(levels, i));
    }
    out_.format = "i";
    out_.ordered = Rf_inherits(x_, "ordered");
    out_.codes.resize(static_cast<std::size_t>(out_.length) + 1);
    for (std::size_t i = 0; i < static_cast<std::size_t>(out_.length); ++i) {
      if (codes[i] != NA_INTEGER && (codes[i] < 1 || codes[i] > count))
        refuse("a factor has a code without a level", "make it again with factor()");
      out_.codes[i] = codes[i] == NA_INTEGER ? -1 : place[static_cast<std::size_t>(codes[i] - 1)];
    }
    mark_missing([&](std::size_t i) { return out_.codes[i] < 0; });
    for (std::int32_t& code : out_.codes) code = code < 0 ? 0 : code;
    out_.data = out_.codes.data();
    out_.dictionary = std::make_unique<SentColumn>();
    out_.dictionary->length = used;
    texts(kept, *out_.dictionary);
    out_.dictionary->buffers = {nullptr, out_.dictionary->data, out_.dictionary->bytes.data()};
  }

  void texts(SEXP x, SentColumn& out) {
    const std::int64_t rows = out.length;
    out.format = "U";
    out.wholes.reserve(static_cast<std::size_t>(rows) + 1);
    out.wholes.push_back(0);
    const SEXP* elements = cpp11::safe[STRING_PTR_RO](x);
    std::string text;
    for (std::int64_t i = 0; i < rows; ++i) {
      SEXP element = elements[i];
      if (element != NA_STRING) {
        if (!utf8_of(element, text))
          refuse("the text in row " + std::to_string(i + 1) + " is not valid in its encoding",
                 "convert the column with iconv()");
        out.bytes += text;
      }
      out.wholes.push_back(static_cast<std::int64_t>(out.bytes.size()));
    }
    out.data = out.wholes.data();
    if (&out == &out_) mark_missing([&](std::size_t i) { return elements[i] == NA_STRING; });
  }

  SEXP x_;
  SentColumn& out_;
  std::string place_, what_;
};

}  // namespace

std::shared_ptr<const SentFrame> sent_frame(SEXP columns, SEXP names, std::int64_t rows,
                                            const std::string& what) {
  auto frame = std::make_shared<SentFrame>();
  frame->rows = rows;
  std::unordered_map<std::string, int> seen;
  for (R_xlen_t i = 0; i < Rf_xlength(columns); ++i) {
    auto column = std::make_unique<SentColumn>();
    SEXP name = STRING_ELT(names, i);
    if (name == NA_STRING || !utf8_of(name, column->name)) {
      throw Refused(what + ": the name of column " + std::to_string(i + 1) + " is missing or not valid text",
                    what, "name every column");
    }
    if (seen[column->name]++ > 0) {
      throw Refused(what + " has several columns with the name '" + column->name + "'", what,
                    "rename all but one");
    }
    Builder(VECTOR_ELT(columns, i), *column, what + ", column '" + column->name + "'", what).build();
    if (column->length != rows) {
      throw Refused(what + ", column '" + column->name + "' has " + std::to_string(column->length) +
                        " values, and the table " + std::to_string(rows) + " rows",
                    what, "make the data frame again with data.frame()");
    }
    frame->columns.push_back(std::move(column));
  }
  return frame;
}

}  // namespace sfumato_r
