// Where the server listens: an address and a port, and whether only this machine can reach it.
#pragma once

#include <cstdint>
#include <string>

namespace sfumato::server {

struct ListenAddress {
  std::string host = "127.0.0.1";  // numeric
  std::uint16_t port = 0;          // 0: any that is free
  bool version_6 = false;

  // 127.0.0.0/8 and ::1.
  bool is_loopback() const;
};

// "127.0.0.1:8080", "[::1]:8080" or "localhost:8080". Other names are refused: which addresses they stand for
// can change under the server.
ListenAddress parse_listen_address(const std::string& typed);

// "http://127.0.0.1:8080".
std::string url_of(const ListenAddress& address, bool tls);

// The address of a client as limits count it: IPv4 as it is, also inside IPv6; of other IPv6 addresses the
// first 64 bits, since one client usually has all of those.
std::string limited_address(const std::string& address);

}  // namespace sfumato::server
