#include "optimize/limit.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>

namespace sfumato::optimize {

const char* to_text(Effort::Unit unit) { return unit == Effort::Unit::work ? "work" : "time"; }

struct Limit::Meter {
  std::atomic<std::uint64_t> steps{0};
  double begin = 0;   // units, done before
  double weight = 1;  // of a step

  double now() const { return begin + weight * (static_cast<double>(steps.load()) / steps_per_unit); }
};

Limit::Limit(const Effort& effort) {
  if (effort.unit == Effort::Unit::work) meter_ = std::make_shared<Meter>();
  begin_ = now();
  end_ = begin_ + std::max(0.0, effort.amount);
}

double Limit::now() const {
  if (meter_) return meter_->now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Limit::left() const { return std::isinf(end_) ? end_ : std::max(0.0, end_ - now()); }

double Limit::progress() const {
  if (std::isinf(end_)) return 0;
  return end_ > begin_ ? std::clamp((now() - begin_) / (end_ - begin_), 0.0, 1.0) : 1.0;
}

Limit Limit::share(double part) const { return next(part * left()); }

Limit Limit::within(double amount) const { return next(std::min(amount, left())); }

Limit Limit::next(double amount) const {
  const double begin = now();
  return {meter_, begin, begin + std::max(0.0, amount)};
}

Limit Limit::without_end() const { return next(infinity); }

double Limit::steps_left() const { return meter_ ? left() / meter_->weight * steps_per_unit : infinity; }

void Limit::spend(std::uint64_t steps) const {
  if (meter_) meter_->steps += steps;
}

SideBySide::SideBySide(const Limit& limit, std::size_t tasks) : whole_(limit.meter_) {
  if (!whole_) return;
  for (std::size_t i = 0; i < tasks; ++i) {
    tasks_.push_back(std::make_shared<Limit::Meter>());
    tasks_[i]->begin = whole_->now();
    tasks_[i]->weight = static_cast<double>(tasks) * whole_->weight;
  }
}

SideBySide::~SideBySide() {
  for (const std::shared_ptr<Limit::Meter>& task : tasks_) whole_->steps += task->steps.load();
}

Limit SideBySide::of(std::size_t task, const Limit& limit) const {
  return whole_ ? Limit(tasks_[task], limit.begin_, limit.end_) : limit;
}

}  // namespace sfumato::optimize
