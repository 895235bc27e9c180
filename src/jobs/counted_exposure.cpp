// A class of several records is unique in no reading of missing values, so that two rows stand for all of it.
#include "jobs/counted_exposure.hpp"

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

// The keys, every class once or twice.
Table classes_of(const Table& table, const std::string& count, std::size_t* records) {
  const ColumnId of = table.require(count);
  const Integers* counts = table.column(of).get_if<Integers>();
  if (counts == nullptr) bad_param("count", "column '" + count + "' has no whole numbers");
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    rows.push_back(row);
    if (counts->values[row] > 1) rows.push_back(row);
    if (records != nullptr) *records += static_cast<std::size_t>(counts->values[row]);
  }
  ColumnSet keys;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (id != of) keys.push_back(id);
  }
  Table classes = table.taking_columns(keys).taking_rows(rows);
  for (ColumnId id = 0; id < classes.column_count(); ++id) {
    ColumnInfo info = classes.info(id);
    info.role = Role::quasi_identifier;
    classes.set_info(id, std::move(info));
  }
  return classes;
}

}  // namespace

Warnings counted_exposure(const Table& original, const Table& masked, const std::string& count,
                          release::CountedFile file, const Run& run) {
  file.records = 0;
  const Table released = classes_of(masked, count, &file.records);
  return release::counted_file_warnings(classes_of(original, count, nullptr), released, file, run);
}

}  // namespace sfumato::jobs
