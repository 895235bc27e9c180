// Bytes to and from one client over a socket that never makes anybody wait, plain or under TLS. OpenSSL's
// types stay behind this.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sfumato::server {

// Owns the socket.
class Transport {
 public:
  // `waits_to_read`, `waits_to_write`: nothing can be done until the socket is ready for that; under TLS
  // either can hold up the other.
  enum class Outcome { done, waits_to_read, waits_to_write, closed };
  struct Step {
    Outcome outcome = Outcome::done;
    std::size_t bytes = 0;
  };

  explicit Transport(int socket) : socket_(socket) {}
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport();

  int socket() const { return socket_; }
  virtual Step read(std::span<char> place);
  virtual Step write(std::string_view bytes);
  // Nothing more will be written; the client may still be sending.
  virtual void finish();

 private:
  int socket_;
};

struct TlsFiles {
  std::string certificate;  // PEM, the server's own first, then those that vouch for it
  std::string key;          // PEM
};

// The server's certificate and key, and how TLS is spoken: version 1.2 or later, no renegotiation.
class TlsServer {
 public:
  explicit TlsServer(const TlsFiles& files);  // bad input where they are not readable or no pair
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;
  ~TlsServer();

  std::unique_ptr<Transport> accept(int socket) const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace sfumato::server
