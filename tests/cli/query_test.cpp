// `sfumato query` end to end: create, ask, explain and audit a database; every refusal and misuse has its
// exit status. Each run draws new answers: the bounds fail with a probability of at most 10^-9.
#include <sqlite3.h>

#include <algorithm>

#include "io/json.hpp"
#include "support/postgres_server.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

constexpr const char* catalogue = R"([table.people.column.age]
kind = "number"
domain = [0, 100]
outside = "clamp"

[table.people.column.income]
kind = "number"
domain = [0, 1000]
outside = "refuse"

[table.people.column.ward]
kind = "category"
categories = ["a", "b", "empty"]

[table.people.column.smoker]
kind = "category"
categories = ["no", "yes"]
null = true
)";

class QueryCommand : public ::testing::Test {
 protected:
  // 400 people: ages 20 to 69 in turn, incomes 0, 10, …, 990; half in ward a, half in b; for every fourth
  // person `smoker` is missing.
  void SetUp() override {
    folder_.write("catalogue.toml", catalogue);
    std::string text = "age,income,ward,smoker,name\n";
    for (int i = 0; i < 400; ++i) {
      text += std::to_string(20 + i % 50) + "," + std::to_string(10 * (i % 100)) + "," +
              (i % 2 == 0 ? "a" : "b") + "," +
              (i % 4 == 0   ? ""
               : i % 4 == 1 ? "no"
                            : "yes") +
              ",p" + std::to_string(i) + "\n";
    }
    folder_.write("people.csv", text);
  }
  Outcome query(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "query");
    return run_in(folder_.path(), arguments);
  }
  Value json(std::vector<std::string> arguments, int status = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = query(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }
  void make(const std::string& budget = "1000", const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"init",         "db", "people.csv", "--catalogue", "catalogue.toml",
                                          "--protection", "dp", "--budget",   budget,        "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = query(arguments);
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.out, "");
  }
  Value ask(const std::string& question, const std::string& epsilon = "50") const {
    return json({"ask", "db", question, "--epsilon", epsilon});
  }
  std::int64_t left() const { return json({"budget", "db"}).at("left").as_integer(); }
  void expect_misuse(const std::vector<std::string>& arguments, const std::string& words) const {
    const Outcome outcome = query(arguments);
    EXPECT_EQ(outcome.status, 2) << words << "\n" << outcome.error;
    EXPECT_EQ(outcome.out, "") << words;
    EXPECT_NE(outcome.error.find(words), std::string::npos) << outcome.error;
  }

  TemporaryFolder folder_;
};

TEST_F(QueryCommand, ReportsTheImportOfRecords) {
  folder_.write("people.csv", "age,income,ward,smoker\n120,1,a,no\n-3,2.4,b,\n50,3,a,yes\n");
  const Value made = json(
      {"init", "db", "people.csv", "--catalogue", "catalogue.toml", "--protection", "dp", "--budget", "1"});
  const Value& counts = made.at("tables").as_array().front();
  EXPECT_EQ(counts.at("table").as_text(), "people");
  EXPECT_EQ(counts.at("rows").as_integer(), 3);
  EXPECT_EQ(counts.at("kept").as_integer(), 3);
  EXPECT_EQ(counts.at("clamped").as_integer(), 2);
  EXPECT_EQ(counts.at("rounded").as_integer(), 1);
}

// Exact answers: 400 people in four wards of 100, born from 1970 to 1973, tax with one decimal.
TEST_F(QueryCommand, AnswersSeveralAggregatesBandsDatesAndHaving) {
  folder_.write("dates.toml", R"([table.t.column.ward]
kind = "category"
categories = ["a", "b", "c", "d"]
role = "quasi-identifier"
[table.t.column.age]
kind = "number"
domain = [0, 99]
role = "quasi-identifier"
[table.t.column.born]
kind = "date"
domain = ["1970-01-01", "1980-12-31"]
role = "quasi-identifier"
[table.t.column.tax]
kind = "number"
domain = [0, 100000]
decimals = 1
role = "confidential"
)");
  std::string text = "ward,age,born,tax\n";
  for (int i = 0; i < 400; ++i) {
    const std::string year = std::to_string(1970 + i % 4), month = i % 8 < 4 ? "01" : "12";
    text += std::string(1, static_cast<char>('a' + i / 100)) + "," + std::to_string(i / 4) + "," + year +
            "-" + month + "-15," + std::to_string(1000 + i) + ".1\n";
  }
  folder_.write("t.csv", text);
  ASSERT_EQ(query({"init", "exact", "t.csv", "--catalogue", "dates.toml", "--protection", "restrict"}).status,
            0);
  // Σ (1000.1 + i) for i below 200 is 200,020 + 19,900; for i from 100 to 199 it is 100,010 + 14,950.
  const Value half =
      json({"ask", "exact", "SELECT COUNT(*) AS n, SUM(tax) AS total, AVG(tax) FROM t WHERE age < 50"});
  EXPECT_EQ(half.at("answer").at("n").as_number(), 200);
  EXPECT_EQ(half.at("answer").at("total").as_number(), 219'920);
  EXPECT_EQ(half.at("answer").at("AVG(tax)").as_number(), 1099.6);
  const Value bands =
      json({"ask", "exact",
            "SELECT age / 25 AS band, SUM(tax) AS total FROM t GROUP BY age / 25 HAVING total > 110000"});
  ASSERT_EQ(bands.at("answer").as_array().size(), 3U);
  EXPECT_EQ(bands.at("answer").as_array()[0].at("band").as_text(), "25-49");
  EXPECT_EQ(bands.at("answer").as_array()[0].at("total").as_number(), 114'960);
  const Outcome years =
      query({"ask", "exact", "SELECT COUNT(*) FROM t WHERE born >= DATE '1971-01-01' GROUP BY YEAR(born)"});
  EXPECT_NE(years.out.find("1971           100"), std::string::npos) << years.out;
  EXPECT_NE(years.out.find("1980             0"), std::string::npos) << years.out;
  expect_misuse({"ask", "exact", "SELECT COUNT(*) FROM t WHERE born > '1970-02-30'"},
                "column 37: '1970-02-30' is not a date");
}

// ε = 50 for each: noise of more than 25 times its scale has probability e^-25 = 1.4 · 10^-11.
TEST_F(QueryCommand, AnswersEveryAggregate) {
  make();
  struct Case {
    std::string what;
    double truth, error;
  };
  // Ages 20 to 69 in turn: 44.5 on average, variance (50² − 1)/12 = 208.25. Incomes 0 to 990: 495, sum
  // 198,000. COUNT(smoker) leaves out NULL. Quantiles have errors in ranks, and eight people have each age;
  // all values outside the range of the data have the same distance in ranks as the bounds of the domain.
  const std::vector<Case> cases = {{"COUNT(*)", 400, 1},
                                   {"COUNT(smoker)", 300, 1},
                                   {"COUNT(DISTINCT age)", 50, 1},
                                   {"SUM(income)", 198'000, 25 * 20},
                                   {"AVG(age)", 44.5, 1},
                                   {"VAR(age)", 208.25, 50},
                                   {"STDDEV(age)", 14.43, 2},
                                   {"MEDIAN(age)", 44.5, 2},
                                   {"QUANTILE(age, 0.25)", 32, 2},
                                   {"MIN(age)", 11, 11},
                                   {"MAX(age)", 84, 17}};
  for (const Case& one : cases) {
    const Value said = ask("SELECT " + one.what + " FROM people");
    EXPECT_NEAR(said.at("answer").as_number(), one.truth, one.error) << one.what;
    const auto& interval = said.at("interval95").as_array();
    ASSERT_EQ(interval.size(), 2U);
    EXPECT_LE(interval[0].as_number(), said.at("answer").as_number()) << one.what;
    EXPECT_GE(interval[1].as_number(), said.at("answer").as_number()) << one.what;
    EXPECT_EQ(said.at("charged").as_integer(), 50'000'000) << one.what;
    EXPECT_FALSE(said.at("refused").as_bool());
    EXPECT_TRUE(said.at("reason").is_null());
    EXPECT_FALSE(said.at("repeated").as_bool());
    EXPECT_EQ(said.at("version").as_integer(), 1);
  }
  EXPECT_EQ(left(), 1'000'000'000 - 50'000'000 * static_cast<std::int64_t>(cases.size()));
}

TEST_F(QueryCommand, HasAGroupForEveryDeclaredCategoryAndNull) {
  make();
  const Value said = ask("SELECT COUNT(*) FROM people WHERE age >= 0 GROUP BY ward, smoker", "100");
  const auto& groups = said.at("answer").as_array();
  // By hand: i % 4 = 0 missing (ward a), 1 no (b), 2 yes (a), 3 yes (b); a hundred of each.
  const std::vector<std::pair<std::string, double>> expected = {
      {"a no", 0},   {"a yes", 100},  {"a NULL", 100},  {"b no", 100},    {"b yes", 100},
      {"b NULL", 0}, {"empty no", 0}, {"empty yes", 0}, {"empty NULL", 0}};
  ASSERT_EQ(groups.size(), expected.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    EXPECT_EQ(groups[i].at("ward").as_text() + " " + groups[i].at("smoker").as_text(), expected[i].first);
    EXPECT_NEAR(groups[i].at("value").as_number(), expected[i].second, 1.0);
    EXPECT_EQ(groups[i].at("interval95").as_array().size(), 2U);
  }
  EXPECT_TRUE(said.at("interval95").is_null());
  const Outcome shown = query({"ask", "db", "SELECT ward, AVG(age) FROM people GROUP BY ward"});
  EXPECT_EQ(shown.status, 0) << shown.error;
  for (const char* word : {"ward", "empty", "95 % interval", "Charged with ε = 0.1"})
    EXPECT_NE(shown.out.find(word), std::string::npos) << shown.out;
}

TEST_F(QueryCommand, ExplainsWithoutData) {
  make("1");
  std::filesystem::remove_all(folder_.file("db/tables"));
  const Value said =
      json({"explain", "db", "select avg(income) from PEOPLE where not (age<60)", "--epsilon", "0.5"});
  EXPECT_EQ(said.at("query").as_text(), "SELECT AVG(income) FROM people WHERE age >= 60");
  EXPECT_EQ(said.at("cost").as_integer(), 500'000);
  EXPECT_EQ(said.at("neighbours").as_text(), "replace");
  const auto& parts = said.at("parts").as_array();
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].at("micro_epsilon").as_integer() + parts[1].at("micro_epsilon").as_integer(), 500'000);
  EXPECT_NEAR(parts[0].at("epsilon").as_number() + parts[1].at("epsilon").as_number(), 0.5, 1e-12);
  EXPECT_EQ(left(), 1'000'000);
  EXPECT_EQ(json({"budget", "db"}).at("entries").as_integer(), 0);
  // A count of sensitivity 1 at ε = 1: the mean absolute error is 2q/(1 − q²), q = 1/e.
  EXPECT_NEAR(json({"explain", "db", "SELECT COUNT(*) FROM people WHERE age < 30", "--epsilon", "1"})
                  .at("expected_error")
                  .as_number(),
              0.8509, 1e-3);
  // An answer needs the data; missing data give the same error as any other failure, and the charge stays.
  const Outcome failed = query({"ask", "db", "SELECT AVG(income) FROM people", "--epsilon", "0.5"});
  EXPECT_EQ(failed.status, 3) << failed.error;
  EXPECT_NE(failed.error.find("could not be answered"), std::string::npos) << failed.error;
  EXPECT_EQ(left(), 500'000);
}

TEST_F(QueryCommand, TheSameQuestionCostsNothingAgain) {
  make("1");
  const Value first = ask("SELECT SUM(income) FROM people WHERE age >= 60", "0.5");
  for (const char* question : {"SELECT SUM(income) FROM people WHERE age >= 60",
                               "select sum(Income) from people where not (60 > age)",
                               "SELECT SUM(income) FROM people WHERE age > 59 AND TRUE"}) {
    const Value again = ask(question, "0.3");
    EXPECT_EQ(again.at("answer").as_number(), first.at("answer").as_number()) << question;
    EXPECT_TRUE(again.at("repeated").as_bool());
    EXPECT_EQ(again.at("charged").as_integer(), 0);
    EXPECT_EQ(again.at("left").as_integer(), 500'000);
  }
  EXPECT_EQ(json({"budget", "db"}).at("repeated").as_integer(), 3);
}

TEST_F(QueryCommand, RefusesWithStatusOneAndChargesNothing) {
  make("1");
  const Value refused = json({"ask", "db", "SELECT COUNT(*) FROM people", "--epsilon", "1.5"}, 1);
  EXPECT_TRUE(refused.at("refused").as_bool());
  EXPECT_TRUE(refused.at("answer").is_null());
  EXPECT_EQ(refused.at("charged").as_integer(), 0);
  EXPECT_EQ(refused.at("left").as_integer(), 1'000'000);
  EXPECT_NE(refused.at("reason").as_text().find("budget"), std::string::npos);
  ASSERT_EQ(query({"budget", "db", "--quota", "anna=0.25", "--quota", "bob=none"}).status, 0);
  const std::string question = "SELECT COUNT(*) FROM people WHERE age < 30";
  EXPECT_EQ(query({"ask", "db", question, "--user", "anna", "--epsilon", "0.3"}).status, 1);
  EXPECT_EQ(query({"ask", "db", question, "--user", "bob", "--epsilon", "0.3"}).status, 0);
  const Outcome known = query({"ask", "db", question, "--user", "anna", "--epsilon", "0.3"});
  EXPECT_EQ(known.status, 1) << known.out;  // whether bob asked it makes no difference
  const Value anna = json({"budget", "db", "--user", "anna"});
  EXPECT_EQ(anna.at("spent_by_user").as_integer(), 0);
  EXPECT_EQ(anna.at("quota").as_integer(), 250'000);
  EXPECT_EQ(anna.at("spent").as_integer(), 300'000);
  EXPECT_EQ(anna.at("refused").as_integer(), 3);
  const Outcome shown = query({"ask", "db", "SELECT COUNT(*) FROM people", "--epsilon", "0.8"});
  EXPECT_EQ(shown.status, 1);
  std::string line = shown.out;
  std::replace(line.begin(), line.end(), '\n', ' ');
  EXPECT_NE(line.find("ε = 1 (1000000 micro-ε) is left of the user's share, 0.7 (700000 micro-ε) of the "
                      "database's budget"),
            std::string::npos)
      << shown.out;
  ASSERT_EQ(query({"budget", "db", "--quota", "carl=0"}).status, 0);
  const Value nothing = json({"ask", "db", question, "--user", "carl", "--epsilon", "0.1"}, 1);
  EXPECT_EQ(nothing.at("left").as_integer(), 0);
  EXPECT_NE(nothing.at("reason").as_text().find("quota"), std::string::npos);
}

TEST_F(QueryCommand, TheLogHasEveryQuestionAndIsExported) {
  make("1");
  ask("SELECT COUNT(*) FROM people", "0.5");
  ask("SELECT COUNT(*) FROM people", "0.5");
  query({"ask", "db", "SELECT SUM(income) FROM people WHERE ward = 'a'", "--epsilon", "0.6", "--user",
         "e\"ve"});
  query({"ask", "db", "SELECT nonsense", "--user", "eve"});  // not a valid question
  ASSERT_EQ(query({"budget", "db", "-o", "log.csv"}).status, 0);
  const std::string log = folder_.read("log.csv");
  EXPECT_EQ(log.find("row,kind,entry,time,user,query,asked,charged,charged_to_user,chain,asked_epsilon,"
                     "charged_epsilon,charged_to_user_epsilon\n1,granted,1,"),
            0U)
      << log;
  EXPECT_NE(log.find("\n3,repeated,1,"), std::string::npos) << log;
  EXPECT_NE(log.find("\n4,refused: budget,0,"), std::string::npos) << log;
  EXPECT_NE(log.find("\"e\"\"ve\",\"SELECT SUM(income) FROM people WHERE ward = 'a'\",600000,0,0,"),
            std::string::npos)
      << log;
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 4);
  EXPECT_EQ(log.find("interval"), std::string::npos);  // no answers
}

void change(const std::string& path, const std::string& statement) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
}

TEST_F(QueryCommand, DetectsATamperedLedgerAndAnswersNothing) {
  make("1");
  ask("SELECT COUNT(*) FROM people", "0.5");
  const Outcome whole = query({"budget", "db", "--verify"});
  EXPECT_EQ(whole.status, 0) << whole.error;
  EXPECT_NE(whole.out.find("The log is intact: 3 rows"), std::string::npos) << whole.out;
  const std::string ledger = folder_.file("db/ledger.sqlite");
  const std::string head = json({"budget", "db"}).at("head").as_text();
  ask("SELECT COUNT(*) FROM people", "0.4");
  EXPECT_TRUE(json({"budget", "db", "--kept", head}).at("intact").as_bool());
  // Rows removed at the end leave a valid earlier ledger: only a head that was kept detects this.
  const std::string bytes = folder_.read("db/ledger.sqlite");
  change(ledger, "DELETE FROM log WHERE position > 0");
  EXPECT_EQ(query({"budget", "db", "--verify"}).status, 0);
  EXPECT_EQ(left(), 1'000'000);
  EXPECT_NE(json({"budget", "db", "--kept", head}, 1).at("finding").as_text().find("missing at the end"),
            std::string::npos);
  folder_.write("db/ledger.sqlite", bytes);
  change(ledger, "UPDATE log SET charged = 1 WHERE kind = 1");
  const Value found = json({"budget", "db", "--verify"}, 1);
  EXPECT_FALSE(found.at("intact").as_bool());
  EXPECT_NE(found.at("finding").as_text().find("row 1"), std::string::npos);
  expect_misuse({"ask", "db", "SELECT SUM(age) FROM people"}, "is not intact: row 1");
  expect_misuse({"budget", "db"}, "is not intact: row 1");
}

TEST_F(QueryCommand, ShowsTheHeadInOneLine) {
  make("1");
  ask("SELECT COUNT(*) FROM people", "0.5");
  const std::string head = json({"budget", "db"}).at("head").as_text();
  EXPECT_EQ(query({"budget", "db", "--head"}).out, head + "\n");
  EXPECT_EQ(json({"budget", "db", "--head"}).at("head").as_text(), head);
  folder_.write("head", head + "\n");
  EXPECT_TRUE(json({"budget", "db", "--verify", "--kept", "head"}).at("intact").as_bool());
  const auto kept = [&](const std::string& given) {
    return query({"ask", "db", "SELECT COUNT(*) FROM people", "--kept", given, "--epsilon", "0.1"});
  };
  EXPECT_EQ(kept(head).status, 0);
  EXPECT_EQ(kept("head").status, 0);
  EXPECT_EQ(folder_.read("head"), query({"budget", "db", "--head"}).out);
  change(folder_.file("db/ledger.sqlite"), "DELETE FROM log WHERE position > 2");
  for (const std::string& given : {std::string("head"), folder_.read("head").substr(0, head.size())}) {
    const Outcome refused = kept(given);
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.error.find("was rolled back or replaced"), std::string::npos) << refused.error;
  }
  for (const char* wrong : {"", "db", "nothing", "1:00"}) {
    EXPECT_EQ(kept(wrong).status, 2);
    expect_misuse({"serve", "db", "--listen", "127.0.0.1:0", "--kept", wrong}, "kept");
  }
}

TEST_F(QueryCommand, RefusesChangedTerms) {
  make("1");
  std::string terms = folder_.read("db/terms.toml");
  terms.replace(terms.find("\"replace\""), 9, "\"add-remove\"");
  folder_.write("db/terms.toml", terms);
  const std::string words = "neighbours (recorded: replace)", question = "SELECT COUNT(*) FROM people";
  expect_misuse({"ask", "db", question}, words);
  expect_misuse({"explain", "db", question}, words);
  expect_misuse({"budget", "db"}, words);
  expect_misuse({"budget", "db", "--verify"}, words);
  expect_misuse({"serve", "db", "--listen", "127.0.0.1:0"}, words);
}

TEST_F(QueryCommand, MisuseIsReportedWithItsPosition) {
  make("1");
  const auto init = [&](const std::string& words, const std::string& file = "catalogue.toml") {
    expect_misuse({"init", "new", "people.csv", "--catalogue", file, "--protection", "dp", "--budget", "1"},
                  words);
    EXPECT_FALSE(folder_.has("new"));
  };
  expect_misuse(
      {"init", "db", "people.csv", "--catalogue", "catalogue.toml", "--protection", "dp", "--budget", "1"},
      "db");
  EXPECT_EQ(left(), 1'000'000);
  folder_.write("broken.toml", "[table.people.column.age]\nkind = \"number\"\ndomain = [0, \n");
  init("broken.toml", "broken.toml");
  folder_.write("backwards.toml", "[table.people.column.age]\nkind = \"number\"\ndomain = [100, 0]\n");
  init("age", "backwards.toml");
  folder_.write("absent.toml", "[table.people.column.height]\nkind = \"number\"\ndomain = [0, 3]\n");
  init("height", "absent.toml");
  folder_.write("people.csv", "age,income,ward,smoker\n30,5,a,no\n31,70000,a,no\n");
  init("income");
  expect_misuse(
      {"init", "new", "nowhere.csv", "--catalogue", "catalogue.toml", "--protection", "dp", "--budget", "1"},
      "nowhere.csv");
  for (const char* budget : {"0", "-1", "0.0000001", "1001", "much", ""}) {
    expect_misuse({"init", "new", "people.csv", "--catalogue", "catalogue.toml", "--protection", "dp",
                   "--budget", budget},
                  "budget");
  }
  const auto ask_badly = [&](const std::string& question, const std::string& words) {
    expect_misuse({"ask", "db", question}, words);
    expect_misuse({"explain", "db", question}, words);
  };
  ask_badly("SELECT COUNT(*)\n  FROM persons", "line 2, column 8: there is no table 'persons'");
  ask_badly("SELECT SUM(wealth) FROM people", "column 12: 'people' has no column 'wealth'");
  ask_badly("SELECT COUNT(*) FROM people WHERE ward = 'c'", "'c' is not a category of 'ward'");
  ask_badly("SELECT * FROM people", "a query cannot return single records");
  ask_badly("SELECT COUNT(*) FROM people; DROP TABLE people", "expected the end of the query, found 'DROP'");
  expect_misuse({"ask", "nowhere", "SELECT COUNT(*) FROM people"}, "nowhere");
  expect_misuse({"ask", "db", "SELECT COUNT(*) FROM people", "--epsilon", "-1"}, "epsilon");
  expect_misuse({"budget", "db", "--quota", "anna"}, "quota");
  expect_misuse({"budget", "db", "--quota", "anna=x"}, "quota");
  for (const char* head : {"", ":", "1", "x:00", "1:00", "99999999999999999999:00"})
    expect_misuse({"budget", "db", "--kept", head}, "kept");
  expect_misuse({"budget", "db", "-o", "db/ledger.sqlite"}, "ledger.sqlite");
  EXPECT_EQ(left(), 1'000'000);
}

TEST_F(QueryCommand, AnswersFromMaskedRecordsExactlyAndAtNoCost) {
  folder_.write("recipe.toml", "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"age\", \"income\"]\nk = 10\n");
  const std::vector<std::string> init = {"init",           "db",           "people.csv", "--catalogue",
                                         "catalogue.toml", "--protection", "input"};
  expect_misuse(init, "needs a recipe");
  std::vector<std::string> arguments = init;
  arguments.insert(arguments.end(), {"--recipe", "recipe.toml", "--quiet"});
  const Outcome made = query(arguments);
  ASSERT_EQ(made.status, 0) << made.error;
  const Value count = json({"ask", "db", "SELECT COUNT(*) FROM people GROUP BY ward"});
  EXPECT_EQ(count.at("answer").as_array()[0].at("value").as_number(), 200.0);
  EXPECT_TRUE(count.at("answer").as_array()[0].at("interval95").is_null());
  const Value average = json({"ask", "db", "SELECT AVG(income) FROM people"});
  EXPECT_NEAR(average.at("answer").as_number(), 495.0,
              1.0);  // microaggregation keeps the mean, except for rounding
  EXPECT_TRUE(average.at("interval95").is_null());
  EXPECT_EQ(average.at("charged").as_integer(), 0);
  // At least ten records share each value of a masked column.
  const Value ages = json({"ask", "db", "SELECT COUNT(*) FROM people GROUP BY age"});
  int present = 0;
  for (const Value& group : ages.at("answer").as_array()) {
    if (group.at("value").as_number() == 0.0) continue;
    EXPECT_GE(group.at("value").as_number(), 10.0) << group.at("age").as_text();
    ++present;
  }
  EXPECT_GT(present, 3);
  EXPECT_EQ(json({"budget", "db", "--verify"}).at("entries").as_integer(), 3);
  const Outcome explained = query({"explain", "db", "SELECT AVG(income) FROM people"});
  EXPECT_NE(explained.out.find("masked records"), std::string::npos) << explained.out;
}

TEST_F(QueryCommand, ProtectsPersonsWithSeveralRecords) {
  folder_.write("catalogue-of-visits.toml",
                "[table.visits]\nperson = \"who\"\nrows-per-person = 2\n[table.visits.column.cost]\n"
                "kind = \"number\"\ndomain = [0, 10]\n");
  folder_.write("visits.csv", "who,cost\nx,1\nx,2\nx,3\ny,4\nz,5\n");
  const Value made =
      json({"init", "db", "--table", "visits=visits.csv", "--catalogue", "catalogue-of-visits.toml",
            "--protection", "dp", "--budget", "100", "--neighbours", "add-remove"});
  EXPECT_EQ(made.at("tables").as_array()[0].at("beyond_unit").as_integer(), 1);
  const Value plan = json({"explain", "db", "SELECT SUM(cost) FROM visits"});
  EXPECT_EQ(plan.at("parts").as_array()[0].at("sensitivity").as_number(), 20.0);
  EXPECT_EQ(plan.at("neighbours").as_text(), "add-remove");
  EXPECT_NEAR(ask("SELECT COUNT(*) FROM visits", "100").at("answer").as_number(), 4.0, 1.0);
}

TEST_F(QueryCommand, TakesTablesFromPostgres) {
  if (PostgresServer::programs().empty()) {
    GTEST_SKIP() << "the PostgreSQL server is not installed; scripts/setup installs it";
  }
  const PostgresServer server;
  server.run(
      "CREATE TABLE people (age int, income int, ward text, smoker text);"
      "INSERT INTO people SELECT 20 + i % 50, 10 * (i % 100), 'a', NULL FROM generate_series(1, 400) i;");
  const Outcome made = query({"init", "db", "--source", server.url(), "--catalogue", "catalogue.toml",
                              "--protection", "dp", "--budget", "1000", "--quiet"});
  ASSERT_EQ(made.status, 0) << made.error;
  EXPECT_NEAR(ask("SELECT COUNT(*) FROM people WHERE smoker IS NULL").at("answer").as_number(), 400.0, 1.0);
  const Outcome wrong = query({"init", "other", "--source", "postgres://missing@/nothing?host=/nowhere",
                               "--catalogue", "catalogue.toml", "--protection", "dp", "--budget", "1"});
  EXPECT_NE(wrong.status, 0);
  EXPECT_FALSE(folder_.has("other"));
}

}  // namespace
}  // namespace sfumato::testing
