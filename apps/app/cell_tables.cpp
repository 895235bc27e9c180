#include "app/cell_tables.hpp"

#include "app/responses.hpp"
#include "core/error.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "tables/formats/publication.hpp"
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

tables::CellTable cells_in(const Value& members) {
  const Value* given = members.find("table");
  if (given == nullptr || (!given->is_object() && !given->is_text())) {
    bad_param("table", "the request has no \"table\"", R"(such as {"job": "j1"})");
  }
  tables::CellTable table =
      tables::parse_table_json(given->is_text() ? given->as_text() : io::json_text(*given), "the table");
  tables::check_table(table);
  return table;
}

bool is_true(const Value& members, const char* name) {
  const Value* found = members.find(name);
  return found != nullptr && found->is_bool() && found->as_bool();
}

}  // namespace

AppOutcome save_cells(const AppRequest& request, const JobContext& context, const Run&) {
  const Value members = with_cell_tables(request.members(), context);
  const Value* name = members.find("name");
  if (name == nullptr || !name->is_text())
    bad_param("name", "the request has no \"name\"", "such as \"turnover\"");
  const tables::CellTable table = cells_in(members);
  std::vector<std::string> names{name->as_text() + ".csv"};
  if (is_true(members, "complete")) names.push_back(name->as_text() + ".json");
  for (const std::string& one : names) {
    static_cast<void>(context.folder.place(one));
    if (is_true(members, "replace") || !context.folder.exists(one)) continue;
    throw Failure(409, "conflict", "a file '" + io::shown(one) + "' exists",
                  "choose another name, or replace it");
  }
  const Announced announced(context.folder, names);
  AppOutcome outcome;
  for (const std::string& text : tables::write_publication(table, context.folder.place(names.front()))) {
    outcome.report.warnings.emplace_back(text);
  }
  if (names.size() > 1) {
    for (const std::string& text :
         tables::write_cell_table(table, context.folder.place(names.back()), "json")) {
      outcome.report.warnings.emplace_back(text);
    }
  }
  context.folder.adopt(names);
  Value files = Value::array();
  for (const std::string& one : names) files.push(context.folder.file_value(one));
  outcome.report.document.set("files", std::move(files));
  return outcome;
}

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
