#include "app/file_jobs.hpp"

#include <algorithm>

#include "app/responses.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/byte_source.hpp"
#include "io/file_format.hpp"
#include "io/output_file.hpp"
#include "io/text_preview.hpp"
#include "io/utf8.hpp"

namespace sfumato::app {
namespace {

const Value& file_source(const AppRequest& request) {
  const Value* source = request.inputs.find("original");
  if (source == nullptr || source->find("file") == nullptr || !source->at("file").is_text()) {
    bad_param("original", "the request names no file",
              R"(such as "inputs": {"original": {"file": "survey.csv"}})");
  }
  return *source;
}

std::size_t preview_rows(const Value& members) {
  const Value* rows = members.find("rows");
  if (rows == nullptr) return 50;
  if (!rows->is_integer() || rows->as_integer() < 0 || rows->as_integer() > 1000) {
    bad_param("rows", "\"rows\" must be a whole number from 0 to 1000");
  }
  return static_cast<std::size_t>(rows->as_integer());
}

// The line that a message names: "survey.csv, line 17: …".
Value line_in(const std::string& message) {
  constexpr std::string_view mark = ", line ";
  const std::size_t at = message.find(mark);
  if (at == std::string::npos) return {};
  std::size_t end = at + mark.size();
  while (end < message.size() && message[end] >= '0' && message[end] <= '9') ++end;
  const auto number = parse_integer(message.substr(at + mark.size(), end - at - mark.size()));
  return number ? Value(*number) : Value();
}

Value problem_value(const Error& error) {
  Value problem = Value::object();
  const Value described = error_value(error);
  return problem.set("line", line_in(error.message))
      .set("message", described.at("message"))
      .set("hint", described.at("hint"));
}

Value columns_value(const Table& table) {
  Value columns = Value::array();
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const Column& column = table.column(id);
    std::size_t present = 0;
    while (present < column.size() && column.missing(present)) ++present;
    Value entry = Value::object();
    columns.push(entry.set("name", table.info(id).name)
                     .set("type", column.get_if<Integers>() != nullptr     ? "integer"
                                  : column.get_if<Dates>() != nullptr      ? "date"
                                  : column.get_if<Timestamps>() != nullptr ? "timestamp"
                                  : column.is_text()                       ? "text"
                                                                           : "number")
                     .set("kind", to_text(table.info(id).kind))
                     .set("role", table.info(id).role ? Value(to_text(*table.info(id).role)) : Value())
                     .set("label", table.info(id).label)
                     .set("missing", column.missing_count())
                     .set("example", present < column.size() ? Value(column.text(present)) : Value()));
  }
  return columns;
}

// The text itself, and what is taken as detected where the request does not say it.
void add_text(Value& document, Value& reading, const std::string& path, const io::ReadOptions& options,
              std::size_t rows, const Run& run) {
  const io::ByteSource bytes(path, run);
  const Value* encoding = reading.find("encoding");
  const bool given = encoding != nullptr && !encoding->is_null();
  const io::TextPreview preview =
      io::text_preview(bytes.bytes(), path, options.text.delimiter, options.text.decimal_point,
                       given ? options.text.encoding : std::nullopt, rows);
  Value lines = Value::array();
  for (const auto& row : preview.rows) lines.push(Value::array_of(row));
  Value detected = Value::object();
  detected.set("delimiter", std::string(1, preview.delimiter))
      .set("decimal", std::string(1, preview.decimal_point))
      .set("encoding", io::to_text(preview.encoding))
      .set("quote", std::string(1, preview.quote));
  document.set("header", preview.header)
      .set("names", Value::array_of(preview.names))
      .set("rows", std::move(lines))
      .set("complete", preview.complete)
      .set("detected", std::move(detected));
  if (!given && preview.encoding != io::Encoding::utf_8)
    reading.set("encoding", io::to_text(preview.encoding));
}

void add_rows(Value& document, const Table& table, std::size_t rows) {
  Value lines = Value::array();
  const std::size_t shown = std::min(rows, table.rows());
  for (std::size_t row = 0; row < shown; ++row) {
    Value line = Value::array();
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      line.push(table.column(id).missing(row) ? Value() : Value(table.column(id).text(row)));
    }
    lines.push(std::move(line));
  }
  document.set("header", true)
      .set("names", Value::array_of(table.names()))
      .set("rows", std::move(lines))
      .set("complete", shown == table.rows())
      .set("detected", Value::object());
}

}  // namespace

AppOutcome preview_file(const AppRequest& request, const JobContext& context, const Run& run) {
  const Value& source = file_source(request);
  const std::string name = source.at("file").as_text();
  const std::string path = context.folder.existing(name);
  const Value* given = source.find("reading");
  Value reading = given != nullptr && given->is_object() ? *given : Value::object();
  const io::ReadOptions options = reading_options(reading);
  const std::size_t rows = preview_rows(request.members());
  const io::ChosenFormat format = io::format_of(path, options.format);
  AppOutcome outcome;
  Value& document = outcome.report.document;
  document.set("file", name).set("format", format.format->name);
  Value problems = Value::array();
  const bool text = format.format->is_delimited();
  try {
    if (text) add_text(document, reading, path, options, rows, run);
  } catch (const Error& error) {
    if (error.code == ErrorCode::interrupted) throw;
    problems.push(problem_value(error));
  }
  try {
    const auto file = context.sources.file(name, reading, request.schema("original"), run);
    if (!text) add_rows(document, file->table, rows);
    document.set("records", file->table.rows())
        .set("columns", columns_value(file->table))
        .set("missing_token", file->missing_token)
        .set("sidecar", file->sidecar.path.empty() ? Value() : Value(io::sidecar_path(name)));
  } catch (const Error& error) {
    if (error.code == ErrorCode::interrupted) throw;
    const Value problem = problem_value(error);
    if (problems.as_array().empty()) problems.push(problem);
  }
  outcome.yes = problems.as_array().empty();
  document.set("reading", reading).set("problems", std::move(problems));
  return outcome;
}

AppOutcome save_table(const AppRequest& request, const JobContext& context, const Run& run) {
  const Value* name = request.members().find("name");
  const Value* replace = request.members().find("replace");
  if (name == nullptr || !name->is_text())
    bad_param("name", "the request has no \"name\"", "such as \"people.csv\"");
  const std::string path = context.folder.place(name->as_text());
  const std::string sidecar = io::sidecar_path(name->as_text());
  const bool may_replace = replace != nullptr && replace->is_bool() && replace->as_bool();
  for (const std::string& one : {name->as_text(), sidecar}) {
    if (!may_replace && context.folder.exists(one)) {
      throw Failure(409, "conflict", "a file '" + io::shown(one) + "' exists",
                    "choose another name, or replace it");
    }
  }
  io::check_output(path, "", {});
  const library::NamedTables tables =
      context.sources.tables(request.inputs, request.common.schema, context.output, run);
  if (tables.size() != 1) bad_param("inputs", "one input is needed: the table to save");
  const Announced announced(context.folder, {name->as_text(), sidecar});
  io::write_table(tables.front().second, path, {.mode = io::owner_only}, run);
  io::write_text_file(context.folder.place(sidecar), io::sidecar_text(tables.front().second, {}),
                      io::owner_only);
  context.folder.adopt({name->as_text(), sidecar});
  AppOutcome outcome;
  outcome.report.document.set("file", context.folder.file_value(name->as_text()));
  return outcome;
}

}  // namespace sfumato::app
