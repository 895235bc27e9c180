// A method is tried with its default parameters on records spread evenly over the table. What it returns is
// thrown away.
#include "jobs/fitting_methods.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "jobs/mask.hpp"
#include "masking/registry.hpp"

namespace sfumato::jobs {
namespace {

constexpr std::size_t most_tried_rows = 200;

Data some_records(const Data& data) {
  const std::size_t rows = data.file.table.rows(), tried = std::min(rows, most_tried_rows);
  std::vector<std::size_t> taken(tried);
  for (std::size_t i = 0; i < tried; ++i) taken[i] = i * rows / tried;
  Data result = data;
  result.file.table = data.file.table.taking_rows(taken);
  return result;
}

MethodFit fit_of(const Method& method, const FittingMethodsRequest& request, const Data& tried,
                 const ColumnChoice& choice, const Run& run) {
  const Table& table = tried.file.table;
  MethodFit fit;
  fit.method = &method;
  const AcceptedColumns accepted =
      accepted_columns(table, choice, method.info.accepts, method.info.name, true);
  fit.left_out = table.names(accepted.left_out);
  // Methods of identifiers and of weights choose their columns themselves.
  const bool chooses = method.info.identifiers || method.info.made_for == MadeFor::weights;
  if (accepted.columns.empty() && !chooses) {
    fit.reason = "it takes " + to_text(method.info.accepts) + " columns, and none is chosen";
    return fit;
  }
  MaskRequest trial;
  trial.method = method.info.name;
  trial.columns =
      chooses && request.columns.empty() ? std::vector<std::string>() : table.names(accepted.columns);
  trial.original = tried;
  try {
    const MaskResult masked = mask(trial, release::TableDestination(), run);
    for (const Value& name : masked.release.at("columns").as_array()) fit.columns.push_back(name.as_text());
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    fit.reason = failure.message;
    fit.hint = failure.hint;
  }
  return fit;
}

}  // namespace

JobInfo FittingMethodsRequest::info() {
  return {.name = "fitting-methods",
          .title = "Fitting methods",
          .summary = "Lists the masking methods that fit a table, and why the others do not.",
          .inputs = {{"original", "The data."}}};
}

void FittingMethodsRequest::params(ParamList<FittingMethodsRequest>& list) {
  list.columns("columns", &FittingMethodsRequest::columns)
      .doc("Columns to protect; without it those that a release would protect.");
}

FittingMethodsResult fitting_methods(const FittingMethodsRequest& request, const Run& run) {
  const Table& table = request.original.file.table;
  if (table.rows() == 0) {
    bad_input("'" + request.original.name + "' has no records to try methods on", "give a file with records");
  }
  const ColumnChoice choice = choose_columns(table, request.columns);
  const Data tried = some_records(request.original);
  FittingMethodsResult result{.data = request.original.name,
                              .columns = table.names(choice.columns),
                              .tried_rows = tried.file.table.rows()};
  for (const Method& method : masking::methods()) {
    result.methods.push_back(fit_of(method, request, tried, choice, run));
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(fitting_methods_job, sfumato::jobs::FittingMethodsRequest)
