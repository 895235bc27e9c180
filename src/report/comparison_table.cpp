// results.csv: a row per target and contender, in the order of the ranking.
#include <algorithm>
#include <limits>

#include "report/comparison.hpp"

namespace sfumato::report {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Estimate;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double number(const std::optional<std::size_t>& rank) { return rank ? static_cast<double>(*rank) : none; }

class TableMaker {
 public:
  explicit TableMaker(const ComparisonStory& story) {
    for (const ComparisonPart& part : story.parts) {
      for (const Attempt& attempt : part.comparison.attempts) rows_.push_back({&part.comparison, &attempt});
      for (const std::size_t measure : part.comparison.rank_by) {
        const Measure* one = story.measures[measure].measure;
        if (std::find(measures_.begin(), measures_.end(), one) == measures_.end()) measures_.push_back(one);
      }
    }
    story_ = &story;
  }

  Table table(bool open) {
    const auto best = [](const Row& row) -> const Estimate* {
      return row.attempt->calibration.best ? &row.attempt->calibration.best->estimate : nullptr;
    };
    if (open) {
      texts("equal", [&](const Row& row) {
        const auto& target = row.comparison->target;
        return target ? story_->measures[target->measure].measure->info.name : std::string();
      });
      numbers("target",
              [](const Row& row) { return row.comparison->target ? row.comparison->target->value : none; });
    }
    texts("method", [](const Row& row) { return row.attempt->contender->method->info.name; });
    texts("parameters", [](const Row& row) { return chosen_params_text(*row.attempt, true); });
    if (open) {
      numbers("attained",
              [&](const Row& row) { return best(row) != nullptr ? best(row)->value.value_or(none) : none; });
      numbers("attained_se",
              [&](const Row& row) { return best(row) != nullptr ? best(row)->standard_error : none; });
    }
    texts("reached", [](const Row& row) { return std::string(row.attempt->reached ? "yes" : "no"); });
    for (const Measure* measure : measures_) add_measure(*measure, open);
    numbers("overall_rank", [](const Row& row) { return number(row.attempt->overall); });
    if (open) texts("reason", [](const Row& row) { return row.attempt->reason; });
    return {schema_, columns_};
  }

 private:
  struct Row {
    const Comparison* comparison;
    const Attempt* attempt;
  };

  void add_measure(const Measure& measure, bool open) {
    const std::string& name = measure.info.name;
    const auto estimate = [&](const Row& row) -> const Estimate* {
      const std::size_t m = position(row, measure);
      return m < row.attempt->measures.size() ? &row.attempt->measures[m] : nullptr;
    };
    if (open || measure.info.side == Side::utility) {
      numbers(name, [&](const Row& row) {
        return estimate(row) != nullptr ? estimate(row)->value.value_or(none) : none;
      });
      numbers(name + "_se", [&](const Row& row) {
        return estimate(row) != nullptr ? estimate(row)->standard_error : none;
      });
    }
    numbers(name + "_rank", [&](const Row& row) {
      const std::size_t m = position(row, measure);
      return m < row.attempt->ranks.size() ? number(row.attempt->ranks[m]) : none;
    });
  }

  std::size_t position(const Row& row, const Measure& measure) const {
    const auto& rank_by = row.comparison->rank_by;
    return static_cast<std::size_t>(
        std::find_if(rank_by.begin(), rank_by.end(),
                     [&](std::size_t m) { return story_->measures[m].measure == &measure; }) -
        rank_by.begin());
  }

  template <class Text>
  void texts(const std::string& name, const Text& text) {
    Codes codes;
    for (const Row& row : rows_) {
      const std::string value = text(row);
      const auto found = std::find(codes.labels.begin(), codes.labels.end(), value);
      codes.codes.push_back(value.empty() ? Codes::missing
                                          : static_cast<std::int32_t>(found - codes.labels.begin()));
      if (!value.empty() && found == codes.labels.end()) codes.labels.push_back(value);
    }
    add(name, Kind::nominal, std::move(codes));
  }

  template <class Of>
  void numbers(const std::string& name, const Of& of) {
    Numbers values;
    for (const Row& row : rows_) values.push_back(of(row));
    add(name, Kind::numeric, std::move(values));
  }

  void add(const std::string& name, Kind kind, Column column) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    schema_.push_back(info);
    columns_.push_back(std::move(column));
  }

  const ComparisonStory* story_ = nullptr;
  std::vector<Row> rows_;
  std::vector<const Measure*> measures_;
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

}  // namespace

Table results_table(const ComparisonStory& story) { return TableMaker(story).table(true); }
Table public_results_table(const ComparisonStory& story) { return TableMaker(story).table(false); }

}  // namespace sfumato::report
