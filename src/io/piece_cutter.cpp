#include "io/piece_cutter.hpp"

#include <algorithm>

namespace sfumato::io {
namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The byte after the first line end from `from` on, which lies before `limit`; nothing where there is none.
std::size_t after_line(std::string_view body, std::size_t from, std::size_t limit) {
  const std::size_t at = body.substr(0, limit).find_first_of("\r\n", from);
  if (at == std::string_view::npos) return at;
  return at + (body.substr(at, 2) == "\r\n" ? 2 : 1);
}

}  // namespace

std::size_t PieceCutter::end_of_piece() {
  std::size_t at = start_;  // outside of quotes
  while (at < body_.size()) {
    if (quote_ < at) quote_ = body_.find(syntax_.quote, at);
    const std::size_t from = std::max(at, start_ + piece_size_);
    if (from < std::min(quote_, body_.size())) {
      if (const std::size_t end = after_line(body_, from, quote_); end != std::string_view::npos) return end;
    }
    if (quote_ == std::string_view::npos) break;
    at = after_quote();
  }
  return body_.size();
}

std::size_t PieceCutter::after_quote() const {
  if (quote_ > 0 && body_[quote_ - 1] != syntax_.delimiter && !is_line_end(body_[quote_ - 1])) {
    return quote_ + 1;
  }
  std::size_t close = body_.find(syntax_.quote, quote_ + 1);
  while (close != std::string_view::npos && close + 1 < body_.size() && body_[close + 1] == syntax_.quote) {
    close = body_.find(syntax_.quote, close + 2);
  }
  return close == std::string_view::npos ? body_.size() : close + 1;
}

}  // namespace sfumato::io
