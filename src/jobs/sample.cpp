#include "jobs/sample.hpp"

#include "core/registry.hpp"
#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::jobs {

JobInfo SampleRequest::info() {
  return {.name = "sample", .title = "Sample", .summary = "Makes up realistic data."};
}

void SampleRequest::params(ParamList<SampleRequest>& list) {
  list.text("sample", &SampleRequest::sample).required().doc("The data set: people, companies, ….");
  list.integer("rows", &SampleRequest::rows).range(0, 10'000'000'000).doc("How many records.");
}

SampleResult draw_sample(const SampleRequest& request,
                         const std::function<void(std::span<const Table>)>& sink, const Run& run) {
  const sample::Sample& chosen = sample::sample(request.sample);
  sample::draw_in_blocks(chosen, static_cast<std::uint64_t>(request.rows), run, sink);
  SampleResult result{
      .sample = request.sample, .rows = request.rows, .columns = {}, .seeded = run.seeded(), .schema = {}};
  for (const sample::SampleColumn& column : chosen.columns) result.columns.push_back(column.info.name);
  result.schema = sample::draw_table(chosen, 0, run);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(sample_job, sfumato::jobs::SampleRequest)
