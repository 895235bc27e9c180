#include "server/connection.hpp"

namespace sfumato::server {
namespace {

// How long a response to a request that came too slowly may take.
constexpr Duration late_response{1000};
constexpr Duration between_pieces{30};
constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

awaitable<std::size_t> Connection::receive(Failure& failure) {
  auto token = asio::redirect_error(use_awaitable, failure);
  return tls_ ? tls_->async_read_some(asio::buffer(place_), token)
              : socket_.async_read_some(asio::buffer(place_), token);
}

awaitable<std::size_t> Connection::send(std::string_view bytes) {
  return tls_ ? asio::async_write(*tls_, asio::buffer(bytes), use_awaitable)
              : asio::async_write(socket_, asio::buffer(bytes), use_awaitable);
}

awaitable<void> Connection::serve(std::string client) {
  if (tls_) co_await tls_->async_handshake(asio::ssl::stream_base::server, use_awaitable);
  while (keep_alive_) {
    const int refusal = co_await read_request();
    if (!socket_.is_open()) co_return;  // closed after the bytes had come: an answer would have no deadline
    const bool has_body = reader_.method() != "HEAD";
    Response response;
    if (refusal != 0) {
      keep_alive_ = false;
      response = server_.handlers.refuse(refusal);
    } else {
      Request request = reader_.take();
      request.client = client;
      keep_alive_ = request.keep_alive;
      response = co_await answer(request);
    }
    const bool ends_with_body = response.stream != nullptr && !response.stream->size();
    keep_alive_ = keep_alive_ && !server_.draining && !ends_with_body;
    enter(Phase::writing, too_slow_ ? late_response : server_.limits.write);
    const std::string text = response_text(response, keep_alive_, has_body);
    co_await send(text);
    if (response.stream != nullptr && has_body) co_await send_stream(*response.stream);
    last_heard_ = Clock::now();
    enter(Phase::reading, reader_.begun() ? server_.limits.request : server_.limits.idle);
  }
  co_await linger();
}

// A stream without events yet is looked at again after a moment; no thread waits for it.
awaitable<void> Connection::send_stream(BodyStream& stream) {
  asio::steady_timer timer(server_.context);
  while (socket_.is_open()) {
    const std::optional<std::string> piece = stream.next();
    if (!piece) break;
    enter(Phase::writing, server_.limits.write);
    if (!piece->empty()) {
      co_await send(*piece);
      continue;
    }
    if (server_.draining) break;
    timer.expires_after(between_pieces);
    co_await timer.async_wait(use_awaitable);
  }
}

// 0 when a request is complete, or the status to refuse with.
awaitable<int> Connection::read_request() {
  while (reader_.state() == RequestReader::State::incomplete) {
    if (reader_.wants_continue()) co_await send(go_on);
    Failure failure;
    const std::size_t count = co_await receive(failure);
    if (too_slow_) co_return 408;
    if (failure) throw boost::system::system_error(failure);
    last_heard_ = Clock::now();
    if (!reader_.begun()) enter(Phase::reading, server_.limits.request);
    reader_.add({place_.data(), count});
    if (reader_.streams()) enter(Phase::reading, server_.limits.request);
  }
  co_return reader_.state() == RequestReader::State::refused ? reader_.refusal() : 0;
}

// Computed by one of the threads; the loop goes on meanwhile.
awaitable<Response> Connection::answer(const Request& request) {
  if (server_.waiting >= server_.limits.waiting) {
    keep_alive_ = false;
    co_return server_.handlers.refuse(503);
  }
  ++server_.waiting;
  stop_ = std::stop_source();
  enter(Phase::answering, server_.limits.answer);
  const auto work = [&server = server_, &request, stop = stop_.get_token()]() -> awaitable<Response> {
    --server.waiting;
    if (server.ended) co_return Response();  // its connection is closed
    try {
      co_return server.handlers.answer(request, stop);
    } catch (...) {
    }
    co_return server.handlers.refuse(500);
  };
  co_return co_await asio::co_spawn(server_.answerers, work, use_awaitable);
}

awaitable<void> Connection::linger() {
  enter(Phase::lingering, server_.limits.linger);
  Failure failure;
  if (tls_) co_await tls_->async_shutdown(asio::redirect_error(use_awaitable, failure));
  socket_.shutdown(tcp::socket::shutdown_send, failure);
  while (!failure) {
    co_await socket_.async_read_some(asio::buffer(place_), asio::redirect_error(use_awaitable, failure));
  }
}

void Connection::time_out() {
  if (phase_ == Phase::answering) {
    stop_answer();
    deadline_ = Clock::time_point::max();
  } else if (phase_ == Phase::reading && reader_.begun() && !too_slow_) {
    too_slow_ = true;  // answered with 408
    enter(Phase::reading, late_response);
    socket_.cancel();
  } else {
    close();
  }
}

void Connection::end_if_idle() {
  Failure failure;
  if (phase_ == Phase::reading && !reader_.begun() && socket_.available(failure) == 0) close();
}

}  // namespace sfumato::server
