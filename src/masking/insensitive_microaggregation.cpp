// Insensitive microaggregation. Records are grouped along their distance from a fixed point, so that
// one record replaced by another changes every group by one record at most.
#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/microaggregation.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/insensitive_groups.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct InsensitiveMicroaggregation {
  enum class Scale { std, raw, domain };

  std::int64_t k = 3;
  Scale scale = Scale::std;
  bool fill = false;

  static MethodInfo info() {
    return {
        .name = "insensitive-microaggregation",
        .title = "Insensitive microaggregation",
        .family = Family::microaggregation,
        .summary =
            "Replaces each record by the mean of at least k with similar distances from a fixed point.",
        .accepts = Kind::numeric,
        .reference =
            "Soria-Comas, Domingo-Ferrer, Sánchez, Martínez (2014), Enhancing data utility in differential "
            "privacy via microaggregation-based k-anonymity, The VLDB Journal 23",
        .random = false};
  }

  static void params(ParamList<InsensitiveMicroaggregation>& list) {
    group_size_param(list);
    list.choice("scale", &InsensitiveMicroaggregation::scale,
                {{"std", Scale::std}, {"raw", Scale::raw}, {"domain", Scale::domain}})
        .doc("What columns are divided by: standard deviation, nothing, or the width of the domain.");
    fill_param(list);
  }

  void require_domains(const Table& original, const ColumnSet& columns) const {
    if (scale != Scale::domain) return;
    for (const ColumnId id : columns) {
      if (original.info(id).domain) continue;
      const std::string& name = original.info(id).name;
      bad_param("domain", "column '" + name + "' has no declared domain to scale by",
                "declare it (‹domain› " + name + "=LOWER:UPPER, or in the sidecar), or choose another scale");
    }
  }

  // 0 where nothing varies.
  double divisor(std::span<const double> values, const ColumnInfo& info) const {
    if (scale == Scale::raw) return 1.0;
    return scale == Scale::domain ? info.domain->upper - info.domain->lower : stats::moments(values).sd();
  }

  stats::Matrix offsets(const Table& original, const ColumnSet& columns) const {
    stats::Matrix points = stats::numbers(original, columns);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnInfo& info = original.info(columns[j]);
      const double lower = info.domain ? info.domain->lower : 0.0;
      const double width = divisor(points.column(j), info);
      for (double& value : points.column(j)) {
        value = width > 0.0 ? (value - lower) / width : (value - lower) * 0.0;  // NaN stays NaN
      }
    }
    return points;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    require_domains(original, columns);
    run.check_stop();
    const stats::Matrix points = offsets(original, columns);
    require_group_size(k, points);
    const stats::Grouping grouping = stats::insensitive_groups(points, static_cast<std::size_t>(k), run);
    return aggregated(original, columns, grouping, k, fill, run);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(insensitive_microaggregation, InsensitiveMicroaggregation)
