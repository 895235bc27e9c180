// Households not yet swapped are in one list per sort, from which any is drawn and removed in constant time.
#include "masking/swap_partners.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace sfumato::masking {
namespace {

// Draws that may hit the same place before all are searched: enough where one in a hundred lives elsewhere.
constexpr int patience = 512;

class Waiting {
 public:
  explicit Waiting(const Movers& movers) : movers_(movers), position_(movers.sorts.size()) {
    for (std::size_t h = 0; h < movers.sorts.size(); ++h) {
      if (!movers.places[h]) continue;
      Sort& sort = sorts_[movers.sorts[h]];
      position_[h] = sort.waiting.size();
      sort.waiting.push_back(h);
      ++sort.of_place[*movers.places[h]];
    }
  }

  // None where all remaining households live in the same place.
  std::optional<std::size_t> partner(std::size_t h, Rng& rng) {
    const Sort& sort = sorts_.at(movers_.sorts[h]);
    const std::size_t neighbours = sort.of_place.at(*movers_.places[h]);
    const std::size_t others = sort.waiting.size() - neighbours;
    if (others == 0) return std::nullopt;
    const auto elsewhere = [&](std::size_t other) { return movers_.places[other] != movers_.places[h]; };
    for (int i = 0; i < patience; ++i) {
      const std::size_t drawn = sort.waiting[rng.below(sort.waiting.size())];
      if (elsewhere(drawn)) return drawn;
    }
    std::size_t left = rng.below(others);
    for (const std::size_t other : sort.waiting) {
      if (elsewhere(other) && left-- == 0) return other;
    }
    return std::nullopt;
  }

  void remove(std::size_t h) {
    Sort& sort = sorts_.at(movers_.sorts[h]);
    const std::size_t last = sort.waiting.back();
    sort.waiting[position_[h]] = last;
    position_[last] = position_[h];
    sort.waiting.pop_back();
    --sort.of_place.at(*movers_.places[h]);
  }

 private:
  struct Sort {
    std::vector<std::size_t> waiting;
    std::unordered_map<std::uint32_t, std::size_t> of_place;
  };
  const Movers& movers_;
  std::vector<std::size_t> position_;  // of each household, in the list of its sort
  std::unordered_map<std::uint32_t, Sort> sorts_;
};

}  // namespace

SwapPartners swap_partners(const Movers& movers, std::size_t wanted, const Run& run) {
  std::vector<std::size_t> order(movers.sorts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng = run.rng("partners");
  rng.shuffle(std::span(order));
  std::stable_partition(order.begin(), order.end(), [&](std::size_t h) { return movers.at_risk[h]; });
  Waiting waiting(movers);
  std::vector<bool> moved(order.size(), false);
  SwapPartners result;
  for (const std::size_t h : order) {
    if (!movers.at_risk[h] && 2 * result.pairs.size() >= wanted) break;
    if (!movers.places[h] || moved[h]) continue;
    const std::optional<std::size_t> partner = waiting.partner(h, rng);
    if (!partner) {
      result.at_risk_alone += movers.at_risk[h];
      continue;
    }
    for (const std::size_t one : {h, *partner}) {
      moved[one] = true;
      waiting.remove(one);
    }
    result.pairs.emplace_back(h, *partner);
    if (result.pairs.size() % 1024 == 0) run.check_stop();
  }
  return result;
}

}  // namespace sfumato::masking
