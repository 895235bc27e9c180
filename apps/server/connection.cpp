#include "server/connection.hpp"

#include <poll.h>

#include <array>

namespace sfumato::server {
namespace {

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

Connection::Connection(std::unique_ptr<Transport> transport, std::string client, const ServerLimits& limits)
    : transport_(std::move(transport)),
      client_(std::move(client)),
      limits_(limits),
      reader_(limits.message),
      deadline_(Clock::now() + limits.request),
      last_heard_(Clock::now()) {}

short Connection::awaited() const {
  if (phase_ == Phase::answering) return 0;  // only whether the client is gone
  return awaits_write_ ? POLLOUT : POLLIN;
}

// What is to be waited for; false: the client is gone.
bool Connection::await(Transport::Outcome outcome) {
  if (outcome == Transport::Outcome::closed) {
    end();
    return false;
  }
  awaits_write_ = outcome == Transport::Outcome::waits_to_write;
  return true;
}

bool Connection::continue_if_asked() {
  if (!reader_.wants_continue()) return true;
  // So few bytes fit into any socket that was not stuffed on purpose.
  if (transport_->write(go_on).bytes == go_on.size()) return true;
  end();
  return false;
}

bool Connection::read() {
  std::array<char, 16 << 10> place;
  while (reader_.state() == RequestReader::State::incomplete) {
    if (!continue_if_asked()) return false;
    const Transport::Step step = transport_->read(place);
    if (step.outcome != Transport::Outcome::done) {
      await(step.outcome);
      return false;
    }
    last_heard_ = Clock::now();
    if (!reader_.begun()) deadline_ = last_heard_ + limits_.request;
    reader_.add({place.data(), step.bytes});
  }
  return true;
}

std::shared_ptr<Job> Connection::take_request(std::uint64_t number) {
  job_ = std::make_shared<Job>();
  job_->connection = number;
  job_->request = reader_.take();
  job_->request.client = client_;
  keep_alive_ = job_->request.keep_alive;
  phase_ = Phase::answering;
  deadline_ = Clock::now() + limits_.answer;
  return job_;
}

void Connection::respond(const Response& response, bool keep_alive) {
  job_ = nullptr;
  keep_alive_ = keep_alive;
  response_ = response_text(response, keep_alive);
  written_ = 0;
  phase_ = Phase::writing;
  deadline_ = Clock::now() + limits_.write;
}

bool Connection::write() {
  while (written_ < response_.size()) {
    const Transport::Step step = transport_->write(std::string_view(response_).substr(written_));
    if (step.outcome != Transport::Outcome::done) {
      await(step.outcome);
      return false;
    }
    written_ += step.bytes;
  }
  response_ = {};
  awaits_write_ = false;
  last_heard_ = Clock::now();
  if (keep_alive_) {
    phase_ = Phase::reading;
    deadline_ = last_heard_ + (reader_.begun() ? limits_.request : limits_.idle);
    return true;
  }
  transport_->finish();
  phase_ = Phase::lingering;
  deadline_ = last_heard_ + limits_.linger;
  linger();
  return false;
}

// A bounded number of reads in a row, so that one client cannot keep the thread to itself.
void Connection::linger() {
  std::array<char, 16 << 10> place;
  for (int i = 0; i < 64; ++i) {
    const Transport::Step step = transport_->read(place);
    if (step.outcome == Transport::Outcome::done) continue;
    await(step.outcome);
    return;
  }
}

void Connection::stop_answer() {
  if (job_) job_->stop.request_stop();
  deadline_ = Clock::time_point::max();
}

}  // namespace sfumato::server
