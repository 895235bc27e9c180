// What a job's request of the app means: the jobs of the shared library on tables that come from files, and
// the jobs that need the folder itself (preview, save, release, queryable databases).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/folder.hpp"
#include "app/job_record.hpp"
#include "app/sources.hpp"
#include "library/endpoint.hpp"
#include "library/request.hpp"

namespace sfumato::app {

// What a job of the app works with.
struct JobContext {
  Folder& folder;
  Sources& sources;
  Sources::JobOutput output;  // a table of an earlier job
  // Which original records those of such a table are; none where that job does not say.
  std::function<std::optional<library::RecordOrigins>(const std::string& job, std::size_t output)> origins;
  std::function<Value(const std::string& job)> result;  // the result of an earlier job
  std::function<void(Value found)> publish;             // what is found on the way
};

// A request without what is common to all: the sources of its inputs stay as they were given.
struct AppRequest {
  library::Request common;
  Value inputs = Value::object();
  const Value& members() const { return common.members; }
  bool wants_page() const { return common.report != library::PagesWanted::none; }
  // The schema of an input; an empty object where there is none.
  Value schema(const std::string& input) const;
};

// An error where the request cannot be understood at all; also where there is no such job.
AppRequest parse_app_request(const Value& request);

// An outcome of a job, with the page where the job has rendered it already.
struct AppOutcome : library::Outcome {
  std::string html = {};
};
AppOutcome with_report(report::Report report, bool yes = true);

JobYield run_app_job(const AppRequest& request, const JobContext& context, const Run& run);

// Jobs of the app alone, for the description: name and summary.
Value app_job_list();

}  // namespace sfumato::app
