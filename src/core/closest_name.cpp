#include "core/closest_name.hpp"

#include <algorithm>

namespace sfumato {
namespace {

constexpr std::size_t longest_typed = 100;

// Edit distance in which a transposition of neighbours counts once (restricted Damerau–Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

}  // namespace

std::optional<std::string> closest_name(std::string_view typed, const std::vector<std::string>& candidates) {
  if (typed.size() > longest_typed) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(typed, candidate);
    const bool part = typed.size() >= 3 && candidate.find(typed) != std::string::npos;
    const std::size_t effective = part ? std::min<std::size_t>(distance, 1) : distance;
    if (effective < best_distance) {
      best_distance = effective;
      best = candidate;
    }
  }
  return best;
}

}  // namespace sfumato
