// The tables of a batch file from its data: read or tabulated, checked by its rules, with what its a-priori
// files say. Linked tables are one table with several views.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/table_batch_requests.hpp"
#include "tables/formats/argus_microdata.hpp"

namespace sfumato::jobs {

// Microdata of a session; empty for tables that are read.
using BatchMicrodata = tables::ArgusMicrodata;

BatchMicrodata read_batch_microdata(const BatchPlan& plan, const BatchSession& session, const Run& run);

// Table `number` of a session as it stands before <SUPPRESS>; with number 0 all of them, linked.
tables::CellTable make_batch_table(const BatchPlan& plan, const BatchSession& session,
                                   const BatchMicrodata& microdata, std::size_t number, const Run& run,
                                   std::vector<std::string>& notes);

// The view of linked tables that crosses these dimensions.
std::size_t view_of(const tables::CellTable& table, const std::vector<std::string>& by);

}  // namespace sfumato::jobs
