// Ptables of any bytes: an accepted ptable gives every count and key a noise without negative counts, its
// shares are probabilities, and it is read back unchanged after writing.
#include "tables/perturbation/ptable.hpp"

#include "target.hpp"

FUZZ_TARGET(ptable) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto ptable = fuzz::accepted([&] { return tables::parse_ptable(text, "fuzz.csv"); });
  if (!ptable) return 0;
  fuzz::require(!ptable->steps.empty(), "no counts", text);
  const std::int64_t counts = static_cast<std::int64_t>(ptable->steps.size());
  for (std::int64_t count = 0; count < counts && count < 200; ++count) {
    const auto& steps = ptable->steps[static_cast<std::size_t>(count)];
    fuzz::require(!steps.empty() && steps[0].begin == 0, "keys without noise", text);
    for (std::size_t at = 0; at < steps.size(); ++at) {
      fuzz::require(at == 0 || steps[at - 1].begin < steps[at].begin, "steps out of order", text);
      fuzz::require(count + steps[at].noise >= 0, "a negative count", text);
      fuzz::require(ptable->noise(count, steps[at].begin) == steps[at].noise, "another noise", text);
      fuzz::require(at == 0 || steps[at - 1].noise != steps[at].noise, "an empty step", text);
    }
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
      fuzz::require(count + ptable->noise(count, key) >= 0, "a negative count", text);
    }
  }
  fuzz::require(ptable->noise(counts + 1000, 5) == ptable->noise(counts - 1, 5), "larger counts differ",
                text);
  const auto again =
      fuzz::accepted([&] { return tables::parse_ptable(tables::ptable_text(*ptable), "again.csv"); });
  fuzz::require(again && again->steps == ptable->steps, "not read back unchanged", text);
  return 0;
}
