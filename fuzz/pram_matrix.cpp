// Matrices of post-randomisation as tables and as what a release reveals: what is accepted has rows of
// probabilities, draws nothing of probability 0, and is read in the same way for masking and for estimates.
#include <algorithm>
#include <cmath>

#include "io/csv_reader.hpp"
#include "io/json.hpp"
#include "stats/categories/given_matrix.hpp"
#include "stats/categories/published_matrices.hpp"
#include "stats/categories/transition_matrix.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;

void check_shares(const stats::Matrix& shares, const std::string& text) {
  for (std::size_t i = 0; i < shares.rows(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < shares.columns(); ++j) {
      fuzz::require(shares(i, j) >= 0.0 && shares(i, j) <= 1.0 + 1e-8, "no probability", text);
      sum += shares(i, j);
    }
    fuzz::require(std::fabs(sum - 1.0) < 1e-12, "a row that does not add up to 1", text);
  }
  if (shares.rows() * shares.columns() > 10'000) return;
  const stats::TransitionDraws draws(shares);
  for (std::size_t i = 0; i < shares.rows(); ++i) {
    for (const double uniform : {1e-300, 0.25, 0.5, 0.75, 1.0 - 1e-16}) {
      const std::int32_t drawn = draws.draw(static_cast<std::int32_t>(i), uniform);
      fuzz::require(drawn >= 0 && static_cast<std::size_t>(drawn) < shares.columns(), "no category", text);
      fuzz::require(shares(i, static_cast<std::size_t>(drawn)) > 0.0, "what cannot happen is drawn", text);
    }
  }
}

void check_published(const Table& table, const std::string& text) {
  const auto published = fuzz::accepted([&] { return stats::PublishedMatrices(table); });
  if (!published) return;
  for (const char* column : {"sex", "x"}) {
    const auto found = fuzz::accepted([&] { return published->of(column, {"f", "m"}); });
    if (!found || !*found) continue;
    check_shares((*found)->shares, text);
    const std::vector<double> counts((*found)->categories.size(), 1.0);
    if (counts.size() > 50) continue;
    const stats::PramCorrection correction = stats::pram_correction((*found)->shares, counts);
    fuzz::require(correction.counts.has_value() != !correction.note.empty(), "neither counts nor a reason");
  }
}

}  // namespace

FUZZ_TARGET(pram_matrix) {
  const std::string text = fuzz::text_of(data, size);
  if (text.starts_with('{')) {
    const auto table = fuzz::accepted(
        [&] { return stats::revealed_matrices(io::parse_json(text, "fuzz.json"), "fuzz.json"); });
    if (table) check_published(*table, text);
    return 0;
  }
  static const Run run({.seed = 1, .threads = 1});
  const auto content = fuzz::accepted([&] { return io::parse_csv(text, "fuzz.csv", {}, run); });
  if (!content) return 0;
  const auto given = fuzz::accepted([&] { return stats::given_matrix(content->table); });
  if (given) check_shares(given->shares, text);
  check_published(content->table, text);
  return 0;
}
