// Progress of a job as server-sent events (HTML Standard, §9.2): its state at every change, what it found on
// its way, and its end.
#pragma once

#include <chrono>
#include <memory>

#include "app/job_record.hpp"
#include "server/http_message.hpp"

namespace sfumato::app {

class JobEvents : public server::BodyStream {
 public:
  explicit JobEvents(std::shared_ptr<const JobRecord> job) : job_(std::move(job)) {}

  std::optional<std::uint64_t> size() const override { return std::nullopt; }
  std::optional<std::string> next() override;

 private:
  using Clock = std::chrono::steady_clock;

  std::shared_ptr<const JobRecord> job_;
  std::size_t sent_ = 0;  // events of what it found
  Value last_;            // state, progress and phase as they were sent
  Clock::time_point last_time_ = {};
  bool over_ = false;
};

}  // namespace sfumato::app
