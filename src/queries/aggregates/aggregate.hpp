// What an aggregate of the query language is: how it is written, what one record can change in it, and its
// answer under each protection. Parser, engine, plans, audit and camouflage use these records: a new
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

// The argument in brackets: *, a column, DISTINCT and a column, or a column and a share.
enum class Argument : std::uint8_t { all, column, distinct_column, column_and_share };

struct AggregateForm {
  std::string_view word;  // upper case
  Argument argument = Argument::column;
  std::int64_t millionths = 0;  // the share that the word means, if it is not an argument
};
std::string form_text(const AggregateForm& form);  // "COUNT(DISTINCT c)"

// The answer without protection, in units of the column to the power `unit_power`. Computed from figures, or
// from the values of a group in ascending order. NaN: there are no values.
struct ExactAnswer {
  bool sums = false, squares = false,
       distinct = false;  // figures needed in addition to the number of records
  int unit_power = 1;     // 0 for counts, 2 for variances
  double (*of_figures)(const Figures& figures) = nullptr;
  double (*of_values)(const Query& query, std::span<const std::int64_t> values) = nullptr;
};

// Differential privacy. Each part has the sensitivity of its figure.
struct NoisyAnswer {
  std::vector<PlanPart> (*parts)(const Query& query, const SensitivityInputs& at,
                                 bool laplace_extrema) = nullptr;
  bool about_middle = false;  // figures are sums of deviations from the midpoint of the domain
  // How the parts are combined; may be empty.
  std::string_view (*note)(const Plan& plan) = nullptr;
  // Combines noisy figures, in units; null: the answer is the only part, or chosen by ranks.
  void (*combine)(const NoisyGroup& group, GroupAnswer& answer) = nullptr;
};

// Query restriction: the kind of audit. none: the aggregate is refused.
enum class Audit : std::uint8_t { none, records, sums, maximum, minimum };

// Camouflage of the aggregated column. If both are null, the aggregate counts records, which is public.
struct CertainAnswer {
  // From the sums of the vectors over the group's records.
  Interval (*of_sums)(std::int64_t records, std::span<const Wide> sums, int decimals) = nullptr;
  // From the entries of the group's records; the group may be empty.
  Interval (*of_records)(const Query& query, std::span<const std::size_t> records, const VectorSet& vectors,
                         int decimals) = nullptr;
};

// What a published answer reveals about the sum of the column over its query set.
enum class RevealedSum : std::uint8_t { none, total, mean };

struct AggregateRecord {
  std::vector<AggregateForm> forms;  // the last one can write every query of the aggregate
  bool takes_column = true;
  bool numbers_only = true;  // categories are refused
  // Changes a query to the aggregate of its normal form.
  void (*normalize)(Query& query, const CatalogueTable& table) = nullptr;
  ExactAnswer exact;
  NoisyAnswer noisy;
  Audit audit = Audit::none;
  CertainAnswer certain;
  RevealedSum revealed_sum = RevealedSum::none;
};

// In the order of aggregates.def: an Aggregate is an index into it.
const std::vector<AggregateRecord>& aggregate_records();
const AggregateRecord& record_of(Aggregate aggregate);
inline const AggregateRecord& record_of(const Query& query) { return record_of(query.aggregate); }

// The column that is aggregated; none for COUNT(*).
std::optional<std::size_t> aggregated_column(const Query& query);

// "COUNT(*), COUNT(c), … or QUANTILE(c, p)".
const std::string& aggregate_forms_text();

}  // namespace sfumato::queries
