// The sentences of a check name the columns that it is about: a promise about some columns says nothing of
// the others.
#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "verify/class_model.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::verify {
namespace {

constexpr std::size_t named_at_most = 6;
constexpr int shown_digits = 4;

// "'a', 'b' and 'c'", or "'a', 'b' and 7 more".
std::string short_list(const std::vector<std::string>& names) {
  if (names.size() <= named_at_most) return quoted_names(names);
  return first_joined(in_quotes(names), named_at_most, ", ", " and ");
}

// "on 'age' and 'sex'"; "on every 2 of 'age', 'sex' and 'region', inside each value of 'year'".
std::string on_keys(const ClassPromise& promise) {
  const bool subsets = promise.subset > 0 && promise.subset < promise.keys.size();
  std::string text = subsets ? "on every " + std::to_string(promise.subset) + " of " : "on ";
  text += short_list(promise.keys);
  if (!promise.within.empty()) text += ", inside each value of '" + promise.within + "'";
  if (!promise.unit.empty()) text += ", by units of '" + promise.unit + "'";
  return text;
}

std::string below_words(const Agreement& agreement, std::size_t k, const std::string& counted) {
  const std::string others = std::to_string(k - 1);
  if (agreement.below == 0) return "every " + counted + " agrees with " + others + " or more others";
  const bool one = agreement.below == 1;
  return std::to_string(agreement.below) + " " + counted + (one ? " agrees" : "s agree") +
         (k == 2 ? " with no other" : " with fewer than " + others + " others");
}

std::string agreement_words(const PromiseFinding& finding) {
  const Agreement& promised = finding.promise.wildcard ? finding.wildcard : finding.category;
  const Agreement& other = finding.promise.wildcard ? finding.category : finding.wildcard;
  const std::string counted = finding.promise.unit.empty() ? "record" : "unit";
  const std::string text = below_words(promised, finding.k, counted),
                    rest = below_words(other, finding.k, counted);
  if (promised.below == other.below) return text + ", however missing keys are read";
  if (finding.promise.wildcard) {
    return text + " when a missing key matches anything; " + rest + " when it is a value of its own";
  }
  return text + " when a missing key is a value of its own; " + rest + " when it matches anything";
}

std::string number(double value) { return rounded(value, shown_digits); }

// "at least 3".
std::string bound_words(const ClassModel& model) {
  if (model.variant == "recursive")
    return "above 0 for c = " + number(model.first) + ", l = " + number(model.bound);
  if (model.name == "ck-safety") return "below " + number(model.first);
  if (model.name == "delta-presence") return number(model.first) + " to " + number(model.bound);
  return (wants_more(model) ? "at least " : "at most ") + number(model.bound);
}

std::string found_words(const ModelFinding& finding, bool all_suppressed) {
  if (!finding.note.empty()) return "not checked: " + finding.note;
  if (!finding.found) return all_suppressed ? "every record is suppressed" : "found in no class";
  return (all_suppressed ? "every record is suppressed: found " : "found ") +
         (std::isfinite(*finding.found) ? number(*finding.found) : std::string("∞"));
}

}  // namespace

std::string broken_words(const PromiseFinding& finding) {
  std::string result;
  for (const ModelFinding& model : finding.models) {
    if (!model.broken) continue;
    if (!result.empty()) result += "; ";
    result += model.model + " does not hold " + on_keys(finding.promise);
    if (model.found) result += " (the worst class has " + shortest(*model.found) + ")";
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> model_words(const PromiseFinding& finding) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const ModelFinding& one : finding.models) {
    const std::optional<ClassModel> model = read_model(one.model);
    if (!model) {
      lines.emplace_back(one.model,
                         found_words(one, finding.all_suppressed()) + ", " + on_keys(finding.promise));
      continue;
    }
    const std::string of =
        model->column.empty()
            ? ""
            : " of '" + model->column + "'" + (model->variant.empty() ? "" : " (" + model->variant + ")");
    lines.emplace_back(model->name, found_words(one, finding.all_suppressed()) + ", promised " +
                                        bound_words(*model) + of + ", " + on_keys(finding.promise));
  }
  return lines;
}

std::string words(const PromiseFinding& finding) {
  std::string result = "Checked in the " + finding.counted_in + ": " + on_keys(finding.promise) + " ";
  if (!finding.promise.within.empty() || !finding.promise.unit.empty()) result.insert(result.size() - 1, ",");
  if (finding.all_suppressed()) {
    result += "every record is suppressed: it has '" + finding.promise.suppressed + "' in each of them";
  } else {
    result += finding.k > 1 ? agreement_words(finding)
                            : "the records form " + std::to_string(finding.classes) + " classes";
  }
  if (finding.suppressed > 0 && !finding.all_suppressed()) {
    result += "; " + std::to_string(finding.suppressed) +
              (finding.suppressed == 1 ? " suppressed record is" : " suppressed records are") +
              " in no class";
  }
  if (finding.blank > 0) {
    result += "; " + std::to_string(finding.blank) +
              (finding.blank == 1 ? " record misses every key and does not count"
                                  : " records miss every key and do not count") +
              " for others";
  }
  for (const ModelFinding& model : finding.models) {
    if (!model.note.empty()) result += "; " + model.model + " was not checked: " + model.note;
  }
  return result + ".";
}

}  // namespace sfumato::verify
