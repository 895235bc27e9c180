// Jobs of queryable databases in the folder: names become folders in it, a catalogue is a document of the
// request, and records come from files of the folder.
#pragma once

#include "app/app_jobs.hpp"

namespace sfumato::app {

AppOutcome query_init(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_ask(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_explain(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_budget(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_token(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_schema(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_propose(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome query_compare(const AppRequest& request, const JobContext& context, const Run& run);

}  // namespace sfumato::app
