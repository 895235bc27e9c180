// The coroutines that accept clients and watch deadlines. One thread runs these and all connections.
#include "server/http_server.hpp"

#include <fcntl.h>

#include "core/error.hpp"
#include "server/connection.hpp"

namespace sfumato::server {
namespace {

// How often the loop looks at deadlines, and whether it was asked to stop: a signal may have come to another
// thread.
constexpr Duration glance{50};
// A connection makes room for another only after it has been silent for so long.
constexpr Duration least_silence{1000};

ListenAddress checked(const ListenAddress& address, bool tls) {
  if (!tls && !address.is_loopback()) {
    bad_param("listen", address.host + " can be reached from other machines, and nothing would be encrypted",
              "give ‹tls-cert› and ‹tls-key›, or listen at 127.0.0.1");
  }
  return address;
}

void close_on_exec(int descriptor) { ::fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

tcp::acceptor listening(asio::io_context& context, ListenAddress& address) {
  try {
    tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::make_address(address.host), address.port));
    acceptor.non_blocking(true);
    close_on_exec(acceptor.native_handle());
    address.port = acceptor.local_endpoint().port();
    return acceptor;
  } catch (const boost::system::system_error& error) {
    bad_input("cannot listen at " + address.host + ":" + std::to_string(address.port) + ": " +
                  error.code().message(),
              "choose another port, or end the program that has this one");
  }
}

}  // namespace

struct HttpServer::State : Server {
  State(const ListenAddress& wanted, const ServerLimits& given, const std::optional<TlsFiles>& files,
        Handlers given_handlers)
      : Server(given, std::move(given_handlers)), address(checked(wanted, files.has_value())) {
    if (files) tls.emplace(make_tls_context(*files).release());
  }

  bool make_room();
  awaitable<void> accept_all();
  awaitable<void> watch(std::stop_token stop);
  void begin_drain();

  std::optional<asio::ssl::context> tls;
  ListenAddress address;
  tcp::acceptor listener = listening(context, address);
};

// The connection that has been silent longest goes, but none whose request is being answered.
bool HttpServer::State::make_room() {
  if (connections.size() < limits.connections) return true;
  Connection* silent = nullptr;
  for (Connection* one : connections) {
    if (one->waits() && (silent == nullptr || one->last_heard() < silent->last_heard())) silent = one;
  }
  if (silent == nullptr || Clock::now() - silent->last_heard() < least_silence) return false;
  silent->close();
  return true;
}

awaitable<void> HttpServer::State::accept_all() {
  asio::steady_timer timer(context);
  Failure failure;
  while (true) {
    co_await listener.async_wait(tcp::acceptor::wait_read, asio::redirect_error(use_awaitable, failure));
    if (draining) co_return;
    while (!failure && make_room()) {
      tcp::socket socket = listener.accept(failure);
      if (failure) break;
      close_on_exec(socket.native_handle());
      Failure ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      const tcp::endpoint client = socket.remote_endpoint(ignored);
      const auto serve = [client = client.address().to_string(),
                          connection =
                              std::make_shared<Connection>(*this, std::move(socket), tls ? &*tls : nullptr)] {
        return connection->serve(client);
      };
      // A connection that ends by an error ends silently: the client is gone.
      asio::co_spawn(context, serve, [](const std::exception_ptr&) {});
    }
    if (failure == asio::error::would_block || failure == asio::error::connection_aborted) continue;
    timer.expires_after(glance);  // no room, or no descriptors
    co_await timer.async_wait(use_awaitable);
  }
}

void HttpServer::State::begin_drain() {
  draining = true;
  listener.close();
  for (Connection* one : std::set(connections)) one->end_if_idle();
}

// Until all is done, or until the time is up.
awaitable<void> HttpServer::State::watch(std::stop_token stop) {
  asio::steady_timer timer(context);
  Clock::time_point end = Clock::time_point::max();
  while (!(draining && connections.empty()) && Clock::now() < end) {
    timer.expires_after(glance);
    co_await timer.async_wait(use_awaitable);
    if (stop.stop_requested() && !draining) {
      begin_drain();
      end = Clock::now() + limits.drain;
    }
    for (Connection* one : std::set(connections)) {
      if (one->is_late(Clock::now())) one->time_out();
    }
  }
  ended = true;
  for (Connection* one : std::set(connections)) {
    one->stop_answer();
    one->close();
  }
}

HttpServer::HttpServer(const ListenAddress& address, const ServerLimits& limits,
                       const std::optional<TlsFiles>& tls, Handlers handlers)
    : state_(std::make_unique<State>(address, limits, tls, std::move(handlers))) {}

HttpServer::~HttpServer() = default;

const ListenAddress& HttpServer::address() const { return state_->address; }

void HttpServer::run(const std::stop_token& stop) {
  const auto rethrow = [](const std::exception_ptr& error) {
    if (error) std::rethrow_exception(error);
  };
  asio::co_spawn(state_->context, state_->accept_all(), rethrow);
  asio::co_spawn(state_->context, state_->watch(stop), rethrow);
  state_->context.run();  // until no coroutine is left
}

}  // namespace sfumato::server
