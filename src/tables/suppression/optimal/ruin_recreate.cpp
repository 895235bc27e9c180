#include "tables/suppression/optimal/ruin_recreate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sfumato::tables {
namespace {

constexpr std::size_t fewest_to_open = 15, most_to_open = 90;
constexpr int tries_to_open = 50;
constexpr double most_noise = 2.5;            // in the logarithm of what a cell saves
constexpr std::uint64_t steps_per_term = 10;  // of work, for each round and term of the tableau

}  // namespace

RuinRecreate::RuinRecreate(const CutSystem& system, const Elimination& elimination, std::uint64_t number)
    : system_(system),
      greedy_(system),
      rng_({elimination.free.size(), number}),
      now_(system, elimination),
      best_(now_) {
  const double noise = number == 0 ? 0.0 : most_noise * rng_.uniform();
  greedy_.complete(now_, columns(false), noise, std::numeric_limits<double>::infinity(), rng_);
  take({});
  best_ = now_;
  first_cost_ = cost_ = least_ = greedy_.cost();
  lack_ = greedy_.lack();
}

std::vector<std::size_t> RuinRecreate::columns(bool published) const {
  std::vector<std::size_t> result;
  for (std::size_t k = 0; k < now_.columns(); ++k) {
    if (now_.published(k) == published) result.push_back(k);
  }
  return result;
}

std::vector<std::size_t> RuinRecreate::columns_to_open() {
  std::vector<std::size_t> published = columns(true);
  rng_.shuffle(std::span(published));
  const std::size_t wanted =
      std::min(published.size(), fewest_to_open + rng_.below(most_to_open - fewest_to_open + 1));
  if (rng_.chance(1.0 / 3)) {
    published.resize(wanted);
    return published;
  }
  const bool around_suppressed = rng_.chance(0.5);
  std::vector<std::size_t> chosen;
  for (int tries = 0; chosen.size() < wanted && tries < tries_to_open; ++tries) {
    const std::size_t cell = rng_.below(now_.cells());
    if (around_suppressed && !now_.moves(cell)) continue;
    std::erase_if(published, [&](std::size_t column) {
      if (chosen.size() == wanted || now_.row(cell)[column] == 0) return false;
      chosen.push_back(column);
      return true;
    });
  }
  return chosen;
}

void RuinRecreate::take(const std::vector<std::size_t>& opened) {
  for (const std::size_t column : opened) now_.set_published(column, false);
  for (const GreedyPublication::Step& step : greedy_.steps()) {
    now_.exchange(step.cell, step.column);
    now_.set_published(step.column, true);
  }
}

void RuinRecreate::exchange_by_chance() {
  const std::vector<std::size_t> published = columns(true);
  if (published.empty()) return;
  const std::size_t column = published[rng_.below(published.size())];
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (now_.row(i)[column] != 0 && now_.basis(column) != i && !now_.moves(i)) others.push_back(i);
  }
  if (!others.empty()) now_.exchange(others[rng_.below(others.size())], column);
}

void RuinRecreate::search(const Schedule& schedule, std::size_t rounds, const Limit& limit, const Run& run) {
  const double price = schedule.penalty * first_cost_;
  greedy_.set_penalty(price);
  now_ = best_;
  double score = cost_ + price * lack_;
  least_ = score;
  const Limit own = limit.share(1);
  const std::uint64_t steps = steps_per_term * system_.size() * now_.columns();
  for (std::size_t round = 0; round < rounds; ++round) {
    run.check_stop();
    if (own.over()) break;
    own.spend(steps);
    const double progress =
        std::max(own.progress(), static_cast<double>(round) / static_cast<double>(rounds));
    const double temperature = first_cost_ * schedule.first_temperature *
                               std::pow(schedule.last_temperature / schedule.first_temperature, progress);
    const std::vector<std::size_t> opened = columns_to_open();
    std::vector<std::size_t> open = columns(false);
    open.insert(open.end(), opened.begin(), opened.end());
    const double most = score + temperature * rng_.exponential();
    greedy_.complete(now_, open, most_noise * rng_.uniform(), most, rng_);
    const double next = greedy_.cost() + price * greedy_.lack();
    if (next > most) {
      if (rng_.chance(0.25)) exchange_by_chance();
      continue;
    }
    take(opened);
    score = next;
    if (score >= least_) continue;
    best_ = now_;
    cost_ = greedy_.cost();
    lack_ = greedy_.lack();
    least_ = score;
  }
}

Pattern RuinRecreate::best() const {
  Pattern pattern(system_.hidden.begin(), system_.hidden.end());
  for (std::size_t i = 0; i < system_.size(); ++i) {
    if (best_.moves(i)) pattern[i] = 1;
  }
  return pattern;
}

}  // namespace sfumato::tables
