// Documents are converted to tables, so that measures need one form only.
#include "release/named_table.hpp"

#include "core/error.hpp"
#include "io/database_address.hpp"
#include "io/hierarchy_file.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "masking/automatic_cuts.hpp"
#include "masking/hierarchy_builder.hpp"
#include "stats/categories/published_matrices.hpp"

namespace sfumato::release {
namespace {

void require_files(const std::string& name, const Run& run) {
  if (run.reads_files()) return;
  bad_input("there is no input '" + name + "', which a parameter names",
            "add it to the inputs of the request");
}

Hierarchy hierarchy_of(const Table& table, const std::string& name) {
  std::vector<std::vector<std::string>> rows(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (ColumnId id = 0; id < table.column_count(); ++id) rows[row].push_back(table.column(id).text(row));
  }
  return Hierarchy(std::move(rows), name);
}

}  // namespace

Hierarchy built_hierarchy(const Value& specification, const Column& column, const std::string& source) {
  const Value settled = masking::settled_specification(specification, column, source);
  Hierarchy result = masking::build_hierarchy(settled, masking::distinct_texts(column), source);
  result.set_specification(settled);
  return result;
}

Hierarchy read_named_hierarchy(const std::string& path, const Column* column, const Run& run) {
  if (run.has_table(path)) return hierarchy_of(run.table(path), path);
  require_files(path, run);
  if (!path.ends_with(".toml")) return io::read_hierarchy(path);
  const Value specification = io::parse_toml(io::read_text_file(path), path);
  return built_hierarchy(specification, column != nullptr ? *column : Column(), path);
}

Table read_named_table(const std::string& path, const io::ReadOptions& options, const Run& run) {
  if (run.has_table(path)) return run.table(path);
  require_files(path, run);
  if (io::is_database(path)) return io::read_table(path, options, run).table;
  if (path.ends_with(".json")) {
    return stats::revealed_matrices(io::parse_json(io::read_text_file(path), path), path);
  }
  if (path.ends_with(".toml")) {
    return stats::revealed_matrices(io::parse_toml(io::read_text_file(path), path), path);
  }
  return io::read_table(path, options, run).table;
}

}  // namespace sfumato::release
