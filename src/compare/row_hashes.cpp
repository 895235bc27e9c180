// Hashes are mixed bits of the value, so that those of combinations are sums of them mixed again.
#include "compare/row_hashes.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace sfumato::compare {
namespace {

constexpr std::size_t most_columns = 16;

// The finalizer of splitmix64: Steele, Lea, Flood (2014), OOPSLA.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15ULL;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31U);
}

}  // namespace

std::uint64_t joined_hash(std::uint64_t first, std::uint64_t second) { return mixed(first * 3 + second); }

Hashes cell_hashes(const Column& column, bool as_text) {
  constexpr std::uint64_t missing = 0x5be0cd19137e2179ULL;
  Hashes result(column.size());
  if (const Codes* codes = column.get_if<Codes>()) {
    Hashes labels;
    for (const std::string& label : codes->labels) labels.push_back(mixed(std::hash<std::string>{}(label)));
    for (std::size_t row = 0; row < result.size(); ++row) {
      result[row] =
          codes->codes[row] == Codes::missing ? missing : labels[static_cast<std::size_t>(codes->codes[row])];
    }
    return result;
  }
  const Numbers numbers = column.to_numbers();
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (column.missing(row)) {
      result[row] = missing;
    } else if (as_text) {
      result[row] = mixed(std::hash<std::string>{}(column.text(row)));
    } else {
      result[row] = mixed(std::bit_cast<std::uint64_t>(numbers[row] + 0.0));  // -0 is 0
    }
  }
  return result;
}

std::vector<CommonColumn> common_columns(const Table& original, const Table& masked, const Run& run) {
  std::vector<CommonColumn> result;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    run.check_stop();
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (!other) continue;
    const Column &before = original.column(id), &after = masked.column(*other);
    const bool as_text = before.is_text() != after.is_text();
    CommonColumn column{original.info(id).name, cell_hashes(before, as_text), cell_hashes(after, as_text)};
    Hashes sorted = column.original;
    std::sort(sorted.begin(), sorted.end());
    column.distinct = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    if (column.distinct > 1) result.push_back(std::move(column));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const CommonColumn& a, const CommonColumn& b) { return a.distinct > b.distinct; });
  if (result.size() > most_columns) result.resize(most_columns);
  return result;
}

}  // namespace sfumato::compare
