#include "support/http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

namespace sfumato::testing {
namespace {

constexpr std::size_t most_body = 64 << 20;

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Status line and headers; status 0 where they are not.
HttpAnswer read_head(const std::string& head) {
  HttpAnswer answer;
  if (head.size() < 12 || !head.starts_with("HTTP/1.1 ")) return answer;
  answer.status = std::atoi(head.c_str() + 9);
  for (std::size_t line = head.find("\r\n"); line != std::string::npos; line = head.find("\r\n", line + 2)) {
    const std::string text = head.substr(line + 2, head.find("\r\n", line + 2) - line - 2);
    const std::size_t colon = text.find(": ");
    if (colon != std::string::npos)
      answer.headers.emplace_back(lowered(text.substr(0, colon)), text.substr(colon + 2));
  }
  return answer;
}

}  // namespace

std::string HttpAnswer::header(const std::string& name) const {
  for (const auto& [key, value] : headers) {
    if (key == lowered(name)) return value;
  }
  return {};
}

RawConnection::RawConnection(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const timeval patience{60, 0};
  const int on = 1;
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) close();
}

RawConnection::~RawConnection() { close(); }

void RawConnection::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool RawConnection::send(const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

bool RawConnection::receive_some() {
  char place[16 << 10];
  const ssize_t count = ::recv(socket_, place, sizeof place, 0);
  if (count <= 0) return false;
  bytes_.append(place, static_cast<std::size_t>(count));
  return true;
}

HttpAnswer RawConnection::receive() {
  std::size_t end = 0;
  while ((end = bytes_.find("\r\n\r\n")) == std::string::npos) {
    if (!receive_some()) return {};
  }
  HttpAnswer answer = read_head(bytes_.substr(0, end));
  const std::size_t size = std::strtoul(answer.header("content-length").c_str(), nullptr, 10);
  if (size > most_body) return {};
  while (bytes_.size() < end + 4 + size) {
    if (!receive_some()) return {};
  }
  answer.body = bytes_.substr(end + 4, size);
  bytes_.erase(0, end + 4 + size);
  return answer;
}

std::string RawConnection::rest() {
  while (receive_some()) {
  }
  return bytes_;
}

std::string request_text(const std::string& method, const std::string& path, const std::string& token,
                         const std::string& body) {
  std::string text = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n";
  if (!token.empty()) text += "Authorization: Bearer " + token + "\r\n";
  if (!body.empty())
    text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  return text + "\r\n" + body;
}

HttpClient::HttpClient(std::uint16_t port, std::string token)
    : port_(port), token_(std::move(token)), connection_(port) {}

HttpAnswer HttpClient::request(const std::string& method, const std::string& path, const std::string& body) {
  const std::string text = request_text(method, path, token_, body);
  if (connection_.is_open() && connection_.send(text)) {
    HttpAnswer answer = connection_.receive();
    if (answer.header("connection") == "close") connection_.close();
    if (answer.status != 0) return answer;
  }
  RawConnection fresh(port_);
  if (!fresh.is_open() || !fresh.send(text)) return {};
  return fresh.receive();
}

HttpAnswer HttpClient::ask(const std::string& query, const std::string& epsilon) {
  return post("/v1/query", "{\"query\": \"" + query + "\", \"epsilon\": " + epsilon + "}");
}

}  // namespace sfumato::testing
