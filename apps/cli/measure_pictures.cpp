// A measure along a dial: the same made-up data are masked more and more strongly, and measured each time.
#include <algorithm>
#include <array>
#include <optional>

#include "cli/picture_data.hpp"
#include "cli/pictures.hpp"
#include "masking/registry.hpp"
#include "report/chart_file.hpp"

namespace sfumato::cli {
namespace {

// A method whose dial is turned, on data that suit it.
struct Dialled {
  std::string method;
  std::string parameter;
  std::vector<Value> settings;
  Table original;
  ColumnSet masked_columns;
  ColumnSet columns;  // that are compared
  ParamValues others = {};
  bool logarithmic = true;
  std::optional<Table> holdout = std::nullopt;  // records that are not masked, named "unseen"
};

Dialled noise_dial() {
  return {"additive-noise", "amount", {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0},
          bent_cloud(),     {0, 1},   {0, 1}};
}

// A measure of ranks has no value where noise leaves a record's ranks as they were; means of groups never do.
Dialled groups_dial() { return {"mdav", "k", {2, 3, 5, 10, 20, 50}, bent_cloud(), {0, 1}, {0, 1}}; }

// Keys are generalized, and marital_status is what they must not tell.
Dialled classes_dial() {
  Table records = category_records();
  ColumnInfo secret = records.info(3);
  secret.role = Role::confidential;
  records.set_info(3, secret);
  return {"generalization", "k",          {1, 2, 3, 5, 10, 20, 50}, records,
          {0, 1, 2},        {0, 1, 2, 3}, {{"suppress", 5}}};
}

Dialled suppression_dial() {
  return {"local-suppression", "k", {1, 2, 3, 5, 10, 20}, category_records(), {0, 1, 2, 3}, {0, 1, 2, 3}};
}

// Age is not masked; it helps to predict the others.
Dialled categories_dial() {
  return {.method = "pram",
          .parameter = "retain",
          .settings = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3},
          .original = category_records(),
          .masked_columns = {0, 1, 2, 3},
          .columns = {0, 1, 2, 3, 5},
          .logarithmic = false};
}

// Half of the records are held out.
Dialled held_out_dial() {
  Dialled result = noise_dial();
  const Table all = result.original;
  std::vector<std::size_t> first, second;
  for (std::size_t row = 0; row < all.rows(); ++row) (row % 2 == 0 ? first : second).push_back(row);
  result.original = all.taking_rows(first);
  result.holdout = all.taking_rows(second);
  return result;
}

bool named(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Dialled dial_for(const std::string& measure) {
  if (named(measure,
            {"k-anonymity", "l-diversity", "t-closeness", "individual-risk", "model-risk", "uniqueness",
             "reidentification", "identifying-power", "suda", "granularity", "entropy-loss"})) {
    return classes_dial();
  }
  if (measure == "suppressed") return suppression_dial();
  if (measure == "rank-linkage") return groups_dial();
  if (named(measure, {"contingency", "classification", "pram-estimates", "exact-copies", "replicated-uniques",
                      "disclosive-attribution", "attribution-probability"})) {
    return categories_dial();
  }
  if (named(measure, {"membership", "attribute-inference"})) return held_out_dial();
  return noise_dial();
}

// What a measure cannot do without.
ParamValues needed_params(const std::string& measure) {
  if (measure == "analysis") return {{"regressions", "y ~ x"}};
  if (named(measure, {"model-risk"})) return {{"population-size", 4000}};
  if (named(measure, {"disclosive-attribution", "attribution-probability"}))
    return {{"target", "marital_status"}};
  if (measure == "membership") return {{"holdout", "unseen"}};
  if (measure == "attribute-inference") return {{"holdout", "unseen"}, {"target", "y"}};
  return {};
}

report::ChartSeries series_of(const Measure& measure, const Dialled& dial, const Run& run) {
  const Method& method = masking::method(dial.method);
  report::ChartSeries series{measure.info.name, {}};
  const Run measured = dial.holdout ? run.with_table("unseen", *dial.holdout) : run;
  for (const Value& setting : dial.settings) {
    ParamValues params = dial.others;
    params.emplace_back(dial.parameter, setting);
    const Masked masked = method.apply(dial.original, dial.masked_columns, params, run);
    const Score score = measure.score(dial.original, masked.tables.front(), dial.columns,
                                      needed_params(measure.info.name), measured);
    if (score.value) series.points.push_back({setting.as_number(), *score.value});
  }
  return series;
}

}  // namespace

EntryPicture measure_picture(const Measure& measure, const Run& run) {
  const Dialled dial = dial_for(measure.info.name);
  const report::ChartSeries series = series_of(measure, dial, run);
  if (series.points.size() < 2) return {};
  report::Figure figure;
  figure.title = measure.info.name + " by the " + dial.parameter + " of " + dial.method;
  figure.alternative = measure.info.name + " of made-up data masked by " + dial.method + ": " +
                       std::to_string(series.points.size()) + " values of " + dial.parameter;
  figure.chart = report::LineChart{{dial.parameter + " of " + dial.method, dial.logarithmic},
                                   {measure.info.name + ", " + measure.info.range},
                                   {series}};
  return {report::chart_file(figure), figure.alternative};
}

}  // namespace sfumato::cli
