// Which originals probabilistic linkage links to their own masked record, given the weight of every pattern
// of agreement.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "stats/linkage/pair_patterns.hpp"
#include "stats/models/latent_classes.hpp"

namespace sfumato::risk {

// A linkage on the first `columns` columns: how often each pattern occurs, the fitted classes, and the weight
// of each.
struct Linkage {
  std::size_t columns = 0;
  std::vector<std::uint64_t> counts = {};
  stats::LatentClasses classes = {};
  std::vector<double> weights = {};
};

// How often partners agree, and how often all other pairs do, where it is known: the rates that an intruder
// in the worst case knows.
stats::LatentClasses true_classes(const stats::PairPatterns& patterns, const Linkage& linkage,
                                  std::size_t records);

// In which share of the pairs each column is unknown.
std::vector<double> unknown_shares(const Linkage& linkage, const stats::PatternLayout& layout);

// For each linkage and each original (row i of both files is a pair) the probability of being linked to
// its own masked record.
using LinkShares = std::vector<std::vector<double>>;

// Each original takes the heaviest masked records, and its own has a share of 1/c among c of them.
LinkShares argmax_links(const stats::PairPatterns& patterns, const std::vector<Linkage>& linkages,
                        std::size_t originals, const Run& run);

// All originals are paired at once, one to one, with the largest total weight; 1 or 0. Rows and columns
// are shuffled by the run's seed, so that no pairing of equal weight is preferred.
LinkShares assignment_links(const stats::PairPatterns& patterns, const std::vector<Linkage>& linkages,
                            std::size_t originals, std::size_t masked, const Run& run);

// Whether the weights that occur are few enough for the codes of an assignment; always, up to 16 columns.
bool codes_suffice(const Linkage& linkage);

}  // namespace sfumato::risk
