// The vectors of all confidential columns, as they are kept in memory and as the bytes that are sealed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/range_set.hpp"

namespace sfumato::queries {

using VectorSet = std::vector<std::vector<std::int64_t>>;  // by vector, then record; whole units

struct CamouflagedTable {
  std::size_t rows = 0;
  std::map<std::size_t, VectorSet> columns;  // by place in the catalogue
};

struct CamouflageVectors {
  std::size_t count = 0;  // k
  std::vector<CamouflagedTable> tables;
};

// Between these lie all entries of a column: intervals are no wider than the domain, or two units, and reach
// past it by no more than that. Domains have at most 2^53 units on either side of 0, so entries are below
// 2^55.
Range entry_range(const CatalogueColumn& column);

// Confidential numbers.
bool is_camouflaged(const CatalogueColumn& column);

// The bytes hold a hash of the catalogue. Reading them beside another one is an error that names `source`, as
// is everything that does not fit.
std::string vectors_text(const CamouflageVectors& vectors, const Catalogue& catalogue);
CamouflageVectors parse_vectors(std::string_view bytes, const Catalogue& catalogue,
                                const std::string& source);

}  // namespace sfumato::queries
