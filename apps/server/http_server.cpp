// The loop that reads and writes: it waits for sockets with poll(), and never for anything else.
#include "server/http_server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>

#include "core/error.hpp"
#include "server/connection.hpp"

namespace sfumato::server {
namespace {

using Phase = Connection::Phase;
// How often the loop looks whether it was asked to stop: a signal may have come to another thread.
constexpr std::chrono::milliseconds glance{50};
// Only who has been silent this long makes room for somebody else.
constexpr std::chrono::milliseconds least_silence{1000};
constexpr std::chrono::milliseconds late_response{1000};

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

union AnyAddress {
  sockaddr any;
  sockaddr_in version_4;
  sockaddr_in6 version_6;
};

socklen_t fill(AnyAddress& place, const ListenAddress& address) {
  std::memset(&place, 0, sizeof place);
  if (address.version_6) {
    place.version_6.sin6_family = AF_INET6;
    place.version_6.sin6_port = htons(address.port);
    inet_pton(AF_INET6, address.host.c_str(), &place.version_6.sin6_addr);
    return sizeof place.version_6;
  }
  place.version_4.sin_family = AF_INET;
  place.version_4.sin_port = htons(address.port);
  inet_pton(AF_INET, address.host.c_str(), &place.version_4.sin_addr);
  return sizeof place.version_4;
}

std::string text_of(const AnyAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool six = address.any.sa_family == AF_INET6;
  const void* bytes = six ? static_cast<const void*>(&address.version_6.sin6_addr)
                          : static_cast<const void*>(&address.version_4.sin_addr);
  inet_ntop(six ? AF_INET6 : AF_INET, bytes, text.data(), text.size());
  return text.data();
}

int listening_socket(ListenAddress& address) {
  const int made =
      ::socket(address.version_6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  AnyAddress place;
  socklen_t size = fill(place, address);
  const int on = 1;
  setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (made < 0 || ::bind(made, &place.any, size) != 0 || ::listen(made, 128) != 0 ||
      ::getsockname(made, &place.any, &size) != 0) {
    const std::string reason = std::strerror(errno);
    if (made >= 0) ::close(made);
    bad_input("cannot listen at " + address.host + ":" + std::to_string(address.port) + ": " + reason,
              "choose another port, or end the program that has this one");
  }
  address.port = ntohs(address.version_6 ? place.version_6.sin6_port : place.version_4.sin_port);
  return made;
}

// A client that goes away makes writing an error, not the end of the program.
void ignore_broken_pipes() {
  sigset_t pipes;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipes, nullptr);
}

ListenAddress checked(const ListenAddress& address, bool tls) {
  if (!tls && !address.is_loopback()) {
    bad_param("listen", address.host + " can be reached from other machines, and nothing would be encrypted",
              "give ‹tls-cert› and ‹tls-key›, or listen at 127.0.0.1");
  }
  return address;
}

}  // namespace

struct HttpServer::State {
  State(const ListenAddress& wanted, const ServerLimits& given, const std::optional<TlsFiles>& files,
        Handlers given_handlers)
      : limits(given),
        handlers(std::move(given_handlers)),
        tls(files ? std::make_unique<TlsServer>(*files) : nullptr),
        address(checked(wanted, files.has_value())),
        listener(listening_socket(address)),
        bell(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (bell.number() < 0) throw Error(ErrorCode::internal, "the system has no more descriptors");
  }

  void wait();
  void accept_all();
  bool make_room();
  void serve(std::uint64_t number, Connection& connection, short events);
  void read(std::uint64_t number, Connection& connection);
  void write(std::uint64_t number, Connection& connection);
  void refuse(std::uint64_t number, Connection& connection, int status);
  void hand_out_answers();
  void enforce_deadlines();
  void begin_drain();
  void ring() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t ignored = ::write(bell.number(), &one, sizeof one);
  }

  ServerLimits limits;
  Handlers handlers;
  std::unique_ptr<TlsServer> tls;
  ListenAddress address;
  Descriptor listener, bell;
  std::map<std::uint64_t, Connection> connections;
  std::uint64_t last_number = 0;
  bool draining = false;
  Clock::time_point accept_again = Clock::time_point::min();
  std::vector<pollfd> sockets;
  std::vector<std::uint64_t> numbers;
  std::unique_ptr<AnswerThreads> threads;
};

// Whoever has been silent longest goes; nobody whose request is being answered.
bool HttpServer::State::make_room() {
  if (connections.size() < limits.connections) return true;
  auto silent = connections.end();
  for (auto one = connections.begin(); one != connections.end(); ++one) {
    const bool waits = one->second.phase() == Phase::reading || one->second.phase() == Phase::lingering;
    if (waits && (silent == connections.end() || one->second.last_heard() < silent->second.last_heard())) {
      silent = one;
    }
  }
  if (silent == connections.end() || Clock::now() - silent->second.last_heard() < least_silence) return false;
  connections.erase(silent);
  return true;
}

void HttpServer::State::accept_all() {
  while (make_room()) {
    AnyAddress from;
    socklen_t size = sizeof from;
    const int accepted = ::accept4(listener.number(), &from.any, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) accept_again = Clock::now() + glance;  // no descriptors
      return;
    }
    const int on = 1;
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    auto transport = tls ? tls->accept(accepted) : std::make_unique<Transport>(accepted);
    if (!transport) continue;
    connections.try_emplace(++last_number, std::move(transport), text_of(from), limits);
  }
  accept_again = Clock::now() + glance;
}

void HttpServer::State::refuse(std::uint64_t number, Connection& connection, int status) {
  connection.respond(handlers.refuse(status), false);
  write(number, connection);
}

void HttpServer::State::read(std::uint64_t number, Connection& connection) {
  if (!connection.read()) return;
  if (connection.reader().state() == RequestReader::State::refused) {
    return refuse(number, connection, connection.reader().refusal());
  }
  if (!threads->offer(connection.take_request(number))) refuse(number, connection, 503);
}

void HttpServer::State::write(std::uint64_t number, Connection& connection) {
  if (connection.write()) read(number, connection);
}

void HttpServer::State::serve(std::uint64_t number, Connection& connection, short events) {
  switch (connection.phase()) {
    case Phase::reading:
      return read(number, connection);
    case Phase::answering:
      // It is answered and charged all the same; there is nobody left to tell.
      if ((events & (POLLHUP | POLLERR | POLLNVAL)) != 0) connection.end();
      return;
    case Phase::writing:
      return write(number, connection);
    case Phase::lingering:
      return connection.linger();
    case Phase::ended:
      return;
  }
}

void HttpServer::State::hand_out_answers() {
  std::uint64_t ignored = 0;
  while (::read(bell.number(), &ignored, sizeof ignored) > 0) {
  }
  for (const Finished& finished : threads->take_finished()) {
    const auto found = connections.find(finished.connection);
    if (found == connections.end() || found->second.phase() != Phase::answering) continue;
    found->second.respond(finished.response, found->second.wants_to_stay() && !draining);
    write(found->first, found->second);
  }
}

void HttpServer::State::enforce_deadlines() {
  const Clock::time_point now = Clock::now();
  for (auto& [number, connection] : connections) {
    if (connection.deadline() > now) continue;
    if (connection.phase() == Phase::answering) {
      connection.stop_answer();
    } else if (connection.phase() == Phase::reading && connection.begun()) {
      refuse(number, connection, 408);
      connection.end_by(now + late_response);
    } else {
      connection.end();
    }
  }
  std::erase_if(connections, [](const auto& one) { return one.second.phase() == Phase::ended; });
}

void HttpServer::State::begin_drain() {
  draining = true;
  listener.close();
  for (auto& [number, connection] : connections) {
    if (connection.phase() == Phase::reading) read(number, connection);  // what has come is taken
    if (connection.phase() == Phase::reading && !connection.begun()) connection.end();
  }
}

void HttpServer::State::wait() {
  sockets.clear();
  numbers.clear();
  Clock::time_point wake = Clock::now() + glance;
  sockets.push_back({bell.number(), POLLIN, 0});
  const bool accepts = !draining && Clock::now() >= accept_again;
  sockets.push_back({accepts ? listener.number() : -1, POLLIN, 0});
  for (const auto& [number, connection] : connections) {
    sockets.push_back({connection.socket(), connection.awaited(), 0});
    numbers.push_back(number);
    wake = std::min(wake, connection.deadline());
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(wake - Clock::now()).count();
  const int ready = ::poll(sockets.data(), sockets.size(), static_cast<int>(std::max<long>(left, 0)));
  if (ready <= 0) return;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const short events = sockets[i + 2].revents;
    if (events == 0) continue;
    const auto found = connections.find(numbers[i]);
    if (found != connections.end()) serve(found->first, found->second, events);
  }
  if (sockets[0].revents != 0) hand_out_answers();
  if (sockets[1].revents != 0) accept_all();
}

HttpServer::HttpServer(const ListenAddress& address, const ServerLimits& limits,
                       const std::optional<TlsFiles>& tls, Handlers handlers)
    : state_(std::make_unique<State>(address, limits, tls, std::move(handlers))) {}

HttpServer::~HttpServer() = default;

const ListenAddress& HttpServer::address() const { return state_->address; }

void HttpServer::run(const std::stop_token& stop) {
  State& state = *state_;
  ignore_broken_pipes();
  state.threads = std::make_unique<AnswerThreads>(state.limits, state.handlers, [&state] { state.ring(); });
  Clock::time_point end = Clock::time_point::max();
  while (Clock::now() < end && !(state.draining && state.connections.empty())) {
    if (stop.stop_requested() && !state.draining) {
      state.begin_drain();
      end = Clock::now() + state.limits.drain;
    }
    state.wait();
    state.enforce_deadlines();
  }
  for (auto& [number, connection] : state.connections) connection.stop_answer();
  state.connections.clear();
  state.threads.reset();
}

}  // namespace sfumato::server
