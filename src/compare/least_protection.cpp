// Everything that was tried is kept by its parameter, so that no setting is tried twice.
#include "compare/least_protection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/number_text.hpp"

namespace sfumato::compare {
namespace {

constexpr std::size_t scanned = 11;
constexpr double same = 1e-9;           // relative: at the limit
constexpr double near_miss = 0.25;      // of the limit: whole values between two unsafe ones are worth trying
constexpr std::size_t few_values = 32;  // whole values between two unsafe ones that are tried
constexpr std::size_t all_values = 256;  // whole values that are tried one by one
constexpr std::size_t thinned = 32;      // values of a longer bracket that are tried first
constexpr std::size_t at_a_time = 4;
constexpr double known_enough = 0.002;  // of a continuous parameter, or of its range
constexpr int most_halvings = 16;
constexpr int most_decades = 12;

// How far beyond the limit, as a share of it; 0 or less: safe.
double excess(const Estimate& risk, const Limit& limit) {
  if (!risk.value) return std::numeric_limits<double>::infinity();
  // The error of one draw is that of a sample of its records, which does not become less by a choice of
  // draws.
  const double errors = risk.draws <= 1 ? 2.0 : 1.0;
  const double towards = (limit.better == Better::lower ? errors : -errors) * risk.standard_error;
  const double over = *risk.value + towards - limit.value;
  const double scale = std::max(std::fabs(limit.value), 1e-12);
  return (limit.better == Better::lower ? over : -over) / scale;
}

class Search {
 public:
  Search(const DialRange& dial, const std::vector<Limit>& limits, const RiskResponse& response)
      : dial_(dial), limits_(limits), response_(response) {}

  LeastProtection run() {
    std::vector<double> points = scan_points(dial_, scanned);
    if (!dial_.more_is_safer) std::reverse(points.begin(), points.end());  // now from weak to strong
    try_all(points);
    LeastProtection result;
    if (const auto found = dial_.integer ? first_whole(points) : first_continuous(points)) {
      result.found = at(*found);
    }
    finish(result);
    return result;
  }

 private:
  void try_all(const std::vector<double>& parameters) {
    std::vector<double> unknown;
    for (const double parameter : parameters) {
      if (!tried_.contains(parameter)) unknown.push_back(parameter);
    }
    if (unknown.empty()) return;
    auto found = response_(unknown);
    for (std::size_t i = 0; i < unknown.size(); ++i) tried_[unknown[i]] = std::move(found[i]);
  }

  double excess_at(double parameter) {
    try_all({parameter});
    const std::vector<Estimate>& risks = tried_.at(parameter);
    double worst = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < limits_.size(); ++i) worst = std::max(worst, excess(risks[i], limits_[i]));
    return worst;
  }
  bool safe(double parameter) { return excess_at(parameter) <= same; }

  LimitedPoint at(double parameter) const { return {parameter, tried_.at(parameter)}; }

  std::optional<double> first_whole(const std::vector<double>& points) {
    if (safe(points.front())) return points.front();
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (const auto found = first_between(points[i - 1], points[i])) return found;
    }
    return std::nullopt;
  }

  // The first safe whole value after `weak`, which is unsafe, up to `strong`.
  std::optional<double> first_between(double weak, double strong) {
    const bool closes = safe(strong);
    const double step = strong > weak ? 1.0 : -1.0;
    const auto between = static_cast<std::size_t>(std::llround(std::fabs(strong - weak))) - 1;
    const bool near = std::min(excess_at(weak), excess_at(strong)) <= near_miss;
    if (!closes && (between > few_values || !near)) return std::nullopt;
    if (between > all_values) return first_of_many(weak, strong);
    std::vector<double> batch;
    for (std::size_t i = 1; i <= between + 1; ++i) {
      batch.push_back(weak + step * static_cast<double>(i));
      if (batch.size() < at_a_time && i <= between) continue;
      try_all(batch);
      for (const double value : batch) {
        if (safe(value)) return value;
      }
      batch.clear();
    }
    return std::nullopt;
  }

  // A long bracket: some of its values first, then all values before the first safe one of these.
  std::optional<double> first_of_many(double weak, double strong) {
    std::vector<double> some{weak};
    for (std::size_t i = 1; i <= thinned; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(thinned);
      some.push_back(std::round(weak + share * (strong - weak)));
    }
    try_all(some);
    notes_.push_back("from " + dial_.parameter + " = " + shortest(std::min(weak, strong)) + " to " +
                     shortest(std::max(weak, strong)) + " every " +
                     shortest(std::round(std::fabs(strong - weak) / static_cast<double>(thinned))) +
                     "th value was tried");
    for (std::size_t i = 1; i < some.size(); ++i) {
      if (safe(some[i])) return first_between(some[i - 1], some[i]);
    }
    return std::nullopt;
  }

  std::optional<double> first_continuous(const std::vector<double>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool stays = i + 1 == points.size() || safe(points[i + 1]);
      if (!stays || !safe(points[i])) continue;
      return i == 0 ? points.front() : narrowed(points[i - 1], points[i]);
    }
    return std::nullopt;
  }

  // Halves the bracket between an unsafe and a safe setting, and stays on the safe side.
  double narrowed(double unsafe, double good) {
    if (dial_.logarithmic && unsafe < 0.999 * dial_.smallest) lower_scale(unsafe, good);
    for (int step = 0; step < most_halvings && width(unsafe, good) > known_enough; ++step) {
      const double middle = dial_.from_scale(0.5 * (dial_.to_scale(unsafe) + dial_.to_scale(good)));
      if (middle == unsafe || middle == good) break;
      (safe(middle) ? good : unsafe) = middle;
    }
    return with_few_digits(unsafe, good);
  }

  // A logarithmic scale that begins at 0 is extended downwards as far as the settings are safe.
  void lower_scale(double& unsafe, double& good) {
    for (int decade = 0; decade < most_decades; ++decade) {
      const double lower = good / 10.0;
      dial_.smallest = lower;
      if (!safe(lower)) {
        unsafe = lower;
        return;
      }
      good = lower;
    }
    unsafe = good;
  }

  double width(double a, double b) const {
    const double across = std::fabs(dial_.to_scale(a) - dial_.to_scale(b));
    return dial_.logarithmic ? across : across / std::max(dial_.upper - dial_.lower, 1e-300);
  }

  // 0.36 rather than 0.3572: three digits, towards more protection, where that is safe too.
  double with_few_digits(double unsafe, double good) {
    const double digit = std::pow(10.0, std::floor(std::log10(std::max(std::fabs(good), 1e-300))) - 2.0);
    const double up = std::ceil(good / digit) * digit, down = std::floor(good / digit) * digit;
    const double exact = *parse_number(rounded(dial_.more_is_safer ? up : down, 3));
    if (exact < dial_.lower || exact > dial_.upper || width(exact, good) > 5.0 * known_enough) return good;
    return width(unsafe, good) <= known_enough && safe(exact) ? exact : good;
  }

  void finish(LeastProtection& result) {
    result.notes = notes_;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [parameter, risks] : tried_) {
      result.tried.push_back({parameter, risks});
      double worst = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < limits_.size(); ++i) worst = std::max(worst, excess(risks[i], limits_[i]));
      if (worst >= least) continue;
      least = worst;
      result.nearest = result.tried.back();
    }
  }

  DialRange dial_;
  const std::vector<Limit>& limits_;
  const RiskResponse& response_;
  std::map<double, std::vector<Estimate>> tried_;
  std::vector<std::string> notes_;
};

}  // namespace

bool is_safe(const std::optional<double>& value, const Limit& limit) {
  return value && excess({.value = value}, limit) <= same;
}

bool is_safe(const Estimate& estimate, const Limit& limit) {
  return estimate.value && excess(estimate, limit) <= same;
}

LeastProtection least_protection(const DialRange& dial, const std::vector<Limit>& limits,
                                 const RiskResponse& response) {
  return Search(dial, limits, response).run();
}

}  // namespace sfumato::compare
