#include "app/cell_tables.hpp"

#include "core/error.hpp"
#include "io/json.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/formats/table_json.hpp"

namespace sfumato::app {
namespace {

// The text in our format, whose numbers are then read digit by digit.
std::string file_text(const std::string& path, const Run& run) {
  std::string text;
  tables::write_table_json(tables::read_cell_table(path, {}, run),
                           [&](std::string_view part) { text += part; });
  return text;
}

}  // namespace

Value with_cell_tables(const Value& members, const JobContext& context) {
  Value result = Value::object();
  for (const auto& [name, value] : members.as_object()) {
    const bool cells =
        (name == "table" || name == "adjusted") && value.is_object() && value.as_object().size() == 1;
    const Value* file = cells ? value.find("file") : nullptr;
    const Value* job = cells ? value.find("job") : nullptr;
    if (file != nullptr && file->is_text()) {
      result.set(name, file_text(context.folder.existing(file->as_text()), Run()));
    } else if (job != nullptr && job->is_text()) {
      const Value made = context.result(job->as_text());
      const Value* table = made.find("table");
      if (table == nullptr || table->is_null()) {
        bad_param(name, "the job '" + job->as_text() + "' made no table", "name one that did");
      }
      result.set(name, *table);
    } else {
      result.set(name, value);
    }
  }
  return result;
}

}  // namespace sfumato::app
