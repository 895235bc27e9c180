// Order statistics and quantiles of numbers that come in blocks, exactly and without keeping them: four
// passes find the value of a rank, sixteen bits at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "masking/partial_state.hpp"

namespace sfumato::masking {

// Values of some ranks among numbers that come in blocks.
class PassedOrder {
 public:
  static constexpr std::size_t passes = 4;

  // NaN is missing and does not count.
  void observe(std::size_t pass, std::span<const double> values) {
    for (Target& target : targets_) {
      if (target.counts.empty()) target.counts.resize(buckets, 0);
      const unsigned shift = bits * static_cast<unsigned>(passes - 1 - pass);
      for (const double value : values) {
        if (std::isnan(value)) continue;
        const std::uint64_t key = ascending_key(value);
        if (pass > 0 && key >> (shift + bits) != target.prefix) continue;
        ++target.counts[(key >> shift) & (buckets - 1)];
      }
    }
  }

  // Buckets that have values, with their counts.
  Value partial(std::size_t) const {
    Value state = Value::array();
    for (const Target& target : targets_) {
      Value found = Value::array();
      for (std::size_t bucket = 0; bucket < target.counts.size(); ++bucket) {
        if (target.counts[bucket] == 0) continue;
        found.push(bucket);
        found.push(target.counts[bucket]);
      }
      state.push(std::move(found));
    }
    return state;
  }
  void merge(std::size_t, const Value& part) {
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      const Value& found = item_of(part, t);
      if (!found.is_array() || found.as_array().size() % 2 != 0) damaged_state();
      Target& target = targets_[t];
      if (target.counts.empty()) target.counts.resize(buckets, 0);
      for (std::size_t i = 0; i < found.as_array().size(); i += 2) {
        const std::size_t bucket = count_of(found.as_array()[i]);
        if (bucket >= buckets) damaged_state();
        target.counts[bucket] += count_of(found.as_array()[i + 1]);
      }
    }
  }

  // After the first pass, `ranks_of(count)` gives the wanted ranks, from 0 and below the count of values; it
  // is not called where there are none.
  template <class RanksOf>
  void finish(std::size_t pass, const RanksOf& ranks_of) {
    if (pass == 0) {
      for (const std::size_t count : targets_[0].counts) count_ += count;
      if (count_ > 0) place_targets(ranks_of(count_));
    }
    if (count_ == 0) return;
    for (Target& target : targets_) {
      std::size_t bucket = 0;
      target.counts.resize(buckets, 0);
      while (bucket + 1 < buckets && target.left >= target.counts[bucket])
        target.left -= target.counts[bucket++];
      target.prefix = target.prefix << bits | bucket;
      target.equal = target.counts[bucket];
      target.counts.assign(buckets, 0);
    }
  }

  std::size_t count() const { return count_; }
  // Of the wanted ranks, by their place: the value, how many are smaller, and how many at most as large.
  double value(std::size_t place) const { return number(targets_[place].prefix); }
  std::size_t below(std::size_t place) const { return targets_[place].rank - targets_[place].left; }
  std::size_t at_most(std::size_t place) const { return below(place) + targets_[place].equal; }

 private:
  static constexpr unsigned bits = 16;
  static constexpr std::size_t buckets = std::size_t{1} << bits;
  struct Target {
    std::uint64_t prefix = 0;  // of its key, as far as it is known
    std::size_t rank = 0;      // among all values, from 0
    std::size_t left = 0;      // among the values with that prefix
    std::size_t equal = 0;     // values with that prefix
    std::vector<std::size_t> counts = {};
  };

  // Unsigned integers in the order of the numbers; both zeros are one number.
  static std::uint64_t ascending_key(double value) {
    const auto key = std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value);
    return key >> 63 != 0 ? ~key : key | std::uint64_t{1} << 63;
  }
  static double number(std::uint64_t key) {
    return std::bit_cast<double>(key >> 63 != 0 ? key & ~(std::uint64_t{1} << 63) : ~key);
  }

  void place_targets(const std::vector<std::size_t>& ranks) {
    targets_.resize(ranks.size(), targets_[0]);
    for (std::size_t t = 0; t < ranks.size(); ++t) targets_[t].rank = targets_[t].left = ranks[t];
  }

  std::vector<Target> targets_ = std::vector<Target>(1);  // one before the ranks are known
  std::size_t count_ = 0;
};

class PassedQuantile {
 public:
  static constexpr std::size_t passes = PassedOrder::passes;

  // NaN is missing and does not count.
  void observe(std::size_t pass, std::span<const double> values) { order_.observe(pass, values); }
  Value partial(std::size_t pass) const { return order_.partial(pass); }
  void merge(std::size_t pass, const Value& part) { order_.merge(pass, part); }

  // `p` as of stats::quantile.
  void finish(std::size_t pass, double p) {
    order_.finish(pass, [&](std::size_t count) {
      const double place = p * static_cast<double>(count - 1);
      const auto below = static_cast<std::size_t>(place);
      share_ = place - static_cast<double>(below);
      return std::vector<std::size_t>{below, std::min(below + 1, count - 1)};
    });
  }

  // Nothing without values. Linear between two order statistics (type 7), as stats::quantile.
  std::optional<double> value() const {
    if (order_.count() == 0) return std::nullopt;
    const double below = order_.value(0), above = order_.value(1);
    return std::min(std::max(below + share_ * (above - below), below), above);
  }

 private:
  PassedOrder order_;
  double share_ = 0.0;
};

}  // namespace sfumato::masking
