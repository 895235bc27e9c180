// A class of several records is unique in no reading of missing values, so that two rows stand for all of it.
// Records without a unit are units by themselves, and all of them are rows.
#include "jobs/counted_exposure.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "jobs/mask_parts.hpp"
#include "release/partition_survey.hpp"

namespace sfumato::jobs {
namespace {

// The keys, every class once or twice.
Table classes_of(const Table& table, const std::string& count, const std::string& unit,
                 std::size_t* records) {
  const ColumnId of = table.require(count);
  const Integers* counts = table.column(of).get_if<Integers>();
  if (counts == nullptr) bad_param("count", "column '" + count + "' has no whole numbers");
  const std::optional<ColumnId> units = unit.empty() ? std::nullopt : table.find(unit);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const bool each = units && table.column(*units).missing(row);
    const std::int64_t most = each ? counts->values[row] : std::int64_t{2};
    rows.insert(rows.end(), static_cast<std::size_t>(std::min(most, counts->values[row])), row);
    if (records != nullptr) *records += static_cast<std::size_t>(counts->values[row]);
  }
  ColumnSet keys;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (id != of) keys.push_back(id);
  }
  Table classes = table.taking_columns(keys).taking_rows(rows);
  for (ColumnId id = 0; id < classes.column_count(); ++id) {
    ColumnInfo info = classes.info(id);
    info.role = info.name == unit ? Role::unit : Role::quasi_identifier;
    classes.set_info(id, std::move(info));
  }
  return classes;
}

release::PartitionSurvey survey_of(const Table& original, const Table& masked,
                                   const std::vector<Value>& partials) {
  if (original.column_count() != masked.column_count()) {
    bad_input("both tables must have the same columns, and have " + std::to_string(original.column_count()) +
              " and " + std::to_string(masked.column_count()));
  }
  const std::vector<std::size_t> no_rows;
  auto survey = release::PartitionSurvey::of_file(original.taking_rows(no_rows), masked.taking_rows(no_rows));
  for (const Value& partial : partials) survey.merge(partial);
  return survey;
}

}  // namespace

Value exposure_partial(const Table& original, const Table& masked) {
  release::PartitionSurvey survey = survey_of(original, masked, {});
  survey.add(original, masked, "");
  return survey.state();
}

ExposureSurvey exposure_merge(const Table& original, const Table& masked,
                              const std::vector<Value>& partials) {
  const release::PartitionSurvey survey = survey_of(original, masked, partials);
  return {survey.state(), survey.wanted(), survey.held(), survey.holder()};
}

Warnings exposure_describe(const Table& original, const Table& masked, const std::vector<Value>& partials,
                           const Value& classes) {
  const release::PartitionSurvey survey = survey_of(original, masked, partials);
  return release::unchanged_warnings(survey.unchanged(found_classes(classes)), false);
}

Warnings counted_exposure(const Table& original, const Table& masked, const std::string& count,
                          release::CountedFile file, const Run& run) {
  file.records = 0;
  const Table released = classes_of(masked, count, file.unit, &file.records);
  return release::counted_file_warnings(classes_of(original, count, file.unit, nullptr), released, file, run);
}

}  // namespace sfumato::jobs
