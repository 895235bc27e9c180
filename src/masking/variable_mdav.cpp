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
  GroupCentre centre = GroupCentre::mean;
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
        .random = false,
        .practical_rows = 2'000'000};
  }

  static void params(ParamList<VariableMdav>& list) {
    group_size_param(list);
    list.number("gain", &VariableMdav::gain)
        .range(0.0, 1000.0)
        .doc("How near a record must be to a group to join it, by its distance to the next one outside.");
    centre_param(list);
    fill_param(list);
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const stats::Matrix scores = stats::standardized(stats::numbers(original, columns));
    require_group_size(k, scores);
    const stats::Grouping grouping =
        stats::variable_mdav_groups(scores, static_cast<std::size_t>(k), gain, run);
    return aggregated(original, columns, grouping, k, fill, run, centre);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(variable_mdav, VariableMdav)
