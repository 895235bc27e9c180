// One release path: for every method, the release by `mask`, as the winner of `compare` and as the target of
// a plan has the same bytes, warnings, promises, counts of unique records, guarantee and sidecar when it is
// drawn from the same streams.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "jobs/compare.hpp"
#include "jobs/mask.hpp"
#include "jobs/measure.hpp"
#include "jobs/plan.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/registry.hpp"
#include "release/release_files.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

using Streams = sfumato::Run;  // gtest has a Run of its own

// Methods whose releases have categories in place of numbers are given categories.
bool takes_categories(const Method& method) {
  return !method.info.accepts.has(Kind::numeric) || method.info.name == "generalization" ||
         method.info.name == "recoding";
}

// Six categories in a group.
Hierarchy groups(const Column& column) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& value : masking::distinct_texts(column)) {
    rows.push_back({value, "group " + std::to_string(rows.size() / 6), "*"});
  }
  return Hierarchy(rows);
}

// What every method can be given: domains, or categories with hierarchies.
Table suited(const Method& method) {
  Table table = with_domains(incomes(60), {-1000.0, 250000.0});
  // It releases no column that it does not protect, unless it is named.
  if (method.info.name == "dp-copula") table = table.taking_columns({0, 1});
  if (takes_categories(method)) table = as_categories(table);
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.role = Role::quasi_identifier;
    table.set_info(id, info);
  }
  if (!takes_categories(method)) return table;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.domain.reset();
    info.tree = std::make_shared<const Hierarchy>(groups(table.column(id)));
    table.set_info(id, info);
  }
  return table;
}

// A release as it lies in files, and what was said of it.
struct Released {
  std::string data, sidecar;
  Warnings warnings;
  Value release, promises, quasi_identifiers;
};

class OneReleasePath : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return masking::method(GetParam()); }
  Streams run() const { return Streams({.seed = 5, .threads = 2}); }
  release::ReleaseTarget target(const std::string& name) const {
    return {.output = folder_.file(name), .inputs = {}, .force = true};
  }

  Released by_mask(const Table& table, const Value& parameters = Value::object()) const {
    jobs::MaskRequest request;
    request.method = GetParam();
    request.parameters = parameters;
    request.columns = columns_;
    request.original.file.table = table;
    const jobs::MaskResult result =
        jobs::mask(request, release::FileDestination(target("masked.csv")), run().within("replicate", 0));
    return {first("masked", ".csv"),
            first("masked", ".toml"),
            result.warnings,
            result.release,
            result.delivery.findings.empty() ? Value() : release::promises_value(result.delivery.findings),
            result.delivery.exposure ? release::to_value(*result.delivery.exposure) : Value()};
  }

  // Of several copies the first.
  std::string first(const std::string& stem, const std::string& extension) const {
    const std::string copy = stem + "-1" + extension;
    return folder_.read(std::filesystem::exists(folder_.file(copy)) ? copy : stem + extension);
  }

  Released of(const jobs::CompareResult& result, const std::string& stem) const {
    const auto& winner = result.parts.front().release;
    if (!winner) return {};
    return {first(stem, ".csv"), first(stem, ".toml"), winner->warnings,
            winner->release,     winner->promises,     winner->quasi_identifiers};
  }

  Released by_compare(const Table& table, double value) const {
    jobs::CompareRequest request;
    request.columns = columns_;
    request.methods = {GetParam()};
    for (const ParamInfo& info : method().params) {
      if (info.dial != Dial::none)
        request.fixed.push_back(GetParam() + "." + info.name + "=" + to_text(info.initial));
    }
    request.equal = {measure_ + "=" + to_text(Value(value))};
    request.tolerance = "100%";
    request.rank_by = {ranker_};
    request.replicates = 1;
    request.keep_draw = true;
    request.original.file.table = table;
    jobs::WinnerDestinations winners;
    winners.push_back(std::make_unique<release::FileDestination>(target("winner.csv")));
    return of(jobs::compare_methods(request, winners, run()), "winner");
  }

  Released by_plan(const Table& table, double value) const {
    Value one = Value::object(), aim = Value::object(), document = Value::object(), data = Value::object();
    one.set("method", GetParam());
    aim.set("measure", measure_).set("value", value).set("rank-by", Value::array_of({ranker_}));
    aim.set("tolerance", 1.0).set("release", true).set("keep-draw", true);
    data.set("path", "table").set("columns", Value::array_of(columns_));
    Value methods = Value::array(), targets = Value::array();
    methods.push(one);
    targets.push(aim);
    document.set("seed", 5).set("data", data);
    document.set("measures", Value::array_of({measure_, ranker_}))
        .set("methods", methods)
        .set("targets", targets);
    jobs::PlanRequest request;
    request.plan = document;
    request.read = [&](const compare::PlanData&, const Streams&) {
      return io::TableFile{.table = table, .sidecar = {}, .missing_token = {}};
    };
    request.destination = [&](std::size_t, const jobs::PlanInput&) {
      return std::make_unique<release::FileDestination>(target("target.csv"));
    };
    const jobs::PlanOutcome outcome = jobs::run_plan(request, run());
    return of(outcome.targets.front(), "target");
  }

  void choose(const Table& table) {
    columns_ = {"income", "tax"};
    measure_ = takes_categories(method()) ? "contingency" : "emd";
    ranker_ = takes_categories(method()) ? "entropy-loss" : "propensity";
    ASSERT_EQ(table.rows(), 60U);
  }

  // How far the release is from the original, which is then the target; none where it is not.
  std::optional<double> distance(const Table& table) const {
    jobs::MaskRequest mask;
    mask.method = GetParam();
    mask.columns = columns_;
    mask.original.file.table = table;
    const jobs::MaskResult made = jobs::mask(mask, release::TableDestination(), run().within("replicate", 0));
    jobs::MeasureRequest request;
    request.columns = columns_;
    request.measures = {measure_};
    request.original.file.table = table;
    request.masked = {jobs::reader_of(made.delivery.tables.front(), "masked")};
    const std::optional<double> value =
        jobs::measure(request, run()).tables.front().scores.front().score.value;
    return value && *value > 0.0 ? value : std::nullopt;
  }

  TemporaryFolder folder_;
  std::vector<std::string> columns_;
  std::string measure_, ranker_;
};

// Differential privacy does not cover a choice that looked at the data, so that a winner says less of it.
void expect_same(const Released& one, const Released& other, bool differential, const std::string& what) {
  EXPECT_EQ(one.data, other.data) << what;
  if (differential) {
    Value masked = one.release, chosen = other.release;
    for (Value* release : {&masked, &chosen}) release->set("guarantee", Value());
    EXPECT_EQ(masked, chosen) << what;
    return;
  }
  EXPECT_EQ(one.sidecar, other.sidecar) << what;
  EXPECT_EQ(one.warnings, other.warnings) << what;
  EXPECT_EQ(one.promises, other.promises) << what;
  EXPECT_TRUE(one.quasi_identifiers.is_object()) << what;
  EXPECT_EQ(one.quasi_identifiers, other.quasi_identifiers) << what;
  EXPECT_EQ(one.release, other.release) << what;
}

TEST_P(OneReleasePath, MaskCompareAndPlanReleaseTheSame) {
  // They have no dial or need what this table has not, so that they cannot win a comparison of it.
  static const std::set<std::string> cannot_win = {"date-shift", "pseudonyms", "record-swapping"};
  const Table table = suited(method());
  choose(table);
  if (cannot_win.contains(GetParam())) GTEST_SKIP() << GetParam() << " does not take part in comparisons";
  const Released masked = by_mask(table);
  ASSERT_FALSE(masked.data.empty());
  const std::optional<double> value = distance(table);
  ASSERT_TRUE(value) << "the release is the original";
  const Released winner = by_compare(table, *value);
  ASSERT_FALSE(winner.data.empty()) << "did not win alone";
  expect_same(masked, winner, method().info.differential, "compare");
  // A target of a plan turns the dial itself.
  const Released at_target = by_plan(table, *value);
  ASSERT_FALSE(at_target.data.empty()) << "did not win alone";
  expect_same(by_mask(table, at_target.release.at("parameters")), at_target, method().info.differential,
              "plan");
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& method : masking::methods()) names.push_back(method.info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, OneReleasePath, ::testing::ValuesIn(method_names()), [](const auto& name) {
  std::string text = name.param;
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
});

}  // namespace
}  // namespace sfumato::testing
