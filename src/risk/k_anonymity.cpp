// k-anonymity: the smallest number of records, or of units with several records, that share a combination of
// keys. Missing keys have two interpretations, and one number alone would mislead: both are always reported.
#include <limits>

#include "core/measure.hpp"
#include "risk/key_columns.hpp"
#include "risk/key_tallies.hpp"
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
    const stats::RecordCounts times = keyed.kept_subjects();
    set_k_anonymity({tally_of(smallest_by_subject(found.wildcard, keyed), times),
                     tally_of(smallest_by_subject(found.category, keyed), times)},
                    missing_as, alpha, keyed.counted(), result);
    if (keyed.units) {
      const KeyFrequencies records = frequencies_of_records(keyed, {}, missing_as, alpha, run);
      Value by_records = Value::object();
      describe_smallest(
          {tally_of(records.wildcard, keyed.table.counts), tally_of(records.category, keyed.table.counts)},
          by_records);
      result.details.set("by_records", by_records);
    }
    result.per_record = keyed.kept.of_all(wild ? std::move(found.wildcard) : std::move(found.category),
                                          std::numeric_limits<double>::quiet_NaN());
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, k_anonymity, KAnonymity)
