// PRAM of one column against a copy of it and the draws that it needs.
#include "core/run.hpp"
#include "masking/registry.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;

// Twelve categories, the first ones far more frequent, and one cell in a hundred missing.
Table categories(std::size_t rows) {
  Rng rng({1, 12});
  Codes codes;
  for (int label = 0; label < 12; ++label) codes.labels.push_back("category " + std::to_string(label));
  for (std::size_t i = 0; i < rows; ++i) {
    const double place = 12.0 * rng.uniform() * rng.uniform();
    codes.codes.push_back(rng.chance(0.01) ? Codes::missing : static_cast<std::int32_t>(place));
  }
  ColumnInfo info;
  info.name = "V0";
  info.kind = Kind::nominal;
  return {{info}, {codes}};
}

// Missing cells stay, and a share of the others changes that is within six standard errors of 0.2.
void require_changed(const Table& original, const Table& masked) {
  const std::vector<std::int32_t>& before = original.column(0).get_if<Codes>()->codes;
  const std::vector<std::int32_t>& after = masked.column(0).get_if<Codes>()->codes;
  std::size_t cells = 0, changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    bench::require((before[i] == Codes::missing) == (after[i] == Codes::missing), "a missing cell moved");
    cells += before[i] != Codes::missing;
    changed += before[i] != after[i];
  }
  const auto n = static_cast<double>(cells);
  bench::require(std::fabs(static_cast<double>(changed) / n - 0.2) < 6.0 * std::sqrt(0.16 / n),
                 "another share of cells changed");
}

struct Times {
  double copy = 1e300, draws = 1e300, pram = 1e300, invariant = 1e300;
};

Times compare(std::size_t rows, const Run& run) {
  const Table table = categories(rows);
  const Codes& codes = *table.column(0).get_if<Codes>();
  const Method& method = masking::method("pram");
  std::vector<double> uniforms(rows);
  std::vector<std::int32_t> copy;
  Table masked;
  Times times;
  const auto keep_least = [](double& least, const auto& work) {
    least = std::min(least, bench::seconds(1, work));
  };
  // Alternately, so that other load on the machine affects all four.
  for (int repeat = 0; repeat < 15; ++repeat) {
    keep_least(times.copy, [&] { copy = std::vector<std::int32_t>(codes.codes); });
    keep_least(times.draws, [&] {
      run.blocks(rows, 1 << 14, [&](std::size_t block, std::size_t begin, std::size_t end) {
        run.rng("cells", block).uniform(std::span(uniforms).subspan(begin, end - begin));
      });
    });
    keep_least(times.invariant, [&] {
      masked = method.apply(table, {0}, {{"invariant", true}}, run).tables[0];
    });
    keep_least(times.pram, [&] { masked = method.apply(table, {0}, {}, run).tables[0]; });
  }
  bench::require(copy == codes.codes, "the copy differs");
  require_changed(table, masked);
  return times;
}

}  // namespace

int main() {
  std::printf("one column of twelve categories; in brackets the ratio to a copy plus one uniform per cell\n");
  std::printf("%10s %10s %10s %22s %22s\n", "records", "copy s", "draws s", "pram s", "invariant s");
  const Run run({.seed = 1});
  Times last;
  double last_size = 0.0;
  for (const std::size_t rows : {100000UL, 1000000UL, 10000000UL}) {
    const Times now = compare(rows, run);
    const double least = now.copy + now.draws;
    const auto size = static_cast<double>(rows);
    std::printf("%10zu %10.5f %10.5f %14.5f (%.2f) %14.5f (%.2f)", rows, now.copy, now.draws, now.pram,
                now.pram / least, now.invariant, now.invariant / least);
    if (last_size > 0.0) std::printf("  n^%.2f", bench::growth(last_size, last.pram, size, now.pram));
    std::printf("\n");
    bench::require(rows != 1000000UL || now.pram < 3.0 * least, "more than three times a copy and the draws");
    last = now;
    last_size = size;
  }
}
