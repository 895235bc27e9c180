// The threads that answer requests, and the line before them, which has an end.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "server/http_server.hpp"

namespace sfumato::server {

struct Job {
  std::uint64_t connection = 0;
  Request request;
  std::stop_source stop;
};

struct Finished {
  std::uint64_t connection = 0;
  Response response;
};

class AnswerThreads {
 public:
  // `notify` is called from any thread, whenever something has been finished.
  AnswerThreads(const ServerLimits& limits, const Handlers& handlers, std::function<void()> notify);
  AnswerThreads(const AnswerThreads&) = delete;
  AnswerThreads& operator=(const AnswerThreads&) = delete;
  // Whoever is at work finishes; who waits is not begun.
  ~AnswerThreads();

  // False where too many wait.
  bool offer(std::shared_ptr<Job> job);
  std::vector<Finished> take_finished();

 private:
  void work();
  Response answer(const Job& job) const;

  const Handlers& handlers_;
  std::function<void()> notify_;
  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::vector<Finished> finished_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace sfumato::server
