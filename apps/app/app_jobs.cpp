#include "app/app_jobs.hpp"

#include <algorithm>

#include "app/cell_tables.hpp"
#include "app/corresponding_records.hpp"
#include "app/file_jobs.hpp"
#include "app/query_requests.hpp"
#include "app/release_request.hpp"
#include "core/error.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "library/endpoints.hpp"
#include "library/pages.hpp"
#include "report/html.hpp"
#include "report/json.hpp"

namespace sfumato::app {
namespace {

using Action = AppOutcome (*)(const AppRequest& request, const JobContext& context, const Run& run);

struct AppJob {
  std::string_view name, summary;
  Action run;
};

constexpr AppJob own_jobs[] = {
    {"preview", "The first rows of a file, how it is read, and what is wrong with it.", preview_file},
    {"save", "Writes a table of another job into the folder.", save_table},
    {"save-cells", "Writes a table of cells into the folder, for publication.", save_cells},
    {"release", "Writes a release into the folder, as the command mask with a recipe does.", release_files},
    {"query-init", "Creates a database from data and a catalogue.", query_init},
    {"query-ask", "Answers a question, charged before any data are read.", query_ask},
    {"query-explain", "The cost and expected error of a question.", query_explain},
    {"query-budget", "What was spent, and whether the log is intact.", query_budget},
    {"query-token", "Access to the server of a database.", query_token},
    {"query-schema", "What an analyst may know and ask.", query_schema},
    {"query-propose-catalogue", "A catalogue proposed from data.", query_propose},
    {"query-compare", "The same questions under every protection, ranked.", query_compare},
};

const AppJob* own_job(std::string_view name) {
  const auto* found = std::find_if(std::begin(own_jobs), std::end(own_jobs),
                                   [&](const AppJob& job) { return job.name == name; });
  return found == std::end(own_jobs) ? nullptr : found;
}

AppOutcome run_library_job(const AppRequest& request, const JobContext& context, const Run& run) {
  const library::Endpoint& chosen = library::endpoint(request.common.job);
  library::NamedTables tables =
      context.sources.tables(request.inputs, request.common.schema, context.output, run);
  Value members = with_cell_tables(request.members(), context);
  align_records(request, context, tables, members);
  const bool pages = request.wants_page();
  return {chosen.run(members, library::Inputs(std::move(tables), request.common.seed, pages, context.publish),
                     run.without_files())};
}

}  // namespace

Value AppRequest::schema(const std::string& input) const {
  const Value* found = common.schema.find(input);
  return found != nullptr ? *found : Value::object();
}

AppOutcome with_report(report::Report report, bool yes) {
  AppOutcome outcome;
  outcome.report = std::move(report);
  outcome.yes = yes;
  return outcome;
}

AppRequest parse_app_request(const Value& request) {
  if (!request.is_object())
    bad_input("the request must be an object", R"(such as {"job": "inspect", "inputs": {…}})");
  AppRequest result;
  Value rest = Value::object();
  Value names = Value::array();
  for (const auto& [name, value] : request.as_object()) {
    if (name == "label") continue;
    if (name != "inputs") {
      rest.set(name, value);
      continue;
    }
    if (!value.is_object()) {
      bad_param("inputs", "\"inputs\" must be an object", R"(such as {"original": {"file": "survey.csv"}})");
    }
    result.inputs = value;
  }
  rest.set("inputs", std::move(names));
  result.common = library::parse_request(io::json_text(rest), 0);
  if (own_job(result.common.job) == nullptr) static_cast<void>(library::endpoint(result.common.job));
  return result;
}

JobYield run_app_job(const AppRequest& request, const JobContext& context, const Run& run) {
  const AppJob* own = own_job(request.common.job);
  AppOutcome outcome =
      own != nullptr ? own->run(request, context, run) : run_library_job(request, context, run);
  JobYield yield;
  if (!outcome.html.empty()) {
    yield.page = std::move(outcome.html);
  } else if (request.wants_page()) {
    run.say("report");
    const Value pages = library::rendered_pages(outcome, "sfumato " + request.common.job, request.common);
    yield.page = pages.at("html").as_text();
    for (const Value& figure : pages.at("svg").as_array()) {
      yield.figures.push_back(figure.at("picture").as_text());
      yield.figure_titles.push_back(figure.at("title").as_text());
    }
  }
  yield.result = report::json_document(outcome.report, ParameterSpelling::label);
  yield.yes = outcome.yes;
  yield.outputs = std::move(outcome.outputs);
  yield.origins = std::move(outcome.origins);
  return yield;
}

Value app_job_list() {
  Value list = Value::array();
  for (const AppJob& job : own_jobs) {
    Value entry = Value::object();
    list.push(entry.set("name", job.name).set("summary", job.summary));
  }
  return list;
}

}  // namespace sfumato::app
