// The next first seeds are the records farthest from the centroid now. A trial of the next rounds without the
// index gives the second seeds.
#include "stats/groups/foreseen_seeds.hpp"

#include <algorithm>

namespace sfumato::stats {
namespace {

constexpr std::uint32_t nothing = ~std::uint32_t{0};
constexpr std::size_t searches_per_task = 4;
constexpr std::size_t most_foreseen = 128;
constexpr std::size_t fewest_foreseen = 4;
// The groups of those foreseen take at most one record in 32: others hardly disturb their neighbours.
constexpr std::size_t records_per_seed = 64;  // times k
constexpr std::size_t stored_farthest = 4;

}  // namespace

ForeseenSeeds::ForeseenSeeds(const RecordIndex& index, const Run& run)
    : index_(index), run_(run), place_of_(index.points().rows(), 0), taken_(index.points().rows(), 0) {}

const ForeseenSeeds::Foreseen* ForeseenSeeds::find(std::uint32_t row) const {
  const std::size_t place = place_of_[row];
  return place < foreseen_.size() && foreseen_[place].row == row ? &foreseen_[place] : nullptr;
}

void ForeseenSeeds::prepare(const double* centroid, std::uint32_t seed) {
  if (k_ < 2 || run_.threads() == 1) return;
  const Foreseen* found = find(seed);
  if (found != nullptr && !found->farthest.empty()) return;
  foreseen_.clear();
  const std::size_t count = std::min(most_foreseen, index_.size() / (records_per_seed * k_));
  if (count < fewest_foreseen) return;
  for (const FoundRow& first : index_.farthest(centroid, count, nothing)) add(first.row);
  search(0, true);
  for (const std::uint32_t second : second_seeds()) add(second);
  search(count, false);
}

void ForeseenSeeds::add(std::uint32_t row) {
  place_of_[row] = static_cast<std::uint32_t>(foreseen_.size());
  foreseen_.push_back({row, {}, {}});
}

// One more than the group needs, for the second seed may be among the nearest of the first.
void ForeseenSeeds::search(std::size_t begin, bool farthest) {
  run_.blocks(foreseen_.size() - begin, searches_per_task,
              [&](std::size_t, std::size_t first, std::size_t last) {
                for (std::size_t i = begin + first; i < begin + last; ++i) {
                  Foreseen& seed = foreseen_[i];
                  const double* centre = index_.record(seed.row);
                  seed.nearest = index_.nearest(centre, k_, seed.row);
                  if (farthest) seed.farthest = index_.farthest(centre, stored_farthest, seed.row);
                }
              });
}

// The group of a seed, as far as it is known.
void ForeseenSeeds::mark_group(const Foreseen& seed, std::uint32_t except, std::vector<std::uint32_t>& gone) {
  std::size_t members = 1;
  taken_[seed.row] = 1;
  gone.push_back(seed.row);
  for (const FoundRow& found : seed.nearest) {
    if (members == k_) break;
    if (taken_[found.row] != 0 || found.row == except) continue;
    taken_[found.row] = 1;
    gone.push_back(found.row);
    ++members;
  }
}

std::vector<std::uint32_t> ForeseenSeeds::second_seeds() {
  std::vector<std::uint32_t> result, gone;
  for (const Foreseen& first : foreseen_) {
    if (taken_[first.row] != 0) continue;
    const auto second = std::find_if(first.farthest.begin(), first.farthest.end(),
                                     [&](const FoundRow& found) { return taken_[found.row] == 0; });
    const std::uint32_t row = second == first.farthest.end() ? nothing : second->row;
    mark_group(first, row, gone);
    if (row == nothing) continue;
    if (const Foreseen* known = find(row)) {
      mark_group(*known, nothing, gone);
    } else {
      taken_[row] = 1;
      gone.push_back(row);
      result.push_back(row);
    }
  }
  for (const std::uint32_t row : gone) taken_[row] = 0;
  return result;
}

FoundRow ForeseenSeeds::farthest_from(std::uint32_t row) const {
  if (const Foreseen* seed = find(row)) {
    for (const FoundRow& found : seed->farthest) {
      if (index_.contains(found.row)) return found;
    }
  }
  return index_.farthest(index_.record(row), 1, row).front();
}

std::vector<std::uint32_t> ForeseenSeeds::nearest_to(std::uint32_t row, std::size_t count,
                                                     std::uint32_t except) const {
  std::vector<std::uint32_t> result;
  result.reserve(count + 1);
  const auto collect = [&](const std::vector<FoundRow>& list) {
    result.clear();
    for (const FoundRow& found : list) {
      if (result.size() == count) break;
      if (found.row != except && index_.contains(found.row)) result.push_back(found.row);
    }
    return result.size() == count;
  };
  const Foreseen* seed = find(row);
  if (seed == nullptr || !collect(seed->nearest)) {
    collect(index_.nearest(index_.record(row), count + (except == nothing ? 0 : 1), row));
  }
  return result;
}

}  // namespace sfumato::stats
