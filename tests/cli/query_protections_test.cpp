// `sfumato query` with restriction and camouflage, and the comparison of all four protections, end to end.
#include <cmath>
#include <filesystem>

#include "core/version.hpp"
#include "io/file_digest.hpp"
#include "io/json.hpp"
#include "support/markup.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

// 60 people of two wards: ages 20 to 49 in turn, incomes 100, 110, … 690. Only person 7 is a judge.
class QueryProtections : public ::testing::Test {
 protected:
  QueryProtections() {
    folder_.write("catalogue.toml", R"([table.people.column.age]
kind = "number"
domain = [0, 100]
role = "quasi-identifier"

[table.people.column.ward]
kind = "category"
categories = ["a", "b"]
role = "quasi-identifier"

[table.people.column.job]
kind = "category"
categories = ["clerk", "judge"]
role = "quasi-identifier"

[table.people.column.income]
kind = "number"
domain = [0, 1000]
role = "confidential"
)");
    std::string text = "age,ward,job,income\n";
    for (int i = 0; i < 60; ++i) {
      text += std::to_string(20 + i % 30) + "," + (i % 2 == 0 ? "a" : "b") + "," +
              (i == 7 ? "judge" : "clerk") + "," + std::to_string(100 + 10 * i) + "\n";
    }
    folder_.write("people.csv", text);
    folder_.write("recipe.toml", "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\nk = 5\n");
  }
  Outcome query(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "query");
    return run_in(folder_.path(), arguments);
  }
  Value json(std::vector<std::string> arguments, int status = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = query(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.error << outcome.out;
    return io::parse_json(outcome.out, "standard output");
  }
  void make(const std::string& protection, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"init",           "db",           "people.csv", "--catalogue",
                                       "catalogue.toml", "--protection", protection,   "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = query(arguments);
    ASSERT_EQ(outcome.status, 0) << outcome.error;
  }
  Value ask(const std::string& question, int status = 0) const {
    return json({"ask", "db", question}, status);
  }
  // 2: bad input; 1: refused by the protection.
  void expect_misuse(const std::vector<std::string>& arguments, const std::string& words,
                     int status = 2) const {
    const Outcome outcome = query(arguments);
    EXPECT_EQ(outcome.status, status) << words << "\n" << outcome.error;
    EXPECT_NE(outcome.error.find(words), std::string::npos) << outcome.error;
  }

  TemporaryFolder folder_;
};

// Incomes of ward a: 100, 120, … 680.
TEST_F(QueryProtections, RestrictionAnswersExactlyOrNotAtAll) {
  make("restrict", {"--least", "3"});
  EXPECT_EQ(ask("SELECT SUM(income) FROM people WHERE ward = 'a'").at("answer").as_number(), 11700.0);
  EXPECT_EQ(ask("SELECT AVG(income) FROM people WHERE ward = 'a'").at("answer").as_number(), 390.0);
  EXPECT_TRUE(ask("SELECT SUM(income) FROM people WHERE ward = 'a'").at("repeated").as_bool());
  for (const char* question :
       {"SELECT SUM(income) FROM people WHERE job = 'judge'",
        "SELECT SUM(income) FROM people WHERE job = 'clerk'", "SELECT SUM(income) FROM people"}) {
    const Value refused = ask(question, 1);
    EXPECT_TRUE(refused.at("refused").as_bool());
    EXPECT_TRUE(refused.at("answer").is_null());
    EXPECT_FALSE(refused.at("reason").as_text().empty());
  }
}

// Ward b with its judge and without: the second question is refused, for any user and in another process. So
// is the indirect way through ward a.
TEST_F(QueryProtections, RestrictionRefusesTheTracker) {
  make("restrict", {"--least", "2"});
  const std::string with = "SELECT SUM(income) FROM people WHERE ward = 'b'";
  const std::string without = "SELECT SUM(income) FROM people WHERE ward = 'b' AND job = 'clerk'";
  EXPECT_EQ(json({"ask", "db", with, "--user", "anna"}).at("answer").as_number(), 12000.0);
  EXPECT_TRUE(json({"ask", "db", without, "--user", "bob"}, 1).at("refused").as_bool());
  EXPECT_EQ(ask("SELECT SUM(income) FROM people WHERE ward = 'a' AND age < 40").at("answer").as_number(),
            6800.0);
  EXPECT_TRUE(ask("SELECT SUM(income) FROM people WHERE job = 'clerk' AND (ward = 'b' OR age < 40)", 1)
                  .at("refused")
                  .as_bool());
}

TEST_F(QueryProtections, RestrictionRefusesConditionsOnConfidentialColumns) {
  make("restrict");
  expect_misuse({"ask", "db", "SELECT COUNT(*) FROM people WHERE income > 500"}, "income", 1);
  expect_misuse({"ask", "db", "SELECT MEDIAN(income) FROM people"}, "MIN and MAX only", 1);
  EXPECT_EQ(ask("SELECT MAX(income) FROM people WHERE ward = 'b'").at("answer").as_number(), 690.0);
  EXPECT_TRUE(ask("SELECT SUM(income) FROM people WHERE ward = 'b'", 1).at("refused").as_bool());
}

TEST_F(QueryProtections, BudgetShowsAndVerifiesDecisions) {
  make("restrict");
  ask("SELECT SUM(income) FROM people WHERE ward = 'a'");
  ask("SELECT SUM(income) FROM people WHERE job = 'judge'", 1);
  const Value document = json({"budget", "db", "--verify"});
  EXPECT_TRUE(document.at("intact").as_bool());
  EXPECT_EQ(document.at("entries").as_integer(), 1);
  EXPECT_EQ(document.at("refused").as_integer(), 1);
  const Outcome exported = query({"budget", "db", "-o", "log.csv", "--quiet"});
  EXPECT_EQ(exported.status, 0) << exported.error;
  EXPECT_NE(folder_.read("log.csv").find("judge"), std::string::npos);
}

TEST_F(QueryProtections, TamperingWithDecisionsIsDetected) {
  make("restrict");
  ask("SELECT SUM(income) FROM people WHERE ward = 'a'");
  const std::string head = json({"budget", "db"}).at("head").as_text();
  EXPECT_TRUE(json({"budget", "db", "--kept", head}).at("intact").as_bool());
  std::string bytes = folder_.read("db/restriction.sqlite");
  const std::size_t place = bytes.find("local");
  ASSERT_NE(place, std::string::npos);
  folder_.write("db/restriction.sqlite", bytes.replace(place, 5, "other"));
  EXPECT_FALSE(json({"budget", "db", "--verify"}, 1).at("intact").as_bool());
  EXPECT_EQ(query({"ask", "db", "SELECT SUM(income) FROM people WHERE ward = 'b'"}).status, 2);
}

TEST_F(QueryProtections, CamouflageIntervalsContainTheTrueValue) {
  make("camouflage");
  EXPECT_TRUE(folder_.has("db.key"));
  for (const auto& [question, truth] : std::vector<std::pair<std::string, double>>{
           {"SELECT SUM(income) FROM people", 23700},
           {"SELECT AVG(income) FROM people WHERE ward = 'a'", 390},
           {"SELECT MAX(income) FROM people", 690},
           {"SELECT MIN(income) FROM people WHERE job = 'clerk'", 100},
           {"SELECT MEDIAN(income) FROM people", 390},
           {"SELECT SUM(income) FROM people WHERE job = 'judge'", 170}}) {
    const Value document = ask(question);
    EXPECT_TRUE(document.at("certain").as_bool());
    EXPECT_EQ(document.at("answer").at("lower"), document.at("interval95").as_array()[0]);
    EXPECT_EQ(document.at("answer").at("upper"), document.at("interval95").as_array()[1]);
    const Value::Array& interval = document.at("interval95").as_array();
    EXPECT_LE(interval[0].as_number(), truth) << question;
    EXPECT_GE(interval[1].as_number(), truth) << question;
    EXPECT_GT(interval[1].as_number() - interval[0].as_number(), 1) << question;
  }
  const Value count = ask("SELECT COUNT(*) FROM people WHERE ward = 'a'").at("answer");
  EXPECT_EQ(count.at("lower").as_number(), 30);
  EXPECT_EQ(count.at("upper").as_number(), 30);
  expect_misuse({"ask", "db", "SELECT COUNT(*) FROM people WHERE income > 500"}, "income", 1);
}

// The records themselves are not stored, and the same question always has the same interval.
TEST_F(QueryProtections, CamouflageIsCreatedOnceAndEncrypted) {
  make("camouflage");
  const Value first = ask("SELECT SUM(income) FROM people WHERE job = 'judge'");
  EXPECT_EQ(ask("SELECT SUM(income) FROM people WHERE job = 'judge'").at("interval95"),
            first.at("interval95"));
  expect_misuse({"init", "db", "people.csv", "--catalogue", "catalogue.toml", "--protection", "camouflage"},
                "already exists");
  std::filesystem::rename(folder_.file("db.key"), folder_.file("elsewhere"));
  expect_misuse({"ask", "db", "SELECT SUM(income) FROM people"}, "key");
  EXPECT_EQ(query({"ask", "db", "SELECT SUM(income) FROM people", "--key", "elsewhere"}).status, 0);
  folder_.write_private("wrong.key", std::string(64, 'a') + "\n");
  EXPECT_EQ(query({"ask", "db", "SELECT SUM(income) FROM people", "--key", "wrong.key"}).status, 2);
}

// Two camouflages of the same records: the common part of two intervals is narrower than each of them.
TEST_F(QueryProtections, ASecondCamouflageOfTheSameRecordsNeedsAReason) {
  make("camouflage");
  const std::vector<std::string> second{"init",           "second",       "people.csv", "--catalogue",
                                        "catalogue.toml", "--protection", "camouflage"};
  expect_misuse(second, "'db' already camouflages these records");
  expect_misuse(second, "--accept-intersection");
  EXPECT_FALSE(folder_.has("second"));
  EXPECT_FALSE(folder_.has("second.key"));
  std::vector<std::string> accepted = second;
  accepted.insert(accepted.end(), {"--accept-intersection", "the first one was never asked", "--quiet"});
  ASSERT_EQ(query(accepted).status, 0);
  const Value budget = json({"budget", "second", "--verify"});
  ASSERT_EQ(budget.at("notes").as_array().size(), 1U);
  EXPECT_NE(budget.at("notes").as_array()[0].as_text().find("the first one was never asked"),
            std::string::npos);
  expect_misuse({"init", "third", "people.csv", "--catalogue", "catalogue.toml", "--protection", "restrict",
                 "--accept-intersection", "because"},
                "accept-intersection");
}

TEST_F(QueryProtections, UsersHaveNames) {
  make("restrict");
  for (const char* name : {"", "line\nbreak"}) {
    EXPECT_EQ(query({"ask", "db", "SELECT SUM(income) FROM people WHERE ward = 'a'", "--user", name}).status,
              2)
        << name;
  }
}

TEST_F(QueryProtections, InitRefusesOptionsOfOtherProtections) {
  const std::vector<std::string> init{"init",           "db",          "people.csv", "--catalogue",
                                      "catalogue.toml", "--protection"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = init;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_misuse(with({"restrict", "--budget", "1"}), "budget");
  expect_misuse(with({"restrict", "--key", "k"}), "key");
  expect_misuse(with({"camouflage", "--recipe", "recipe.toml"}), "recipe");
  expect_misuse(with({"camouflage", "--width", "2"}), "width");
  expect_misuse(with({"dp", "--budget", "1", "--least", "3"}), "least");
  expect_misuse(with({"restrict", "--neighbours", "add-remove"}), "neighbours");
  expect_misuse(with({"camouflage", "--key", "nowhere/k"}), "nowhere/k");
  expect_misuse(with({"secrecy"}), "secrecy");
  EXPECT_FALSE(folder_.has("db"));
}

// people.toml beside people.csv would be the sidecar of the data.
TEST_F(QueryProtections, ACatalogueMayHaveTheNameOfASidecar) {
  folder_.write("people.toml", folder_.read("catalogue.toml"));
  const Outcome outcome = query(
      {"init", "db", "people.csv", "--catalogue", "people.toml", "--protection", "restrict", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
}

class QueryCompare : public QueryProtections {
 protected:
  QueryCompare() {
    folder_.write("workload.toml", R"(data = "people.csv"
catalogue = "catalogue.toml"
recipe = "recipe.toml"
epsilon = 1
least = 3
questions = [
  "SELECT SUM(income) FROM people WHERE age < 35",
  "SELECT AVG(income) FROM people GROUP BY ward",
  "SELECT COUNT(*) FROM people WHERE age < 30",
  "SELECT SUM(income) FROM people WHERE job = 'judge'",
]
)");
  }
  static const Value* method(const Value& document, const std::string& name) {
    for (const Value& one : document.at("methods").as_array()) {
      if (one.at("method").as_text() == name) return &one;
    }
    return nullptr;
  }
};

TEST_F(QueryCompare, AsksEveryProtectionTheSame) {
  const Value document = json({"compare", "workload.toml"});
  EXPECT_EQ(document.at("questions"), Value(4));
  EXPECT_EQ(document.at("methods").as_array().size(), 5U);
  const Value* restricted = method(document, "restrict");
  ASSERT_NE(restricted, nullptr);
  // Three of four questions, and four of five figures, are answered exactly.
  EXPECT_EQ(restricted->at("answered"), Value(3));
  EXPECT_EQ(restricted->at("useful").as_number(), 0.8);
  EXPECT_EQ(restricted->at("median_error").as_number(), 0.0);
  EXPECT_GE(restricted->at("smallest_set").as_integer(), 3);
  const Value* noisy = method(document, "dp");
  ASSERT_NE(noisy, nullptr);
  EXPECT_EQ(noisy->at("answered"), Value(4));
  EXPECT_EQ(noisy->at("epsilon").as_number(), 4.0);
  EXPECT_GT(noisy->at("expected_error").as_number(), 0);
  const Value* camouflaged = method(document, "camouflage");
  ASSERT_NE(camouflaged, nullptr);
  EXPECT_EQ(camouflaged->at("answered"), Value(4));
  EXPECT_GT(camouflaged->at("narrowest_interval").as_number(), 0);
  EXPECT_GT(camouflaged->at("interval_width").as_number(), 0);
  const Value* masked = method(document, "input");
  ASSERT_NE(masked, nullptr);
  EXPECT_EQ(masked->at("answered"), Value(4));
  const Value* control = method(document, "none");
  ASSERT_NE(control, nullptr);
  EXPECT_TRUE(control->at("rank").is_null());
  EXPECT_EQ(control->at("useful").as_number(), 1.0);
  EXPECT_EQ(control->at("smallest_set"), Value(1));
  // Exact answers disclose at least the judge.
  EXPECT_GE(control->at("guessed").as_number(), 1.0 / 60);
}

TEST_F(QueryCompare, WritesAReport) {
  const Outcome outcome = query({"compare", "workload.toml", "-o", "out"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const std::string page = folder_.read("out/report.html");
  EXPECT_EQ(markup_fault(page), "");
  EXPECT_NE(page.find("Risk-utility map"), std::string::npos);
  EXPECT_NE(page.find("refused"), std::string::npos);
  for (const std::string& part : {std::string("sfumato query compare workload.toml -o out"),
                                  std::string("How this was made"), std::string(program_version())}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  for (const char* file :
       {"workload.toml", "catalogue.toml", "people.csv", "recipe.toml", "out/comparison.csv"}) {
    EXPECT_NE(page.find(io::file_sha256(folder_.file(file))), std::string::npos) << file;
  }
  EXPECT_NE(folder_.read("out/comparison.csv").find("restrict"), std::string::npos);
  EXPECT_EQ(io::parse_json(folder_.read("out/comparison.json"), "").at("questions"), Value(4));
  EXPECT_EQ(query({"compare", "workload.toml", "-o", "out", "--quiet", "--figures", "png"}).status, 0);
  EXPECT_TRUE(folder_.read("out/map.png").starts_with("\x89PNG"));
}

TEST_F(QueryCompare, TakesAQuestionOnEachLine) {
  folder_.write("questions.txt", "SELECT SUM(income) FROM people WHERE ward = 'a'\n");
  const Value document = json({"compare", "questions.txt", "--data", "people.csv", "--catalogue",
                               "catalogue.toml", "--methods", "restrict", "--rank-by", "error"});
  EXPECT_EQ(document.at("winner"), Value("restrict"));
  EXPECT_EQ(document.at("rank_by"), Value("error"));
}

TEST_F(QueryCompare, RefusesWhatItCannotDo) {
  expect_misuse({"compare", "workload.toml"}, "folder");
  folder_.write("questions.txt", "SELECT SUM(income) FROM people\n");
  expect_misuse({"compare", "questions.txt", "--json"}, "catalogue");
  expect_misuse({"compare", "questions.txt", "--catalogue", "catalogue.toml", "--json"}, "data");
  folder_.write("bad.toml",
                "data = \"people.csv\"\ncatalogue = \"catalogue.toml\"\nquestions = [\"SELECT x\"]\n");
  expect_misuse({"compare", "bad.toml", "--json"}, "question 1: ");
  expect_misuse({"compare", "workload.toml", "--methods", "secrecy", "--json"}, "secrecy");
  std::filesystem::create_directory(folder_.file("out2"));
  folder_.write("out2/report.html", "mine");
  expect_misuse({"compare", "workload.toml", "-o", "out2"}, "not from a comparison");
  EXPECT_EQ(folder_.read("out2/report.html"), "mine");
}

}  // namespace
}  // namespace sfumato::testing
