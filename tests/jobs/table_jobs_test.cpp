// The table jobs on eleven shops, whose table can be computed by hand:
//            baker  smith  Total
//   A           53     63    116
//   B           33     90    123
//   Total       86    153    239
// One of the two bakers of A has 50 of 53: with p = 15 % the cell must be uncertain by 7.5 on both sides.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "io/json.hpp"
#include "jobs/registry.hpp"
#include "library/table_endpoints.hpp"
#include "report/table_jobs.hpp"
#include "report/text.hpp"
#include "tables/filled_table.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/tabulation_records.hpp"

namespace sfumato::jobs {
namespace {

using library::Endpoint;
using library::Inputs;
using library::Outcome;

const Run& test_run() {
  static const Run run({.seed = 1, .threads = 1});
  return run;
}

Table shops() {
  return tables::RecordsBuilder()
      .text("town", {"A", "A", "A", "A", "A", "B", "B", "B", "B", "B", "B"})
      .text("trade", {"baker", "baker", "smith", "smith", "smith", "baker", "baker", "baker", "smith",
                      "smith", "smith"})
      .integers("turnover", {50, 3, 20, 21, 22, 10, 11, 12, 30, 31, 29})
      .text("group", {"g1", "g2", "g3", "g4", "g5", "g1", "g6", "g7", "g8", "g9", "g10"})
      .table();
}

TabulateResult tabulated(const ParamValues& further = {}) {
  ParamValues params{
      {"by", Value::array_of({"town,trade"})}, {"sum", Value::array_of({"turnover"})}, {"holding", "group"}};
  params.insert(params.end(), further.begin(), further.end());
  auto request = make_request<TabulateRequest>(params);
  request.records = shops();
  return tabulate(std::move(request), test_run());
}

CheckResult checked(const std::vector<std::string>& rules = {"p-percent=15"}) {
  auto request = make_request<CheckRequest>({{"rule", Value::array_of(rules)}, {"safety-range", 20}});
  request.table = tabulated().table;
  return check(std::move(request), test_run());
}

template <class Request>
Request request_for(const tables::CellTable& table, ParamValues params) {
  params.emplace_back("work-limit", 100);
  auto request = make_request<Request>(params);
  request.table = table;
  return request;
}

std::string written(const tables::CellTable& table) {
  std::string text;
  tables::write_table_json(table, [&](std::string_view part) { text.append(part); });
  return text;
}

const Endpoint& endpoint(std::string_view job) {
  for (const Endpoint& one : library::table_endpoints()) {
    if (one.job == job) return one;
  }
  throw Error(ErrorCode::internal, "no endpoint " + std::string(job));
}

Outcome asked(std::string_view job, Value request, const tables::CellTable* table = nullptr) {
  if (table != nullptr) request.set("table", io::parse_json(written(*table), "the table"));
  return endpoint(job).run(request, Inputs({{"records", shops()}}), test_run());
}

// The document of an outcome, without its table and what is published of it.
Value without_table(const Value& document) {
  Value result = Value::object();
  for (const auto& [name, value] : document.as_object()) {
    if (name != "table" && name != "publication") result.set(name, value);
  }
  return result;
}

TEST(TableJobs, TabulateAddsUpAllMargins) {
  const TabulateResult made = tabulated();
  EXPECT_EQ(made.records, 11U);
  EXPECT_EQ(made.table.cells.size(), 9U);
  const std::size_t total = tables::cell_of(made.table, {"Total", "Total"});
  EXPECT_EQ(made.table.cells[total].value, tables::Decimal::whole(239));
  EXPECT_EQ(made.table.cells[tables::cell_of(made.table, {"A", "baker"})].value, tables::Decimal::whole(53));
}

TEST(TableJobs, TabulateTakesAHierarchyAsATree) {
  Value towns = Value::object();
  towns.set("East", Value::object().set("A", Value::object()).set("B", Value()));
  const TabulateResult made = tabulated({{"hierarchy", Value::object().set("town", towns)}});
  EXPECT_EQ(made.table.cells.size(), 12U);  // Total, East, A and B by Total, baker and smith
  EXPECT_EQ(made.table.cells[tables::cell_of(made.table, {"East", "smith"})].value,
            tables::Decimal::whole(153));
  EXPECT_THROW(tabulated({{"hierarchy", Value::object().set("group", towns)}}), Error);
}

TEST(TableJobs, TabulateRefusesWhatDoesNotGoTogether) {
  EXPECT_THROW(tabulate(make_request<TabulateRequest>({}), test_run()), Error);
  EXPECT_THROW(tabulated({{"request-codes", Value::array_of({"1"})}}), Error);
  EXPECT_THROW(make_request<TabulateRequest>({{"bye", "town"}}), Error);
}

TEST(TableJobs, CheckFindsTheOneSensitiveCell) {
  const CheckResult made = checked();
  EXPECT_TRUE(made.sensitive);
  for (std::size_t cell = 0; cell < made.checked.table.cells.size(); ++cell) {
    const bool baker = cell == tables::cell_of(made.checked.table, {"A", "baker"});
    EXPECT_EQ(made.checked.table.cells[cell].status == tables::CellStatus::primary, baker) << cell;
    EXPECT_EQ(made.checked.table.cells[cell].upper_level.number(), baker ? 7.5 : 0.0);
  }
  EXPECT_FALSE(checked({"frequency=2"}).sensitive);
}

TEST(TableJobs, CheckNeedsARule) {
  auto request = make_request<CheckRequest>({});
  request.table = tabulated().table;
  EXPECT_THROW(check(std::move(request), test_run()), Error);
}

TEST(TableJobs, AuditSeesThatOneSuppressedCellIsNotEnough) {
  AuditRequest request;
  request.table = checked().checked.table;
  EXPECT_FALSE(audit(request, test_run()).audit.safe);
}

// The other corners of a rectangle cost 63 + 33 + 90; every rectangle with a total costs more.
TEST(TableJobs, SuppressFindsTheCheapestRectangle) {
  const auto made = protect(request_for<SuppressRequest>(checked().checked.table, {}), test_run());
  EXPECT_TRUE(made.safe);
  EXPECT_EQ(made.made.cost, 186.0);
  ASSERT_NE(made.table(), nullptr);
  AuditRequest again;
  again.table = *made.table();
  EXPECT_TRUE(audit(again, test_run()).audit.safe);
}

TEST(TableJobs, WhatIsNotSafeCarriesNoTable) {
  const auto rounded = protect(request_for<RoundRequest>(checked().checked.table, {{"base", 2}}), test_run());
  EXPECT_FALSE(rounded.safe);
  EXPECT_EQ(rounded.table(), nullptr);
  tables::CellTable kept = checked().checked.table;
  for (tables::Cell& cell : kept.cells) {
    if (cell.status != tables::CellStatus::primary) cell.status = tables::CellStatus::kept;
  }
  const auto suppressed = protect(request_for<SuppressRequest>(kept, {}), test_run());
  EXPECT_FALSE(suppressed.safe);
  EXPECT_EQ(suppressed.table(), nullptr);
  const Outcome outcome = asked("suppress", Value::object().set("work-limit", 100), &kept);
  EXPECT_FALSE(outcome.yes);
  EXPECT_TRUE(outcome.report.document.at("table").is_null());
}

TEST(TableJobs, AProtectionNeedsACheckedTable) {
  EXPECT_THROW(protect(request_for<SuppressRequest>(tabulated().table, {}), test_run()), Error);
  EXPECT_THROW(protect(request_for<AdjustRequest>(tabulated().table, {}), test_run()), Error);
}

// 53 becomes 61 or 45. The baker of 3 solves v ± 0.15·(v − 3), rounded up, for v.
TEST(TableJobs, AuditOfAnAdjustedTableFindsTheTwoValues) {
  const tables::CellTable table = checked().checked.table;
  const auto made = protect(request_for<AdjustRequest>(table, {}), test_run());
  ASSERT_TRUE(made.safe);
  EXPECT_EQ(made.made.two_values, 1U);
  ASSERT_FALSE(made.made.notes.empty());
  EXPECT_NE(made.made.notes[0].find("two possible values"), std::string::npos);
  const Value protected_document = report::job_report(made).document;
  EXPECT_EQ(protected_document.at("two_values").as_integer(), 1);
  EXPECT_TRUE(protected_document.at("distance_at_required_levels").is_null());

  auto request = make_request<AuditRequest>({});
  request.table = table;
  request.adjusted = made.made.table;
  const AuditResult audited = audit(std::move(request), test_run());
  EXPECT_FALSE(audited.safe());
  const Value document = report::job_report(audited).document;
  const Value& set = document.at("cells").as_array()[0].at("attacker_set");
  const bool up = made.made.cells[0].published > made.made.cells[0].value;
  ASSERT_EQ(set.at("intervals").as_array().size(), 2U);
  EXPECT_EQ(set.at("intervals").as_array()[0].at("lower").as_number(), up ? 53 : 39);
  EXPECT_EQ(set.at("intervals").as_array()[1].at("upper").as_number(), up ? 72 : 53);
  EXPECT_EQ(set.at("attacker").as_text(), "contributors");
  EXPECT_TRUE(set.at("two_values").as_bool());
  Value asked_for = Value::object();
  asked_for.set("adjusted", io::parse_json(written(made.made.table), "the table"));
  const Outcome same = asked("audit", asked_for, &table);
  EXPECT_FALSE(same.yes);
  EXPECT_EQ(same.report.document, document);
}

TEST(TableJobs, DrawnLevelsWidenTheSetAndASeedIsWarnedOf) {
  const tables::CellTable table = checked().checked.table;
  const auto made = protect(request_for<AdjustRequest>(table, {{"levels", "100:400"}}), test_run());
  ASSERT_TRUE(made.safe);
  EXPECT_EQ(made.made.two_values, 0U);
  ASSERT_EQ(made.notes.size(), 1U);
  EXPECT_NE(made.notes[0].find("seed"), std::string::npos);
  EXPECT_TRUE(
      protect(request_for<AdjustRequest>(table, {{"levels", "100:400"}}), sfumato::Run()).notes.empty());
  const Value document = report::job_report(made).document;
  EXPECT_EQ(document.at("levels").at("high").as_number(), 400);
  EXPECT_GE(document.at("distance").as_number(), document.at("distance_at_required_levels").as_number());
  auto request = make_request<AuditRequest>({{"levels", "100:400"}});
  request.table = table;
  request.adjusted = made.made.table;
  const AuditResult audited = audit(request, test_run());
  EXPECT_TRUE(audited.adjusted->cells[0].set.contains_value);
  EXPECT_GT(audited.adjusted->cells[0].set.near_of_need.value_or(2), 1);
  request.adjusted.reset();
  EXPECT_THROW(audit(request, test_run()), Error);  // the range is for an adjusted table
}

TEST(TableJobs, RecodeAppliesItsOwnRules) {
  auto request = make_request<RecodeRequest>({{"rule", Value::array_of({"p-percent=15"})}});
  request.table = tabulated().table;
  const auto made = protect(std::move(request), test_run());
  EXPECT_TRUE(made.safe);
  ASSERT_NE(made.table(), nullptr);
  EXPECT_LT(made.table()->cells.size(), 9U);
}

TEST(TableJobs, CompareRanksWhatIsSafe) {
  auto request = request_for<TableCompareRequest>(
      tabulated().table, {{"rule", Value::array_of({"p-percent=15"})},
                          {"methods", Value::array_of({"suppress-optimal", "round"})}});
  const TableCompareResult made = compare_table(std::move(request), test_run());
  ASSERT_EQ(made.protections.size(), 2U);
  EXPECT_EQ(made.protections.front().rank, 1U);
  EXPECT_THROW(compare_table(request_for<TableCompareRequest>(tabulated().table, {}), test_run()), Error);
}

TEST(TableJobs, EveryTableJobHasAnEndpointAndDescribedParameters) {
  for (const Endpoint& one : library::table_endpoints()) {
    const Job& known = job(one.job);
    EXPECT_FALSE(known.info.summary.empty()) << one.job;
    for (const ParamInfo& info : known.params) {
      EXPECT_FALSE(info.doc.empty()) << one.job << ' ' << info.name;
      EXPECT_EQ(checked_param(info, info.initial), info.initial) << one.job << ' ' << info.name;
    }
  }
  EXPECT_EQ(library::table_endpoints().size(), 10U);
}

TEST(TableJobs, AProtectionsJobHasItsParameters) {
  for (const tables::Protection& one : tables::protections()) {
    const Job& known = job(one.info.name);
    ASSERT_EQ(known.params.size(), one.params.size()) << one.info.name;
    for (std::size_t i = 0; i < one.params.size(); ++i) {
      EXPECT_EQ(known.params[i].name, one.params[i].name);
      EXPECT_EQ(known.params[i].initial, one.params[i].initial) << one.params[i].name;
    }
  }
}

TEST(TableEndpoints, GiveTheDocumentsOfTheJobs) {
  const TabulateResult table = tabulated();
  Value question = Value::object();
  question.set("by", Value::array_of({"town,trade"}))
      .set("sum", Value::array_of({"turnover"}))
      .set("holding", "group");
  const Value made = asked("tabulate", question).report.document;
  EXPECT_EQ(without_table(made), report::job_report(table).document);
  EXPECT_EQ(made.at("table"), io::parse_json(written(table.table), "the table"));

  const CheckResult check_result = checked();
  const Outcome check_outcome =
      asked("check", Value::object().set("rule", Value::array_of({"p-percent=15"})).set("safety-range", 20),
            &table.table);
  EXPECT_FALSE(check_outcome.yes);
  EXPECT_EQ(without_table(check_outcome.report.document), report::job_report(check_result).document);

  const tables::CellTable& marked = check_result.checked.table;
  const Value limit = Value::object().set("work-limit", 100);
  const auto suppressed = protect(request_for<SuppressRequest>(marked, {}), test_run());
  const Value suppress_document = asked("suppress", limit, &marked).report.document;
  EXPECT_EQ(without_table(suppress_document), report::job_report(suppressed).document);
  EXPECT_NE(suppress_document.at("publication").as_text().find("Total"), std::string::npos);
  EXPECT_EQ(suppress_document.at("table"), io::parse_json(written(*suppressed.table()), "the table"));

  Value round_question = limit;
  const auto rounded = protect(request_for<RoundRequest>(marked, {{"base", 20}}), test_run());
  EXPECT_EQ(without_table(asked("round", round_question.set("base", 20), &marked).report.document),
            report::job_report(rounded).document);

  const auto adjusted = protect(request_for<AdjustRequest>(marked, {}), test_run());
  EXPECT_EQ(without_table(asked("adjust", limit, &marked).report.document),
            report::job_report(adjusted).document);

  AuditRequest again;
  again.table = *suppressed.table();
  const Outcome audited = asked("audit", Value::object(), suppressed.table());
  EXPECT_TRUE(audited.yes);
  EXPECT_EQ(audited.report.document, report::job_report(audit(again, test_run())).document);
}

// The rule group goes through the same parser, and its differences are in the documents.
TEST(TableEndpoints, ProtectGroups) {
  std::size_t next = 0;
  const std::int64_t leaves[] = {8, 0, 5, 9};
  const tables::CellTable table = sfumato::testing::filled_table(
      {sfumato::testing::flat_dimension("town", 2), sfumato::testing::flat_dimension("disease", 2)}, true,
      [&] { return tables::Decimal::whole(leaves[next++]); });
  const Value rule = Value::object().set("rule", Value::array_of({"group=3"}));
  const Outcome check_outcome = asked("check", rule, &table);
  EXPECT_FALSE(check_outcome.yes);
  EXPECT_EQ(check_outcome.report.document.at("unsafe"), Value(2));
  CheckRequest question;
  question.rules = {"group=3"};
  question.table = table;
  const tables::CellTable marked = check(std::move(question), test_run()).checked.table;
  const Outcome made = asked("suppress", Value::object().set("work-limit", 100), &marked);
  EXPECT_TRUE(made.yes);
  const Value& audited = made.report.document.at("audit");
  ASSERT_EQ(audited.at("outside").as_array().size(), 2U);
  for (const Value& one : audited.at("outside").as_array()) {
    EXPECT_EQ(one.at("need_upper"), Value(3.0));
    EXPECT_GE(one.at("upper").as_number(), 3);
  }
}

// One statement of what was audited and what was not; a good result is no warning.
TEST(TableJobs, APerturbedTableSaysWhatWasAudited) {
  std::size_t next = 0;
  const std::int64_t leaves[] = {8, 0, 5, 9};
  CheckRequest question;
  question.rules = {"group=3"};
  question.table = sfumato::testing::filled_table(
      {sfumato::testing::flat_dimension("town", 2), sfumato::testing::flat_dimension("disease", 2)}, true,
      [&] { return tables::Decimal::whole(leaves[next++]); });
  PerturbRequest request;
  request.table = check(std::move(question), test_run()).checked.table;
  request.table.keys.assign(request.table.cells.size(), std::uint64_t{1} << 62);
  request.ptable = asked("ptable", Value::object().set("variance", 2).set("largest", 4))
                       .report.document.at("ptable")
                       .as_text();
  const report::Report made = report::job_report(protect(std::move(request), test_run()));
  const std::string text = report::text_document(made, {});
  EXPECT_NE(text.find("Audited: the 2 differences of margins and cells"), std::string::npos) << text;
  EXPECT_NE(text.find("Not audited: what an attacker learns of a single cell"), std::string::npos) << text;
  EXPECT_EQ(text.find("cannot be audited: the protection depends"), std::string::npos) << text;
  const auto good = std::find_if(made.warnings.begin(), made.warnings.end(), [](const Warning& warning) {
    return warning.text.find("that the rules protect are safe") != std::string::npos;
  });
  ASSERT_NE(good, made.warnings.end());
  EXPECT_EQ(good->grade, WarningGrade::note);
}

TEST(TableEndpoints, PerturbTakesThePtableThatTheOtherJobMade) {
  const Value noise = asked("ptable", Value::object().set("variance", 1).set("largest", 3)).report.document;
  Table records = tables::RecordsBuilder()
                      .text("town", {"A", "A", "B", "B", "C"})
                      .numbers("key", {0.1, 0.25, 0.5, 0.75, 0.9})
                      .table();
  auto request = make_request<TabulateRequest>({{"by", Value::array_of({"town"})}, {"record-key", "key"}});
  request.records = records;
  const tables::CellTable counts = tabulate(std::move(request), test_run()).table;
  const Outcome outcome =
      asked("perturb", Value::object().set("ptable", noise.at("ptable").as_text()), &counts);
  EXPECT_TRUE(outcome.yes);
  EXPECT_TRUE(outcome.report.document.at("table").is_object());
  EXPECT_FALSE(outcome.report.warnings.empty());
}

TEST(TableEndpoints, RefuseARequestWithoutATableOrWithUnknownMembers) {
  EXPECT_THROW(asked("check", Value::object().set("rule", Value::array_of({"zero=5"}))), Error);
  EXPECT_THROW(asked("check", Value::object().set("table", 5)), Error);
  const tables::CellTable table = tabulated().table;
  EXPECT_THROW(asked("audit", Value::object().set("colour", "blue"), &table), Error);
  Value wrong = io::parse_json(written(table), "the table");
  wrong.set("cells", Value::array());
  EXPECT_THROW(asked("audit", Value::object().set("table", wrong)), Error);
}

}  // namespace
}  // namespace sfumato::jobs
