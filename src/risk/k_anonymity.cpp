// k-anonymity: the smallest number of records, or of units with several records, that share a combination of
// keys. Missing keys have two interpretations, and one number alone would mislead: both are always reported.
#include <algorithm>
#include <limits>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"

namespace sfumato::risk {
namespace {

struct KAnonymity {
  std::vector<std::string> keys;
  MissingAs missing_as = MissingAs::wildcard;
  double alpha = 1.0;

  static MeasureInfo info() {
    return {
        .name = "k-anonymity",
        .title = "k-anonymity",
        .summary = "The smallest number of records that share their keys.",
        .side = Side::risk,
        .better = Better::higher,
        .range = "1 to n records",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n, times patterns of missing keys",
        .reference =
            "Samarati, Sweeney (1998), Protecting privacy when disclosing information: k-anonymity and its "
            "enforcement through generalization and suppression, SRI International",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<KAnonymity>& list) {
    add_keys(list);
    add_missing_as(list);
    list.number("alpha", &KAnonymity::alpha)
        .range(0.0, 1.0)
        .doc("The count of a pair of records that miss the same key, with missing as wildcard.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const KeyedRecords keyed = keyed_records(original, masked, columns, keys, run);
    Score result = described(original, keyed);
    if (!result.note.empty()) return result;
    KeyFrequencies found = key_frequencies(keyed, {}, missing_as, alpha, run);
    const bool wild = missing_as == MissingAs::wildcard;
    describe({smallest_by_subject(found.wildcard, keyed), smallest_by_subject(found.category, keyed), {}},
             keyed.kept_subjects(), result.details);
    result.value = result.details.at("smallest").at(wild ? "wildcard" : "category").as_number();
    result.details.set("alpha", alpha);
    if (keyed.units) {
      Value by_records = Value::object();
      describe(frequencies_of_records(keyed, {}, missing_as, alpha, run), keyed.table.counts, by_records);
      result.details.set("by_records", by_records);
    }
    result.reading = reading(result.details, *result.value, wild, keyed);
    result.per_record = keyed.kept.of_all(wild ? std::move(found.wildcard) : std::move(found.category),
                                          std::numeric_limits<double>::quiet_NaN());
    return result;
  }

  static void describe(const KeyFrequencies& found, const stats::RecordCounts& times, Value& details) {
    Value smallest = Value::object(), below = Value::object();
    for (const auto& [name, counts] :
         {std::pair("wildcard", &found.wildcard), {"category", &found.category}}) {
      smallest.set(name, *std::min_element(counts->begin(), counts->end()));
      below.set(name, number_below(*counts, times));
    }
    details.set("smallest", smallest).set("below", below);
  }

  static Value number_below(const std::vector<double>& counts, const stats::RecordCounts& times) {
    Value result = Value::object();
    for (const int limit : {2, 3, 5, 10, 20}) {
      result.set(std::to_string(limit), times.count_if(counts, [&](double count) { return count < limit; }));
    }
    return result;
  }

  static std::string reading(const Value& details, double value, bool wild, const KeyedRecords& keyed) {
    const std::string asked = wild ? "wildcard" : "category", other = wild ? "category" : "wildcard";
    const auto uniques = [&](const std::string& name) {
      return to_text(details.at("below").at(name).at("2")) + " of " + std::to_string(keyed.subjects()) + " " +
             keyed.subjects_word() + " are unique";
    };
    std::string text =
        value <= 1.0 ? uniques(asked) + " on their keys"
                     : "every " + keyed.subject() + " is one of " + rounded(value) + " or more with its keys";
    if (details.find("incomplete_records") == nullptr) return text;
    const double smallest = details.at("smallest").at(other).as_number();
    return text + " when a missing key " + (wild ? "matches anything" : "is a value of its own") + "; " +
           (smallest <= 1.0 ? uniques(other) : "the smallest class is " + rounded(smallest)) + " when it " +
           (wild ? "is a value of its own" : "matches anything") + blank_words(details);
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, k_anonymity, KAnonymity)
