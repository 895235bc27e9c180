// The interval of each group, over the vectors of one column.
#include "core/error.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/camouflage.hpp"
#include "queries/camouflage/query_sets.hpp"
#include "queries/camouflage/sealed_file.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/exact_answers.hpp"

namespace sfumato::queries {
namespace {

std::vector<Interval> intervals(const Query& query, const CatalogueTable& table, const DataTable& data,
                                const VectorSet& vectors, const Run& run) {
  const int decimals = table.columns[*query.column].decimals;
  const CertainAnswer& aggregate = record_of(query).certain;
  std::vector<Interval> result;
  if (aggregate.of_sums != nullptr) {
    const VectorSums found = vector_sums(query, table, data, vectors, run);
    for (std::size_t group = 0; group < found.records.size(); ++group) {
      result.push_back(
          aggregate.of_sums(found.records[group],
                            std::span(found.sums).subspan(group * vectors.size(), vectors.size()), decimals));
    }
    return result;
  }
  const QuerySets sets = query_sets(query, table, data, run);
  result.resize(sets.groups());
  run.blocks(sets.groups(), 64, [&](std::size_t, std::size_t from, std::size_t to) {
    for (std::size_t group = from; group < to; ++group) {
      result[group] = aggregate.of_records(query, sets.group(group), vectors, decimals);
    }
  });
  return result;
}

}  // namespace

struct Camouflage::State {
  CamouflageVectors vectors;
};

Camouflage::Camouflage(const std::string& path, const std::string& key_path, const Catalogue& catalogue)
    : state_(std::make_unique<State>()) {
  state_->vectors = parse_vectors(read_sealed_file(path, read_seal_key(key_path)), catalogue, path);
}
Camouflage::Camouflage(Camouflage&&) noexcept = default;
Camouflage& Camouflage::operator=(Camouflage&&) noexcept = default;
Camouflage::~Camouflage() = default;

int Camouflage::vectors() const { return static_cast<int>(state_->vectors.count); }

std::vector<GroupAnswer> Camouflage::answers(const Query& query, const Catalogue& catalogue,
                                             const DataTable& data, const Run& run) const {
  require_camouflage_answers(query, catalogue);
  const CatalogueTable& table = catalogue.tables[query.table];
  const CamouflagedTable& own = state_->vectors.tables.at(query.table);
  if (data.rows != own.rows) {
    bad_input("table '" + table.name + "' does not have the records that were camouflaged",
              "restore the database from a backup");
  }
  const std::optional<std::size_t> column = aggregated_column(query);
  if (!column || !is_camouflaged(table.columns[*column])) return exact_answers(query, catalogue, data, run);
  const AggregateRecord& aggregate = record_of(query);
  if (aggregate.certain.of_sums == nullptr && aggregate.certain.of_records == nullptr) {
    // For a column without NULL, COUNT(c) is COUNT(*), which does not need the column.
    Query counted = query;
    if (aggregate.normalize != nullptr) aggregate.normalize(counted, table);
    return exact_answers(counted, catalogue, data, run);
  }
  std::vector<GroupAnswer> result;
  const std::vector<Interval> found = intervals(query, table, data, own.columns.at(*query.column), run);
  for (std::size_t group = 0; group < found.size(); ++group) {
    const auto [lower, upper] = found[group];
    result.push_back({group_names(query, table, group), lower / 2 + upper / 2, lower, upper});
  }
  return result;
}

}  // namespace sfumato::queries
