// A quantile of numbers that come in blocks, exactly and without keeping them: four passes find the two order
// statistics that it lies between, sixteen bits at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "masking/partial_state.hpp"

namespace sfumato::masking {

class PassedQuantile {
 public:
  static constexpr std::size_t passes = 4;

  // NaN is missing and does not count.
  void observe(std::size_t pass, std::span<const double> values) {
    for (Target& target : targets_) {
      if (target.counts.empty()) target.counts.resize(buckets, 0);
      if (pass == 0 && &target != &targets_[0]) continue;
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
  Value partial(std::size_t pass) const {
    Value state = Value::array();
    for (std::size_t t = 0; t < (pass == 0 ? 1 : targets_.size()); ++t) {
      Value found = Value::array();
      const std::vector<std::size_t>& counts = targets_[t].counts;
      for (std::size_t bucket = 0; bucket < counts.size(); ++bucket) {
        if (counts[bucket] == 0) continue;
        found.push(bucket);
        found.push(counts[bucket]);
      }
      state.push(std::move(found));
    }
    return state;
  }
  void merge(std::size_t pass, const Value& part) {
    for (std::size_t t = 0; t < (pass == 0 ? 1 : targets_.size()); ++t) {
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

  // `p` as of stats::quantile.
  void finish(std::size_t pass, double p) {
    if (pass == 0) place_targets(p);
    for (Target& target : targets_) {
      if (count_ == 0) return;
      std::size_t bucket = 0;
      target.counts.resize(buckets, 0);
      while (bucket + 1 < buckets && target.rank >= target.counts[bucket])
        target.rank -= target.counts[bucket++];
      target.prefix = target.prefix << bits | bucket;
      target.counts.assign(buckets, 0);
    }
  }

  // Nothing without values. Linear between two order statistics (type 7), as stats::quantile.
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    const double below = number(targets_[0].prefix), above = number(targets_[1].prefix);
    return std::min(std::max(below + share_ * (above - below), below), above);
  }

 private:
  static constexpr unsigned bits = 16;
  static constexpr std::size_t buckets = std::size_t{1} << bits;
  struct Target {
    std::uint64_t prefix = 0;  // of its key, as far as it is known
    std::size_t rank = 0;      // among the values with that prefix, from 0
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

  void place_targets(double p) {
    for (const std::size_t count : targets_[0].counts) count_ += count;
    if (count_ == 0) return;
    targets_[1].counts = targets_[0].counts;
    const double place = p * static_cast<double>(count_ - 1);
    targets_[0].rank = static_cast<std::size_t>(place);
    targets_[1].rank = std::min(targets_[0].rank + 1, count_ - 1);
    share_ = place - static_cast<double>(targets_[0].rank);
  }

  std::array<Target, 2> targets_;
  std::size_t count_ = 0;
  double share_ = 0.0;
};

}  // namespace sfumato::masking
