// Data have the names of their inputs, and parameters that name a table name an input.
#include "library/microdata_endpoints.hpp"

#include <memory>

#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/json.hpp"
#include "jobs/assessment.hpp"
#include "jobs/compare.hpp"
#include "jobs/fitting_methods.hpp"
#include "jobs/inspect.hpp"
#include "jobs/mask.hpp"
#include "jobs/measure.hpp"
#include "jobs/plan.hpp"
#include "jobs/sample.hpp"
#include "jobs/verify.hpp"
#include "report/comparison.hpp"
#include "report/comparison_page.hpp"
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

jobs::Data data_of(const Inputs& inputs, const std::string& name) {
  return {{.table = inputs.require(name), .sidecar = {}, .missing_token = {}}, name};
}

// Every input under its name, for parameters that name a table.
Run with_inputs(Run run, const Inputs& inputs) {
  for (const auto& [name, table] : inputs.tables()) run = run.with_table(name, table);
  return run;
}

// The request as it was made. Tables come from memory, so that they have no file to check.
jobs::Provenance provenance_of(const char* job, const Value& request) {
  Value command = Value::object();
  command.set("job", job);
  if (request.is_object()) {
    for (const auto& [name, value] : request.as_object()) command.set(name, value);
  }
  return {.command = io::json_text(command), .made_on = io::today(), .files = {}};
}

Outcome inspect(const Value& request, const Inputs& inputs, const Run& run) {
  resolve_params({}, params_of(request), "inspect");
  const jobs::InspectResult result = jobs::inspect({data_of(inputs, "original")}, run);
  Outcome outcome{.report = report::inspect_report(result)};
  outcome.report.document.set("sidecar", result.sidecar);
  return outcome;
}

Outcome fitting_methods(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::FittingMethodsRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  return {.report = report::fitting_methods_report(jobs::fitting_methods(wanted, with_inputs(run, inputs)))};
}

Outcome mask(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::MaskRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  const Run with_tables = with_inputs(run, inputs);
  const auto result =
      std::make_shared<jobs::MaskResult>(jobs::mask(wanted, release::TableDestination(), with_tables));
  result->provenance = provenance_of("mask", request);
  Outcome outcome{.report = report::mask_report(*result)};
  outcome.page = [result, wanted, with_tables] {
    return report::mask_page(*result, jobs::assess(wanted, *result, with_tables), "the data");
  };
  outcome.outputs = result->delivery.tables;
  const auto& maps = result->delivery.maps;
  outcome.outputs.insert(outcome.outputs.end(), maps.begin(), maps.end());
  return outcome;
}

Outcome measure(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::MeasureRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  for (Table& table : inputs.all("masked"))
    wanted.masked.push_back(jobs::reader_of(std::move(table), "masked"));
  if (const Table* map = inputs.find("map")) wanted.map = *map;
  if (const Table* intruder = inputs.find("intruder")) {
    wanted.intruder = jobs::reader_of(*intruder, "intruder");
  }
  if (const Table* holdout = inputs.find("holdout")) wanted.holdout = jobs::reader_of(*holdout, "holdout");
  wanted.changes = true;
  const auto result = std::make_shared<jobs::MeasureResult>(jobs::measure(wanted, with_inputs(run, inputs)));
  result->provenance = provenance_of("measure", request);
  Outcome outcome{.report = report::measure_report(*result)};
  outcome.page = [result] { return report::measure_page(*result); };
  for (const auto& table : {result->record_risks, result->permuted}) {
    if (table) outcome.outputs.push_back(*table);
  }
  return outcome;
}

Outcome verify(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::VerifyRequest>(params_of(request));
  wanted.released = data_of(inputs, "released");
  return {.report = report::verify_report(jobs::verify_record(wanted, run))};
}

Outcome compare(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::CompareRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
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
  for (const jobs::ComparisonPart& part : result->parts) {
    if (!part.release) continue;
    const auto& tables = part.release->tables;
    outcome.outputs.insert(outcome.outputs.end(), tables.begin(), tables.end());
  }
  return outcome;
}

Outcome plan(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::PlanRequest>(params_of(request));
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
  for (const jobs::CompareResult& target : result.targets) {
    for (const jobs::ComparisonPart& part : target.parts) {
      if (!part.release) continue;
      const auto& tables = part.release->tables;
      outcome.outputs.insert(outcome.outputs.end(), tables.begin(), tables.end());
    }
  }
  return outcome;
}

Outcome sample(const Value& request, const Inputs&, const Run& run) {
  const auto wanted = jobs::make_request<jobs::SampleRequest>(params_of(request));
  std::vector<Table> blocks;
  const jobs::SampleResult result = jobs::draw_sample(
      wanted, [&](std::span<const Table> some) { blocks.insert(blocks.end(), some.begin(), some.end()); },
      run);
  return {.report = report::sample_report(result), .outputs = {Table::concatenated(blocks)}};
}

}  // namespace

const std::vector<Endpoint>& microdata_endpoints() {
  static const std::vector<Endpoint> all{{"inspect", inspect}, {"fitting-methods", fitting_methods},
                                         {"mask", mask},       {"measure", measure},
                                         {"verify", verify},   {"compare", compare},
                                         {"plan", plan},       {"sample", sample}};
  return all;
}

}  // namespace sfumato::library
