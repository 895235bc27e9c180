#include "app/job_record.hpp"

#include <algorithm>
#include <cmath>

#include "app/responses.hpp"
#include "app/sources.hpp"
#include "core/registry.hpp"
#include "io/json.hpp"
#include "jobs/queries/registry.hpp"
#include "jobs/registry.hpp"
#include "queries/utc_time.hpp"

namespace sfumato::app {
namespace {

std::string member_text(const Value& request, const char* name) {
  const Value* found = request.find(name);
  return found != nullptr && found->is_text() ? found->as_text() : std::string();
}

std::string title_of(const std::string& job) {
  if (const jobs::Job* known = find_entry(jobs::jobs(), job)) return known->info.title;
  if (const jobs::Job* known = find_entry(jobs::query_jobs(), job)) return known->info.title;
  return job;
}

[[noreturn]] void nothing_there(const std::string& what) {
  throw Failure(404, "not_found", "the job has no " + what, "see the document of the job");
}

Value output_values(const std::vector<Table>& tables) {
  Value list = Value::array();
  for (const Table& table : tables) {
    Value entry = Value::object();
    list.push(entry.set("rows", table.rows()).set("columns", Value::array_of(table.names())));
  }
  return list;
}

}  // namespace

std::string_view to_text(JobState state) {
  constexpr std::string_view names[] = {"waiting", "running", "done", "failed", "stopped"};
  return names[static_cast<std::size_t>(state)];
}

JobRecord::JobRecord(std::string given_id, Value given_request)
    : id(std::move(given_id)),
      job(member_text(given_request, "job")),
      title(title_of(job)),
      label(member_text(given_request, "label")),
      request(std::move(given_request)),
      created_(queries::utc_text(queries::utc_now())) {}

Run::Options JobRecord::run_options() const {
  Run::Options options;
  options.stop = stop_.get_token();
  options.progress = progress_;
  return options;
}

void JobRecord::stop() { stop_.request_stop(); }

void JobRecord::begin() {
  const std::lock_guard lock(mutex_);
  state_ = JobState::running;
  begun_ = Clock::now();
}

void JobRecord::finish(JobYield yield) {
  const std::lock_guard lock(mutex_);
  yield_ = std::move(yield);
  state_ = JobState::done;
  ended_ = Clock::now();
  changed_.notify_all();
}

void JobRecord::fail(Value error, bool stopped) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
  state_ = stopped ? JobState::stopped : JobState::failed;
  ended_ = Clock::now();
  changed_.notify_all();
}

void JobRecord::publish(Value found) {
  const std::lock_guard lock(mutex_);
  found.set("number", published_.size());
  published_.push_back(std::move(found));
}

JobState JobRecord::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

bool JobRecord::wait(std::chrono::milliseconds time, const std::stop_token& stop) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, stop, time, [this] { return state_ > JobState::running; });
  return state_ > JobState::running;
}

double JobRecord::seconds() const {
  if (begun_ == Clock::time_point{}) return 0.0;
  const Clock::time_point end = state_ > JobState::running ? ended_ : Clock::now();
  return std::chrono::duration<double>(end - begun_).count();
}

Value JobRecord::progress_value() const {
  const std::lock_guard lock(mutex_);
  Value document = Value::object();
  return document.set("state", to_text(state_))
      .set("progress", state_ == JobState::done ? 1.0 : progress_->fraction())
      .set("phase", state_ == JobState::running ? progress_->what() : std::string())
      .set("seconds", std::round(seconds() * 1000.0) / 1000.0);
}

std::vector<Value> JobRecord::published(std::size_t from) const {
  const std::lock_guard lock(mutex_);
  return {published_.begin() + static_cast<std::ptrdiff_t>(std::min(from, published_.size())),
          published_.end()};
}

// The result is text already, and can be long: it is put in as it is.
std::string JobRecord::document(bool with_result) const {
  Value document = Value::object();
  document.set("id", id).set("job", job).set("title", title).set("label", label);
  const Value progress = progress_value();
  for (const auto& [name, value] : progress.as_object()) document.set(name, value);
  const std::lock_guard lock(mutex_);
  document.set("created", created_)
      .set("yes", state_ == JobState::done ? Value(yield_.yes) : Value())
      .set("outputs", output_values(yield_.outputs))
      .set("page", !yield_.page.empty())
      .set("figures", yield_.figures.size())
      .set("error", error_);
  if (!with_result) return io::json_text(document);
  document.set("figure_titles", Value::array_of(yield_.figure_titles)).set("request", request);
  std::string text = io::json_text(document);
  text.resize(text.rfind('}'));
  return text + ", \"result\": " + yield_.result + "}\n";
}

Table JobRecord::output(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (outputs_dropped_) {
    throw Failure(410, "gone", "the tables of this job are no longer in memory", "run the job again");
  }
  if (number >= yield_.outputs.size()) nothing_there("table " + std::to_string(number));
  return yield_.outputs[number];
}

std::optional<library::RecordOrigins> JobRecord::origins(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (number >= yield_.origins.size()) return std::nullopt;
  return yield_.origins[number];
}

std::string JobRecord::page() const {
  const std::lock_guard lock(mutex_);
  if (yield_.page.empty()) nothing_there("report: it was asked for without \"report\"");
  return yield_.page;
}

std::string JobRecord::figure(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (number < 1 || number > yield_.figures.size()) nothing_there("figure " + std::to_string(number));
  return yield_.figures[number - 1];
}

Value JobRecord::result() const {
  const std::lock_guard lock(mutex_);
  return io::parse_json(yield_.result, "the result of job " + id);
}

std::uint64_t JobRecord::bytes() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = yield_.result.size() + yield_.page.size();
  for (const Table& table : yield_.outputs) sum += table_bytes(table);
  for (const auto& origins : yield_.origins) sum += origins.rows.size() * sizeof(std::size_t);
  return sum;
}

void JobRecord::drop_outputs() {
  const std::lock_guard lock(mutex_);
  outputs_dropped_ = outputs_dropped_ || !yield_.outputs.empty();
  yield_.outputs.clear();
  yield_.origins.clear();
}

}  // namespace sfumato::app
