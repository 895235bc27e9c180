// All values of the domain between two adjacent data values have the same weight: candidates are these gaps
// and the data values. One pass adds up the weights by small blocks, a second pass over the block sums finds
// the block of the outcome, and a third pass over that block finds the outcome. All passes run to the end,
// for constant time. Weights have a minimum of 2⁻¹²⁷: clamping distances does not increase their difference
// between neighbours.
#include "queries/mechanism/rank_choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sfumato::queries {
namespace {

constexpr std::int64_t micro_per_unit = 1'000'000;
constexpr double end_error = 1.0 / 40.0;  // of each end of an interval
constexpr std::size_t block = 64;
constexpr double two_log = 0.69314718055994530942;

}  // namespace

RankChoice::RankChoice(const PlanPart& part, std::uint64_t width)
    : millionths_(part.millionths), end_(part.end), width_(width) {
  const double size = static_cast<double>(width) + 1.0;
  const double needed = std::log(end_ == 0 ? size : size / end_error);
  shift_ = static_cast<Wide>(std::ceil(needed / part.lambda * 1e6 * (1.0 + 1e-9))) + 1;
  if (end_ != 0) {
    penalty_ = static_cast<Unsigned128>(std::ldexp(needed / two_log * (1.0 + 1e-9), 64));
  }
  const double by_millionth = part.lambda / 1e6 / two_log * (1.0 - 0x1p-50);
  const double mantissa = std::frexp(by_millionth, &exponent_);
  scale_ = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
  exponent_ += 64 - 53;  // to 64 bits after the point
  farthest_ = static_cast<Unsigned128>(std::ceil(max_power / by_millionth)) + 1;
}

Wide RankChoice::target(std::int64_t count) const {
  const Wide target = static_cast<Wide>(count) * millionths_;
  if (end_ != 0) return target + end_ * shift_;
  const Wide edge = std::min(shift_, static_cast<Wide>(count) * (micro_per_unit / 2));
  return std::clamp(target, edge, static_cast<Wide>(count) * micro_per_unit - edge);
}

Wide RankChoice::off(std::int64_t below, std::int64_t not_above, Wide target) {
  const Wide over = static_cast<Wide>(below) * micro_per_unit - target;
  const Wide under = target - static_cast<Wide>(not_above) * micro_per_unit;
  return std::max<Wide>(0, std::max(over, under));
}

Weight RankChoice::weight(Wide millionths_off, bool outside_candidate) const {
  const Unsigned128 distance = std::min(static_cast<Unsigned128>(millionths_off), farthest_);
  const Unsigned128 scaled = distance * scale_;
  const Unsigned128 exponent = exponent_ >= 0 ? scaled << exponent_ : scaled >> -exponent_;
  return power_of_half(std::min(exponent + (outside_candidate ? 0 : penalty_), max_exponent));
}

// Below or above all values; allowed only for the ends of intervals.
RankChoice::Candidate RankChoice::outside(std::int64_t count, Wide target) const {
  const std::int64_t place = end_ > 0 ? count : 0;
  const std::uint64_t allowed = end_ != 0 ? 1 : 0;
  return {end_ > 0 ? width_ : 0, allowed, times(allowed, weight(off(place, place, target), true))};
}

// Calls use(candidate, step) twice in each step: in step i for the value before the i-th, if it is the last
// of its ties, and for the gap between the two. There is one more step than values.
template <class Use>
void RankChoice::for_candidates(std::span<const std::uint64_t> ordered, Wide target, std::size_t begin,
                                std::size_t end, Use use) const {
  // The first value not yet processed, and the number of values below the last processed one.
  std::uint64_t from = begin > 0 ? ordered[begin - 1] + 1 : 0;
  auto run_begin =
      begin > 0 ? std::lower_bound(ordered.begin(), ordered.end(), ordered[begin - 1]) - ordered.begin()
                : std::ptrdiff_t{0};
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint64_t next = i < ordered.size() ? ordered[i] : width_ + 1;
    const auto before = static_cast<std::ptrdiff_t>(i);
    const bool ends_run = (i > 0) & (next >= from);
    const std::uint64_t one = ends_run ? 1 : 0;
    const std::uint64_t gap = next >= from ? next - from : 0;
    use({from - (i > 0 ? 1 : 0), one, times(one, weight(off(run_begin, before, target), false))}, i);
    use({from, gap, times(gap, weight(off(before, before, target), false))}, i);
    run_begin = ((i == 0) | ends_run) ? before : run_begin;
    from = next + 1;
  }
}

namespace {

// Finds the sum in which a number falls, by repeated subtraction; processes all sums, for constant time.
struct Finder {
  Sum left;
  bool found = false;

  bool finds(const Sum& sum) {
    Sum rest = left;
    const bool inside = subtract(rest, sum);
    const bool now = inside & !found;
    found = found | inside;
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = found ? left[i] : rest[i];
    return now;
  }
};

}  // namespace

std::uint64_t RankChoice::choose(std::span<const std::uint64_t> ordered, const Words& random) const {
  const std::size_t steps = ordered.size() + 1;
  const Wide aim = target(static_cast<std::int64_t>(ordered.size()));
  const Candidate beyond = outside(static_cast<std::int64_t>(ordered.size()), aim);
  std::vector<Sum> sums((steps + block - 1) / block);
  for_candidates(ordered, aim, 0, steps,
                 [&](const Candidate& candidate, std::size_t i) { add(sums[i / block], candidate.weight); });
  Sum total = beyond.weight;
  for (const Sum& sum : sums) add(total, sum);

  Finder finder{below(total, {random[0], random[1], random[2], random[3], random[4]})};
  const bool is_beyond = finder.finds(beyond.weight);
  std::size_t chosen_block = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) chosen_block = finder.finds(sums[i]) ? i : chosen_block;
  // The same number of steps for every block, also the last one.
  const std::size_t block_begin = chosen_block * block;
  const std::size_t begin = std::min(block_begin, steps - std::min(steps, block));
  Candidate chosen = beyond;
  Finder inner{finder.left};
  for_candidates(ordered, aim, begin, std::min(steps, begin + block),
                 [&](const Candidate& candidate, std::size_t i) {
                   const std::uint64_t counts = i >= block_begin ? ~std::uint64_t{0} : 0;
                   Sum weight = candidate.weight;
                   for (std::uint64_t& part : weight) part &= counts;
                   const bool now = inner.finds(weight) & !is_beyond;
                   chosen.first = now ? candidate.first : chosen.first;
                   chosen.count = now ? candidate.count : chosen.count;
                 });
  // A uniform value of the candidate, from 128 bits: the bias is below 2⁻⁷³.
  const Unsigned128 low = (static_cast<Unsigned128>(random[5]) * chosen.count) >> 64;
  const Unsigned128 high = static_cast<Unsigned128>(random[6]) * chosen.count + low;
  return std::min(chosen.first + static_cast<std::uint64_t>(high >> 64), width_);
}

}  // namespace sfumato::queries
