// Requests by Beast's parser, and the rules that it does not have. Beast takes folded lines, equal lengths
// given twice, any transfer encoding and any target; a proxy may read each of these differently (RFC 9112,
// §11.2).
#include "server/http_message.hpp"

#include <algorithm>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <limits>

namespace sfumato::server {
namespace {

namespace http = boost::beast::http;
using Parser = http::request_parser<http::empty_body>;

constexpr std::size_t most_headers = 64, longest_method = 16;
constexpr std::string_view end_of_head = "\r\n\r\n";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_visible(char c) { return c > ' ' && c <= '~'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string in_lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string_view standard(boost::beast::string_view text) { return {text.data(), text.size()}; }

int status_of(const boost::beast::error_code& error) {
  if (error == http::error::bad_version) return 505;
  if (error == http::error::body_limit) return 413;
  return error == http::error::header_limit ? 431 : 400;
}

bool is_folded(std::string_view head) {
  return head.find("\r\n ") != std::string_view::npos || head.find("\r\n\t") != std::string_view::npos;
}

}  // namespace

const std::string* Request::header(std::string_view name) const {
  const std::string* found = nullptr;
  for (const auto& [key, value] : headers) {
    if (key != name) continue;
    if (found != nullptr) return nullptr;
    found = &value;
  }
  return found;
}

RequestReader::State RequestReader::add(std::string_view bytes) {
  if (state_ == State::refused) return state_;
  bytes_ += bytes;
  if (state_ == State::incomplete) look();
  return state_;
}

void RequestReader::refuse(int status) {
  state_ = State::refused;
  refusal_ = status;
}

// The parser gets a head only when all of it has come: its own limit (1.74) counts what one call leaves over,
// not what came before, and so would not end a head that comes line by line.
void RequestReader::look() {
  if (!head_done_) {
    const std::size_t end = bytes_.find(end_of_head, searched_);
    // Where the first end lies that may still come.
    searched_ = bytes_.size() - std::min(bytes_.size(), end_of_head.size() - 1);
    if (std::min(end, searched_) > limits_.head_bytes) return refuse(431);
    if (end == std::string::npos) return;
    head_done_ = true;
    body_begin_ = end + end_of_head.size();
    refusal_ = read_head(std::string_view(bytes_).substr(0, body_begin_));
    if (refusal_ == 0) refusal_ = admit_body();
    if (refusal_ != 0) return refuse(refusal_);
  }
  if (request_.sink != nullptr) return pour();
  if (bytes_.size() - body_begin_ < body_size_) return;
  request_.body = bytes_.substr(body_begin_, body_size_);
  state_ = State::complete;
}

// 0, or the status to refuse with.
int RequestReader::read_head(std::string_view head) {
  if (is_folded(head)) return 400;
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(head.size() + 1));
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // `admit_body` looks at the length
  boost::beast::error_code error;
  parser.put(boost::asio::buffer(head), error);
  if (error) return status_of(error);
  const std::string_view method = standard(parser.get().method_string());
  const std::string_view target = standard(parser.get().target());
  if (method.size() > longest_method || target.front() != '/' ||
      !std::all_of(target.begin(), target.end(), is_visible)) {
    return 400;
  }
  const std::size_t mark = std::min(target.find('?'), target.size());
  request_.method = method;
  request_.path = target.substr(0, mark);
  request_.parameters = target.substr(std::min(mark + 1, target.size()));
  request_.keep_alive = parser.get().version() == 11 && parser.keep_alive();
  for (const auto& field : parser.get()) {
    if (request_.headers.size() == most_headers) return 431;
    request_.headers.emplace_back(in_lower_case(standard(field.name_string())), standard(field.value()));
  }
  body_size_ = static_cast<std::size_t>(parser.content_length().value_or(0));
  return check_framing(parser.get().version() == 11);
}

int RequestReader::admit_body() {
  BodyAdmission admission{.bytes = limits_.body_bytes};
  if (admit_) admission = admit_(request_);
  if (admission.refusal != 0) return admission.refusal;
  if (body_size_ > admission.bytes) return 413;
  request_.sink = std::move(admission.sink);
  return 0;
}

// What has come of the body goes on to its sink.
void RequestReader::pour() {
  const std::string_view piece = std::string_view(bytes_).substr(
      body_begin_, std::min(body_size_ - poured_, bytes_.size() - body_begin_));
  try {
    request_.sink->write(piece);
  } catch (...) {
    return refuse(507);
  }
  poured_ += piece.size();
  bytes_.erase(body_begin_, piece.size());
  if (poured_ == body_size_) state_ = State::complete;
}

int RequestReader::check_framing(bool needs_host) {
  const auto count = [&](std::string_view name) {
    return std::count_if(request_.headers.begin(), request_.headers.end(),
                         [&](const auto& header) { return header.first == name; });
  };
  if (count("host") > 1 || (needs_host && count("host") == 0)) return 400;
  if (count("transfer-encoding") > 0) return count("content-length") > 0 ? 400 : 411;
  const std::string* length = request_.header("content-length");
  if (count("content-length") > 1) return 400;
  if (length != nullptr && !std::all_of(length->begin(), length->end(), is_digit)) return 400;
  continue_wanted_ = count("expect") > 0;
  const std::string* expected = request_.header("expect");
  return continue_wanted_ && (expected == nullptr || in_lower_case(*expected) != "100-continue") ? 400 : 0;
}

bool RequestReader::wants_continue() {
  return state_ == State::incomplete && head_done_ && std::exchange(continue_wanted_, false);
}

Request RequestReader::take() {
  Request taken = std::move(request_);
  bytes_.erase(0, body_begin_ + (taken.sink != nullptr ? 0 : body_size_));
  request_ = {};
  searched_ = body_begin_ = body_size_ = poured_ = 0;
  head_done_ = continue_wanted_ = false;
  state_ = State::incomplete;
  if (begun()) look();
  return taken;
}

std::string response_text(const Response& response, bool keep_alive, bool has_body) {
  const auto status = http::int_to_status(static_cast<unsigned>(response.status));
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " ";
  text += standard(http::obsolete_reason(status));
  const std::optional<std::uint64_t> size = response.stream != nullptr
                                                ? response.stream->size()
                                                : std::optional<std::uint64_t>(response.body.size());
  text += "\r\nContent-Type: " + response.content_type;
  // The length of a 304 would be that of the body that is not sent (RFC 9110, §8.6).
  if (size && response.status != 304) text += "\r\nContent-Length: " + std::to_string(*size);
  text += "\r\nCache-Control: " + response.cache_control + "\r\nX-Content-Type-Options: nosniff\r\n";
  for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
  text += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return has_body && response.stream == nullptr ? text + response.body : text;
}

}  // namespace sfumato::server
