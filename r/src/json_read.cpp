// JSON as R's values. The text is read into a plain tree first, so that no memory of C++ is held while R
// allocates.
#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <cpp11/protect.hpp>

#include "json.hpp"

namespace sfumato_r {
namespace {

constexpr int deepest = 500;

struct Node {
  enum class Kind { null, truth, number, text, array, object };
  Kind kind = Kind::null;
  double number = 0;
  std::string text;
  std::vector<Node> items;
  std::vector<std::string> names;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  Node whole() {
    Node node = value(0);
    space();
    if (at_ != end_) fail();
    return node;
  }

  // The text of a member of the outermost object.
  std::string member(std::string_view wanted) {
    space();
    expect('{');
    space();
    if (accept('}')) return "";
    do {
      space();
      const std::string name = text();
      space();
      expect(':');
      space();
      const char* begin = at_;
      value(0);
      if (name == wanted) return std::string(begin, at_);
      space();
    } while (accept(','));
    return "";
  }

 private:
  [[noreturn]] static void fail() { throw std::runtime_error("the text is not JSON"); }

  void space() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool accept(char c) {
    if (at_ >= end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail();
  }
  bool word(std::string_view wanted) {
    if (static_cast<std::size_t>(end_ - at_) < wanted.size() ||
        std::string_view(at_, wanted.size()) != wanted)
      return false;
    at_ += wanted.size();
    return true;
  }

  Node value(int depth) {
    if (depth > deepest) fail();
    space();
    if (at_ >= end_) fail();
    Node node;
    if (*at_ == '{') {
      object(node, depth);
    } else if (*at_ == '[') {
      array(node, depth);
    } else if (*at_ == '"') {
      node.kind = Node::Kind::text;
      node.text = text();
    } else if (word("true") || word("false")) {
      node.kind = Node::Kind::truth;
      node.number = at_[-2] == 'u' ? 1 : 0;
    } else if (!word("null")) {
      node.kind = Node::Kind::number;
      const auto result = std::from_chars(at_, end_, node.number);
      if (result.ptr == at_) fail();
      if (result.ec == std::errc::result_out_of_range)
        node.number = std::strtod(std::string(at_, result.ptr).c_str(), nullptr);
      at_ = result.ptr;
    }
    return node;
  }

  void object(Node& node, int depth) {
    node.kind = Node::Kind::object;
    expect('{');
    space();
    if (accept('}')) return;
    do {
      space();
      node.names.push_back(text());
      space();
      expect(':');
      node.items.push_back(value(depth + 1));
      space();
    } while (accept(','));
    expect('}');
  }

  void array(Node& node, int depth) {
    node.kind = Node::Kind::array;
    expect('[');
    space();
    if (accept(']')) return;
    do {
      node.items.push_back(value(depth + 1));
      space();
    } while (accept(','));
    expect(']');
  }

  unsigned hex() {
    if (end_ - at_ < 4) fail();
    unsigned code = 0;
    const auto result = std::from_chars(at_, at_ + 4, code, 16);
    if (result.ptr != at_ + 4) fail();
    at_ += 4;
    return code;
  }

  static void append(std::string& out, unsigned code) {
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0 | (code >> 6));
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      out += static_cast<char>(0xE0 | (code >> 12));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | (code >> 18));
      out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    }
  }

  void escaped(std::string& out) {
    if (at_ >= end_) fail();
    const char c = *at_++;
    static const std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
    const std::size_t place = from.find(c);
    if (place != std::string_view::npos) {
      out += to[place];
      return;
    }
    if (c != 'u') fail();
    unsigned code = hex();
    if (code >= 0xD800 && code < 0xDC00 && word("\\u"))
      code = 0x10000 + ((code - 0xD800) << 10) + (hex() - 0xDC00);
    if (code == 0) code = 0xFFFD;  // R's texts cannot hold it
    append(out, code);
  }

  std::string text() {
    expect('"');
    std::string out;
    while (at_ < end_ && *at_ != '"') {
      const char* begin = at_;
      while (at_ < end_ && *at_ != '"' && *at_ != '\\') ++at_;
      out.append(begin, at_);
      if (accept('\\')) escaped(out);
    }
    expect('"');
    return out;
  }

  const char* at_;
  const char* end_;
};

SEXP charsxp(const std::string& text) {
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

// All items of one kind, null aside.
bool all_are(const Node& node, Node::Kind kind) {
  for (const Node& item : node.items) {
    if (item.kind != kind && item.kind != Node::Kind::null) return false;
  }
  return true;
}

SEXP made(const Node& node);

SEXP made_array(const Node& node) {
  const auto length = static_cast<R_xlen_t>(node.items.size());
  if (length == 0) return Rf_allocVector(VECSXP, 0);
  if (all_are(node, Node::Kind::truth)) {
    SEXP result = PROTECT(Rf_allocVector(LGLSXP, length));
    for (R_xlen_t i = 0; i < length; ++i) {
      const Node& item = node.items[static_cast<std::size_t>(i)];
      LOGICAL(result)[i] = item.kind == Node::Kind::null ? NA_LOGICAL : item.number != 0;
    }
    UNPROTECT(1);
    return result;
  }
  if (all_are(node, Node::Kind::number)) {
    SEXP result = PROTECT(Rf_allocVector(REALSXP, length));
    for (R_xlen_t i = 0; i < length; ++i) {
      const Node& item = node.items[static_cast<std::size_t>(i)];
      REAL(result)[i] = item.kind == Node::Kind::null ? NA_REAL : item.number;
    }
    UNPROTECT(1);
    return result;
  }
  if (all_are(node, Node::Kind::text)) {
    SEXP result = PROTECT(Rf_allocVector(STRSXP, length));
    for (R_xlen_t i = 0; i < length; ++i) {
      const Node& item = node.items[static_cast<std::size_t>(i)];
      SET_STRING_ELT(result, i, item.kind == Node::Kind::null ? NA_STRING : charsxp(item.text));
    }
    UNPROTECT(1);
    return result;
  }
  SEXP result = PROTECT(Rf_allocVector(VECSXP, length));
  for (R_xlen_t i = 0; i < length; ++i)
    SET_VECTOR_ELT(result, i, made(node.items[static_cast<std::size_t>(i)]));
  UNPROTECT(1);
  return result;
}

SEXP made_object(const Node& node) {
  const auto length = static_cast<R_xlen_t>(node.items.size());
  SEXP result = PROTECT(Rf_allocVector(VECSXP, length));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, length));
  for (R_xlen_t i = 0; i < length; ++i) {
    SET_VECTOR_ELT(result, i, made(node.items[static_cast<std::size_t>(i)]));
    SET_STRING_ELT(names, i, charsxp(node.names[static_cast<std::size_t>(i)]));
  }
  Rf_setAttrib(result, R_NamesSymbol, names);
  UNPROTECT(2);
  return result;
}

SEXP made(const Node& node) {
  switch (node.kind) {
    case Node::Kind::truth:
      return Rf_ScalarLogical(node.number != 0);
    case Node::Kind::number:
      return Rf_ScalarReal(node.number);
    case Node::Kind::text: {
      SEXP held = PROTECT(charsxp(node.text));
      SEXP result = Rf_ScalarString(held);
      UNPROTECT(1);
      return result;
    }
    case Node::Kind::array:
      return made_array(node);
    case Node::Kind::object:
      return made_object(node);
    case Node::Kind::null:
      break;
  }
  return R_NilValue;
}

}  // namespace

SEXP value_of_json(std::string_view text) {
  const Node node = Reader(text).whole();
  return cpp11::unwind_protect([&] { return made(node); });
}

std::string json_member(std::string_view text, std::string_view name) { return Reader(text).member(name); }

}  // namespace sfumato_r
