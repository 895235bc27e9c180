// Collects the aggregates that aggregates.def names.
#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {

#define AGGREGATE(name) AggregateRecord name##_aggregate();
#include "queries/aggregates/aggregates.def"
#undef AGGREGATE

const std::vector<AggregateRecord>& aggregate_records() {
  static const std::vector<AggregateRecord> all{
#define AGGREGATE(name) name##_aggregate(),
#include "queries/aggregates/aggregates.def"
#undef AGGREGATE
  };
  return all;
}

const AggregateRecord& record_of(Aggregate aggregate) {
  return aggregate_records().at(static_cast<std::size_t>(aggregate));
}

std::optional<std::size_t> aggregated_column(const Query& query) {
  return record_of(query).takes_column ? query.column : std::nullopt;
}

std::string form_text(const AggregateForm& form) {
  const std::string word(form.word);
  switch (form.argument) {
    case Argument::all:
      return word + "(*)";
    case Argument::distinct_column:
      return word + "(DISTINCT c)";
    case Argument::column_and_share:
      return word + "(c, p)";
    case Argument::column:
      break;
  }
  return word + "(c)";
}

const std::string& aggregate_forms_text() {
  static const std::string text = [] {
    std::vector<std::string> forms;
    for (const AggregateRecord& record : aggregate_records()) {
      for (const AggregateForm& form : record.forms) forms.push_back(form_text(form));
    }
    std::string result = forms.front();
    for (std::size_t i = 1; i < forms.size(); ++i) {
      result += (i + 1 == forms.size() ? " or " : ", ") + forms[i];
    }
    return result;
  }();
  return text;
}

}  // namespace sfumato::queries
