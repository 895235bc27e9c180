// The data of a plan, read or made up, and the tables that parameters of its methods name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "compare/plan.hpp"

namespace sfumato::jobs {

struct PlanInput {
  compare::Subject subject;
  std::map<std::string, Table> tables;  // by path, as the plan writes it
  std::string missing_token = {};       // how the data file writes a missing value
  std::string sidecar = {};             // where its columns are described
  std::size_t position = 0;             // of the subject in the plan's data

  // The run with these tables.
  Run equipped(Run run) const;
};

// Reads the file that a plan names as its data.
using PlanReader = std::function<io::TableFile(const compare::PlanData& data, const Run& run)>;

// One for each of the plan's subjects, in their order; a data set with several sets of columns is read once.
std::vector<PlanInput> read_plan_data(const compare::Plan& plan, const PlanReader& read_file, const Run& run);

// The files that the plan names, which must not be overwritten.
std::vector<std::string> plan_inputs(const compare::Plan& plan);

}  // namespace sfumato::jobs
