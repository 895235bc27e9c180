// V-MDAV microaggregation. As MDAV, but a group grows beyond k while the records next to it are
// closer to it than to the others, so that clusters in the data stay together.
#include "core/method.hpp"
#include "masking/microaggregation.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/variable_mdav_groups.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct VariableMdav {
  std::int64_t k = 3;
  double gain = 0.2;
  bool fill = false;

  static MethodInfo info() {
    return {
        .name = "variable-mdav",
        .title = "V-MDAV microaggregation",
        .family = Family::microaggregation,
        .summary =
            "Replaces each record by the mean of a group of similar ones, whose size follows the data.",
        .accepts = Kind::numeric,
        .reference =
            "Solanas, Martínez-Ballesté (2006), V-MDAV: a multivariate microaggregation with variable group "
            "size, Proc. COMPSTAT",
        .notes =
            "Distances are taken between z-scores. While at least k records remain, the one farthest from "
            "the centroid of all records and its k−1 nearest form a group; until it has 2k−1, the outside "
            "record nearest to one of its members joins if that distance is less than `gain` times its "
            "distance to the nearest other outside record. Fewer than k left over each join the group of the "
            "grouped record nearest to them. Ties go to the lowest record. With `gain` 0 every group has k "
            "records before the rest joins. Each value becomes the mean of its group in raw units, so that "
            "means are kept and every combination of values stands at least k times. A record takes part "
            "with the values it has, its distances scaled by the share present; a missing value stays "
            "missing, unless `fill`, and a record without any value is in no group.",
        .random = false};
  }

  static void params(ParamList<VariableMdav>& list) {
    group_size_param(list);
    list.number("gain", &VariableMdav::gain)
        .range(0.0, 1000.0)
        .doc("How near a record must be to a group to join it, by its distance to the next one outside.");
    fill_param(list);
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const stats::Matrix scores = stats::standardized(stats::numbers(original, columns));
    require_group_size(k, scores);
    const stats::Grouping grouping =
        stats::variable_mdav_groups(scores, static_cast<std::size_t>(k), gain, run);
    return aggregated(original, columns, grouping, k, fill, run);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(variable_mdav, VariableMdav)
