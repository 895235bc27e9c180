#include "app/corresponding_records.hpp"

#include <algorithm>

#include "jobs/record_map.hpp"

namespace sfumato::app {
namespace {

using library::RecordOrigins;

// One source of "masked", and whose output it is; nothing where it is a file, a sample, or one of several.
std::optional<RecordOrigins> masked_origins(const AppRequest& request, const JobContext& context) {
  const Value* masked = request.inputs.find("masked");
  if (masked == nullptr) return std::nullopt;
  const bool one = masked->is_array() && masked->as_array().size() == 1;
  if (masked->is_array() && !one) return std::nullopt;
  const Value& source = one ? masked->as_array().front() : *masked;
  const Value* job = source.is_object() ? source.find("job") : nullptr;
  if (job == nullptr || !job->is_text() || source.find("sample") != nullptr) return std::nullopt;
  const Value* output = source.find("output");
  const bool numbered = output != nullptr && output->is_integer() && output->as_integer() >= 0;
  return context.origins(job->as_text(), numbered ? static_cast<std::size_t>(output->as_integer()) : 0);
}

const Table& named(const library::NamedTables& tables, std::string_view name) {
  return std::find_if(tables.begin(), tables.end(), [&](const auto& each) { return each.first == name; })
      ->second;
}

// The place of each original record in the masked table; empty where some record is not in it once.
std::vector<std::size_t> places_of(const std::vector<std::size_t>& origins, std::size_t records) {
  if (origins.size() != records) return {};
  std::vector<std::size_t> places(records, records);
  for (std::size_t i = 0; i < records; ++i) {
    if (origins[i] >= records || places[origins[i]] != records) return {};
    places[origins[i]] = i;
  }
  return places;
}

}  // namespace

void align_records(const AppRequest& request, const JobContext& context, library::NamedTables& tables,
                   Value& members) {
  const std::string& job = request.common.job;
  const bool measures = job == "measure";
  if (!measures && job != "distributions") return;
  for (const char* said : {"no-mapping", "synthetic"}) {
    if (members.find(said) != nullptr) return;
  }
  if (request.inputs.find("map") != nullptr || request.inputs.find("original") == nullptr) return;
  const std::optional<RecordOrigins> origins = masked_origins(request, context);
  if (!origins || (origins->known && origins->rows.empty())) return;
  if (!origins->known) {
    measures ? members.set("no-mapping", true) : members.set("changed", 0);
    return;
  }
  const std::vector<std::size_t> places = places_of(origins->rows, named(tables, "original").rows());
  if (!places.empty()) {
    for (auto& [name, table] : tables) {
      if (name == "masked") table = table.taking_rows(places);
    }
  } else if (measures) {
    tables.emplace_back("map", jobs::map_table(origins->rows));
  } else {
    members.set("changed", 0);
  }
}

}  // namespace sfumato::app
