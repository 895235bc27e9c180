#include "report/table_jobs.hpp"

#include <cmath>

#include "core/column_choice.hpp"
#include "core/number_text.hpp"
#include "report/cell_table.hpp"
#include "report/table_adjusted_report.hpp"
#include "report/table_audit_report.hpp"
#include "report/table_check_report.hpp"
#include "report/table_protection_report.hpp"

namespace sfumato::report {
namespace {

Report with_warnings(Report report, const std::vector<std::string>& notes) {
  report.warnings.insert(report.warnings.end(), notes.begin(), notes.end());
  return report;
}

}  // namespace

Report job_report(const jobs::TabulateResult& result) {
  Report report = describe(result.table);
  report.document.set("records", result.records);
  report.warnings = result.notes;
  return report;
}

Report job_report(const jobs::CheckResult& result) {
  return with_warnings(table_check_report(result.checked), result.notes);
}

Report job_report(const jobs::AuditResult& result) {
  if (result.adjusted) return table_adjusted_report(result.table, *result.adjusted, result.notes);
  return table_audit_report(result.table, result.audit, result.notes);
}

Report job_report(const jobs::Protected<tables::Suppression>& result) {
  return with_warnings(table_suppression_report(result.made), result.notes);
}

Report job_report(const jobs::Protected<tables::Rounding>& result) {
  return with_warnings(table_rounding_report(result.original, result.made), result.notes);
}

Report job_report(const jobs::Protected<tables::Adjustment>& result) {
  return with_warnings(table_adjustment_report(result.original, result.made), result.notes);
}

Report job_report(const jobs::Protected<tables::Perturbation>& result) {
  return with_warnings(table_perturbation_report(result.original, result.made), result.notes);
}

Report job_report(const jobs::Protected<tables::Recoding>& result) {
  return with_warnings(table_recoding_report(result.original, result.made), result.notes);
}

Report job_report(const tables::Ptable& result) {
  Report report;
  TableBlock block{{{"count", Align::right},
                    {"unchanged", Align::right},
                    {"noise on average", Align::right},
                    {"its variance", Align::right}},
                   {}};
  Value counts = Value::array();
  for (std::size_t i = 0; i < result.steps.size(); ++i) {
    const auto count = static_cast<std::int64_t>(i);
    const double stays = result.probability(count, 0);
    Value one = Value::object();
    counts.push(one.set("count", count)
                    .set("stays", stays)
                    .set("mean", result.mean(count))
                    .set("variance", result.variance(count)));
    const bool last = i + 1 == result.steps.size();
    // The mean is 0 by construction, up to the last digit that the file has.
    const double mean = std::abs(result.mean(count)) < 1e-9 ? 0 : result.mean(count);
    block.rows.push_back({std::to_string(i) + (last ? " and more" : ""), rounded(100 * stays, 3) + " %",
                          rounded(mean, 3), rounded(result.variance(count), 3)});
  }
  report.document.set("largest_noise", result.largest_noise()).set("counts", std::move(counts));
  report.blocks.emplace_back(std::move(block));
  return report;
}

std::vector<std::pair<std::string, std::string>> table_question(const jobs::TableCompareRequest& request,
                                                                const std::string& source,
                                                                const std::string& ptable_source) {
  std::vector<std::pair<std::string, std::string>> result{{"table", source}};
  if (!request.rules.empty()) result.emplace_back("rules", enumerated(request.rules));
  if (request.safety_range) result.emplace_back("safety range", shortest(*request.safety_range) + " %");
  if (!request.methods.empty()) result.emplace_back("methods", enumerated(request.methods));
  result.emplace_back("ranked by", tables::to_text(request.rank_by));
  result.emplace_back("published totals", request.totals == tables::Totals::keep
                                              ? "may not be changed by what is proposed"
                                              : "may be changed by what is proposed");
  if (request.work_limit) {
    result.emplace_back("work limit", shortest(*request.work_limit) + " units for each");
  } else {
    result.emplace_back("time limit", shortest(request.time_limit) + " seconds for each");
  }
  result.emplace_back("attacks by contributors",
                      request.ignore_singletons ? "ignored" : "taken into account");
  if (request.prior)
    result.emplace_back("known beforehand", "each cell within " + shortest(*request.prior) + " %");
  if (request.whole) result.emplace_back("integers", "known to the attacker");
  if (!request.ptable.empty()) result.emplace_back("ptable", ptable_source);
  return result;
}

TableComparison table_comparison(jobs::TableCompareResult result, std::string source,
                                 std::vector<std::pair<std::string, std::string>> asked,
                                 std::string made_on) {
  TableComparison comparison;
  comparison.source = std::move(source);
  comparison.original = std::move(result.original);
  comparison.protections = std::move(result.protections);
  comparison.rank_by = result.rank_by;
  comparison.totals = result.totals;
  comparison.asked = std::move(asked);
  comparison.made_on = std::move(made_on);
  comparison.warnings = std::move(result.notes);
  return comparison;
}

}  // namespace sfumato::report
