// Rows are compared by hashes. Columns that rows kept together are collected one by one: a column belongs to
// them if, with it, the combinations of the original are still found in the masked table.
#include "compare/row_correspondence.hpp"

#include <algorithm>
#include <bit>

#include "compare/row_agreement.hpp"
#include "compare/row_hashes.hpp"
#include "compare/whole_rows.hpp"
#include "core/text_list.hpp"

namespace sfumato::compare {
namespace {

constexpr std::size_t most_rows = 20000;  // about so many are compared
constexpr std::size_t fewest_found = 5;   // combinations that both tables have once
constexpr double kept_together = 0.98;    // share of rows whose combination both tables have
constexpr double found_once = 0.9;        // share of the original's single combinations that are single again

struct Place {
  std::uint64_t hash = 0;
  std::size_t row = 0;
  bool operator<(const Place& other) const { return hash < other.hash; }
};

// Of many rows, those whose combination has a hash that ends in zeros: the same combinations of both tables.
std::vector<Place> places(const Hashes& hashes) {
  std::uint64_t mask = 0;
  while ((hashes.size() >> std::popcount(mask)) > most_rows) mask = mask * 2 + 1;
  std::vector<Place> result;
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    if ((hashes[row] & mask) == 0) result.push_back({hashes[row], row});
  }
  std::stable_sort(result.begin(), result.end());
  return result;
}

// How combinations of some columns in one table are found in the other.
struct Overlap {
  std::size_t rows = 0;    // of the original
  std::size_t common = 0;  // of these, the ones with a partner
  std::size_t single = 0;  // combinations that the original has once
  std::size_t found = 0;   // of these, the ones that the masked table has once
  std::size_t moved = 0;   // of these, the ones at another place

  bool together() const {
    const bool rare =
        single < fewest_found || static_cast<double>(found) >= found_once * static_cast<double>(single);
    return rare && static_cast<double>(common) >= kept_together * static_cast<double>(rows);
  }
};

Overlap overlap(const Hashes& original, const Hashes& masked) {
  const std::vector<Place> before = places(original), after = places(masked);
  Overlap result{before.size()};
  auto there = after.begin();
  for (auto here = before.begin(); here != before.end();) {
    const auto end = std::upper_bound(here, before.end(), *here);
    there = std::lower_bound(there, after.end(), *here);
    const auto there_end = std::upper_bound(there, after.end(), *here);
    const auto had = static_cast<std::size_t>(end - here), has = static_cast<std::size_t>(there_end - there);
    result.common += std::min(had, has);
    if (had == 1) {
      ++result.single;
      if (has == 1) {
        ++result.found;
        if (here->row != there->row) ++result.moved;
      }
    }
    here = end;
    there = there_end;
  }
  return result;
}

// Columns that rows kept together, by their positions, and how their combinations are found.
struct Kept {
  std::vector<std::size_t> columns;
  Overlap overlap;
};

Kept kept_with(std::size_t seed, const std::vector<CommonColumn>& all, const Run& run) {
  Kept result{{seed}, overlap(all[seed].original, all[seed].masked)};
  if (!result.overlap.together()) return {};
  Hashes original = all[seed].original, masked = all[seed].masked;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == seed) continue;
    run.check_stop();
    Hashes before = original, after = masked;
    for (std::size_t row = 0; row < before.size(); ++row) {
      before[row] = joined_hash(before[row], all[i].original[row]);
      after[row] = joined_hash(after[row], all[i].masked[row]);
    }
    const Overlap with = overlap(before, after);
    if (!with.together()) continue;
    result.columns.push_back(i);
    result.overlap = with;
    original = std::move(before);
    masked = std::move(after);
  }
  return result;
}

// Rows were reordered if most combinations moved; where nearly all columns moved together, some are enough.
bool reordered(const Kept& kept, const std::vector<CommonColumn>& all) {
  const Overlap& found = kept.overlap;
  if (kept.columns.size() < 2 || found.found < fewest_found) return false;
  const double share = static_cast<double>(found.moved) / static_cast<double>(found.found);
  const double enough = 2 * kept.columns.size() > all.size() ? 0.1 : 0.5;
  if (share < enough) return false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool inside = std::find(kept.columns.begin(), kept.columns.end(), i) != kept.columns.end();
    if (!inside && stayed_in_place(all[i])) return false;
  }
  return true;
}

}  // namespace

std::optional<MovedRows> moved_rows(const Table& original, const Table& masked, const Run& run) {
  if (original.rows() != masked.rows() || original.rows() < fewest_found) return std::nullopt;
  const std::vector<CommonColumn> all = common_columns(original, masked, run);
  std::vector<bool> seen(all.size(), false);
  for (std::size_t seed = 0; seed < all.size(); ++seed) {
    if (seen[seed]) continue;
    Kept kept = kept_with(seed, all, run);
    for (const std::size_t column : kept.columns) seen[column] = true;
    if (!reordered(kept, all)) continue;
    MovedRows result{{}, kept.overlap.found, kept.overlap.moved};
    std::sort(kept.columns.begin(), kept.columns.end());
    for (const std::size_t column : kept.columns) result.columns.push_back(all[column].name);
    return result;
  }
  return same_rows_elsewhere(all);
}

std::string moved_rows_warning(const MovedRows& moved, const std::string& original,
                               const std::string& masked) {
  const std::string rows = std::to_string(moved.found), elsewhere = std::to_string(moved.moved);
  const std::string evidence =
      moved.whole
          ? "both have the same combinations of " + quoted_names(moved.columns) + " equally often, and " +
                elsewhere + " of " + rows + " rows differ at their places, as in a random order"
          : "of " + rows + " rows that both have once with the same values of " +
                quoted_names(moved.columns) + ", " + elsewhere + " stand at another place";
  return "the rows of '" + masked + "' do not correspond to those of '" + original + "': " + evidence +
         ", so that measures which take row i of both for the same record are wrong; "
         "name the controller's map with ‹map›, set ‹no-mapping›, or bring the rows into the order of the "
         "original";
}

}  // namespace sfumato::compare
