// Linkages whose records lie in parts: in which space records are searched for, and the score of what was
// found. A linkage of two files on one machine uses the same functions, and so gives the same bits.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "stats/neighbours/exact_scale.hpp"
#include "stats/neighbours/nearest_rows.hpp"
#include "stats/samples/record_sample.hpp"

namespace sfumato::risk {

// What the coordinates of one compared column depend on.
struct PairedColumn {
  std::string name;
  std::optional<Domain> domain;
  double sd = 0.0;                           // of the originals of complete pairs
  std::array<stats::ScaleFacts, 3> sides{};  // originals, masked ones, and candidates without a partner
};

// Coordinates of distance-linkage: scaled values of some columns.
struct DistanceSpace {
  std::vector<std::size_t> columns;  // places among the compared ones
  std::vector<stats::ExactScale> scales;
  bool from_masked = true;         // masked records are searched for among the originals, or the reverse
  std::vector<std::size_t> sizes;  // how many of the columns each linkage takes, from the first on
};

// Is the distance one of columns that are scaled one by one? Mahalanobis' is not.
bool scales_columns(const ParamValues& distance_linkage);
bool searches_originals(const ParamValues& distance_linkage);

// Nothing, with a note, where no column can be used. Adds "constant_columns" to the details.
std::optional<DistanceSpace> distance_space(const ParamValues& distance_linkage, const Table& original,
                                            const ColumnSet& columns, std::span<const PairedColumn> facts,
                                            Score& result);

// Of one linkage of a space: for each record that was searched for, the nearest ones and its partner.
struct FoundNearest {
  std::vector<stats::Nearest> nearest;
  std::vector<double> partner;  // squared distances
};
void set_distance_linkage(const ParamValues& distance_linkage, const DistanceSpace& space,
                          std::span<const FoundNearest> found, const stats::RecordSample& searched,
                          Score& result);

// `distances` of the searched originals to their nearest masked records, in ranks.
void set_rank_linkage(const ParamValues& rank_linkage, std::vector<double> distances, std::size_t columns,
                      const stats::RecordSample& searched, const std::string& labels, Score& result);

// Of `records` records: the mean change, its quantiles by percent, and for each record that was searched for
// the chance that its nearest one is its own.
void set_permutation_distance(double mean, const Value& quantiles, std::size_t records,
                              std::span<const double> linked, const stats::RecordSample& searched,
                              const std::string& labels, Score& result);
inline constexpr std::array permutation_percents{0, 25, 50, 75, 100};

}  // namespace sfumato::risk
