// The jobs of the app: a few threads work on them in their order, and finished ones are kept for a while. A
// page that is loaded again finds them all.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/job_record.hpp"

namespace sfumato::app {

struct QueueLimits {
  std::size_t threads = 4;
  std::size_t waiting = 64;           // beyond that 429
  std::size_t finished = 200;         // that are kept
  std::uint64_t memory = 2ULL << 30;  // of the tables of finished jobs; those of the oldest go first
};

class JobQueue {
 public:
  // Called by several threads at once. What it throws is the job's failure.
  using Work = std::function<JobYield(JobRecord& job)>;

  JobQueue(const QueueLimits& limits, Work work);
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;
  ~JobQueue();  // stops all of them

  std::shared_ptr<JobRecord> add(const Value& request);
  // A failure with 404 where there is none.
  std::shared_ptr<JobRecord> find(const std::string& id) const;
  std::vector<std::shared_ptr<JobRecord>> list() const;  // newest first
  // Stops a job; one that has ended is forgotten.
  void stop(const std::string& id);

 private:
  void work(const std::stop_token& stop);
  void do_one(JobRecord& job);
  void tidy();

  const QueueLimits limits_;
  const Work work_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<JobRecord>> waiting_;
  std::vector<std::shared_ptr<JobRecord>> all_;  // oldest first
  std::size_t number_ = 0;
  std::vector<std::jthread> threads_;  // last: they use the others
};

}  // namespace sfumato::app
