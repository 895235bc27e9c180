// Laplace noise. Releases records, or means of groups of them, under ε-differential privacy; the scheme as
// published in 2013, which does not give that, is included for reproduction.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/declared_domain.hpp"
#include "masking/laplace_release.hpp"
#include "masking/microaggregation.hpp"
#include "masking/row_order.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/insensitive_groups.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct Laplace {
  using Mode = LaplaceMode;
  enum class Scale { domain, raw, std };
  enum class Order { automatic, keep, shuffle };

  double epsilon = 1.0;
  std::int64_t k = 1;
  Mode mode = Mode::record;
  Scale scale = Scale::domain;
  Order order = Order::automatic;
  std::optional<double> domain_from_data;

  static MethodInfo info() {
    return {.name = "laplace",
            .title = "Laplace noise",
            .family = Family::noise,
            .summary = "Adds noise that makes the release ε-differentially private.",
            .accepts = Kind::numeric,
            .reference =
                "Dwork, McSherry, Nissim, Smith (2006), Calibrating noise to sensitivity in private data "
                "analysis, "
                "TCC; Soria-Comas, Domingo-Ferrer, Sánchez, Martínez (2013), Improving the utility of "
                "differentially private data releases via k-anonymity, TrustCom",
            .differential = true};
  }

  static void params(ParamList<Laplace>& list) {
    list.number("epsilon", &Laplace::epsilon)
        .range(1e-6, 1e6)
        .doc("What the whole release spends of the privacy budget.")
        .dial(Dial::less_is_safer)
        .logarithmic();
    list.integer("k", &Laplace::k)
        .range(1, 1e9)
        .unit("records")
        .doc("Smallest group size, in the modes that group records.")
        .logarithmic()
        .swept_with("mode", {"record", "multivariate", "individual"});
    list.choice("mode", &Laplace::mode,
                {{"record", Mode::record},
                 {"multivariate", Mode::multivariate},
                 {"individual", Mode::individual},
                 {"paper-2013", Mode::paper_2013}})
        .doc(
            "What gets noise: records, centroids of groups, means of sorted columns, or as published in "
            "2013.");
    list.choice("scale", &Laplace::scale,
                {{"domain", Scale::domain}, {"raw", Scale::raw}, {"std", Scale::std}})
        .doc("What columns are divided by before records are grouped: domain width, nothing, or deviation.");
    list.choice("order", &Laplace::order,
                {{"auto", Order::automatic}, {"keep", Order::keep}, {"shuffle", Order::shuffle}})
        .doc("Order of the rows in mode record: kept unless the file is sorted, kept, or random.");
    list.number("domain-from-data", &Laplace::domain_from_data)
        .range(1.0, 1e6)
        .doc("For columns without a domain: from 0 to this times the largest value. Promises nothing.");
  }

  std::string refused() const {
    if (mode == Mode::record && k != 1) {
      return "mode record releases every record by itself, so k is 1 there: choose mode multivariate or "
             "individual for groups of k = " +
             std::to_string(k);
    }
    if (mode != Mode::paper_2013 && scale == Scale::std) {
      return "with scale std one record can change every group through the standard deviations: choose "
             "domain or "
             "raw (std is for mode paper-2013, which promises nothing)";
    }
    return {};
  }

  std::vector<ColumnNoise> noises(const Table& original, const ReleaseDomains& domains) const {
    return column_noises(domains.domains, mode, epsilon, k, original.rows());
  }

  Value forecast(const Table& original, const ColumnSet& columns) const {
    if (domain_from_data || !refused().empty()) return {};
    const ReleaseDomains domains = release_domains(original, columns, std::nullopt, info().name);
    const std::vector<ColumnNoise> all = noises(original, domains);
    double percent = 0.0;
    for (const ColumnNoise& noise : all) percent = std::max(percent, noise.sd_percent());
    Value result = Value::object();
    result.set("error_percent", percent).set("noise", noise_details(original, columns, all));
    return result;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    if (const std::string why = refused(); !why.empty()) bad_input(why, "see 'sfumato methods laplace'");
    require_group_size(k, original.rows());
    run.check_stop();
    const ReleaseDomains domains = release_domains(original, columns, domain_from_data, info().name);
    Masked masked = released(original, columns, noises(original, domains), run);
    if (mode != Mode::record) masked.details.set("groups", group_count(original.rows(), k));
    if (mode == Mode::individual && columns.size() > 1) {
      masked.details.set(
          "note", "columns were released independently of each other: relations between them are lost");
    }
    masked.details.set("noise", noise_details(original, columns, noises(original, domains)));
    masked.guarantee = guarantee(original, columns, domains, masked);
    return masked;
  }

 private:
  // Of each column the scale of its noise, in its own units and as a share of its domain.
  static Value noise_details(const Table& original, const ColumnSet& columns,
                             const std::vector<ColumnNoise>& noises) {
    Value details = Value::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnNoise& noise = noises[j];
      Value column = Value::object();
      column.set("domain", Value::Array{noise.domain.lower, noise.domain.upper})
          .set("epsilon", noise.epsilon)
          .set("scale", noise.scale)
          .set("sd", noise.sd())
          .set("sd_percent", noise.sd_percent())
          .set("grid", noise.grid.step);
      details.set(original.info(columns[j]).name, column);
    }
    return details;
  }

  Masked released(const Table& original, const ColumnSet& columns, const std::vector<ColumnNoise>& noises,
                  const Run& run) const {
    switch (mode) {
      case Mode::record:
        return ordered(noisy_records(original, columns, noises, run), original, columns, run);
      case Mode::multivariate:
        return {.tables = {noisy_centroids(original, columns, groups(original, columns, noises, run), noises,
                                           run)},
                .mapping = Mapping::none};
      case Mode::individual:
        return {.tables = {noisy_rankings(original, columns, k, noises, run)}, .mapping = Mapping::none};
      default:
        return {.tables = {
                    noisy_members(original, columns, groups(original, columns, noises, run), noises, run)}};
    }
  }

  Masked ordered(Table noisy, const Table& original, const ColumnSet& columns, const Run& run) const {
    const bool sorted = order == Order::automatic && sorted_by(original, columns).has_value();
    Masked masked;
    if (order != Order::shuffle && !sorted) {
      masked.tables.push_back(std::move(noisy));
      masked.details.set("order", "kept");
      if (const auto id = order == Order::automatic ? ordered_by(original, columns) : std::nullopt) {
        masked.details.set("note", "rows seem to be ordered by '" + original.info(*id).name +
                                       "', which the row order would reveal: use ‹order› shuffle");
      }
      return masked;
    }
    masked.mapping = Mapping::subset;  // of all records, in another order
    masked.rows = shuffled_rows(original.rows(), run);
    masked.tables.push_back(noisy.taking_rows(masked.rows));
    masked.details.set("order", "shuffled");
    return masked;
  }

  // Insensitive groups of the records after preprocessing: inside their domains, nothing missing.
  stats::Grouping groups(const Table& original, const ColumnSet& columns,
                         const std::vector<ColumnNoise>& noises, const Run& run) const {
    stats::Matrix points = stats::numbers(original, columns);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const Domain& domain = noises[j].domain;
      const double width = domain.upper - domain.lower, middle = domain.lower + width / 2.0;
      for (double& value : points.column(j)) {
        value = (std::isnan(value) ? middle : std::clamp(value, domain.lower, domain.upper)) - domain.lower;
      }
      const double divisor = scale == Scale::raw      ? 1.0
                             : scale == Scale::domain ? width
                                                      : stats::moments(points.column(j)).sd();
      for (double& value : points.column(j)) value = divisor > 0.0 ? value / divisor : 0.0;
    }
    return stats::insensitive_groups(points, static_cast<std::size_t>(k), run);
  }

  Guarantee guarantee(const Table& original, const ColumnSet& columns, const ReleaseDomains& domains,
                      const Masked& masked) const {
    Guarantee result = record_guarantee(original, columns, epsilon);
    for (const std::string& name : result.columns) {
      result.split.emplace_back(name, epsilon / static_cast<double>(columns.size()));
    }
    if (mode == Mode::paper_2013) {
      result.withdraw(
          "paper-2013 is not differentially private: one record can change every group, each centroid is "
          "released once per member, and each column spends the whole ε");
    }
    if (!domains.from_data.empty()) result.withdraw("the domain was read from the data");
    if (mode != Mode::record) return result;
    if (masked.mapping == Mapping::same_rows) {
      result.premises.emplace_back("the order of the rows is kept, and must not depend on their values");
    }
    if (order == Order::automatic) {
      result.premises.emplace_back(
          "whether such files are sorted by one of the columns is public: it was found by looking at this "
          "one");
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(laplace, Laplace)
