// The draw up to which records are taken until a given number is reached. It is an order statistic of draws
// that belong to the numbers of records, found by counting, so that records can come in any order and parts.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "core/value.hpp"

namespace sfumato::masking {

// Draws are taken in ascending order; equal ones in the order of the records' numbers.
struct KeyedDraw {
  std::uint64_t draw = 0, number = 0;
  auto operator<=>(const KeyedDraw&) const = default;
};

// Two passes find 24 leading bits of the draw, sixteen million to one; the third lists the few records that
// have them.
class DrawThreshold {
 public:
  static constexpr std::size_t passes = 3;

  // A draw counts `weight` towards the number that is wanted.
  void observe(std::size_t pass, const KeyedDraw& draw, std::uint64_t weight = 1) {
    if (pass == 0) {
      counts_[draw.draw >> (64 - bits)] += weight;
    } else if (pass == 1 && searching_ && draw.draw >> (64 - bits) == prefix_) {
      counts_[draw.draw >> (64 - 2 * bits) & (buckets - 1)] += weight;
    } else if (pass == 2 && searching_ && draw.draw >> (64 - 2 * bits) == prefix_) {
      listed_.push_back({draw, weight});
    }
  }
  Value partial(std::size_t pass) const;
  void merge(std::size_t pass, const Value& part);
  // After the first pass: the weights of all draws.
  std::uint64_t total() const;
  // `wanted` counts in the first pass. Where all draws have less, all are taken.
  void finish(std::size_t pass, std::uint64_t wanted);

  bool takes(const KeyedDraw& draw) const { return all_ || (found_ && draw <= last_); }

 private:
  static constexpr unsigned bits = 12;
  static constexpr std::size_t buckets = std::size_t{1} << bits;
  struct Listed {
    KeyedDraw draw;
    std::uint64_t weight;
  };

  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(buckets, 0);
  std::vector<Listed> listed_;
  std::uint64_t prefix_ = 0, missing_ = 0;  // of the last draw; what is still wanted among draws with it
  bool searching_ = false, all_ = false, found_ = false;
  KeyedDraw last_;
};

}  // namespace sfumato::masking
