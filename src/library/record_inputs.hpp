// Tables and members of requests about records, as several endpoints read them.
#pragma once

#include <string>

#include "jobs/data.hpp"
#include "library/endpoint.hpp"

namespace sfumato::library {

// Data have the names of their inputs.
jobs::Data data_of(const Inputs& inputs, const std::string& name);

// Every input under its name, for parameters that name a table.
Run with_inputs(Run run, const Inputs& inputs);

// A member of the request that is no parameter of the job, and the request without it.
bool flag_of(const Value& request, const std::string& name);
Value without(const Value& request, const std::string& left_out);

}  // namespace sfumato::library
