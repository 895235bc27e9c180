// Tables of cells that a request names: a file of the folder, or the table in the result of an earlier job,
// in place of the document itself.
#pragma once

#include "app/app_jobs.hpp"

namespace sfumato::app {

// The members with the documents of "table" and "adjusted" in place of {"file": …} and {"job": …}.
Value with_cell_tables(const Value& members, const JobContext& context);

}  // namespace sfumato::app
