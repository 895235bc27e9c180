// Plain sockets.
#include "server/transport.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace sfumato::server {
namespace {

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace

Transport::~Transport() { ::close(socket_); }

Transport::Step Transport::read(std::span<char> place) {
  ssize_t count = 0;
  do count = ::recv(socket_, place.data(), place.size(), 0);
  while (count < 0 && errno == EINTR);
  if (count > 0) return {Outcome::done, static_cast<std::size_t>(count)};
  return {count < 0 && would_wait() ? Outcome::waits_to_read : Outcome::closed, 0};
}

Transport::Step Transport::write(std::string_view bytes) {
  ssize_t count = 0;
  do count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  if (count >= 0) return {Outcome::done, static_cast<std::size_t>(count)};
  return {would_wait() ? Outcome::waits_to_write : Outcome::closed, 0};
}

void Transport::finish() { ::shutdown(socket_, SHUT_WR); }

}  // namespace sfumato::server
