// The callback is promised a call every 0.1 s; it gets one every 0.05 s.
#include "library/watch.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "core/error.hpp"

namespace sfumato::library {
namespace {

constexpr std::chrono::milliseconds between_calls{50};

// One piece of work on a thread of its own. The thread has ended when this is gone.
class Worker {
 public:
  explicit Worker(const std::function<void()>& work)
      : thread_([this, &work] {
          try {
            work();
          } catch (...) {
            failure_ = std::current_exception();
          }
          const std::lock_guard lock(mutex_);
          done_ = true;
          changed_.notify_one();
        }) {}
  ~Worker() { join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool done_within(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return done_; });
  }
  std::exception_ptr join() {
    if (thread_.joinable()) thread_.join();
    return failure_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace

void Watch::report() {
  reported_ = std::chrono::steady_clock::now();
  if (callback_ == nullptr) return;
  int answer = 1;
  try {
    const std::string now = progress_->what();
    answer = callback_(progress_->fraction(), now.empty() ? what_.c_str() : now.c_str(), user_);
  } catch (...) {
    // A callback of C++ that throws stops the job, too.
  }
  if (answer == 0) return;
  stop_.request_stop();
  throw Error(ErrorCode::interrupted, "stopped by the caller");
}

void Watch::report_in_time() {
  if (std::chrono::steady_clock::now() - reported_ >= between_calls) report();
}

void Watch::during(const std::function<void()>& work) {
  Worker worker(work);
  while (!worker.done_within(between_calls)) report();
  if (const std::exception_ptr failure = worker.join()) std::rethrow_exception(failure);
}

}  // namespace sfumato::library
