#include "server/listen_address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::server {
namespace {

std::optional<std::array<unsigned char, 16>> version_6_bytes(const std::string& host) {
  std::array<unsigned char, 16> bytes{};
  if (inet_pton(AF_INET6, host.c_str(), bytes.data()) != 1) return std::nullopt;
  return bytes;
}

std::optional<std::array<unsigned char, 4>> version_4_bytes(const std::string& host) {
  std::array<unsigned char, 4> bytes{};
  if (inet_pton(AF_INET, host.c_str(), bytes.data()) != 1) return std::nullopt;
  return bytes;
}

}  // namespace

bool ListenAddress::is_loopback() const {
  if (const auto bytes = version_4_bytes(host)) return bytes->front() == 127;
  const auto bytes = version_6_bytes(host);
  return bytes && bytes->back() == 1 && std::count(bytes->begin(), bytes->end(), 0) == 15;
}

ListenAddress parse_listen_address(const std::string& typed) {
  const std::string hint = "write an address and a port, such as 127.0.0.1:8080 or [::1]:8080";
  const std::size_t colon = typed.rfind(':');
  if (colon == std::string::npos || typed.find('\0') != std::string::npos) {
    bad_param("listen", "‹listen› cannot be '" + io::shown(typed) + "'", hint);
  }
  ListenAddress address;
  address.host = typed.substr(0, colon);
  const std::string port_text = typed.substr(colon + 1);
  const auto port = parse_integer(port_text);
  if (!port || *port < 0 || *port > 65535 || port_text.front() == '+') {
    bad_input("'" + io::shown(port_text) + "' is not a port", hint);
  }
  address.port = static_cast<std::uint16_t>(*port);
  if (address.host == "localhost") address.host = "127.0.0.1";
  if (address.host.size() > 2 && address.host.front() == '[' && address.host.back() == ']') {
    address.host = address.host.substr(1, address.host.size() - 2);
    address.version_6 = true;
  }
  if (address.version_6 ? !version_6_bytes(address.host) : !version_4_bytes(address.host)) {
    bad_input("'" + io::shown(address.host) + "' is not an address to listen at", hint);
  }
  return address;
}

std::string url_of(const ListenAddress& address, bool tls) {
  const std::string host = address.version_6 ? "[" + address.host + "]" : address.host;
  return (tls ? "https://" : "http://") + host + ":" + std::to_string(address.port);
}

std::string limited_address(const std::string& address) {
  const auto bytes = version_6_bytes(address);
  if (!bytes) return address;
  const bool holds_version_4 = std::count(bytes->begin(), bytes->begin() + 10, 0) == 10 &&
                               (*bytes)[10] == 0xff && (*bytes)[11] == 0xff;
  if (holds_version_4) {
    std::array<char, INET_ADDRSTRLEN> text{};
    inet_ntop(AF_INET, bytes->data() + 12, text.data(), text.size());
    return text.data();
  }
  std::array<unsigned char, 16> network{};
  std::copy_n(bytes->begin(), 8, network.begin());
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(AF_INET6, network.data(), text.data(), text.size());
  return text.data();
}

}  // namespace sfumato::server
