// Attacks by questions: averaging, differences, failures caused by one record, SQL injection, and unbounded
// texts. Each succeeds against a plain control, and fails against ours.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cmath>
#include <fstream>
#include <numeric>

#include "core/rng.hpp"
#include "queries/asked_database.hpp"
#include "queries/exact_answers.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

constexpr std::int64_t tenth = 100'000;  // ε = 0.1

const sfumato::Run& single() {
  static const sfumato::Run run({.seed = 1, .threads = 1});
  return run;
}

// The standard error of the mean of n answers is smaller by √n. The control has fresh noise for each answer.
TEST(AskAttacks, AveragingGetsTheSameAnswerAgain) {
  const AskedDatabase asked(some_people(300));
  const Database database = asked.open();
  const std::string question = "SELECT COUNT(*) FROM people WHERE age >= 50";
  const Query query = parse_query(question, database.catalogue());
  const Plan plan = make_plan(query, database.catalogue(), tenth, Neighbours::replace);
  const DataTable data = database.load(0, {0, 1, 2});
  const double truth = exact_answers(query, database.catalogue(), data, single())[0].value;
  SecureRng rng(SecureRng::Key{5});
  double sum = 0;
  constexpr int times = 20'000;
  for (int i = 0; i < times; ++i)
    sum += draw(plan, query, database.catalogue(), data, rng, single())[0].value;
  EXPECT_NEAR(sum / times, truth, 0.5);  // five standard errors of √200 / √20,000

  const Answer first = asked.ask(question, tenth);
  const std::vector<std::string> words = {
      question, "select count(*) from PEOPLE where not (50 > age);",
      "SELECT COUNT(*) FROM people WHERE age > 49 AND age <= 1000",
      "SELECT COUNT(*) FROM people WHERE age >= 50 OR age BETWEEN 60 AND 70",
      "SELECT COUNT(*) FROM people WHERE age IN (50) OR age > 50.0"};
  for (int i = 0; i < 40; ++i) {
    const Answer again = asked.ask(words[static_cast<std::size_t>(i) % words.size()], tenth - i % 7);
    EXPECT_TRUE(again.repeated);
    EXPECT_EQ(again.groups[0].value, first.groups[0].value);
  }
  EXPECT_EQ(asked.balance().spent, tenth);
}

// All persons, and all except one: exact answers disclose that person's income. With ours an attacker
// distinguishes 0 from the largest income in at most e^0.2 / (1 + e^0.2) = 55 % of cases, the bound for two
// answers of ε = 0.1.
TEST(AskAttacks, DifferencesRevealNoMoreThanTheirEpsilon) {
  const std::string all = "SELECT SUM(income) FROM people";
  const std::string but_one = "SELECT SUM(income) FROM people WHERE age <> 120";
  constexpr int times = 20'000;
  int naive = 0, ours = 0;
  for (const std::int64_t secret : {std::int64_t{0}, std::int64_t{5000}}) {
    std::vector<Person> people = some_people(200);
    people.push_back({120, secret, 0});
    const AskedDatabase asked(people);
    const Database database = asked.open();
    const Catalogue& catalogue = database.catalogue();
    const DataTable data = database.load(0, {0, 1, 2});
    const Query one = parse_query(all, catalogue), other = parse_query(but_one, catalogue);
    const Plan plan_one = make_plan(one, catalogue, tenth, Neighbours::replace);
    const Plan plan_other = make_plan(other, catalogue, tenth, Neighbours::replace);
    const double exact = exact_answers(one, catalogue, data, single())[0].value -
                         exact_answers(other, catalogue, data, single())[0].value;
    EXPECT_EQ(exact, static_cast<double>(secret));
    SecureRng rng(SecureRng::Key{6, static_cast<std::uint32_t>(secret)});
    for (int i = 0; i < times; ++i) {
      const double difference = draw(plan_one, one, catalogue, data, rng, single())[0].value -
                                draw(plan_other, other, catalogue, data, rng, single())[0].value;
      const auto right = [&](double guess) { return (guess > 2500.0) == (secret == 5000) ? 1 : 0; };
      naive += right(exact);
      ours += right(difference);
    }
    // And both are charged in full: they overlap.
    asked.ask(all, tenth);
    EXPECT_EQ(asked.ask(but_one, tenth).charged, tenth);
  }
  EXPECT_EQ(naive, 2 * times);
  const double bound = std::exp(0.2) / (1.0 + std::exp(0.2));
  EXPECT_LE(ours, 2 * times * bound + 6.0 * std::sqrt(2 * times * 0.25));
}

// A hundred questions that overlap in one person, until the budget is spent; then there are no more answers.
TEST(AskAttacks, OverlappingQuestionsEndWithTheBudget) {
  const AskedDatabase asked(some_people(100), 5 * tenth);
  int answered = 0;
  for (int i = 0; i < 100; ++i) {
    const Answer answer =
        asked.ask("SELECT SUM(income) FROM people WHERE age = 17 OR age > " + std::to_string(17 + i), tenth);
    answered += answer.refused ? 0 : 1;
    if (!answer.refused) continue;
    EXPECT_EQ(answer.charged, 0);
    EXPECT_TRUE(answer.groups.empty());
  }
  EXPECT_EQ(answered, 5);
  EXPECT_EQ(asked.balance().spent, 5 * tenth);
}

// The result of a plain program for the average income of people of age 120: a number or an error.
std::string plain_average(const std::vector<Person>& people) {
  std::int64_t count = 0, sum = 0;
  for (const Person& person : people) {
    if (person.age && *person.age != 120) continue;
    if (!person.age) return "error: an age is missing";
    if (__builtin_mul_overflow(person.income, person.income, &sum)) return "error: overflow";
    ++count;
  }
  return count == 0 ? "error: division by zero" : "a number";
}

// NULL, overflow and division by zero, each caused by one record: the control fails for one of two
// neighbours, and so reveals the record. Ours gives an answer and the same charge for both.
TEST(AskAttacks, NoRecordMakesAQuestionFail) {
  constexpr std::int64_t extreme = std::int64_t{1} << 53;
  const std::vector<Person> without_target = some_people(50);
  std::vector<Person> there = without_target, null = without_target, large = without_target;
  there[7] = {120, 5, 0};
  null[7] = {std::nullopt, 5, 0};
  large[7] = {120, extreme, 0};
  EXPECT_EQ(plain_average(there), "a number");
  EXPECT_EQ(plain_average(without_target), "error: division by zero");
  EXPECT_EQ(plain_average(null), "error: an age is missing");
  EXPECT_EQ(plain_average(large), "error: overflow");
  for (const std::vector<Person>& people : {without_target, there, null, large, std::vector<Person>()}) {
    const AskedDatabase asked(people, 1'000'000'000, extreme);
    for (const char* what :
         {"COUNT(*)", "COUNT(age)", "COUNT(DISTINCT income)", "SUM(income)", "AVG(income)", "VAR(income)",
          "STDDEV(income)", "MIN(income)", "MAX(income)", "MEDIAN(income)", "QUANTILE(income, 0.9)"}) {
      for (const char* rest : {" WHERE age = 120", " WHERE age IS NULL GROUP BY ward"}) {
        const Answer answer = asked.ask("SELECT " + std::string(what) + " FROM people" + rest, tenth);
        EXPECT_FALSE(answer.refused);
        ASSERT_EQ(answer.groups.size(), answer.grouped ? 2U : 1U);
        for (const GroupAnswer& group : answer.groups)
          EXPECT_TRUE(std::isfinite(group.value) && std::isfinite(group.lower95) &&
                      std::isfinite(group.upper95))
              << what;
      }
    }
    // A replaced person can change from 120 to NULL. COUNT(age) of people without an age is 0, and free.
    EXPECT_EQ(asked.balance().spent, 21 * tenth);
  }
}

// All failures after the charge cost the same and give the same error.
TEST(AskAttacks, FailuresAfterTheChargeAreTheSame) {
  const std::string question = "SELECT AVG(income) FROM people";
  const std::vector<std::function<void(const std::string&)>> damages = {
      [](const std::string& file) { std::filesystem::remove(file); },
      [](const std::string& file) { std::filesystem::resize_file(file, 100); },
      [](const std::string& file) { std::ofstream(file) << "no Parquet at all"; },
      [](const std::string& file) { std::filesystem::resize_file(file, 0); }};
  std::vector<std::string> said;
  for (const auto& damage : damages) {
    const AskedDatabase asked(some_people(50));
    damage(asked.records());
    for (int round = 0; round < 2; ++round) {
      const Error error = error_of([&] { asked.ask(question, tenth); });
      EXPECT_EQ(error.code, ErrorCode::internal);
      said.push_back(error.message + error.hint);
      EXPECT_EQ(asked.balance().spent, tenth);  // the second time costs nothing
    }
  }
  for (const std::string& words : said) EXPECT_EQ(words, said[0]);
}

// Text that is passed to SQL can end one statement and begin another.
TEST(AskAttacks, NothingOfAQuestionReachesAnotherEngine) {
  const std::string bait = "x'; DELETE FROM people; --";
  sqlite3* naive = nullptr;
  sqlite3_open(":memory:", &naive);
  sqlite3_exec(naive, "CREATE TABLE people (ward TEXT); INSERT INTO people VALUES ('a')", nullptr, nullptr,
               nullptr);
  sqlite3_exec(naive, ("SELECT COUNT(*) FROM people WHERE ward = '" + bait + "'").c_str(), nullptr, nullptr,
               nullptr);
  EXPECT_EQ(sqlite3_total_changes(naive), 2);  // one insert and one delete
  sqlite3_close(naive);

  const AskedDatabase asked(some_people(50));
  const std::string count = "SELECT COUNT(*) FROM people";
  const std::vector<std::string> hostile = {count + " WHERE ward = '" + bait + "'",
                                            count + "; ATTACH DATABASE '/etc/passwd' AS p",
                                            count + " WHERE ward = 'a' OR 1=1 --",
                                            count + " WHERE ward = 'a' UNION SELECT * FROM log",
                                            count + " WHERE ward = (SELECT text FROM log)",
                                            count + " WHERE load_extension('x')",
                                            count + " WHERE ward = 'a\\'; DROP TABLE log'",
                                            "SELECT COUNT(*) FROM log",
                                            "SELECT COUNT(*) FROM sqlite_schema",
                                            "SELECT COUNT(*) FROM \"../../../etc/passwd\"",
                                            "SELECT COUNT(*) FROM read_parquet('x')",
                                            "PRAGMA journal_mode = DELETE",
                                            count + std::string(" WHERE ward = 'a\0b'", 19),
                                            count + " WHERE ward = '%s%s%n'",
                                            count + " WHERE ward = '\x1b]0;title\x07'",
                                            count + " WHERE \xc0\xaf",
                                            "${jndi:ldap://x}",
                                            "$(reboot)"};
  for (const std::string& text : hostile) {
    const Error error = error_of([&] { asked.ask(text, tenth, "';--"); });
    EXPECT_EQ(error.code, ErrorCode::bad_input) << text;
  }
  EXPECT_EQ(asked.balance().spent, 0);
  Ledger ledger(asked.open().ledger_path());
  EXPECT_TRUE(ledger.questions().empty());
  EXPECT_TRUE(ledger.verify().intact);
}

// A recursive parser without a limit on brackets.
[[gnu::noinline]] int plain_depth(const char* text) {
  volatile int here = *text == '(' ? 1 : 0;
  return here == 0 ? 0 : plain_depth(text + 1) + here;
}

TEST(AskAttacks, MalformedAndHugeTextsAreRefusedAndCostNothing) {
  const std::string brackets(20'000'000, '(');
  const int status = finish(start([&] {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) return 1;
    return plain_depth(brackets.c_str()) == 20'000'000 ? 0 : 1;
  }));
  EXPECT_NE(status, 0);  // stack overflow

  const AskedDatabase asked(some_people(50));
  const std::string where = "SELECT COUNT(*) FROM people WHERE ";
  std::string list = "age IN (0", chain = "age = 1", nots;
  for (int i = 0; i < 200'000; ++i) list += "," + std::to_string(i % 120);
  for (int i = 0; i < 100'000; ++i) chain += i % 2 == 0 ? " OR age = 1" : " AND income = 2";
  for (int i = 0; i < 100'000; ++i) nots += "NOT ";
  for (const std::string& text :
       {where + brackets, where + list + ")", where + chain, where + nots + "age = 1",
        std::string(10'000'000, ' '), std::string(1'000'000, 'x'), where + std::string(1'000'000, '\''),
        where + "age = " + std::string(1'000'000, '9'),
        where + "ward = '" + std::string(1'000'000, 'a') + "'"}) {
    EXPECT_EQ(error_of([&] { asked.ask(text, tenth); }).code, ErrorCode::bad_input) << text.substr(0, 60);
  }
  // Random tokens in any order are errors or valid questions, never crashes.
  const std::vector<std::string> words = {
      "SELECT", "COUNT(*)", "FROM", "people",  "WHERE", "age", "=",
      "(",      ")",        "NOT",  "AND",     "OR",    "'a'", "'",
      "1e9999", "-",        "IN",   "BETWEEN", "NULL",  "IS",  "GROUP BY",
      "ward",   ",",        ";",    "\"",      "\n",    "%",   "99999999999999999"};
  Rng rng({12, 1});
  const Database database = asked.open();
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? where : "";
    for (std::uint64_t k = rng.below(12); k > 0; --k) text += words[rng.below(words.size())] + " ";
    const ErrorCode code = error_of([&] { explain(database, text, {}); }).code;
    EXPECT_TRUE(code == ErrorCode::bad_input || code == ErrorCode::interrupted) << text;
  }
  EXPECT_EQ(asked.balance().spent, 0);
}

}  // namespace
}  // namespace sfumato::queries
