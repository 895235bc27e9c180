// The noise methods on ten columns against drawing as many normal numbers, which they need.
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "stats/distributions/moments.hpp"

namespace {

using namespace sfumato;

struct Case {
  const char* label;
  const char* method;
  ParamValues params;
};

double previous[8] = {};

void compare(std::size_t n, const std::vector<Case>& cases) {
  const Table table = bench::table_of(bench::records(n, bench::Shape::skewed));
  const Run run({.seed = 1});
  std::vector<Numbers> draws(10, Numbers(n));
  const double drawing = bench::seconds(3, [&] {
    run.parallel(10, [&](std::size_t j) {
      Rng rng = run.rng("draws", j);
      for (double& draw : draws[j]) draw = rng.normal();
    });
  });
  bench::require(std::abs(stats::moments(draws[0]).mean) < 0.05, "draws are not centred");
  std::printf("%10zu %10.4f", n, drawing);
  for (std::size_t c = 0; c < cases.size(); ++c) {
    Table masked;
    const double taken = bench::seconds(3, [&] {
      masked = masking::method(cases[c].method)
                   .apply(table, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, cases[c].params, run)
                   .tables[0];
    });
    const double before = stats::moments(table.column(3).to_numbers()).mean;
    const double after = stats::moments(masked.column(3).to_numbers()).mean;
    bench::require(!masked.same_data(table) && std::abs(after / before - 1.0) < 0.05, cases[c].label);
    const double growth = previous[c] > 0.0 ? bench::growth(1.0, previous[c], 10.0, taken) : 0.0;
    std::printf(" %12.2f (%.2f)", taken / drawing, growth);
    previous[c] = taken;
  }
  std::printf("\n");
}

}  // namespace

int main() {
  const std::vector<Case> cases = {{"additive", "additive-noise", {}},
                                   {"correlated", "correlated-noise", {}},
                                   {"hoehne", "multiplicative-noise", {}},
                                   {"covariance", "multiplicative-noise", {{"variant", "covariance"}}},
                                   {"uniform", "uniform-noise", {}}};
  std::printf("ten columns; time by that of as many normal draws, in brackets the growth exponent\n%10s %10s",
              "records", "draws s");
  for (const Case& one : cases) std::printf(" %19s", one.label);
  std::printf("\n");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) compare(n, cases);
}
