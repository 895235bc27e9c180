// Documents become tables here, so that measures know one form alone.
#include "cli/measure_tables.hpp"

#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "stats/published_matrices.hpp"

namespace sfumato::cli {
namespace {

Table table_at(const std::string& path, const Run& run) {
  if (path.ends_with(".json"))
    return stats::revealed_matrices(io::parse_json(io::read_text_file(path), path), path);
  if (path.ends_with(".toml"))
    return stats::revealed_matrices(io::parse_toml(io::read_text_file(path), path), path);
  return io::read_table(path, {}, run).table;
}

}  // namespace

Run with_measure_tables(const std::vector<compare::MeasureRequest>& requests, const Run& run) {
  Run richer = run;
  for (const compare::MeasureRequest& request : requests) {
    for (const ParamInfo& info : request.measure->params) {
      if (info.kind != ParamKind::table) continue;
      for (const auto& [name, value] : request.parameters) {
        if (name != info.name || value.as_text().empty()) continue;
        richer = richer.with_table(value.as_text(), table_at(value.as_text(), run));
      }
    }
  }
  return richer;
}

}  // namespace sfumato::cli
