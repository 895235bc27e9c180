// Marginals: how well each column of a synthetic file has the distribution of the original, by itself. It is
// the first thing that users of a synthetic file look at.
#include "core/measure.hpp"
#include "stats/categories/joint_codes.hpp"
#include "stats/ranks/marginal_distances.hpp"

namespace sfumato::utility {
namespace {

struct Marginals {
  std::string holdout;

  static MeasureInfo info() {
    return {.name = "marginals",
            .title = "Marginal distributions kept",
            .summary = "How well each column by itself has the distribution of the original.",
            .side = Side::utility,
            .better = Better::higher,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n, times columns",
            .reference =
                "Massey (1951), The Kolmogorov-Smirnov test for goodness of fit, JASA 46; total variation "
                "distance",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<Marginals>& list) {
    list.table("holdout", &Marginals::holdout)
        .doc("Records of the same population: what another sample of it would give.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    stats::describe_files(original, masked, columns, result.details);
    if (original.rows() == 0 || masked.rows() == 0) {
      result.note = "there are no records";
      return result;
    }
    const std::vector<std::string> names = original.names(columns);
    const std::vector<double> distances =
        stats::marginal_distances(original, stats::named_as(original, masked), names, run);
    stats::set_marginals(distances, names, result);
    if (!holdout.empty() && run.table(holdout).rows() > 0) {
      Value reference = Value::object();
      reference
          .set("value",
               stats::marginals_kept(stats::marginal_distances(original, run.table(holdout), names, run)))
          .set("of", "the holdout in place of the synthetic file");
      result.details.set("reference", reference);
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, marginals, Marginals)
