#include "app/sources.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "release/hierarchies.hpp"
#include "stats/samples/record_sample.hpp"

namespace sfumato::app {
namespace {

const std::string& text_member(const Value& value, const std::string& name) {
  if (!value.is_text()) bad_param(name, "\"" + name + "\" must be a text");
  return value.as_text();
}

std::vector<std::string> text_list(const Value& value, const std::string& name) {
  if (!value.is_array()) bad_param(name, "\"" + name + "\" must be a list of texts");
  std::vector<std::string> result;
  for (const Value& one : value.as_array()) result.push_back(text_member(one, name));
  return result;
}

// A file that was replaced or changed has another identity.
std::string identity(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return "none";
  return std::to_string(found.st_dev) + "/" + std::to_string(found.st_ino) + "/" +
         std::to_string(found.st_size) + "/" + std::to_string(found.st_mtim.tv_sec) + "." +
         std::to_string(found.st_mtim.tv_nsec);
}

std::uint64_t whole_number(const Value& value, const std::string& name) {
  if (!value.is_integer() || value.as_integer() < 0)
    bad_param(name, "\"" + name + "\" must be a whole number");
  return static_cast<std::uint64_t>(value.as_integer());
}

// {"names": […], "rows": [[…], …]}: a small table of texts.
Table listed_table(const Value& source) {
  const std::vector<std::string> names = text_list(source.at("names"), "names");
  std::vector<Codes> columns(names.size());
  std::vector<std::map<std::string, std::int32_t>> known(names.size());
  const Value* rows = source.find("rows");
  if (rows == nullptr || !rows->is_array()) bad_input("a source with \"names\" needs \"rows\"");
  for (const Value& row : rows->as_array()) {
    const std::vector<std::string> cells = text_list(row, "rows");
    if (cells.size() != names.size()) bad_input("a row has not as many cells as there are \"names\"");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto [place, fresh] = known[i].try_emplace(cells[i], static_cast<std::int32_t>(known[i].size()));
      if (fresh) columns[i].labels.push_back(cells[i]);
      columns[i].codes.push_back(place->second);
    }
  }
  std::vector<ColumnInfo> schema(names.size());
  std::vector<Column> filled;
  for (std::size_t i = 0; i < names.size(); ++i) {
    schema[i].name = names[i];
    schema[i].kind = Kind::nominal;
    filled.emplace_back(std::move(columns[i]));
  }
  return {std::move(schema), std::move(filled)};
}

void load_all_hierarchies(io::TableFile& file, const Run& run) {
  ColumnChoice every;
  for (ColumnId id = 0; id < file.table.column_count(); ++id) {
    if (!file.table.info(id).hierarchy.empty()) every.columns.push_back(id);
  }
  if (!every.columns.empty()) release::load_hierarchies(file, every, run);
}

}  // namespace

io::ReadOptions reading_options(const Value& reading) {
  io::ReadOptions options;
  if (reading.is_null()) return options;
  if (!reading.is_object()) bad_param("reading", "\"reading\" must be an object");
  for (const auto& [name, value] : reading.as_object()) {
    if (value.is_null()) continue;
    if (name == "format") {
      options.format = text_member(value, name);
    } else if (name == "delimiter") {
      options.text.delimiter = io::parse_delimiter(text_member(value, name));
    } else if (name == "decimal") {
      options.text.decimal_point = io::parse_decimal_point(text_member(value, name));
    } else if (name == "encoding") {
      options.text.encoding = io::parse_encoding(text_member(value, name));
    } else if (name == "sheet") {
      options.sheet = text_member(value, name);
    } else if (name == "missing") {
      options.missing = text_list(value, name);
    } else if (name == "sidecar" && value.is_bool()) {
      options.alone = !value.as_bool();
    } else {
      bad_param("reading", "the option '" + io::shown(name) + "' of \"reading\" is not known",
                "format, delimiter, decimal, encoding, sheet, missing, sidecar");
    }
  }
  return options;
}

Value reading_declarations(const Value& columns) {
  Value result = Value::object();
  if (!columns.is_object()) return result;
  for (const auto& [name, declared] : columns.as_object()) {
    if (!declared.is_object()) continue;
    Value taken = Value::object();
    for (const char* member : {"kind", "missing", "order", "categories", "labels"}) {
      if (const Value* found = declared.find(member)) taken.set(member, *found);
    }
    if (!taken.as_object().empty()) result.set(name, std::move(taken));
  }
  return result;
}

std::uint64_t table_bytes(const Table& table) {
  std::uint64_t bytes = 0;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const Column& column = table.column(id);
    const auto* codes = column.get_if<Codes>();
    bytes += column.size() * (codes != nullptr || column.get_if<Dates>() != nullptr ? 4 : 8);
    for (std::size_t i = 0; codes != nullptr && i < codes->labels.size(); ++i) {
      bytes += codes->labels[i].capacity() + sizeof(std::string);
    }
  }
  return bytes;
}

Table sampled(const Table& table, std::uint64_t records) {
  if (records == 0 || records >= table.rows()) return table;
  const Rng fixed = Run({.seed = 1, .threads = 1}).rng("sample of the app");
  return table.taking_rows(stats::drawn_records(table.rows(), records, fixed).rows);
}

std::shared_ptr<const io::TableFile> Sources::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto place =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.key == key; });
  if (place == kept_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, place);
  return kept_.front().file;
}

// The one that was not used for longest goes first; one that is larger than all the memory is not kept.
void Sources::keep(const std::string& key, const std::shared_ptr<const io::TableFile>& file) {
  const std::uint64_t bytes = table_bytes(file->table);
  const std::lock_guard lock(mutex_);
  if (bytes > memory_) return;
  kept_.push_front({key, file, bytes});
  std::uint64_t sum = 0;
  for (const Kept& one : kept_) sum += one.bytes;
  while (sum > memory_) {
    sum -= kept_.back().bytes;
    kept_.pop_back();
  }
}

std::shared_ptr<const io::TableFile> Sources::file(const std::string& name, const Value& reading,
                                                   const Value& columns, const Run& run) {
  const std::string path = folder_.existing(name);
  const Value declared = reading_declarations(columns);
  const std::string key = path + "\n" + identity(path) + "\n" + identity(io::sidecar_path(path)) + "\n" +
                          io::json_text(reading) + "\n" + io::json_text(declared);
  if (auto known = find(key)) return known;
  io::ReadOptions options = reading_options(reading);
  options.declared = io::column_declarations(declared, "the schema of '" + io::shown(name) + "'");
  run.say("reading " + name);
  auto file = std::make_shared<io::TableFile>(io::read_table(path, options, run));
  load_all_hierarchies(*file, run);
  keep(key, file);
  return file;
}

Table Sources::table_of(const std::string& input, const Value& source, const Value& schema,
                        const JobOutput& output, const Run& run) {
  const std::string hint = R"(such as {"file": "survey.csv"} or {"job": "j1", "output": 0})";
  if (!source.is_object()) bad_param(input, "the input '" + io::shown(input) + "' must be an object", hint);
  const Value* records = source.find("sample");
  const std::uint64_t sample =
      records != nullptr && !records->is_null() ? whole_number(*records, "sample") : 0;
  if (const Value* name = source.find("file")) {
    const Value* reading = source.find("reading");
    const Value* columns = schema.find(input);
    const auto file = this->file(text_member(*name, "file"), reading != nullptr ? *reading : Value(),
                                 columns != nullptr ? *columns : Value(), run);
    return sampled(file->table, sample);
  }
  if (const Value* job = source.find("job")) {
    const Value* number = source.find("output");
    return sampled(output(text_member(*job, "job"), number != nullptr ? whole_number(*number, "output") : 0),
                   sample);
  }
  if (source.find("names") != nullptr) return listed_table(source);
  bad_param(input, "the input '" + io::shown(input) + "' names neither a file nor a job", hint);
}

library::NamedTables Sources::tables(const Value& inputs, const Value& schema, const JobOutput& output,
                                     const Run& run) {
  library::NamedTables tables;
  if (!inputs.is_object()) {
    bad_param("inputs", "\"inputs\" must be an object", R"(such as {"original": {"file": "survey.csv"}})");
  }
  for (const auto& [name, source] : inputs.as_object()) {
    if (!source.is_array()) {
      tables.emplace_back(name, table_of(name, source, schema, output, run));
      continue;
    }
    for (const Value& one : source.as_array()) {
      tables.emplace_back(name, table_of(name, one, schema, output, run));
    }
  }
  library::declare_inputs(tables, schema);
  return tables;
}

}  // namespace sfumato::app
