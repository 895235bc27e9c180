// Scores that are weighted sums of measures, with the conventions under which they were published.
#pragma once

#include <string>
#include <vector>

#include "core/measure.hpp"

namespace sfumato::compare {

struct ScorePart {
  double weight = 0.0;
  std::string label;    // as the publication calls it: "DLD"
  std::string measure;  // of risk or utility
  ParamValues params;
};

// Σ weight·part, with every part in the details; no value, and the reason, where a part has none. Where parts
// were estimated from samples, its standard error is √Σ (weight·standard error of the part)².
Score weighted_score(const std::vector<ScorePart>& parts, const Table& original, const Table& masked,
                     const ColumnSet& columns, const Run& run);

// Linkage conventions of the comparison of 2001: prefixes of the first seven columns, distances in raw
// units from originals to masked records, any partner among the nearest being a hit.
ParamValues published_distance_linkage(std::size_t columns);
ParamValues published_probabilistic_linkage(std::size_t columns);

}  // namespace sfumato::compare
