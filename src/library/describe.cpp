// Methods and measures are described as their commands do with --json.
#include "library/describe.hpp"

#include "compare/measures.hpp"
#include "core/registry.hpp"
#include "core/version.hpp"
#include "jobs/registry.hpp"
#include "library/endpoints.hpp"
#include "masking/registry.hpp"
#include "report/catalogue.hpp"
#include "report/json.hpp"
#include "sample/registry.hpp"
#include "tables/protection.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::library {
namespace {

Value inputs_value(const jobs::Job& job) {
  Value list = Value::array();
  for (const jobs::InputInfo& input : job.info.inputs) {
    Value entry = Value::object();
    list.push(entry.set("name", input.name)
                  .set("kind", jobs::to_text(input.kind))
                  .set("required", input.required)
                  .set("several", input.several)
                  .set("doc", input.doc));
  }
  return list;
}

// A job of the library alone has no record.
Value job_value(const Endpoint& endpoint) {
  Value entry = Value::object();
  entry.set("name", endpoint.job);
  const jobs::Job* job = find_entry(jobs::jobs(), endpoint.job);
  if (job == nullptr) return entry;
  return entry.set("title", job->info.title)
      .set("summary", job->info.summary)
      .set("inputs", inputs_value(*job))
      .set("parameters", report::param_infos_value(job->params));
}

template <class Entry>
Value described(const std::vector<Entry>& entries) {
  Value list = Value::array();
  for (const Entry& entry : entries) list.push(report::describe(entry).document);
  return list;
}

}  // namespace

Value description() {
  Value jobs_list = Value::array();
  for (const Endpoint& endpoint : endpoints()) jobs_list.push(job_value(endpoint));
  Value samples_list = Value::array();
  for (const sample::Sample& entry : sample::samples()) {
    Value described_sample = Value::object();
    Value names = Value::array();
    for (const sample::SampleColumn& column : entry.columns) names.push(column.info.name);
    samples_list.push(described_sample.set("name", entry.info.name)
                          .set("summary", entry.info.summary)
                          .set("columns", std::move(names)));
  }
  Value result = Value::object();
  result.set("version", program_version())
      .set("jobs", std::move(jobs_list))
      .set("methods", described(masking::methods()))
      .set("measures", described(compare::measures()))
      .set("protections", described(tables::protections()))
      .set("samples", std::move(samples_list))
      .set("rules", described(tables::rule_types()));
  return report::with_notes(result);
}

}  // namespace sfumato::library
