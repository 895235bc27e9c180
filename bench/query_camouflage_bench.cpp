// Interval answers from camouflage against a plain loop with the same number of sums as vectors, at three
// sizes, with one thread each; also creation, opening, and the aggregates that need more than sums.
#include <unistd.h>

#include <filesystem>

#include "core/run.hpp"
#include "queries/camouflage.hpp"
#include "queries/exact_answers.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::queries;

constexpr double too_slow = 2.0;  // times the plain loop
constexpr std::size_t vectors = 5;

CatalogueColumn number(std::string name, std::int64_t upper, Role role) {
  CatalogueColumn column;
  column.name = std::move(name);
  column.upper = upper;
  column.role = role;
  return column;
}

Condition between(std::size_t column, std::int64_t first, std::int64_t last) {
  Condition condition;
  condition.kind = Condition::Kind::leaf;
  condition.column = column;
  condition.values = RangeSet({{first, last}});
  return condition;
}

// SELECT SUM(…) WHERE age BETWEEN 30 AND 64 AND region BETWEEN 3 AND 9, for each of some vectors
std::vector<std::int64_t> plain_sums(const Narrow& age, const Narrow& region, const std::vector<Broad>& all) {
  std::vector<std::int64_t> sums(all.size(), 0);
  for (std::size_t i = 0; i < age.size(); ++i) {
    if (age[i] >= 30 && age[i] <= 64 && region[i] >= 3 && region[i] <= 9) {
      for (std::size_t j = 0; j < all.size(); ++j) sums[j] += all[j][i];
    }
  }
  return sums;
}

void measure(std::size_t rows, const std::string& folder) {
  Rng rng({1, 9});
  Narrow age, region;
  Broad income;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t bits = rng.bits();
    age.push_back(static_cast<std::int32_t>(bits % 121));
    region.push_back(static_cast<std::int32_t>((bits >> 20) % 16));
    income.push_back(static_cast<std::int64_t>(1 + (bits >> 30) % 99'999));
  }
  CatalogueTable table;
  table.name = "people";
  table.columns = {number("age", 120, Role::quasi_identifier), number("region", 15, Role::quasi_identifier),
                   number("income", 100'000, Role::confidential)};
  const Catalogue catalogue{{table}};
  const DataTable data{rows, {age, region, income}};
  const std::string path = folder + "/" + std::to_string(rows), key = folder + "/key";
  SecureRng secure(SecureRng::Key{1});
  CamouflageTerms terms;
  terms.vectors = vectors;
  const double made =
      bench::seconds(1, [&] { make_camouflage(catalogue, {data}, terms, secure, path, key); });
  const double opened = bench::seconds(3, [&] { Camouflage(path, key, catalogue); });
  const Camouflage camouflage(path, key, catalogue);
  std::printf("%9zu records: made in %.3f s, opened in %.4f s\n", rows, made, opened);

  const std::vector<Broad> copies(vectors, income);  // as large as the vectors, with sums that are known
  std::vector<std::int64_t> sums;
  const double loop = bench::seconds(5, [&] { sums = plain_sums(age, region, copies); });
  const Run run({.seed = 1, .threads = 1});
  Query query;
  query.column = 2;
  query.where.kind = Condition::Kind::all;
  query.where.parts = {between(0, 30, 64), between(1, 3, 9)};
  const auto ask = [&](const char* label, Aggregate aggregate, std::vector<std::size_t> groups) {
    query.aggregate = aggregate;
    query.millionths = aggregate == Aggregate::quantile ? 500'000 : 0;
    query.groups = std::move(groups);
    std::vector<GroupAnswer> found;
    const double ours = bench::seconds(3, [&] { found = camouflage.answers(query, catalogue, data, run); });
    const std::vector<GroupAnswer> truth = exact_answers(query, catalogue, data, run);
    double width = 0;
    for (std::size_t group = 0; group < found.size(); ++group) {
      if (std::isnan(truth[group].value)) continue;
      bench::require(found[group].lower95 <= truth[group].value && truth[group].value <= found[group].upper95,
                     std::string(label) + " does not hold the truth");
      width = std::max(width, found[group].upper95 - found[group].lower95);
    }
    std::printf("  %-24s %9.5f s %8.2f times the loop   width %.6g\n", label, ours, ours / loop, width);
    return ours;
  };
  std::printf("  %-24s %9.5f s\n", "plain loop of 5 sums", loop);
  const double ours = ask("SUM", Aggregate::sum, {});
  ask("AVG", Aggregate::average, {});
  ask("AVG by 16 groups", Aggregate::average, {1});
  ask("MAX", Aggregate::maximum, {});
  ask("MIN by 16 groups", Aggregate::minimum, {1});
  ask("STDDEV", Aggregate::standard_deviation, {});
  ask("MEDIAN", Aggregate::quantile, {});
  ask("COUNT(DISTINCT)", Aggregate::count_distinct, {});
  bench::require(sums[0] == sums[vectors - 1], "the plain sums");
  bench::require(rows < 100'000 || ours < too_slow * loop, "SUM is too slow");
}

}  // namespace

int main() {
  std::string folder = (std::filesystem::temp_directory_path() / "camouflage-XXXXXX").string();
  sfumato::bench::require(::mkdtemp(folder.data()) != nullptr, "no folder for the vectors");
  for (const std::size_t rows : {10'000, 100'000, 1'000'000}) measure(rows, folder);
  std::filesystem::remove_all(folder);
}
