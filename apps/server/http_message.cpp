// The grammar of RFC 9112 as far as it is accepted here, one function a part.
#include "server/http_message.hpp"

#include <algorithm>
#include <charconv>

namespace sfumato::server {
namespace {

constexpr std::size_t most_headers = 64;
constexpr std::string_view end_of_line = "\r\n";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_token(char c) {
  return is_letter(c) || is_digit(c) ||
         (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}
bool is_visible(char c) { return c > ' ' && c <= '~'; }
// Bytes above 127 are opaque, and no control character but the tab stands in a value.
bool is_value(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
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
  if (state_ == State::refused) return;
  state_ = State::refused;
  refusal_ = status;
}

void RequestReader::look() {
  if (!head_done_) {
    const std::size_t end = bytes_.find("\r\n\r\n", searched_);
    if (end == std::string::npos ? bytes_.size() > limits_.head_bytes : end > limits_.head_bytes) {
      return refuse(431);
    }
    if (end == std::string::npos) {
      searched_ = bytes_.size() < 3 ? 0 : bytes_.size() - 3;
      return;
    }
    head_done_ = true;
    body_begin_ = end + 4;
    read_head(std::string_view(bytes_).substr(0, end));
    if (state_ == State::refused) return;
  }
  if (bytes_.size() - body_begin_ < body_size_) return;
  request_.body = bytes_.substr(body_begin_, body_size_);
  state_ = State::complete;
}

void RequestReader::read_head(std::string_view head) {
  std::size_t line_end = std::min(head.find(end_of_line), head.size());
  read_request_line(head.substr(0, line_end));
  while (state_ != State::refused && line_end < head.size()) {
    head.remove_prefix(line_end + end_of_line.size());
    line_end = std::min(head.find(end_of_line), head.size());
    read_header(head.substr(0, line_end));
  }
  if (state_ != State::refused) read_framing();
}

void RequestReader::read_request_line(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last || first == 0) return refuse(400);
  const std::string_view method = line.substr(0, first), version = line.substr(last + 1);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (method.size() > 16 || !std::all_of(method.begin(), method.end(), is_token)) return refuse(400);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    return refuse(version.starts_with("HTTP/") && version.size() == 8 ? 505 : 400);
  }
  if (target.empty() || target.front() != '/' || !std::all_of(target.begin(), target.end(), is_visible)) {
    return refuse(400);
  }
  const std::size_t mark = std::min(target.find('?'), target.size());
  request_.method = method;
  request_.path = target.substr(0, mark);
  request_.parameters = mark < target.size() ? target.substr(mark + 1) : std::string_view();
  request_.keep_alive = version == "HTTP/1.1";
}

void RequestReader::read_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return refuse(400);
  const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
  if (!std::all_of(name.begin(), name.end(), is_token)) return refuse(400);
  if (!std::all_of(value.begin(), value.end(), is_value)) return refuse(400);
  if (request_.headers.size() == most_headers) return refuse(431);
  request_.headers.emplace_back(lowered(name), value);
}

void RequestReader::read_framing() {
  const auto count = [&](std::string_view name) {
    return std::count_if(request_.headers.begin(), request_.headers.end(),
                         [&](const auto& header) { return header.first == name; });
  };
  if (count("host") > 1 || (request_.keep_alive && count("host") == 0)) return refuse(400);
  if (count("transfer-encoding") > 0) return refuse(count("content-length") > 0 ? 400 : 411);
  if (count("content-length") > 1) return refuse(400);
  if (const std::string* length = request_.header("content-length")) {
    if (length->empty() || !std::all_of(length->begin(), length->end(), is_digit)) return refuse(400);
    const auto [end, error] = std::from_chars(length->data(), length->data() + length->size(), body_size_);
    if (error != std::errc() || body_size_ > limits_.body_bytes) return refuse(413);
  }
  for (const auto& [name, value] : request_.headers) {
    if (name == "connection" && lowered(value) == "close") request_.keep_alive = false;
    if (name == "expect") {
      if (lowered(value) != "100-continue") return refuse(400);
      continue_wanted_ = true;
    }
  }
}

bool RequestReader::wants_continue() {
  return state_ == State::incomplete && head_done_ && std::exchange(continue_wanted_, false);
}

Request RequestReader::take() {
  Request taken = std::move(request_);
  bytes_.erase(0, body_begin_ + body_size_);
  request_ = {};
  searched_ = body_begin_ = body_size_ = 0;
  head_done_ = continue_wanted_ = false;
  state_ = State::incomplete;
  if (begun()) look();
  return taken;
}

std::string_view status_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Internal Server Error";
  }
}

std::string response_text(const Response& response, bool keep_alive) {
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " ";
  text += status_phrase(response.status);
  text += "\r\nContent-Type: " + response.content_type +
          "\r\nContent-Length: " + std::to_string(response.body.size()) +
          "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
  for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
  text += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return text + response.body;
}

}  // namespace sfumato::server
