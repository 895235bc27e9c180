// Squares of canonical correlations, as Domingo-Ferrer, Muralidhar and Bras-Amorós combine them.
#include "stats/linear/confidentiality.hpp"

#include <algorithm>
#include <utility>

#include "stats/ranks/rank_pairs.hpp"

namespace sfumato::stats {
namespace {

struct RankedSides : CoarseRanks {
  Matrix original, masked;
};

// Row by row where the files are of equal length, else the longer one sampled down.
RankedSides ranked_sides(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run,
                         Score& result) {
  if (original.rows() == masked.rows()) {
    RankPairs pairs = rank_pairs(original, masked, columns, run);
    describe(pairs, result.details);
    return {CoarseRanks(pairs), std::move(pairs.original), std::move(pairs.masked)};
  }
  UnpairedRanks records = unpaired_ranks(original, masked, columns, true, run);
  describe(records, result.details);
  return {CoarseRanks(records), std::move(records.original), std::move(records.masked)};
}

bool some_varies(const Matrix& data) {
  for (std::size_t j = 0; j < data.columns(); ++j) {
    const auto column = data.column(j);
    if (std::any_of(column.begin(), column.end(), [&](double value) { return value != column[0]; })) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<Confidentiality> confidentiality(const Matrix& original, const Matrix& masked, const Run& run) {
  Confidentiality result;
  result.correlations = canonical_correlations(original, masked, run);
  if (result.correlations.values.empty()) return std::nullopt;
  // (1 − ρ)(1 + ρ) keeps the digits that 1 − ρ² loses near 1.
  const auto unexplained = [](double rho) { return (1.0 - rho) * (1.0 + rho); };
  result.largest = unexplained(result.correlations.values.front());
  for (const double rho : result.correlations.values) result.all *= unexplained(rho);
  return result;
}

std::optional<Confidentiality> coarse_confidentiality(const Matrix& original, Matrix masked,
                                                      const std::vector<char>& placed, const Run& run) {
  centre_positions(masked, placed);
  auto found = confidentiality(original, masked, run);
  const bool coarse = std::find(placed.begin(), placed.end(), 1) != placed.end();
  if (!found && coarse && some_varies(original) && !some_varies(masked)) return Confidentiality{};
  return found;
}

std::optional<Confidentiality> confidentiality(const Table& original, const Table& masked,
                                               const ColumnSet& columns, const Run& run, Score& result) {
  const RankedSides sides = ranked_sides(original, masked, columns, run, result);
  if (!sides.reason.empty()) {
    result.note = sides.reason;
    return std::nullopt;
  }
  const std::size_t records = sides.original.rows();
  if (records < 2) {
    result.note = "needs at least two records that are complete in the compared columns";
    return std::nullopt;
  }
  auto found = coarse_confidentiality(sides.original, sides.masked, sides.placed, run);
  if (!found) {
    result.note = "the compared columns do not vary on one side";
    return std::nullopt;
  }
  result.note = sides.note;
  const CanonicalCorrelations& correlations = found->correlations;
  Value values = Value::array();
  for (const double value : correlations.values) values.push(value);
  result.details.set("canonical_correlations", values);
  result.details.set("ranks", Value::Array{correlations.original_rank, correlations.masked_rank});
  if (records - 1 < correlations.original_rank + correlations.masked_rank) {
    result.note = "so few records that the largest canonical correlation is 1 whatever the data";
  }
  return found;
}

std::string confidentiality_reference(const std::string& place) {
  return "Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality and utility metrics for "
         "privacy-preserving data publishing based on the permutation model, " +
         place;
}

}  // namespace sfumato::stats
