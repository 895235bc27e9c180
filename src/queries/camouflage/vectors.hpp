// The vectors of all confidential columns, in memory and as the bytes that are encrypted.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/range_set.hpp"

namespace sfumato::queries {

using VectorSet = std::vector<std::vector<std::int64_t>>;  // by vector, then record; integer units

struct CamouflagedTable {
  std::size_t rows = 0;
  std::map<std::size_t, VectorSet> columns;  // by index in the catalogue
};

struct CamouflageVectors {
  std::size_t count = 0;  // k
  std::vector<CamouflagedTable> tables;
};

// The range of all entries of a column: intervals are at most as wide as the domain, or two units, and exceed
// it by at most that width. Domains have at most 2^53 units on either side of 0, so entries are below 2^55.
Range entry_range(const CatalogueColumn& column);

// Confidential numbers.
bool is_camouflaged(const CatalogueColumn& column);

// The bytes contain a hash of the catalogue. Another catalogue, or content that does not fit, is an error
// that names `source`.
std::string vectors_text(const CamouflageVectors& vectors, const Catalogue& catalogue);
CamouflageVectors parse_vectors(std::string_view bytes, const Catalogue& catalogue,
                                const std::string& source);

}  // namespace sfumato::queries
