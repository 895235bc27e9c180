// The method itself runs on the rows: whatever it does to a row happens to all records that the row stands
// for.
#include "jobs/generalize_keys.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "jobs/counted_rows.hpp"
#include "masking/privacy_models.hpp"
#include "masking/registry.hpp"

namespace sfumato::jobs {
namespace {

ParamValues values_of(const Value& parameters) {
  ParamValues result;
  if (!parameters.is_object()) bad_param("parameters", "‹parameters› must be an object");
  for (const auto& [name, value] : parameters.as_object()) result.emplace_back(name, value);
  return result;
}

std::vector<std::string> model_columns(const ParamValues& parameters) {
  std::vector<std::string> columns;
  for (const auto& [name, value] : parameters) {
    if (name != "model" || !value.is_text()) continue;
    for (const masking::WrittenModel& one : masking::parse_models(value.as_text())) {
      const bool known = std::find(columns.begin(), columns.end(), one.column) != columns.end();
      if (!one.column.empty() && !known) columns.push_back(one.column);
    }
  }
  return columns;
}

void check_table(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::unit) continue;
    bad_input("keys of units with several records are not generalized from counts",
              "generalize them on one machine");
  }
}

}  // namespace

JobInfo GeneralizeKeysRequest::info() {
  return {.name = "generalize-keys",
          .title = "Generalize keys",
          .summary = "Finds the levels of a generalization from distinct keys with their counts.",
          .inputs = {{"original", "Distinct keys with their counts."},
                     {"released", "What was written, as distinct keys with their counts.", InputKind::records,
                      false}}};
}

void GeneralizeKeysRequest::params(ParamList<GeneralizeKeysRequest>& list) {
  using R = GeneralizeKeysRequest;
  list.tree("parameters", &R::parameters).doc("Parameters of the method generalization.");
  list.columns("columns", &R::columns)
      .doc("Columns to generalize; without it the quasi-identifiers and confidential columns.");
  list.text("count", &R::count)
      .value_name("COLUMN")
      .doc("Column that says how many equal records a row stands for.");
  list.text("written", &R::written)
      .value_name("COLUMN")
      .doc("The same of the released table, whose promise is then checked.");
}

GeneralizeKeysResult generalize_keys(const GeneralizeKeysRequest& request, const Run& run) {
  const Method& method = masking::method("generalization");
  const ParamValues parameters =
      resolve_params(method.params, values_of(request.parameters), "generalization");
  Table table = request.original.file.table;
  check_table(table);
  if (!request.count.empty() && table.find(request.count))
    table = with_counts(std::move(table), request.count);
  ColumnSet columns = accepted_columns(table, choose_columns(table, request.columns), method.info.accepts,
                                       "generalization", false)
                          .columns;
  const std::vector<std::string> of_models = model_columns(parameters);
  std::erase_if(columns, [&](ColumnId id) {
    return std::find(of_models.begin(), of_models.end(), table.info(id).name) != of_models.end();
  });
  GeneralizeKeysResult result;
  result.columns = result.needed = table.names(columns);
  result.needed.insert(result.needed.end(), of_models.begin(), of_models.end());
  result.parameters = Value::object();
  for (const auto& [name, value] : parameters) result.parameters.set(name, value);
  if (table.rows() == 0) {
    if (method.refused) {
      if (const std::string reason = method.refused(parameters); !reason.empty()) bad_input(reason);
    }
    return result;
  }
  Masked made = method.apply(table, columns, parameters, run);
  result.details = std::move(made.details);
  if (request.released) {
    const Table released = with_counts(*request.released, request.written);
    result.finding = verify::check_promise(released, made.promises.front(), nullptr, run);
    result.finding->counted_in = "table as written";
    return result;
  }
  result.table = std::move(made.tables.front());
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(generalize_keys_job, sfumato::jobs::GeneralizeKeysRequest)
