// A draw that was not timed yet takes as long as those of the other contenders, or, where none was timed, a
// multiple of what is known.
#include "compare/workload.hpp"

#include <algorithm>

namespace sfumato::compare {
namespace {

// Seconds of a draw for each kind of work where only another kind was timed: rough, and replaced by the first
// draw that is timed.
constexpr std::array<double, kinds_of_work> usual_seconds{0.01, 0.1, 0.1, 0.3};
constexpr double unforeseen = 0.1;  // of the draws that were done

}  // namespace

void Workload::plan(const std::string& contender, Work work, double draws) {
  const std::lock_guard lock(mutex_);
  parts_[contender][static_cast<std::size_t>(work)].left = std::max(0.0, draws);
}

void Workload::begin(const std::string& contender, Work work, const std::string& phase) {
  const std::lock_guard lock(mutex_);
  now_[contender] = {work, phase};
}

void Workload::finish(const std::string& contender) {
  const std::lock_guard lock(mutex_);
  for (Part& part : parts_[contender]) part.left = 0.0;
}

void Workload::spend(const std::string& contender, double seconds) {
  Work work = Work::risk;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = now_.find(contender); found != now_.end()) work = found->second.first;
  }
  spend(contender, seconds, work);
}

void Workload::spend(const std::string& contender, double seconds, Work work) {
  double share = 0.0;
  std::string what = contender;
  {
    const std::lock_guard lock(mutex_);
    Part& part = parts_[contender][static_cast<std::size_t>(work)];
    part.draws += 1.0;
    part.seconds += std::max(0.0, seconds);
    if (part.left > 0.0) part.left = std::max(part.left - 1.0, unforeseen * part.draws);
    share = share_unlocked();
    if (const auto found = now_.find(contender); found != now_.end()) what += ": " + found->second.second;
  }
  if (told_) told_(share, what);
}

double Workload::seconds_per_draw(const Parts& own, std::size_t work) const {
  if (own[work].draws > 0.0) return own[work].seconds / own[work].draws;
  double seconds = 0.0, draws = 0.0;
  for (const auto& [contender, parts] : parts_) {
    seconds += parts[work].seconds;
    draws += parts[work].draws;
  }
  if (draws > 0.0) return seconds / draws;
  for (std::size_t other = kinds_of_work; other-- > 0;) {
    if (own[other].draws > 0.0) {
      return own[other].seconds / own[other].draws * usual_seconds[work] / usual_seconds[other];
    }
  }
  return usual_seconds[work];
}

double Workload::share_unlocked() const {
  double taken = 0.0, left = 0.0;
  for (const auto& [contender, parts] : parts_) {
    for (std::size_t work = 0; work < kinds_of_work; ++work) {
      taken += parts[work].seconds;
      if (parts[work].left > 0.0) left += parts[work].left * seconds_per_draw(parts, work);
    }
  }
  return taken + left > 0.0 ? taken / (taken + left) : 0.0;
}

double Workload::share() const {
  const std::lock_guard lock(mutex_);
  return share_unlocked();
}

}  // namespace sfumato::compare
