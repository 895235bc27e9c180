// The second score of the comparison of 2001, with three parts of information loss and two kinds of
// interval disclosure.
#include "compare/weighted_score.hpp"

namespace sfumato::compare {
namespace {

struct SecondScore {
  static MeasureInfo info() {
    return {.name = "score-2",
            .title = "Score 2",
            .summary =
                "Half information loss in three parts, half disclosure risk without probabilistic linkage.",
            .side = Side::both,
            .better = Better::lower,
            .range = "from 0",
            .accepts = Kind::numeric,
            .cost = "that of distance-linkage",
            .reference =
                "Domingo-Ferrer, Torra (2001), A quantitative comparison of disclosure control methods for "
                "microdata, in Confidentiality, Disclosure and Data Access, North-Holland",
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    return weighted_score({{0.5, "IL", "information-loss-2", {}},
                           {0.25, "DLD", "distance-linkage", published_distance_linkage(columns.size())},
                           {0.125, "ID1", "interval-disclosure", {}},
                           {0.125, "ID2", "interval-disclosure-sd", {}}},
                          original, masked, columns, run);
  }
};

}  // namespace
}  // namespace sfumato::compare

SFUMATO_MEASURE(compare, score_2, SecondScore)
