#include "server/metrics.hpp"

#include "core/number_text.hpp"

namespace sfumato::server {
namespace {

constexpr std::array<double, 8> bounds = {0.001, 0.0025, 0.01, 0.025, 0.1, 0.5, 2.5, 10};

void describe(std::string& text, const std::string& name, const char* kind, const char* help) {
  text += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + kind + "\n";
}

template <class Number>
void sample(std::string& text, const std::string& name, Number number) {
  text += name + " " + std::to_string(number) + "\n";
}

}  // namespace

void Metrics::begin() {
  const std::lock_guard lock(mutex_);
  ++under_way_;
}

void Metrics::end(const std::string& route, int status, std::chrono::duration<double> took) {
  const std::lock_guard lock(mutex_);
  --under_way_;
  ++requests_[{route, status}];
  Durations& durations = durations_[route];
  ++durations.count;
  durations.seconds += took.count();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (took.count() > bounds[i]) continue;
    ++durations.at_most[i];
    break;
  }
}

void Metrics::refused(int status) {
  const std::lock_guard lock(mutex_);
  ++requests_[{"none", status}];
}

void Metrics::count_failed_authentication() {
  const std::lock_guard lock(mutex_);
  ++failed_authentications_;
}

void Metrics::count_limited() {
  const std::lock_guard lock(mutex_);
  ++limited_;
}

std::string Metrics::text(const queries::Balance& balance) const {
  const std::lock_guard lock(mutex_);
  std::string text;
  describe(text, "sfumato_requests_total", "counter", "Requests by route and status.");
  for (const auto& [key, count] : requests_) {
    sample(
        text,
        "sfumato_requests_total{route=\"" + key.first + "\",status=\"" + std::to_string(key.second) + "\"}",
        count);
  }
  const std::string seconds = "sfumato_request_seconds";
  describe(text, seconds, "histogram", "Duration of requests, from their last byte.");
  for (const auto& [route, durations] : durations_) {
    const std::string label = "{route=\"" + route + "\"";
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      so_far += durations.at_most[i];
      sample(text, seconds + "_bucket" + label + ",le=\"" + shortest(bounds[i]) + "\"}", so_far);
    }
    sample(text, seconds + "_bucket" + label + ",le=\"+Inf\"}", durations.count);
    text += seconds + "_sum" + label + "} " + shortest(durations.seconds) + "\n";
    sample(text, seconds + "_count" + label + "}", durations.count);
  }
  describe(text, "sfumato_requests_under_way", "gauge", "Requests in progress.");
  sample(text, "sfumato_requests_under_way", under_way_);
  describe(text, "sfumato_failed_authentications_total", "counter", "Requests with no token or a wrong one.");
  sample(text, "sfumato_failed_authentications_total", failed_authentications_);
  describe(text, "sfumato_rate_limited_total", "counter", "Requests refused by the rate limit.");
  sample(text, "sfumato_rate_limited_total", limited_);
  describe(text, "sfumato_budget_micro_epsilon", "gauge", "The privacy budget of the database.");
  sample(text, "sfumato_budget_micro_epsilon", balance.cap);
  describe(text, "sfumato_spent_micro_epsilon", "gauge", "The spent part of the budget.");
  sample(text, "sfumato_spent_micro_epsilon", balance.spent);
  return text;
}

}  // namespace sfumato::server
