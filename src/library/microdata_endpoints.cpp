// Data have the names of their inputs, and parameters that name a table name an input.
#include "library/microdata_endpoints.hpp"

#include <memory>

#include "core/error.hpp"
#include "io/sidecar.hpp"
#include "jobs/assessment.hpp"
#include "jobs/compare.hpp"
#include "jobs/counted_rows.hpp"
#include "jobs/fitting_methods.hpp"
#include "jobs/inspect.hpp"
#include "jobs/mask.hpp"
#include "jobs/measure.hpp"
#include "jobs/measure_routes.hpp"
#include "jobs/plan.hpp"
#include "jobs/sample.hpp"
#include "jobs/verify.hpp"
#include "library/record_inputs.hpp"
#include "report/comparison.hpp"
#include "report/comparison_page.hpp"
#include "report/data_reports.hpp"
#include "report/fitting_methods_report.hpp"
#include "report/mask_page.hpp"
#include "report/mask_report.hpp"
#include "report/measure_report.hpp"
#include "report/plan.hpp"
#include "report/plan_page.hpp"
#include "report/profile.hpp"
#include "report/sample_report.hpp"
#include "report/verify_report.hpp"

namespace sfumato::library {
namespace {

// "count" is no parameter of the job: it names a column that says how many equal records a row stands for.
Outcome inspect(const Value& request, const Inputs& inputs, const Run& run) {
  resolve_params({}, params_of(without(request, "count")), "inspect");
  jobs::Data data = data_of(inputs, "original");
  if (const Value* count = request.find("count")) {
    if (!count->is_text()) bad_param("count", "‹count› must be the name of a column");
    data.file.table = jobs::with_counts(std::move(data.file.table), count->as_text());
  }
  const jobs::InspectResult result = jobs::inspect({std::move(data)}, run);
  Outcome outcome{.report = report::inspect_report(result)};
  outcome.report.document.set("sidecar", result.sidecar);
  return outcome;
}

Outcome fitting_methods(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::FittingMethodsRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  return {.report = report::fitting_methods_report(jobs::fitting_methods(wanted, with_inputs(run, inputs)))};
}

Outcome key_risks(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::KeyRiskRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  return {.report = report::key_risk_report(jobs::key_risk_summary(wanted, run))};
}

Outcome hierarchy(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::HierarchyRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  return {.report = report::hierarchy_report(jobs::column_hierarchy(wanted, run))};
}

Outcome distributions(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::DistributionsRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  if (const Table* masked = inputs.find("masked")) wanted.masked = *masked;
  return {.report = report::distributions_report(jobs::distributions(wanted, run))};
}

// Of the masked tables as they were handed over.
std::vector<RecordOrigins> origins_of(const jobs::MaskResult& result) {
  const Masked& masked = result.masked;
  const bool known =
      masked.mapping == Mapping::same_rows || (masked.mapping == Mapping::subset && !masked.rows.empty());
  std::vector<RecordOrigins> origins(result.delivery.tables.size(), {.known = known});
  for (std::size_t copy = 0; known && copy < origins.size(); ++copy) {
    std::vector<std::size_t>& rows = origins[copy].rows;
    if (masked.mapping == Mapping::subset) rows = masked.rows;
    if (copy >= result.delivery.order.size()) continue;
    std::vector<std::size_t> places = result.delivery.order[copy];
    if (!rows.empty()) {
      for (std::size_t& place : places) place = rows[place];
    }
    rows = std::move(places);
  }
  return origins;
}

Outcome mask(const Value& request, const Inputs& inputs, const Run& run) {
  const Value own = without(request, "kept-rows");  // for callers whose rows have labels beside the table
  auto wanted =
      jobs::make_request<jobs::MaskRequest>(params_of(with_document(with_document(own, "recipe"), "fitted")));
  for (Table& table : inputs.all("earlier")) {
    wanted.earlier.push_back({"earlier " + std::to_string(wanted.earlier.size() + 1), std::move(table)});
  }
  wanted.kept_rows = flag_of(request, "kept-rows");
  wanted.original = data_of(inputs, "original");
  const Run with_tables = with_inputs(run, inputs);
  const auto result =
      std::make_shared<jobs::MaskResult>(jobs::mask(wanted, release::TableDestination(), with_tables));
  result->provenance = provenance_of("mask", own);
  Outcome outcome{.report = report::mask_report(*result), .page_costs_more = true};
  outcome.page = [result, wanted, with_tables] {
    return report::mask_page(*result, jobs::assess(wanted, *result, with_tables), "the data");
  };
  for (const Table& table : result->delivery.tables) outcome.add("masked", table);
  for (const Table& map : result->delivery.maps) outcome.add("map", map);
  outcome.origins = origins_of(*result);
  return outcome;
}

// The risks of classes, in the order of the counted rows, for callers that bring members of households
// together.
void add_class_risks(const std::vector<compare::Scored>& scores, const std::string& name, Outcome& outcome) {
  for (const compare::Scored& scored : scores) {
    if (scored.request->measure->info.name != "individual-risk" || !scored.score.value) continue;
    std::vector<ColumnInfo> schema(1);
    schema[0].name = "risk";
    outcome.add(name, Table(std::move(schema), {Column(Numbers(scored.score.per_record))}));
  }
}

// "count-plan" is no parameter of the job: it is for callers whose records lie in parts. With "samples" they
// can bring some of the records together.
Outcome plan_of_measures(const jobs::MeasureRequest& request, bool samples, const Run& run) {
  const jobs::MeasureRoutes routes = jobs::measure_routes(request, samples, run);
  Value groups = Value::array();
  for (const jobs::CountGroup& group : routes.groups) {
    Value one = Value::object();
    one.set("measures", Value::array_of(group.measures)).set("columns", Value::array_of(group.columns));
    one.set("weights", std::string(jobs::to_text(group.weights))).set("weight", group.weight);
    groups.push(one);
  }
  Outcome outcome;
  outcome.report.document.set("groups", groups)
      .set("columns", Value::array_of(routes.columns))
      .set("order", Value::array_of(routes.order))
      .set("counts", Value::array_of(routes.counts))
      .set("pairs", Value::array_of(routes.pairs))
      .set("sampled", Value::array_of(routes.sampled))
      .set("notes", Value::array_of(routes.notes));
  return outcome;
}

Outcome measure(const Value& request, const Inputs& inputs, const Run& run) {
  const bool plan = flag_of(request, "count-plan"), class_risks = flag_of(request, "class-risks");
  Value own = request;
  for (const char* name : {"count-plan", "samples", "class-risks", "of-sample", "as-by-default"})
    own = without(own, name);
  auto wanted = jobs::make_request<jobs::MeasureRequest>(params_of(own));
  wanted.as_by_default = flag_of(request, "as-by-default");
  wanted.original = data_of(inputs, "original");
  for (Table& table : inputs.all("masked"))
    wanted.masked.push_back(jobs::reader_of(std::move(table), "masked"));
  if (const Table* map = inputs.find("map")) wanted.map = *map;
  if (const Table* intruder = inputs.find("intruder")) {
    wanted.intruder = jobs::reader_of(*intruder, "intruder");
  }
  if (const Table* holdout = inputs.find("holdout")) wanted.holdout = jobs::reader_of(*holdout, "holdout");
  if (plan) return plan_of_measures(wanted, flag_of(request, "samples"), run);
  wanted.exposure = !flag_of(request, "of-sample");  // what a file exposes is found from all its records
  wanted.changes = inputs.pages() && wanted.count.empty();
  const auto result = std::make_shared<jobs::MeasureResult>(jobs::measure(wanted, with_inputs(run, inputs)));
  result->provenance = provenance_of("measure", request);
  Outcome outcome{.report = report::measure_report(*result)};
  outcome.page = [result] { return report::measure_page(*result); };
  if (class_risks) {
    add_class_risks(result->tables.front().scores, "risks", outcome);
    add_class_risks(result->before, "risks before", outcome);
  }
  if (result->record_risks) outcome.add("per-record", *result->record_risks);
  if (result->permuted) outcome.add("export-permutation", *result->permuted);
  return outcome;
}

Outcome verify(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::VerifyRequest>(params_of(request));
  wanted.released = data_of(inputs, "released");
  return {.report = report::verify_report(jobs::verify_record(wanted, run))};
}

// The tables of each part's winner; parts are numbered from 1, those without a release too.
void add_winners(Outcome& outcome, const jobs::CompareResult& result, std::size_t& number) {
  for (const jobs::ComparisonPart& part : result.parts) {
    ++number;
    if (!part.release) continue;
    for (const Table& table : part.release->tables) outcome.add("winner " + std::to_string(number), table);
  }
}

Outcome compare(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::CompareRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  wanted.found = inputs.publish();
  jobs::WinnerDestinations winners;
  for (std::size_t i = 0; i < wanted.targets(); ++i) {
    winners.push_back(std::make_unique<release::TableDestination>());
  }
  const auto result =
      std::make_shared<jobs::CompareResult>(jobs::compare_methods(wanted, winners, with_inputs(run, inputs)));
  result->seed = inputs.seed();
  const bool open = !wanted.for_public;
  Outcome outcome{
      .report = open ? report::comparison_report(*result) : report::public_comparison_report(*result),
      .yes = result->attained()};
  outcome.page = [result, open] {
    return open ? report::comparison_page(*result) : report::public_comparison_page(*result);
  };
  std::size_t number = 0;
  add_winners(outcome, *result, number);
  return outcome;
}

Outcome plan(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::PlanRequest>(params_of(with_document(request, "plan")));
  wanted.seed = inputs.seed();
  wanted.read = [&](const compare::PlanData& data, const Run&) {
    return io::TableFile{.table = inputs.require(data.path), .sidecar = {}, .missing_token = {}};
  };
  wanted.destination = [](std::size_t, const jobs::PlanInput&) {
    return std::make_unique<release::TableDestination>();
  };
  const auto made = std::make_shared<jobs::PlanOutcome>(jobs::run_plan(wanted, with_inputs(run, inputs)));
  const jobs::PlanOutcome& result = *made;
  Outcome outcome;
  outcome.yes = result.attained();
  if (wanted.dry_run) {
    outcome.report = report::plan_costs(*result.plan, result.subjects, result.costs, result.threads);
  } else {
    outcome.report = report::plan_results(*result.plan, result.subjects, result.result, result.targets, {});
    outcome.page = [made, provenance = provenance_of("plan", request)] {
      return report::plan_page(*made->plan, made->subjects, made->result, made->targets, provenance);
    };
  }
  outcome.report.warnings = result.warnings;
  std::size_t number = 0;
  for (const jobs::CompareResult& target : result.targets) add_winners(outcome, target, number);
  return outcome;
}

Outcome sample(const Value& request, const Inputs&, const Run& run) {
  const auto wanted = jobs::make_request<jobs::SampleRequest>(params_of(request));
  std::vector<Table> blocks;
  const jobs::SampleResult result = jobs::draw_sample(
      wanted, [&](std::span<const Table> some) { blocks.insert(blocks.end(), some.begin(), some.end()); },
      run);
  Outcome outcome{.report = report::sample_report(result)};
  outcome.add("sample", Table::concatenated(blocks));
  outcome.report.document.set("sidecar", io::sidecar_value(result.schema, Value()));
  return outcome;
}

}  // namespace

const std::vector<Endpoint>& microdata_endpoints() {
  static const std::vector<Endpoint> all{{"inspect", inspect},
                                         {"fitting-methods", fitting_methods},
                                         {"key-risks", key_risks},
                                         {"hierarchy", hierarchy},
                                         {"distributions", distributions},
                                         {"mask", mask},
                                         {"measure", measure},
                                         {"verify", verify},
                                         {"compare", compare},
                                         {"plan", plan},
                                         {"sample", sample}};
  return all;
}

}  // namespace sfumato::library
