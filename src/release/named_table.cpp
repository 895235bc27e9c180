// Documents become tables here, so that measures know one form alone.
#include "release/named_table.hpp"

#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "stats/categories/published_matrices.hpp"

namespace sfumato::release {

Table read_named_table(const std::string& path, const io::ReadOptions& options, const Run& run) {
  if (path.ends_with(".json")) {
    return stats::revealed_matrices(io::parse_json(io::read_text_file(path), path), path);
  }
  if (path.ends_with(".toml")) {
    return stats::revealed_matrices(io::parse_toml(io::read_text_file(path), path), path);
  }
  return io::read_table(path, options, run).table;
}

}  // namespace sfumato::release
