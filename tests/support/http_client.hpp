// A client of the server for tests and benchmarks: one connection that stays open, plain or TLS by the
// program openssl, and sockets on which anything can be sent.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sfumato::testing {

struct HttpAnswer {
  int status = 0;  // 0: the connection ended without an answer
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  // The value of a header, by its name in any case; empty where it is not there.
  std::string header(const std::string& name) const;
};

// Bytes to and from 127.0.0.1; waits at most a minute for anything.
class RawConnection {
 public:
  explicit RawConnection(std::uint16_t port);
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;
  ~RawConnection();

  bool is_open() const { return socket_ >= 0; }
  bool send(const std::string& bytes);  // false: the other side is gone
  // The next answer on this connection; its body has at most 64 MiB.
  HttpAnswer receive();
  // Everything until the other side closes.
  std::string rest();
  void close();

 private:
  bool receive_some();

  int socket_ = -1;
  std::string bytes_;
};

// Requests one after the other on one connection, which is opened again where the server has closed it.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port, std::string token = {});

  HttpAnswer get(const std::string& path) { return request("GET", path, ""); }
  HttpAnswer post(const std::string& path, const std::string& body) { return request("POST", path, body); }
  HttpAnswer request(const std::string& method, const std::string& path, const std::string& body);
  // {"query": …, "epsilon": …} to /v1/query.
  HttpAnswer ask(const std::string& query, const std::string& epsilon = "0.1");

 private:
  std::uint16_t port_;
  std::string token_;
  RawConnection connection_;
};

std::string request_text(const std::string& method, const std::string& path, const std::string& token,
                         const std::string& body);

}  // namespace sfumato::testing
