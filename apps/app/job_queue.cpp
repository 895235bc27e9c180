#include "app/job_queue.hpp"

#include <algorithm>
#include <new>
#include <ranges>
#include <stdexcept>

#include "app/responses.hpp"
#include "io/utf8.hpp"

namespace sfumato::app {
namespace {

Value failure_value(const Failure& failure) {
  Value error = Value::object();
  error.set("code", failure.code)
      .set("parameter", Value())
      .set("message", failure.message)
      .set("hint", failure.hint);
  for (const auto& [name, value] : failure.more.as_object()) error.set(name, value);
  return error;
}

Value no_memory() {
  return error_value(Error(ErrorCode::internal, "not enough memory", "take fewer records or columns"));
}

}  // namespace

JobQueue::JobQueue(const QueueLimits& limits, Work work) : limits_(limits), work_(std::move(work)) {
  for (std::size_t i = 0; i < limits.threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { this->work(stop); });
  }
}

JobQueue::~JobQueue() {
  for (const auto& job : list()) job->stop();
  for (std::jthread& thread : threads_) thread.request_stop();
}

std::shared_ptr<JobRecord> JobQueue::add(const Value& request) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= limits_.waiting) {
    throw Failure(429, "busy", "too many jobs are waiting", "wait until some have ended, or stop them");
  }
  auto job = std::make_shared<JobRecord>("j" + std::to_string(++number_), request);
  all_.push_back(job);
  waiting_.push_back(job);
  changed_.notify_one();
  return job;
}

std::shared_ptr<JobRecord> JobQueue::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  for (const auto& job : all_) {
    if (job->id == id) return job;
  }
  throw Failure(404, "not_found", "there is no job '" + io::shown(id) + "'",
                "the program was started again, or the job was forgotten: run it again");
}

std::vector<std::shared_ptr<JobRecord>> JobQueue::list() const {
  const std::lock_guard lock(mutex_);
  return {all_.rbegin(), all_.rend()};
}

void JobQueue::stop(const std::string& id) {
  const std::shared_ptr<JobRecord> job = find(id);
  job->stop();
  const std::lock_guard lock(mutex_);
  if (const auto place = std::find(waiting_.begin(), waiting_.end(), job); place != waiting_.end()) {
    waiting_.erase(place);
    job->fail(error_value(Error(ErrorCode::interrupted, "stopped before it began")), true);
  } else if (job->ended()) {
    std::erase(all_, job);
  }
}

void JobQueue::work(const std::stop_token& stop) {
  while (true) {
    std::shared_ptr<JobRecord> job;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return !waiting_.empty(); }) || stop.stop_requested()) return;
      job = waiting_.front();
      waiting_.pop_front();
    }
    do_one(*job);
    tidy();
  }
}

void JobQueue::do_one(JobRecord& job) {
  job.begin();
  try {
    job.finish(work_(job));
  } catch (const Error& error) {
    job.fail(error_value(error), error.code == ErrorCode::interrupted);
  } catch (const Failure& failure) {
    job.fail(failure_value(failure), false);
  } catch (const std::bad_alloc&) {
    job.fail(no_memory(), false);
  } catch (const std::length_error&) {
    job.fail(no_memory(), false);
  } catch (const std::exception& other) {
    job.fail(error_value(Error(ErrorCode::internal, other.what(), "please report this")), false);
  }
}

// Keeps as many finished jobs, and as much of their tables, as the limits allow.
void JobQueue::tidy() {
  const std::lock_guard lock(mutex_);
  std::size_t finished = 0;
  std::uint64_t bytes = 0;
  std::vector<std::shared_ptr<JobRecord>> kept;
  for (const auto& job : std::views::reverse(all_)) {
    if (job->ended()) {
      if (++finished > limits_.finished) continue;
      bytes += job->bytes();
      if (bytes > limits_.memory && finished > 1) {
        bytes -= job->bytes();
        job->drop_outputs();
      }
    }
    kept.push_back(job);
  }
  all_.assign(kept.rbegin(), kept.rend());
}

}  // namespace sfumato::app
