// The release is measured as it left the method: shuffling and renumbering change no value that is compared.
#include "jobs/assessment.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "jobs/record_map.hpp"
#include "release/dropped_columns.hpp"

namespace sfumato::jobs {
namespace {

std::vector<std::string> compared_columns(const Table& original, const AssessedRelease& made) {
  const Table& masked = made.tables.front();
  std::vector<std::string> names = original.names(choose_columns(original, {}).columns);
  if (const Value* touched = made.release.find("columns"); touched != nullptr && touched->is_array()) {
    for (const Value& name : touched->as_array()) {
      if (name.is_text() && std::find(names.begin(), names.end(), name.as_text()) == names.end()) {
        names.push_back(name.as_text());
      }
    }
  }
  std::erase_if(names, [&](const std::string& name) {
    const auto id = original.find(name);
    return !id || original.info(*id).role == Role::identifier || !masked.find(name);
  });
  return names;
}

profile::BeforeAfter changes_of(const Table& original, const Table& masked,
                                const std::vector<std::string>& columns, const Run& run) {
  ColumnSet ids;
  for (const std::string& name : columns) {
    const auto id = original.find(name);
    if (id && masked.find(name)) ids.push_back(*id);
  }
  return profile::before_after(original, masked, ids, run);
}

// The release with its original; what is not in the release is not measured.
MeasureRequest measure_request(const MaskRequest& request, const AssessedRelease& made) {
  MeasureRequest wanted;
  wanted.original = request.original;
  masking::Recipe recipe = request.steps();
  if (!request.fitted.is_null()) {  // a later file may lack columns that were dropped
    std::erase_if(recipe.drop,
                  [&](const std::string& name) { return !wanted.original.file.table.find(name); });
  }
  wanted.original.file.table = release::leaving_out(wanted.original.file.table, recipe);
  for (const Table& table : made.tables) wanted.masked.push_back(reader_of(table, "the release"));
  wanted.exposure = false;
  wanted.no_mapping = made.no_mapping;
  wanted.map = made.map;
  return wanted;
}

// As it left the method, with the records that the method knows to correspond.
AssessedRelease as_made(const MaskResult& result) {
  AssessedRelease made{.release = result.release, .tables = result.masked.tables};
  made.no_mapping = result.masked.mapping == Mapping::none;
  if (result.masked.mapping != Mapping::subset) return made;
  if (result.masked.rows.empty()) {
    made.no_mapping = true;
  } else {
    made.map = map_table(result.masked.rows);
  }
  return made;
}

}  // namespace

Assessment assess(const MaskRequest& request, AssessedRelease made, const Run& run, bool measures) {
  Assessment assessment;
  MeasureRequest wanted = measure_request(request, made);
  wanted.columns = compared_columns(wanted.original.file.table, made);
  if (wanted.columns.empty()) return assessment;
  if (measures) assessment.measured = measure(wanted, run);
  assessment.changes = changes_of(request.original.file.table, made.tables.front(), wanted.columns, run);
  return assessment;
}

Assessment assess(const MaskRequest& request, const MaskResult& result, const Run& run) {
  return assess(request, as_made(result), run);
}

MeasureResult measured_release(const MaskRequest& request, const MaskResult& result,
                               std::vector<std::string> measures, std::vector<std::string> keys,
                               const Run& run) {
  MeasureRequest wanted = measure_request(request, as_made(result));
  wanted.measures = std::move(measures);
  std::erase_if(keys, [&](const std::string& key) { return !wanted.original.file.table.find(key); });
  wanted.keys = std::move(keys);
  return measure(wanted, run);
}

}  // namespace sfumato::jobs
