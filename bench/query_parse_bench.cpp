// Parsing a query: from text to its normal form (target: under 20 µs), and from there to its normal text. The
// ratio is to a plain pass over the bytes.
#include "io/toml.hpp"
#include "queries/query.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;

queries::Catalogue catalogue() {
  std::string text = "[table.patients]\nperson = \"id\"\nrows-per-person = 3\n";
  for (int i = 0; i < 30; ++i) {
    text += "[table.patients.column.v" + std::to_string(i) + "]\nkind = \"number\"\ndomain = [0, 1000]\n";
  }
  text +=
      "[table.patients.column.age]\nkind = \"number\"\ndomain = [0, 120]\nnull = true\n"
      "[table.patients.column.income]\nkind = \"number\"\ndomain = [0, 1000000]\ndecimals = 2\nnull = true\n"
      "[table.patients.column.ward]\nkind = \"category\"\nnull = true\ncategories = [";
  for (int i = 0; i < 50; ++i) text += "\"ward " + std::to_string(i) + "\", ";
  text += "]\n[table.patients.column.sex]\nkind = \"category\"\ncategories = [\"f\", \"m\"]\n";
  return queries::parse_catalogue(io::parse_toml(text, "bench"), "bench");
}

}  // namespace

int main() {
  const queries::Catalogue declared = catalogue();
  const std::pair<const char*, std::string> cases[] = {
      {"count", "SELECT COUNT(*) FROM patients"},
      {"average", "SELECT AVG(income) FROM patients WHERE age BETWEEN 30 AND 39 AND sex = 'f'"},
      {"grouped",
       "SELECT sex, MEDIAN(income) FROM patients WHERE ward LIKE 'ward 1%' OR age IS NULL GROUP BY sex"},
      {"ten tests",
       "SELECT SUM(income) FROM patients WHERE (age > 17 AND age <= 65.5 OR age IS NULL) AND NOT (sex = 'm' "
       "AND "
       "income >= 1234.56) AND ward NOT IN ('ward 3', 'ward 17', 'ward 40') AND (v3 = 5 OR v3 = 7 OR v9 <> "
       "1)"},
  };
  constexpr int calls = 500;
  constexpr int repeats = 40;
  for (const auto& [name, text] : cases) {
    const queries::Query once = queries::parse_query(text, declared);
    const std::string normal = queries::normal_text(once, declared);
    bench::require(queries::parse_query(normal, declared) == once, "the normal text means something else");
    std::size_t parts = 0, written = 0, seen = 0;
    const double parse = bench::seconds(repeats, [&] {
      for (int i = 0; i < calls; ++i) parts += queries::parse_query(text, declared).where.parts.size();
    });
    const double write = bench::seconds(repeats, [&] {
      for (int i = 0; i < calls; ++i) written += queries::normal_text(once, declared).size();
    });
    const double plain = bench::seconds(repeats, [&] {
      for (int i = 0; i < calls; ++i) {
        for (const char c : text) seen += c == ' ' || c == '\'' ? 1 : 0;
      }
    });
    bench::require(parts == repeats * calls * once.where.parts.size(), "another query");
    bench::require(written == repeats * calls * normal.size() && seen > 0, "lengths");
    std::printf("%-10s %4zu bytes: read %6.2f µs, written %5.2f µs; %.0f times a look at every byte\n", name,
                text.size(), parse / calls * 1e6, write / calls * 1e6, parse / plain);
    bench::require(parse / calls < 20e-6, std::string(name) + " takes more than 20 µs");
  }
  return 0;
}
