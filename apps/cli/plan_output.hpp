// The folder of a plan's results: results.csv, results.json, results.parquet, the page, correlations and
// pictures, beside the findings in cells/; figures in other formats and tables for LaTeX where they are asked
// for.
#pragma once

#include <string>
#include <vector>

#include "cli/export_options.hpp"
#include "jobs/plan.hpp"
#include "report/plan_figures.hpp"

namespace sfumato::cli {

// The files of results, in order: tables and the document, the page, correlations where the plan asks for
// some, a table for LaTeX, then the pictures with these names.
std::vector<std::string> result_files(const std::string& folder, const compare::Plan& plan,
                                      const std::vector<std::string>& pictures, const Exports& exports);
std::string page_file(const std::string& folder);

// Refuses, before any work is done, a folder that has files of these names which no plan has written, or
// in which an input lies under one of them. `released` are the files of winners, data and sidecars.
void check_results_folder(const std::string& folder, const compare::Plan& plan, const Exports& exports,
                          const std::vector<std::string>& inputs, const std::vector<std::string>& released);

// Makes the folder where it is missing. Each file but the page, in place when it is whole.
void write_results(const std::string& folder, const jobs::PlanOutcome& outcome,
                   const std::vector<report::PlanPicture>& pictures, const report::Report& report,
                   const Exports& exports, const Run& run);

}  // namespace sfumato::cli
