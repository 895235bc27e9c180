#include "server/answer_threads.hpp"

#include <utility>

namespace sfumato::server {

AnswerThreads::AnswerThreads(const ServerLimits& limits, const Handlers& handlers,
                             std::function<void()> notify)
    : handlers_(handlers), notify_(std::move(notify)), most_waiting_(limits.waiting) {
  for (std::size_t i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { work(); });
}

AnswerThreads::~AnswerThreads() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting_.clear();
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool AnswerThreads::offer(std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(job));
  }
  arrived_.notify_one();
  return true;
}

std::vector<Finished> AnswerThreads::take_finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

Response AnswerThreads::answer(const Job& job) const {
  try {
    return handlers_.answer(job.request, job.stop.get_token());
  } catch (...) {
    return handlers_.refuse(500);
  }
}

void AnswerThreads::work() {
  while (true) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
      if (closed_) return;
      job = std::move(waiting_.front());
      waiting_.pop_front();
    }
    Finished finished{job->connection, answer(*job)};
    {
      const std::lock_guard lock(mutex_);
      finished_.push_back(std::move(finished));
    }
    notify_();
  }
}

}  // namespace sfumato::server
