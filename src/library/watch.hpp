// The caller's side of a running job: progress is reported to a callback on the calling thread alone, and the
// callback can stop the job.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/run.hpp"

namespace sfumato::library {

class Watch {
 public:
  using Callback = int (*)(double done, const char* what, void* user);

  Watch(Callback callback, void* user) : callback_(callback), user_(user) {}

  // What is done, as the callback reports it.
  void name(std::string what) { what_ = std::move(what); }
  std::stop_token token() const { return stop_.get_token(); }
  std::shared_ptr<Progress> progress() const { return progress_; }

  // Calls back, and throws Error{interrupted} where the answer is to stop.
  void report();
  // The same, unless that was done a moment ago.
  void report_in_time();

  // Does the work on a thread of its own, while this one calls back. What the work throws is thrown on; a
  // stop is thrown as Error{interrupted} when the work has ended.
  void during(const std::function<void()>& work);

 private:
  Callback callback_;
  void* user_;
  std::string what_ = "request";
  std::stop_source stop_;
  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  std::chrono::steady_clock::time_point reported_{};
};

}  // namespace sfumato::library
