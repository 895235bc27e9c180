// What ε means is said by what can happen to somebody's odds, since that is what a person can judge.
#include "report/promise.hpp"

#include <cmath>

#include "core/guarantee.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::report {
namespace {

std::vector<std::string> listed(const Value& guarantee, std::string_view member) {
  std::vector<std::string> result;
  const Value* items = guarantee.find(member);
  if (items == nullptr || !items->is_array()) return result;
  for (const Value& item : items->as_array()) result.push_back(to_text(item));
  return result;
}

std::string odds_text(double epsilon) {
  const double factor = std::exp(epsilon);
  if (factor < 1.1) return "by more than " + rounded(100.0 * (factor - 1.0), 2) + " %";
  return "by more than a factor of " + (factor < 1e6 ? rounded(factor, 3) : "e^" + rounded(epsilon, 4));
}

}  // namespace

std::vector<std::string> promise_sentences(const Value& guarantee) {
  const std::optional<double> epsilon = guaranteed_epsilon(guarantee);
  if (!epsilon) {
    const std::string text = to_text(guarantee);
    if (!text.starts_with("none: ") || text == "none: seeded") return {};
    return {"The release promises no differential privacy: " + text.substr(6) + "."};
  }
  std::vector<std::string> sentences{
      "The release is ε-differentially private with ε = " + shortest(*epsilon) +
      ": whatever a person's record says, it cannot change anybody's odds, of any guess about that person, " +
      odds_text(*epsilon) + " against a release in which the record were any other."};
  if (*epsilon > 10.0) {
    sentences.emplace_back(
        "An ε this large bounds next to nothing: the release needs other reasons to be safe.");
  }
  const std::vector<std::string> covered = listed(guarantee, "columns");
  if (!covered.empty()) sentences.push_back("That holds for " + quoted_names(covered) + ".");
  const std::vector<std::string> uncovered = listed(guarantee, "not_covered");
  if (!uncovered.empty()) {
    sentences.push_back("It does not hold for " + quoted_names(uncovered) +
                        ", released as they are: they must be public already, or be left out.");
  }
  for (const std::string& premise : listed(guarantee, "premises")) {
    sentences.push_back("Mind that " + premise + ".");
  }
  sentences.emplace_back("Every further release of the same people adds its own ε to this one.");
  return sentences;
}

std::string promise_text(const Value& guarantee) {
  std::string text;
  for (const std::string& sentence : promise_sentences(guarantee))
    text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace sfumato::report
