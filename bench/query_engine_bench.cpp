// Aggregation with a predicate over ten million records against a plain loop over the same columns, with one
// thread each; also grouped sums, order statistics and draws of quantiles.
#include "core/run.hpp"
#include "queries/engine.hpp"
#include "queries/mechanism.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::queries;

constexpr std::size_t rows = 10'000'000;
constexpr double too_slow = 2.0;  // times the plain loop

CatalogueColumn number(std::string name, std::int64_t upper) {
  CatalogueColumn column;
  column.name = std::move(name);
  column.upper = upper;
  return column;
}

Condition between(std::size_t column, std::int64_t first, std::int64_t last) {
  Condition condition;
  condition.kind = Condition::Kind::leaf;
  condition.column = column;
  condition.values = RangeSet({{first, last}});
  return condition;
}

struct Columns {
  Narrow age, region, income;
  Broad wealth;
};

Columns generated() {
  Rng rng({1, 9});
  Columns made;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t bits = rng.bits();
    made.age.push_back(static_cast<std::int32_t>(bits % 121));
    made.region.push_back(static_cast<std::int32_t>((bits >> 20) % 16));
    made.income.push_back(static_cast<std::int32_t>((bits >> 30) % 100'001));
    made.wealth.push_back(static_cast<std::int64_t>((bits >> 25) % 1'000'000'001));
  }
  return made;
}

// SELECT SUM(value) WHERE age BETWEEN 30 AND 64 AND region BETWEEN 3 AND 9
template <class Values>
std::int64_t plain_sum(const Columns& columns, const Values& values) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (columns.age[i] >= 30 && columns.age[i] <= 64 && columns.region[i] >= 3 && columns.region[i] <= 9) {
      sum += values[i];
    }
  }
  return sum;
}

}  // namespace

int main() {
  const Columns columns = generated();
  CatalogueTable table;
  table.columns = {number("age", 120), number("region", 15), number("income", 100'000),
                   number("wealth", 1'000'000'000)};
  const DataTable data{rows, {columns.age, columns.region, columns.income, columns.wealth}};
  const Run run({.seed = 1, .threads = 1});
  Query query;
  query.where.kind = Condition::Kind::all;
  query.where.parts = {between(0, 30, 64), between(1, 3, 9)};
  std::printf("%zu records, two ranges joined by AND; one thread\n%-28s %10s %10s %8s\n", rows, "", "plain s",
              "ours s", "ratio");
  const auto compare = [&](const char* label, std::size_t column, auto plain) {
    query.aggregate = Aggregate::sum;
    query.column = column;
    std::int64_t expected = 0;
    Wide found = 0;
    const double loop = bench::seconds(5, [&] { expected = plain(); });
    const double ours = bench::seconds(5, [&] { found = figures(query, table, data, 0, run)[0].sum; });
    bench::require(found == expected, label);
    std::printf("%-28s %10.4f %10.4f %8.2f\n", label, loop, ours, ours / loop);
    bench::require(ours < too_slow * loop, "the engine is too slow");
  };
  compare("SUM, 32 bits", 2, [&] { return plain_sum(columns, columns.income); });
  compare("SUM, 64 bits", 3, [&] { return plain_sum(columns, columns.wealth); });

  // A sum by region against a loop that does the same.
  query.column = 2;
  query.groups = {1};
  std::vector<std::int64_t> sums(16);
  const double loop = bench::seconds(3, [&] {
    std::fill(sums.begin(), sums.end(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      if (columns.age[i] >= 30 && columns.age[i] <= 64 && columns.region[i] >= 3 && columns.region[i] <= 9) {
        sums[static_cast<std::size_t>(columns.region[i])] += columns.income[i];
      }
    }
  });
  std::vector<Figures> groups;
  const double ours = bench::seconds(3, [&] { groups = figures(query, table, data, 0, run); });
  for (std::size_t group = 0; group < 16; ++group) {
    bench::require(groups[group].sum == sums[group], "SUM by group");
  }
  std::printf("%-28s %10.4f %10.4f %8.2f\n", "SUM by 16 groups", loop, ours, ours / loop);

  query.groups.clear();
  query.aggregate = Aggregate::quantile;
  query.millionths = 500'000;
  const Catalogue catalogue{{table}};
  const Plan plan = make_plan(query, catalogue, 1'000'000, Neighbours::replace);
  SecureRng rng(SecureRng::Key{1});
  GroupAnswer answer;
  const double drawn = bench::seconds(1, [&] { answer = draw(plan, query, catalogue, data, rng, run)[0]; });
  bench::require(answer.value > 49'000 && answer.value < 51'000, "MEDIAN");
  std::printf("%-28s %10s %10.4f\n", "MEDIAN, drawn", "", drawn);
}
