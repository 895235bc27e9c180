// Rows that stand for several records give what the records give, bit for bit: random tables are counted in
// random parts, and every measure of keys is taken of both.
#include "jobs/counted_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/json.hpp"
#include "jobs/count_groups.hpp"
#include "jobs/count_keys.hpp"
#include "jobs/generalize_keys.hpp"
#include "jobs/inspect.hpp"
#include "jobs/measure.hpp"

namespace sfumato::testing {
namespace {

using CountedRun = sfumato::Run;

CountedRun counted_run() { return CountedRun({.seed = 5, .threads = 2}); }

struct CountedPlan {
  bool missing = false, units = false, weights = false;
};

// Few different keys, so that some rows stand for many records and some for one.
Table random_records(std::size_t rows, const CountedPlan& plan, std::uint64_t seed) {
  Rng rng(derive_key({}, "counted rows", seed));
  const auto draw = [&](std::size_t values) {
    return static_cast<std::int32_t>(std::floor(rng.uniform() * rng.uniform() * static_cast<double>(values)));
  };
  Codes region{{}, {"north", "south", "east", "west", "*"}}, illness{{}, {"flu", "cold", "none", "gout"}};
  Integers age, unit;
  Numbers weight;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool gap = plan.missing && rng.uniform() < 0.15;
    region.codes.push_back(gap ? Codes::missing : draw(4));
    age.values.push_back(20 + draw(9));
    age.missing.push_back(plan.missing && rng.uniform() < 0.1 ? 1 : 0);
    illness.codes.push_back(plan.missing && rng.uniform() < 0.1 ? Codes::missing : draw(4));
    unit.values.push_back(draw(rows / 2));
    unit.missing.push_back(plan.missing && rng.uniform() < 0.05 ? 1 : 0);
    // With units, few different weights: each is a row of its own.
    weight.push_back(plan.units ? 1.5 + draw(3) : 1.0 + 40.0 * rng.uniform());
  }
  if (!plan.missing) age.missing.clear();
  if (!plan.missing) unit.missing.clear();
  std::vector<ColumnInfo> schema(3);
  schema[0].name = "region";
  schema[0].kind = Kind::nominal;
  schema[0].role = Role::quasi_identifier;
  schema[1].name = "age";
  schema[1].role = Role::quasi_identifier;
  schema[2].name = "illness";
  schema[2].kind = Kind::nominal;
  schema[2].role = Role::confidential;
  std::vector<Column> columns{region, age, illness};
  if (plan.units) {
    schema.emplace_back().name = "person";
    schema.back().role = Role::unit;
    columns.emplace_back(unit);
  }
  if (plan.weights) {
    schema.emplace_back().name = "weight";
    schema.back().role = Role::weight;
    columns.emplace_back(weight);
  }
  return {schema, columns};
}

// The records counted in some parts, in a random order, and the counts counted again.
Table counted_in_parts(const Table& records, const std::vector<std::string>& columns,
                       const std::string& weight, std::size_t parts, std::uint64_t seed) {
  Rng rng(derive_key({}, "parts", seed));
  std::vector<std::vector<std::size_t>> rows(parts);
  for (std::size_t row = 0; row < records.rows(); ++row) {
    rows[static_cast<std::size_t>(rng.uniform() * static_cast<double>(parts))].push_back(row);
  }
  std::vector<Table> counts;
  for (const std::vector<std::size_t>& own : rows) {
    jobs::CountKeysRequest request;
    request.columns = columns;
    request.weight = weight;
    request.into = "times";
    request.original.file.table = records.taking_rows(own);
    counts.push_back(jobs::count_keys(request, counted_run()).table);
  }
  std::reverse(counts.begin(), counts.end());
  jobs::CountKeysRequest request;
  request.columns = columns;
  request.weight = weight;
  request.count = request.into = "times";
  request.finish = true;
  request.original.file.table = Table::concatenated(counts);
  Table result = jobs::count_keys(request, counted_run()).table;
  for (ColumnId id = 0; id < result.column_count(); ++id) {
    if (const auto known = records.find(result.info(id).name)) result.set_info(id, records.info(*known));
  }
  return result;
}

jobs::MeasureRequest measuring(const Table& original, const std::vector<std::string>& measures,
                               const std::vector<std::string>& settings) {
  jobs::MeasureRequest request;
  request.measures = measures;
  request.settings = settings;
  request.original.file.table = original;
  return request;
}

std::string said(const jobs::MeasureResult& result) {
  std::string text = std::to_string(result.rows) + "\n";
  const auto add = [&](const std::vector<compare::Scored>& scores) {
    for (const compare::Scored& one : scores) {
      text += one.request->measure->info.name + " " +
              io::json_text(one.score.value ? Value(*one.score.value) : Value()) + " " + one.score.note +
              " " + io::json_text(one.score.details) + " " + one.score.reading + "\n";
    }
  };
  for (const jobs::MeasuredTable& table : result.tables) add(table.scores);
  add(result.before);
  return text;
}

// A masked table has the roles of its original.
Table without_roles(Table table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.role.reset();
    table.set_info(id, std::move(info));
  }
  return table;
}

// Counts each group of a request as a plan says, and measures it; the measures one by one, in their order.
void expect_equal(const Table& original, const std::optional<Table>& masked,
                  const std::vector<std::string>& measures, const std::vector<std::string>& settings,
                  std::size_t parts) {
  for (const std::string& measure : measures) {
    std::vector<std::string> own;
    for (const std::string& setting : settings) {
      if (setting.starts_with(measure + ".")) own.push_back(setting);
    }
    jobs::MeasureRequest records = measuring(original, {measure}, own);
    if (masked) records.masked.push_back(jobs::reader_of(without_roles(*masked), "masked"));
    if (masked) records.no_mapping = true;
    records.exposure = false;
    jobs::MeasureRequest planned = records;
    planned.no_mapping = false;
    planned.count = "times";
    const jobs::CountGroups plan = jobs::count_groups(planned);
    ASSERT_EQ(plan.groups.size(), 1U);
    const jobs::CountGroup& group = plan.groups.front();
    const std::string weight = group.weights == jobs::CountedWeights::sums ? group.weight : "";
    jobs::MeasureRequest counts =
        measuring(counted_in_parts(original, group.columns, weight, parts, 7), {measure}, own);
    counts.count = "times";
    if (masked) {
      counts.masked.push_back(jobs::reader_of(
          without_roles(counted_in_parts(*masked, group.columns, weight, parts, 8)), "masked"));
    }
    EXPECT_EQ(said(jobs::measure(counts, counted_run())), said(jobs::measure(records, counted_run())))
        << measure << " in " << parts << " parts";
  }
}

const std::vector<std::string> key_measures{"k-anonymity", "l-diversity",       "t-closeness",
                                            "uniqueness",  "individual-risk",   "reidentification",
                                            "suda",        "identifying-power", "model-risk"};

TEST(CountedRows, MeasureKeysAsTheirRecordsDo) {
  std::uint64_t seed = 0;
  for (const bool missing : {false, true}) {
    for (const bool units : {false, true}) {
      for (const bool weights : {false, true}) {
        const Table records = random_records(400, {missing, units, weights}, ++seed);
        for (const std::size_t parts : {1U, 4U, 7U}) {
          expect_equal(records, std::nullopt, key_measures,
                       {"k-anonymity.alpha=0.3", "l-diversity.model=entropy", "t-closeness.distance=equal"},
                       parts);
        }
        expect_equal(records, std::nullopt, key_measures,
                     {"k-anonymity.missing-as=category", "individual-risk.missing-as=category",
                      "reidentification.missing-as=category", "reidentification.population-size=100000",
                      "uniqueness.population-size=100000", "l-diversity.model=recursive", "l-diversity.c=1.5",
                      "t-closeness.distance=ordered"},
                     4);
      }
    }
  }
}

TEST(CountedRows, CompareTablesOfCounts) {
  for (const bool missing : {false, true}) {
    const Table original = random_records(300, {missing, false, false}, 21);
    Table masked = random_records(260, {missing, false, false}, 22);
    for (const std::string distance : {"total-variation", "hellinger", "jensen-shannon"}) {
      expect_equal(original, masked, {"contingency", "k-anonymity"}, {"contingency.distance=" + distance}, 4);
    }
  }
}

TEST(CountedRows, CountUnitsOfBothTables) {
  const Table original = random_records(300, {true, true, false}, 41);
  const Table masked = random_records(280, {true, true, false}, 42);
  expect_equal(original, masked, key_measures, {}, 4);
}

TEST(CountedRows, LeaveSuppressedRecordsOut) {
  Table records = random_records(300, {false, false, false}, 31);
  Codes region = *records.column(0).get_if<Codes>();
  Codes ages;
  for (std::size_t row = 0; row < records.rows(); ++row) {
    const bool gone = row % 9 == 0;
    if (gone) region.codes[row] = 4;  // "*"
    const std::string text = gone ? "*" : records.column(1).text(row);
    auto place = std::find(ages.labels.begin(), ages.labels.end(), text) - ages.labels.begin();
    if (place == static_cast<std::ptrdiff_t>(ages.labels.size())) ages.labels.push_back(text);
    ages.codes.push_back(static_cast<std::int32_t>(place));
  }
  records.replace(0, region);
  records.replace(1, ages);
  ColumnInfo info = records.info(1);
  info.kind = Kind::nominal;
  records.set_info(1, info);
  expect_equal(records, std::nullopt, key_measures, {}, 4);
}

TEST(CountedRows, RefuseBadCounts) {
  const auto measured = [](Numbers counts, const std::string& measure) {
    Table table = random_records(3, {}, 1);
    std::vector<ColumnInfo> schema = table.schema();
    schema.emplace_back().name = "times";
    std::vector<Column> columns{table.column(0), table.column(1), table.column(2), std::move(counts)};
    jobs::MeasureRequest request = measuring({schema, columns}, {measure}, {});
    request.count = "times";
    return jobs::measure(request, counted_run());
  };
  EXPECT_NO_THROW(measured({1, 2, 3}, "k-anonymity"));
  for (const Numbers& counts :
       {Numbers{1, -2, 3}, {1, 0, 3}, {1, 1.5, 3}, {1, std::nan(""), 3}, {1, 3e9, 3e9}}) {
    EXPECT_THROW(measured(counts, "k-anonymity"), Error);
  }
  EXPECT_THROW(measured({1, 2, 3}, "rank-linkage"), Error);
}

TEST(CountedRows, SayThatAWeightIsUnfit) {
  Table records = random_records(50, {false, false, true}, 3);
  Numbers weights = records.column(3).to_numbers();
  weights[17] = -1.0;
  records.replace(3, weights);
  jobs::MeasureRequest request =
      measuring(counted_in_parts(records, {"region", "age"}, "weight", 3, 1), {"individual-risk"}, {});
  request.count = "times";
  const jobs::MeasureResult result = jobs::measure(request, counted_run());
  EXPECT_FALSE(result.tables.front().scores.front().score.value);
  EXPECT_NE(result.tables.front().scores.front().score.note.find("missing or negative"), std::string::npos);
}

TEST(CountedRows, GeneralizeAsTheirRecordsDo) {
  for (const bool missing : {false, true}) {
    for (const std::string model : {"", "l-diversity:illness:distinct:2", "t-closeness:illness:equal:0.4"}) {
      const Table records = random_records(500, {missing, false, false}, missing ? 41 : 42);
      jobs::GeneralizeKeysRequest request;
      request.parameters.set("k", 6).set("suppress", 5.0);
      if (!model.empty()) request.parameters.set("model", model);
      request.columns = {"region", "age"};
      request.original.file.table = records;
      const jobs::GeneralizeKeysResult of_records = jobs::generalize_keys(request, counted_run());
      request.count = "times";
      request.original.file.table = counted_in_parts(records, {"region", "age", "illness"}, "", 4, 9);
      const jobs::GeneralizeKeysResult of_counts = jobs::generalize_keys(request, counted_run());
      for (const char* name : {"levels", "suppressed_records", "breaks"}) {
        const Value *one = of_records.details.find(name), *other = of_counts.details.find(name);
        ASSERT_EQ(one == nullptr, other == nullptr);
        if (one != nullptr) {
          EXPECT_EQ(io::json_text(*one), io::json_text(*other)) << name;
        }
      }
      EXPECT_NEAR(of_records.details.at("score").as_number(), of_counts.details.at("score").as_number(),
                  1e-12);
      // The generalized counts, checked by the verifier, and broken on purpose.
      jobs::GeneralizeKeysRequest check = request;
      check.written = "times";
      check.released = *of_counts.table;
      const jobs::GeneralizeKeysResult good = jobs::generalize_keys(check, counted_run());
      EXPECT_FALSE(good.finding->broken());
      EXPECT_EQ(good.finding->records, records.rows());
      check.released = request.original.file.table;  // as it was before
      EXPECT_TRUE(jobs::generalize_keys(check, counted_run()).finding->broken());
    }
  }
}

TEST(CountedRows, AreInspectedAsTheirRecordsAre) {
  const Table records = random_records(300, {true, false, true}, 51);
  Table counts = counted_in_parts(records, {"region", "age", "illness", "weight"}, "", 3, 2);
  const profile::Profile one = profile::profile_table(records, counted_run());
  const profile::Profile other = profile::profile_table(jobs::with_counts(counts, "times"), counted_run());
  EXPECT_EQ(one.rows, other.rows);
  ASSERT_EQ(one.columns.size(), other.columns.size());
  for (std::size_t j = 0; j < one.columns.size(); ++j) {
    EXPECT_EQ(one.columns[j].missing, other.columns[j].missing);
    EXPECT_EQ(one.columns[j].distinct, other.columns[j].distinct);
    EXPECT_EQ(one.columns[j].once_percent, other.columns[j].once_percent);
    EXPECT_EQ(one.columns[j].mean, other.columns[j].mean);
    EXPECT_EQ(one.columns[j].missing_like, other.columns[j].missing_like);
  }
  EXPECT_EQ(one.uniqueness.unique_records, other.uniqueness.unique_records);
  EXPECT_EQ(one.uniqueness.smallest_class, other.uniqueness.smallest_class);
}

}  // namespace
}  // namespace sfumato::testing
