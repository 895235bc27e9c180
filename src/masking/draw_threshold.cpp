#include "masking/draw_threshold.hpp"

#include <algorithm>
#include <numeric>

#include "masking/partial_state.hpp"

namespace sfumato::masking {
namespace {

Value bits_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

}  // namespace

// Buckets that have draws with their counts, or the listed draws: three numbers each.
Value DrawThreshold::partial(std::size_t pass) const {
  Value state = Value::array();
  if (pass == 2) {
    for (const Listed& one : listed_) {
      state.push(bits_of(one.draw.draw));
      state.push(bits_of(one.draw.number));
      state.push(one.weight);
    }
    return state;
  }
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    if (counts_[bucket] == 0) continue;
    state.push(bucket);
    state.push(counts_[bucket]);
  }
  return state;
}

void DrawThreshold::merge(std::size_t pass, const Value& part) {
  const std::size_t step = pass == 2 ? 3 : 2;
  if (!part.is_array() || part.as_array().size() % step != 0) damaged_state();
  for (std::size_t i = 0; i < part.as_array().size(); i += step) {
    if (pass == 2) {
      listed_.push_back({{record_of_state(item_of(part, i)), record_of_state(item_of(part, i + 1))},
                         count_of(item_of(part, i + 2))});
      continue;
    }
    const std::size_t bucket = count_of(item_of(part, i));
    if (bucket >= buckets) damaged_state();
    counts_[bucket] += count_of(item_of(part, i + 1));
  }
}

std::uint64_t DrawThreshold::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

void DrawThreshold::finish(std::size_t pass, std::uint64_t wanted) {
  if (pass == 0) {
    missing_ = wanted;
    all_ = total() < wanted;
    searching_ = wanted > 0 && !all_;
  }
  if (!searching_) return;
  if (pass < 2) {
    std::size_t bucket = 0;
    while (bucket + 1 < buckets && counts_[bucket] < missing_) missing_ -= counts_[bucket++];
    prefix_ = prefix_ << bits | bucket;
    std::fill(counts_.begin(), counts_.end(), 0);
    return;
  }
  std::sort(listed_.begin(), listed_.end(), [](const Listed& a, const Listed& b) { return a.draw < b.draw; });
  for (const Listed& one : listed_) {
    last_ = one.draw;
    found_ = true;
    if (one.weight >= missing_) return;
    missing_ -= one.weight;
  }
  damaged_state();  // fewer draws than were counted
}

}  // namespace sfumato::masking
