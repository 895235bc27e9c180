// The sidecar is believed; where all compared columns were drawn, their rows are compared as well.
#include "jobs/row_proposals.hpp"

#include <algorithm>

#include "compare/row_agreement.hpp"
#include "core/text_list.hpp"
#include "masking/registry.hpp"

namespace sfumato::jobs {
namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A name that this version does not know is not a synthesizer's.
bool is_synthesizer(const std::string& name) {
  return std::any_of(masking::methods().begin(), masking::methods().end(), [&](const Method& method) {
    return method.info.name == name && method.info.family == Family::synthesis;
  });
}

void add_step(const Value& step, DrawnColumns& drawn) {
  const Value *method = step.find("method"), *columns = step.find("columns");
  if (method == nullptr || !method->is_text() || !is_synthesizer(method->as_text())) return;
  if (!is_among(drawn.methods, method->as_text())) drawn.methods.push_back(method->as_text());
  if (columns == nullptr || !columns->is_array()) return;
  for (const Value& column : columns->as_array()) {
    if (column.is_text() && !is_among(drawn.columns, column.as_text()))
      drawn.columns.push_back(column.as_text());
  }
}

// "by ipso", or as the sidecar names the method.
std::string made_by(const io::Sidecar& sidecar, const DrawnColumns& drawn) {
  if (!drawn.methods.empty()) return " by " + enumerated(drawn.methods);
  const Value* method = sidecar.release.find("method");
  return method != nullptr && method->is_text() ? " by " + method->as_text() : "";
}

bool rows_agree_by_chance(const Table& original, const Table& released, const std::vector<std::string>& names,
                          const Run& run) {
  ColumnSet columns;
  for (const std::string& name : names) columns.push_back(original.require(name));
  return compare::agree_by_chance(original.taking_columns(columns), released, run);
}

}  // namespace

DrawnColumns drawn_columns(const io::Sidecar& sidecar) {
  DrawnColumns result;
  if (!sidecar.release.is_object()) return result;
  if (const Value* steps = sidecar.release.find("steps"); steps != nullptr && steps->is_array()) {
    for (const Value& step : steps->as_array()) {
      if (step.is_object()) add_step(step, result);
    }
  } else {
    add_step(sidecar.release, result);
  }
  return result;
}

bool add_row_proposals(const MeasureRequest& request, const io::TableFile& released, const std::string& name,
                       const std::vector<std::string>& compared, const Run& run, Warnings& warnings) {
  const Value* mapping = released.sidecar.release.find("mapping");
  if (mapping == nullptr || !mapping->is_text() || request.map || request.no_mapping) return false;
  const DrawnColumns drawn = drawn_columns(released.sidecar);
  const std::string by = made_by(released.sidecar, drawn);
  const bool rows = mapping->as_text() == to_text(Mapping::same_rows);
  if (request.synthetic) {
    if (!rows) return false;
    warnings.add(
        "rows of '" + name + "' are those of '" + request.original.name +
            "', as its sidecar says: it was made" + by +
            ", and columns that stay as they were lead from a row to its record; measures of rows are "
            "left out here, so measure it without ‹synthetic› too",
        WarningGrade::mind);
    return false;
  }
  if (mapping->as_text() == to_text(Mapping::none)) {
    // Masked records in a random order have originals; a map says which.
    const bool shuffled = released.sidecar.release.find("shuffled") != nullptr;
    if (shuffled && drawn.methods.empty()) return false;
    warnings.add("'" + name + "' is synthetic, as its sidecar says: it was made" + by +
                     ", and its rows are not those of the original; set ‹synthetic› for the attacks on such "
                     "files",
                 WarningGrade::mind);
    return false;
  }
  std::vector<std::string> made_up;
  for (const std::string& column : compared) {
    if (is_among(drawn.columns, column)) made_up.push_back(column);
  }
  if (!rows || made_up.empty()) return false;
  const bool all = made_up.size() == compared.size();
  if (all && rows_agree_by_chance(request.original.file.table, released.table, made_up, run)) {
    warnings.add(quoted_names(made_up) + " of '" + name + "' were drawn" + by +
                     ", and agree with those of the original row by row no more than in a random order: "
                     "measures which take row i of both for the same record do not see what drawn "
                     "values tell; set ‹synthetic›",
                 WarningGrade::mind);
    return true;
  }
  warnings.add("'" + name + "' is partly synthetic: " + quoted_names(made_up) +
                   (made_up.size() == 1 ? " was" : " were") + " drawn" + by +
                   ", and row i is the same record in both; copies of drawn values, and what they tell of "
                   "members, are measured with ‹synthetic›",
               WarningGrade::note);
  return false;
}

}  // namespace sfumato::jobs
