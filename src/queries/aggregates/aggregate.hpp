// What an aggregate of the query language is: how it is written, what one record can change in it, and its
// answer under each protection. Parser, engine, plans, audit and camouflage read these records, so that a new
// aggregate is one source file here and one line in aggregates.def.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "queries/camouflage/vectors.hpp"
#include "queries/engine.hpp"
#include "queries/interval.hpp"
#include "queries/mechanism.hpp"
#include "queries/mechanism/noisy_group.hpp"
#include "queries/mechanism/sensitivity.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

// What stands between the brackets: *, a column, DISTINCT and a column, or a column and a share.
enum class Argument : std::uint8_t { all, column, distinct_column, column_and_share };

struct AggregateForm {
  std::string_view word;  // upper case
  Argument argument = Argument::column;
  std::int64_t millionths = 0;  // the share that the word stands for, where it is not an argument
};
std::string form_text(const AggregateForm& form);  // "COUNT(DISTINCT c)"

// The answer without protection, in units of the column to the power `unit_power`. Either from figures, or
// from the values of a group in ascending order. NaN: there is nothing to average or to order.
struct ExactAnswer {
  bool sums = false, squares = false, distinct = false;  // figures beside the number of records
  int unit_power = 1;                                    // 0 for counts, 2 for variances
  double (*of_figures)(const Figures& figures) = nullptr;
  double (*of_values)(const Query& query, std::span<const std::int64_t> values) = nullptr;
};

// Differential privacy. Each part has the sensitivity of its figure.
struct NoisyAnswer {
  std::vector<PlanPart> (*parts)(const Query& query, const Circumstances& at, bool laplace_extrema) = nullptr;
  bool about_middle = false;  // figures are sums of differences to the middle of the domain
  // How the parts are put together; empty where there is nothing to say.
  std::string_view (*note)(const Plan& plan) = nullptr;
  // Of noisy figures, in units; without it the answer is the one part, or chosen by ranks.
  void (*combine)(const NoisyGroup& group, GroupAnswer& answer) = nullptr;
};

// Query restriction: what is audited. none: the aggregate is refused.
enum class Audit : std::uint8_t { none, records, sums, greatest, least };

// Camouflage of the aggregated column. Without both, the aggregate counts records, which is public.
struct CertainAnswer {
  // From the sums of the vectors over the group's records.
  Interval (*of_sums)(std::int64_t records, std::span<const Wide> sums, int decimals) = nullptr;
  // From the entries of the group's records; there may be none.
  Interval (*of_records)(const Query& query, std::span<const std::size_t> records, const VectorSet& vectors,
                         int decimals) = nullptr;
};

// What a public answer says about the sum of the column over its query set.
enum class ToldSum : std::uint8_t { none, total, mean };

struct AggregateRecord {
  std::vector<AggregateForm> forms;  // the last one can write every query of the aggregate
  bool takes_column = true;
  bool numbers_only = true;  // categories are refused
  // Brings a query to the aggregate that is its normal form.
  void (*normalize)(Query& query, const CatalogueTable& table) = nullptr;
  ExactAnswer exact;
  NoisyAnswer noisy;
  Audit audit = Audit::none;
  CertainAnswer certain;
  ToldSum told = ToldSum::none;
};

// In the order of aggregates.def, so that an Aggregate is a place in it.
const std::vector<AggregateRecord>& aggregate_records();
const AggregateRecord& record_of(Aggregate aggregate);
inline const AggregateRecord& record_of(const Query& query) { return record_of(query.aggregate); }

// The column that is aggregated; none for COUNT(*).
std::optional<std::size_t> aggregated_column(const Query& query);

// "COUNT(*), COUNT(c), … or QUANTILE(c, p)".
const std::string& aggregate_forms_text();

}  // namespace sfumato::queries
