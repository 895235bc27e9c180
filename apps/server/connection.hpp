// One client's connection: what was read of its request, or what is still to be written of its response.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "server/answer_threads.hpp"
#include "server/http_message.hpp"
#include "server/transport.hpp"

namespace sfumato::server {

using Clock = std::chrono::steady_clock;

class Connection {
 public:
  // `ended`: to be forgotten. `lingering`: the response is written, and what the client still sends is thrown
  // away for a moment; closing at once could take the response from it (RFC 9112, §9.6).
  enum class Phase { reading, answering, writing, lingering, ended };

  Connection(std::unique_ptr<Transport> transport, std::string client, const ServerLimits& limits);

  Phase phase() const { return phase_; }
  int socket() const { return transport_->socket(); }
  short awaited() const;  // events for poll()
  Clock::time_point deadline() const { return deadline_; }
  Clock::time_point last_heard() const { return last_heard_; }
  const std::string& client() const { return client_; }
  bool begun() const { return reader_.begun(); }
  const RequestReader& reader() const { return reader_; }

  // Reads until a request is complete or refused (true), or there is nothing to read (false).
  bool read();
  // The complete request; from here on an answer is awaited.
  std::shared_ptr<Job> take_request(std::uint64_t number);
  void respond(const Response& response, bool keep_alive);
  // Writes what can be written; true: all of it, and the next request is read.
  bool write();
  // Throws away what the client sends.
  void linger();
  // The answer took too long; whoever works at it is asked to stop.
  void stop_answer();
  bool wants_to_stay() const { return keep_alive_; }
  void end() { phase_ = Phase::ended; }
  void end_by(Clock::time_point time) { deadline_ = std::min(deadline_, time); }

 private:
  bool continue_if_asked();
  bool await(Transport::Outcome outcome);

  std::unique_ptr<Transport> transport_;
  std::string client_;
  const ServerLimits& limits_;
  RequestReader reader_;
  Phase phase_ = Phase::reading;
  std::shared_ptr<Job> job_;
  std::string response_;
  std::size_t written_ = 0;
  bool keep_alive_ = true;
  bool awaits_write_ = false;
  Clock::time_point deadline_, last_heard_;
};

}  // namespace sfumato::server
