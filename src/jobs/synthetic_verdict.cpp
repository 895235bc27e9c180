// Values and references are those of the measures' details; nothing is measured here.
#include "jobs/synthetic_verdict.hpp"

#include <algorithm>
#include <utility>

#include "core/number_text.hpp"

namespace sfumato::jobs {
namespace {

constexpr double large_excess = 0.1;

std::optional<AttackGroup> group_of(const std::string& measure) {
  using enum AttackGroup;
  static const std::vector<std::pair<std::string, AttackGroup>> groups{
      {"exact-copies", singling_out},        {"replicated-uniques", singling_out},
      {"closest-record", linkage},           {"neighbour-ratio", linkage},
      {"disclosive-attribution", inference}, {"attribution-probability", inference},
      {"attribute-inference", inference},    {"membership", membership}};
  for (const auto& [name, group] : groups) {
    if (name == measure) return group;
  }
  return std::nullopt;
}

std::optional<double> number_at(const Value* object, const char* name) {
  const Value* found = object != nullptr ? object->find(name) : nullptr;
  if (found == nullptr || !found->is_number()) return std::nullopt;
  return found->as_number();
}

// As far as the value could be worse than the reference: 100 % for shares, 50 points for areas.
double worst_distance(const MeasureInfo& info, double reference) {
  const double worst = info.better == Better::higher ? 0.0 : info.range == "0 to 1" ? 1.0 : 100.0;
  return std::max(1e-9, info.better == Better::higher ? reference - worst : worst - reference);
}

Finding finding_of(const compare::Scored& scored, AttackGroup group) {
  const Value& details = scored.score.details;
  const Value *interval = details.find("interval"), *reference = details.find("reference");
  const Value* chance = reference != nullptr ? reference->find("interval") : nullptr;
  Finding result{&scored,
                 group,
                 number_at(interval, "lower"),
                 number_at(interval, "upper"),
                 number_at(reference, "value"),
                 number_at(chance, "lower"),
                 number_at(chance, "upper"),
                 {}};
  if (reference != nullptr) result.reference_of = reference->at("of").as_text();
  if (!result.reference) return result;
  const MeasureInfo& info = scored.request->measure->info;
  double value = *scored.score.value;
  std::optional<double> lower = result.lower, upper = result.upper;
  // Keys are compared with the holdout at equal size.
  if (const Value* holdout = details.find("holdout"); holdout != nullptr) {
    if (const auto same = number_at(holdout, "original_same_size")) {
      value = *same;
      lower = number_at(holdout->find("original_same_size_interval"), "lower");
      upper = number_at(holdout->find("original_same_size_interval"), "upper");
    }
  }
  const bool lower_is_worse = info.better == Better::higher;
  const double worse = lower_is_worse ? *result.reference - value : value - *result.reference;
  result.excess = std::clamp(worse / worst_distance(info, *result.reference), 0.0, 1.0);
  const double end = (lower_is_worse ? upper : lower).value_or(value);
  const double other =
      (lower_is_worse ? result.reference_lower : result.reference_upper).value_or(*result.reference);
  result.clear = lower_is_worse ? end < other : end > other;
  return result;
}

// Copies of unique records beyond what chance gives, whatever their share.
bool copies_unique(const Finding& finding) {
  const Value& details = finding.scored->score.details;
  if (finding.scored->request->measure->info.name != "exact-copies") return false;
  const auto own = number_at(details.find("of_unique_interval"), "lower");
  const Value* chance =
      details.find("holdout") != nullptr ? details.find("holdout") : details.find("original");
  const auto usual = number_at(chance != nullptr ? chance->find("of_unique_interval") : nullptr, "upper");
  const auto copies = number_at(&details, "unique_copies");
  const auto chance_share = number_at(chance, "of_unique");
  if (copies.value_or(0.0) > 0.0 && chance_share.value_or(1.0) == 0.0) return true;
  return own && usual && *own > *usual;
}

}  // namespace

std::string_view to_text(AttackGroup group) {
  switch (group) {
    case AttackGroup::singling_out:
      return "singling out";
    case AttackGroup::linkage:
      return "linkage";
    case AttackGroup::inference:
      return "inference";
    case AttackGroup::membership:
      break;
  }
  return "membership";
}

std::vector<Finding> findings_of(const std::vector<compare::Scored>& scores) {
  std::vector<Finding> result;
  for (const compare::Scored& scored : scores) {
    const auto group = group_of(scored.request->measure->info.name);
    if (!group || !scored.score.value) continue;
    result.push_back(finding_of(scored, *group));
    Finding& found = result.back();
    found.stop = copies_unique(found);
    found.clear = found.clear || found.stop;
    found.stop = found.stop || (found.clear && found.excess >= large_excess);
  }
  std::stable_sort(result.begin(), result.end(), [](const Finding& a, const Finding& b) {
    if (a.stop != b.stop) return a.stop;
    return a.clear != b.clear ? a.clear : a.excess > b.excess;
  });
  return result;
}

// A record that was not seen equals a unique one as often as records of a sample have one twin: Good (1953),
// The population frequencies of species and the estimation of population parameters, Biometrika 40.
void add_holdout_warning(const std::vector<compare::Scored>& scores, Warnings& warnings) {
  for (const compare::Scored& scored : scores) {
    if (scored.request->measure->info.name != "exact-copies") continue;
    const Value& details = scored.score.details;
    const Value *holdout = details.find("holdout"), *original = details.find("original");
    if (holdout == nullptr || original == nullptr) continue;
    const auto least = number_at(holdout->find("of_unique_interval"), "lower");
    const auto most = number_at(original->find("of_unique_interval"), "upper");
    if (!least || !most || *least <= *most) continue;
    warnings.add(rounded(number_at(holdout, "of_unique").value_or(0.0), 3) +
                     " % of the records of the holdout are copies of a unique original record, more than "
                     "chance gives: the holdout seems to hold records of the original, and every risk that "
                     "is compared with it looks smaller than it is; give records that the synthesizer never "
                     "saw",
                 WarningGrade::stop);
  }
}

void add_finding_warnings(const std::vector<Finding>& findings, const std::string& name, Warnings& warnings) {
  for (const Finding& finding : findings) {
    if (!finding.clear) continue;
    std::string text = name.empty() ? "" : "'" + name + "': ";
    const std::string& measure = finding.scored->request->measure->info.name;
    if (to_text(finding.group) != measure) text += std::string(to_text(finding.group)) + ", ";
    text += measure + ": " + finding.scored->score.reading;
    if (finding.reference) {
      text += "; by chance " + rounded(*finding.reference, 3) + " (" + finding.reference_of + ")";
    }
    warnings.add(std::move(text), finding.stop ? WarningGrade::stop : WarningGrade::mind);
  }
}

}  // namespace sfumato::jobs
