// Small camouflaged tables for tests: a record number, a public category, and a confidential number; and
// their true vectors, drawn again from the same key.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "core/rng.hpp"
#include "queries/camouflage.hpp"
#include "queries/camouflage/polytope.hpp"
#include "queries/exact_answers.hpp"
#include "queries/small_databases.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::queries::testing {

enum : std::size_t { id_column, group_column, value_column };

inline Catalogue camouflage_catalogue(std::size_t records, CatalogueColumn value) {
  CatalogueColumn id = number(0, static_cast<std::int64_t>(std::max<std::size_t>(records, 2)));
  id.name = "id";
  id.role = Role::identifier;
  CatalogueColumn group = category(3);
  group.name = "g";
  group.role = Role::quasi_identifier;
  value.name = "v";
  value.role = Role::confidential;
  return catalogue({id, group, value});
}

struct Camouflaged {
  Catalogue catalogue;
  DataTable data;       // with the true values
  DataTable open_data;  // without
  CamouflageTerms terms;
  SecureRng::Key key{};
  std::unique_ptr<sfumato::testing::TemporaryFolder> folder;
  std::vector<CamouflageCount> counts;
  std::unique_ptr<Camouflage> camouflage;

  GroupAnswer answer(const Query& query) const { return answers(query).at(0); }
  std::vector<GroupAnswer> answers(const Query& query) const {
    return camouflage->answers(query, catalogue, open_data, sfumato::Run({.seed = 1, .threads = 1}));
  }
  std::vector<GroupAnswer> truth(const Query& query) const {
    return exact_answers(query, catalogue, data, sfumato::Run({.seed = 1, .threads = 1}));
  }
};

inline Camouflaged camouflaged(const std::vector<std::int64_t>& values, const CatalogueColumn& declared,
                               const CamouflageTerms& terms, std::uint32_t seed) {
  Camouflaged made;
  made.catalogue = camouflage_catalogue(values.size(), declared);
  std::vector<std::int32_t> ids, groups;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ids.push_back(static_cast<std::int32_t>(i));
    groups.push_back(static_cast<std::int32_t>(i * i % 3));  // no record is in the last group
  }
  made.data = {values.size(), {ids, groups, values}};
  made.open_data = {values.size(), {ids, groups, Broad{}}};
  made.terms = terms;
  made.key = {seed, 5};
  made.folder = std::make_unique<sfumato::testing::TemporaryFolder>();
  SecureRng rng(made.key);
  const std::string path = made.folder->file("camouflage"), key = made.folder->file("key");
  made.counts = make_camouflage(made.catalogue, {made.data}, terms, rng, path, key);
  made.camouflage = std::make_unique<Camouflage>(path, key, made.catalogue);
  return made;
}

inline Condition records_in(const std::vector<std::size_t>& records) {
  std::vector<Range> ranges;
  for (const std::size_t record : records) {
    ranges.push_back({static_cast<std::int64_t>(record), static_cast<std::int64_t>(record)});
  }
  return leaf(id_column, std::move(ranges));
}

inline Query about(Aggregate aggregate, const std::vector<std::size_t>& records,
                   std::int64_t millionths = 500'000) {
  return query(aggregate, value_column, records_in(records), {}, millionths);
}

// All sets of records except the empty one.
inline std::vector<std::vector<std::size_t>> all_sets(std::size_t records) {
  std::vector<std::vector<std::size_t>> sets;
  for (std::size_t bits = 1; bits < (std::size_t{1} << records); ++bits) {
    std::vector<std::size_t>& set = sets.emplace_back();
    for (std::size_t i = 0; i < records; ++i) {
      if ((bits >> i & 1) != 0) set.push_back(i);
    }
  }
  return sets;
}

// The unrounded vectors and weights of the confidential column, computed independently of the library.
struct TrueVectors {
  std::vector<long double> weights;
  std::vector<std::vector<long double>> entries;  // by record, then vector
  std::vector<long double> lower, upper;
};

inline TrueVectors true_vectors(const Camouflaged& made) {
  SecureRng rng(made.key);
  const std::vector<std::uint64_t> weights = draw_weights(static_cast<int>(made.terms.vectors), rng);
  const CatalogueColumn& column = made.catalogue.tables[0].columns[value_column];
  const auto width = static_cast<long double>(made.counts[0].width);
  const long double past = made.terms.beyond ? width : 0;
  TrueVectors result;
  for (const std::uint64_t weight : weights)
    result.weights.push_back(static_cast<long double>(weight) * 0x1p-40L);
  std::vector<std::uint64_t> places(weights.size());
  for (const std::int64_t value : std::get<Broad>(made.data.columns[value_column])) {
    draw_places(places, rng);
    long double share = 0;
    for (std::size_t j = 0; j < places.size(); ++j) {
      share += static_cast<long double>(places[j]) * 0x1p-30L * result.weights[j];
    }
    const auto a = static_cast<long double>(value);
    const long double own =
        std::floor(std::min({width, (a - (static_cast<long double>(column.lower) - past)) / share,
                             (static_cast<long double>(column.upper) + past - a) / (1 - share)}));
    result.lower.push_back(a - share * own);
    result.upper.push_back(a + (1 - share) * own);
    auto& entries = result.entries.emplace_back();
    for (const std::uint64_t place : places) {
      entries.push_back(result.lower.back() + static_cast<long double>(place) * 0x1p-30L * own);
    }
  }
  return result;
}

inline std::vector<std::int64_t> random_values(std::size_t count, std::int64_t lower, std::int64_t upper,
                                               Rng& rng) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(lower +
                     static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(upper - lower) + 1)));
  }
  return values;
}

}  // namespace sfumato::queries::testing
