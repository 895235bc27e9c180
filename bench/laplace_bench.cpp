// Laplace noise for every value of ten columns against additive noise: the cost of cryptographic bits and
// exact steps compared with normal draws.
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "stats/distributions/moments.hpp"

namespace {

using namespace sfumato;

constexpr double too_slow = 20.0;  // times additive noise, beyond which it would not be used

struct Case {
  const char* label;
  ParamValues params;
};

double previous[4] = {};

void compare(std::size_t n, const std::vector<Case>& cases) {
  Table table = bench::table_of(bench::records(n, bench::Shape::uniform));
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.domain = Domain{0.0, 1.0};
    table.set_info(id, info);
  }
  const ColumnSet columns{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const Run run({.seed = 1});
  const auto masked_by = [&](const char* method, const ParamValues& params) {
    return masking::method(method).apply(table, columns, params, run).tables[0];
  };
  const double additive = bench::seconds(3, [&] { masked_by("additive-noise", {}); });
  std::printf("%10zu %12.4f", n, additive);
  for (std::size_t c = 0; c < cases.size(); ++c) {
    Table masked;
    const double taken = bench::seconds(3, [&] { masked = masked_by("laplace", cases[c].params); });
    const double mean = stats::moments(masked.column(3).to_numbers()).mean;
    bench::require(!masked.same_data(table) && std::abs(mean - 0.5) < 0.05, cases[c].label);
    const double growth = previous[c] > 0.0 ? bench::growth(1.0, previous[c], 10.0, taken) : 0.0;
    std::printf(" %12.2f (%.2f)", taken / additive, growth);
    bench::require(c > 0 || taken / additive < too_slow, "laplace is too slow");
    previous[c] = taken;
  }
  std::printf("\n");
}

}  // namespace

int main() {
  const std::vector<Case> cases = {{"record", {}},
                                   {"individual", {{"mode", "individual"}, {"k", 100}}},
                                   {"multivariate", {{"mode", "multivariate"}, {"k", 5000}}}};
  std::printf("ten columns; time by that of additive noise, in brackets the growth exponent\n%10s %12s",
              "records", "additive s");
  for (const Case& one : cases) std::printf(" %19s", one.label);
  std::printf("\n");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) compare(n, cases);
}
