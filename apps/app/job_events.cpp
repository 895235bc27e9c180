#include "app/job_events.hpp"

#include "io/json.hpp"

namespace sfumato::app {
namespace {

constexpr std::chrono::milliseconds between_states{100};
// A comment now and then, so that a client that is gone is noticed.
constexpr std::chrono::seconds between_signs{10};

// JSON on one line.
std::string event_text(const char* name, const Value& data) {
  std::string text = "event: ";
  text += name;
  text += "\ndata: ";
  for (const char c : io::json_text(data)) {
    if (c != '\n') text += c;
  }
  return text + "\n\n";
}

Value without_time(const Value& state) {
  Value result = Value::object();
  for (const auto& [name, value] : state.as_object()) {
    if (name != "seconds") result.set(name, value);
  }
  return result;
}

}  // namespace

std::optional<std::string> JobEvents::next() {
  if (over_) return std::nullopt;
  const bool ended = job_->ended();  // asked first: what it found comes before its end
  std::string text;
  for (const Value& found : job_->published(sent_)) {
    text += event_text("partial", found);
    ++sent_;
  }
  const Clock::time_point now = Clock::now();
  const Value state = job_->progress_value();
  const bool changed = !(without_time(state) == last_);
  if (changed && (ended || now - last_time_ >= between_states)) {
    text += event_text("state", state);
    last_ = without_time(state);
    last_time_ = now;
  } else if (now - last_time_ >= between_signs) {
    text += ": \n\n";
    last_time_ = now;
  }
  if (ended) {
    Value end = Value::object();
    text += event_text("end", end.set("state", state.at("state")));
    over_ = true;
  }
  return text;
}

}  // namespace sfumato::app
