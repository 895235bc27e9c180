// What was found in this release and earlier ones together, as a document and as warnings, without values.
#include "core/text_list.hpp"
#include "release/earlier_releases.hpp"
#include "release/unique_words.hpp"

namespace sfumato::release {
namespace {

Value link_value(const ReleaseLink& link) {
  Value value = Value::object();
  value.set("records", link.records)
      .set("linked", link.linked)
      .set("smallest_linked", link.smallest_linked)
      .set("below_k_linked", link.below_linked)
      .set("smallest_new", link.smallest_new)
      .set("below_k_new", link.below_new);
  return value;
}

std::string member_words(const EarlierFindings& findings) {
  return findings.unit.empty() ? "records" : "units of '" + findings.unit + "'";
}

void add_link_warnings(Warnings& warnings, const EarlierFindings& findings, const ReleaseLink& link,
                       const std::string& name) {
  const std::string k = std::to_string(findings.k);
  if (link.below_linked > 0) {
    warnings.add(
        of_records(link.below_linked, findings.records) + " records have fewer than " + k + " " +
            member_words(findings) + " left in their class when linked with " + name + " by " +
            short_list(findings.link) + " (smallest: " + std::to_string(link.smallest_linked) +
            "): who knows the keys of both months can tell them apart; give pseudonyms of their own to each "
            "release, or choose higher levels",
        WarningGrade::stop);
  }
  if (link.below_new > 0) {
    warnings.add(of_records(link.below_new, findings.records) + " records are not in " + name +
                     " and have fewer than " + k + " " + member_words(findings) +
                     " like them in their class (smallest: " + std::to_string(link.smallest_new) +
                     "): who knows that someone is new can tell them apart",
                 WarningGrade::mind);
  }
}

}  // namespace

Value to_value(const EarlierFindings& findings) {
  Value value = Value::object();
  value.set("keys", Value::array_of(findings.keys))
      .set("absent_keys", Value::array_of(findings.absent))
      .set("link", Value::array_of(findings.link))
      .set("unit", findings.unit.empty() ? Value() : Value(findings.unit))
      .set("k", findings.k)
      .set("records", findings.records)
      .set("suppressed", findings.suppressed)
      .set("k_new", findings.k_new)
      .set("k_union", findings.k_union)
      .set("unique_new", findings.unique_new)
      .set("unique_union", findings.unique_union)
      .set("earlier_unique_union", findings.earlier_unique_union);
  Value links = Value::array(), promises = Value::array();
  for (const ReleaseLink& link : findings.links) {
    Value one = Value::object();
    one.set("release", link.name);
    const Value counts = link_value(link);
    for (const auto& [key, number] : counts.as_object()) one.set(key, number);
    links.push(one);
  }
  for (const verify::PromiseFinding& finding : findings.promises) promises.push(verify::to_value(finding));
  value.set("links", links);
  if (findings.together) value.set("together", link_value(*findings.together));
  return value.set("promises", promises);
}

Warnings earlier_warnings(const EarlierFindings& findings) {
  Warnings warnings;
  if (!findings.absent.empty()) {
    warnings.add("some earlier release lacks keys of this one, which were not compared: " +
                     quoted_names(findings.absent),
                 WarningGrade::mind);
  }
  if (findings.unique_union > 0) {
    warnings.add(of_records(findings.unique_union, findings.records) +
                     " records are alone in their class of all releases together",
                 grade_of(findings.unique_union, findings.records));
  }
  if (findings.earlier_unique_union > 0) {
    warnings.add(std::to_string(findings.earlier_unique_union) +
                     " records of earlier releases are alone in their class of all releases together",
                 WarningGrade::mind);
  }
  for (const verify::PromiseFinding& finding : findings.promises) {
    if (!finding.broken()) continue;
    warnings.add("in the union with earlier releases, " + verify::broken_words(finding), WarningGrade::stop);
  }
  for (const ReleaseLink& link : findings.links) {
    add_link_warnings(warnings, findings, link, "'" + link.name + "'");
  }
  if (findings.together)
    add_link_warnings(warnings, findings, *findings.together, "all earlier releases together");
  return warnings;
}

}  // namespace sfumato::release
