// Bytes: SHA-256 of the catalogue's text, k, the number of tables; of each table its records and the number
// of its columns; of each column, in order, its index and k · records entries. Numbers have 64 bits,
// little-endian.
#include "queries/camouflage/vectors.hpp"

#include <bit>
#include <cstring>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "queries/camouflage/polytope.hpp"

namespace sfumato::queries {
namespace {

static_assert(std::endian::native == std::endian::little, "entries are written as they lie in memory");

std::string catalogue_hash(const Catalogue& catalogue) {
  const Digest digest = sha256(catalogue_text(catalogue));
  return {digest.begin(), digest.end()};
}

void put(std::string& bytes, std::uint64_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& source) : bytes_(bytes), source_(source) {}

  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) wrong();
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t result = 0;
    std::memcpy(&result, take(sizeof result).data(), sizeof result);
    return result;
  }
  std::vector<std::int64_t> entries(std::size_t count, const Range& range) {
    if (count > bytes_.size() / sizeof(std::int64_t)) wrong();
    std::vector<std::int64_t> result(count);
    const std::string_view taken = take(count * sizeof(std::int64_t));
    if (count > 0) std::memcpy(result.data(), taken.data(), taken.size());
    for (const std::int64_t entry : result) {
      if (entry < range.first || entry > range.last) wrong();
    }
    return result;
  }
  void require(bool right) const {
    if (!right) wrong();
  }
  bool done() const { return bytes_.empty(); }

 private:
  [[noreturn]] void wrong() const {
    bad_input("'" + source_ + "' has content that is not valid",
              "restore it from a backup; it cannot be created again");
  }
  std::string_view bytes_;
  const std::string& source_;
};

}  // namespace

bool is_camouflaged(const CatalogueColumn& column) {
  return column.confidential() && column.kind == ColumnKind::number;
}

Range entry_range(const CatalogueColumn& column) {
  const std::int64_t reach = column.upper - column.lower + 2;
  return {column.lower - reach, column.upper + reach};
}

std::string vectors_text(const CamouflageVectors& vectors, const Catalogue& catalogue) {
  std::string bytes = catalogue_hash(catalogue);
  std::size_t size = bytes.size() + 16;
  for (const CamouflagedTable& table : vectors.tables) {
    size += 16 + table.columns.size() * (8 + vectors.count * table.rows * sizeof(std::int64_t));
  }
  bytes.reserve(size);
  put(bytes, vectors.count);
  put(bytes, vectors.tables.size());
  for (const CamouflagedTable& table : vectors.tables) {
    put(bytes, table.rows);
    put(bytes, table.columns.size());
    for (const auto& [place, set] : table.columns) {
      put(bytes, place);
      for (const auto& vector : set) {
        bytes.append(reinterpret_cast<const char*>(vector.data()), vector.size() * sizeof(std::int64_t));
      }
    }
  }
  return bytes;
}

CamouflageVectors parse_vectors(std::string_view bytes, const Catalogue& catalogue,
                                const std::string& source) {
  Reader reader(bytes, source);
  if (reader.take(sizeof(Digest)) != catalogue_hash(catalogue)) {
    bad_input("'" + source + "' was created for another catalogue", "restore the database from a backup");
  }
  CamouflageVectors result;
  result.count = reader.number();
  reader.require(result.count >= min_vectors && result.count <= max_vectors);
  reader.require(reader.number() == catalogue.tables.size());
  for (const CatalogueTable& declared : catalogue.tables) {
    CamouflagedTable& table = result.tables.emplace_back();
    table.rows = reader.number();
    const std::uint64_t columns = reader.number();
    reader.require(columns <= declared.columns.size());
    for (std::uint64_t i = 0; i < columns; ++i) {
      const std::uint64_t place = reader.number();
      reader.require(place < declared.columns.size() && is_camouflaged(declared.columns[place]) &&
                     (table.columns.empty() || place > table.columns.rbegin()->first));
      VectorSet& set = table.columns[place];
      const Range range = entry_range(declared.columns[place]);
      for (std::size_t j = 0; j < result.count; ++j) set.push_back(reader.entries(table.rows, range));
    }
    for (std::size_t place = 0; place < declared.columns.size(); ++place) {
      reader.require(!is_camouflaged(declared.columns[place]) || table.columns.contains(place));
    }
  }
  reader.require(reader.done());
  return result;
}

}  // namespace sfumato::queries
