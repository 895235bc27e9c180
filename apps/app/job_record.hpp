// One job of the app: what was asked for, how far it is, and what came out. It is read by requests while a
// thread works on it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "library/endpoint.hpp"

namespace sfumato::app {

enum class JobState { waiting, running, done, failed, stopped };
std::string_view to_text(JobState state);

// What a finished job leaves.
struct JobYield {
  std::string result = "null";  // JSON
  bool yes = true;              // false: it ran, and the answer is no
  std::vector<Table> outputs = {};
  std::vector<library::RecordOrigins> origins = {};  // of the first of them, where the job knows them
  std::string page = {};                             // the report as HTML; empty: none
  std::vector<std::string> figures = {};             // of the page, as SVG
  std::vector<std::string> figure_titles = {};       // as many
};

class JobRecord {
 public:
  JobRecord(std::string given_id, Value given_request);

  const std::string id, job, title, label;
  const Value request;

  // With its stop token and progress; seed, threads and memory are the request's.
  Run::Options run_options() const;
  void stop();
  void begin();
  void finish(JobYield yield);
  void fail(Value error, bool stopped);
  // Something that it found on its way.
  void publish(Value found);

  JobState state() const;
  bool ended() const { return state() > JobState::running; }
  // Waits until it has ended; false where it has not.
  bool wait(std::chrono::milliseconds time, const std::stop_token& stop) const;

  // {"state", "progress", "phase", "seconds"}.
  Value progress_value() const;
  std::vector<Value> published(std::size_t from) const;
  // Its document; with the result, or without for a list.
  std::string document(bool with_result) const;

  // An error where there is no such output, page or figure.
  Table output(std::size_t number) const;
  // Which original record each record of an output is; none where the job does not say.
  std::optional<library::RecordOrigins> origins(std::size_t number) const;
  std::string page() const;
  std::string figure(std::size_t number) const;
  Value result() const;

  std::uint64_t bytes() const;  // of its outputs
  void drop_outputs();

 private:
  using Clock = std::chrono::steady_clock;

  double seconds() const;

  const std::string created_;
  std::stop_source stop_;
  const std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  JobState state_ = JobState::waiting;
  bool outputs_dropped_ = false;
  Clock::time_point begun_ = {}, ended_ = {};
  JobYield yield_;
  Value error_;
  std::vector<Value> published_;
};

}  // namespace sfumato::app
