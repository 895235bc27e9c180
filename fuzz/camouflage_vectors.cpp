// The sealed vectors once they are open: bytes behind the hash of a catalogue are taken or refused, and what
// is taken has the catalogue's columns, entries within their ranges, and the same bytes again.
#include "io/toml.hpp"
#include "queries/camouflage/vectors.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::queries;

const Catalogue& catalogue() {
  static const Catalogue made = parse_catalogue(io::parse_toml(R"(
[table.patients.column.age]
kind = "number"
domain = [0, 120]
role = "quasi-identifier"
[table.patients.column.cost]
kind = "number"
domain = [-0.05, 1e4]
decimals = 2
role = "confidential"
[table.patients.column.days]
kind = "number"
domain = [0, 30]
role = "confidential"
[table.wards.column.beds]
kind = "number"
domain = [1, 40]
role = "quasi-identifier"
)",
                                                               "fuzz.toml"),
                                                "fuzz.toml");
  return made;
}

}  // namespace

FUZZ_TARGET(camouflage_vectors) {
  const std::string text = fuzz::text_of(data, size);
  fuzz::accepted([&] { return parse_vectors(text, catalogue(), "fuzz"); });
  const std::string hash = vectors_text({}, catalogue()).substr(0, 32);
  const std::string bytes = hash + text;
  const auto vectors = fuzz::accepted([&] { return parse_vectors(bytes, catalogue(), "fuzz"); });
  if (!vectors) return 0;
  fuzz::require(vectors_text(*vectors, catalogue()) == bytes, "vectors change on their way");
  for (std::size_t t = 0; t < vectors->tables.size(); ++t) {
    for (const auto& [place, set] : vectors->tables[t].columns) {
      const Range range = entry_range(catalogue().tables[t].columns[place]);
      fuzz::require(set.size() == vectors->count, "a vector too few or too many");
      for (const auto& vector : set) {
        fuzz::require(vector.size() == vectors->tables[t].rows, "records without an entry");
        for (const std::int64_t entry : vector) {
          fuzz::require(entry >= range.first && entry <= range.last, "an entry out of its range");
        }
      }
    }
  }
  return 0;
}
