// Questions by hand: several aggregates with AS, HAVING, bands and dates, and the messages of errors.
#include <gtest/gtest.h>

#include "io/toml.hpp"
#include "queries/engine.hpp"
#include "queries/query.hpp"
#include "support/complaint.hpp"

namespace sfumato::queries {
namespace {

const Catalogue& people_catalogue() {
  static const Catalogue made = parse_catalogue(io::parse_toml(R"(
[table.people.column.age]
kind = "number"
domain = [16, 99]
null = true
[table.people.column.height]
kind = "number"
domain = [-0.5, 2.5]
decimals = 1
[table.people.column.sex]
kind = "category"
categories = ["f", "m"]
[table.people.column.born]
kind = "date"
domain = ["1969-11-15", "1972-02-29"]
[table.people.column.income]
kind = "number"
domain = [0, 1000000]
decimals = 2
)",
                                                               "test"),
                                                "test");
  return made;
}

Question question_of(std::string_view text) { return parse_question(text, people_catalogue()); }
std::string normal_of(std::string_view text) { return normal_text(question_of(text), people_catalogue()); }

std::vector<std::string> names_of_groups(const std::string& grouping) {
  const Query query = question_of("SELECT COUNT(*) FROM people GROUP BY " + grouping).first();
  const CatalogueTable& table = people_catalogue().tables[0];
  std::vector<std::string> names;
  for (std::size_t group = 0; group < group_count(query, table); ++group) {
    std::string all;
    for (const std::string& name : group_names(query, table, group)) all += (all.empty() ? "" : "|") + name;
    names.push_back(all);
  }
  return names;
}

TEST(Question, HasSeveralAggregatesWithNames) {
  const Question question =
      question_of("SELECT COUNT(*) AS n, SUM(income) as Total, AVG(age) FROM people WHERE age > 20");
  ASSERT_EQ(question.parts.size(), 3U);
  EXPECT_EQ(question.names, (std::vector<std::string>{"n", "Total", "AVG(age)"}));
  EXPECT_TRUE(question.named);
  const char* single[] = {"SELECT COUNT(*) FROM people WHERE age > 20",
                          "SELECT SUM(income) FROM people WHERE age > 20",
                          "SELECT AVG(age) FROM people WHERE age > 20"};
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(question.parts[i], parse_query(single[i], people_catalogue()));
  EXPECT_EQ(normal_of("SELECT COUNT(*) AS n, SUM(income) FROM people WHERE NOT age <= 20"),
            "SELECT COUNT(*), SUM(income) FROM people WHERE age >= 21");
  EXPECT_FALSE(question_of("SELECT COUNT(*) FROM people").named);
  EXPECT_TRUE(question_of("SELECT COUNT(*) AS \"n\" FROM people").named);
  // The order of columns and aggregates is free.
  EXPECT_EQ(question_of("SELECT COUNT(*), sex AS who, SUM(age) FROM people GROUP BY sex").groups,
            std::vector<std::string>{"who"});
  // A column without NULL is counted like records, but keeps its name.
  EXPECT_EQ(question_of("SELECT COUNT(*), COUNT(sex) FROM people").names,
            (std::vector<std::string>{"COUNT(*)", "COUNT(sex)"}));
}

TEST(Question, DividesDomainsIntoBands) {
  EXPECT_EQ(names_of_groups("age / 10"),
            (std::vector<std::string>{"16-19", "20-29", "30-39", "40-49", "50-59", "60-69", "70-79", "80-89",
                                      "90-99", "NULL"}));
  EXPECT_EQ(names_of_groups("age / 83"), (std::vector<std::string>{"16-82", "83-99", "NULL"}));
  EXPECT_EQ(names_of_groups("age / 99"), (std::vector<std::string>{"16-98", "99", "NULL"}));
  EXPECT_EQ(names_of_groups("height / 1"),
            (std::vector<std::string>{"-0.5 to -0.1", "0-0.9", "1-1.9", "2-2.5"}));
  EXPECT_EQ(names_of_groups("height / 0.1").size(), 31U);
  EXPECT_EQ(question_of("SELECT COUNT(*) FROM people GROUP BY age / 1").first(),
            question_of("SELECT COUNT(*) FROM people GROUP BY age").first());
  EXPECT_EQ(normal_of("SELECT age/10, COUNT(*) FROM people GROUP BY age / 10.0, sex"),
            "SELECT COUNT(*) FROM people GROUP BY age / 10, sex");
  EXPECT_EQ(names_of_groups("income / 500000, sex").front(), "0-499999.99|f");
  EXPECT_EQ(names_of_groups("income / 500000").back(), "1000000");
}

TEST(Question, ReadsDates) {
  EXPECT_EQ(names_of_groups("YEAR(born)"), (std::vector<std::string>{"1969", "1970", "1971", "1972"}));
  EXPECT_EQ(names_of_groups("MONTH(born)").size(), 12U);
  EXPECT_EQ(names_of_groups("year(BORN), month(born)")[13], "1970|2");
  EXPECT_EQ(names_of_groups("QUARTER(born)"), (std::vector<std::string>{"1", "2", "3", "4"}));
  EXPECT_EQ(names_of_groups("week(born)").size(), 53U);
  EXPECT_EQ(names_of_groups("DAY(born)").back(), "31");
  EXPECT_EQ(names_of_groups("WEEKDAY(born), QUARTER(born)").size(), 28U);
  EXPECT_EQ(normal_of("SELECT weekday(born), COUNT(*) FROM people GROUP BY WeekDay(born)"),
            "SELECT COUNT(*) FROM people GROUP BY WEEKDAY(born)");
  EXPECT_EQ(names_of_groups("born").front(), "1969-11-15");
  EXPECT_EQ(names_of_groups("born").back(), "1972-02-29");
  const auto where = [](const std::string& condition) {
    return normal_of("SELECT COUNT(*) FROM people WHERE " + condition);
  };
  const std::string from_1970 = "SELECT COUNT(*) FROM people WHERE born >= '1970-01-01'";
  EXPECT_EQ(where("born >= DATE '1970-01-01'"), from_1970);
  EXPECT_EQ(where("born > '1969-12-31'"), from_1970);
  EXPECT_EQ(where("date '1970-01-01' <= born"), from_1970);
  EXPECT_EQ(where("born >= '1900-01-01'"), "SELECT COUNT(*) FROM people");
  EXPECT_EQ(where("born BETWEEN '1970-01-01' AND DATE '1970-01-31'"),
            "SELECT COUNT(*) FROM people WHERE born BETWEEN '1970-01-01' AND '1970-01-31'");
  EXPECT_EQ(where("born IN ('1972-02-29', DATE '1970-01-01')"),
            "SELECT COUNT(*) FROM people WHERE born IN ('1970-01-01', '1972-02-29')");
  for (const char* text : {"SELECT MIN(born) FROM people GROUP BY YEAR(born), MONTH(born)",
                           "SELECT MIN(born) FROM people GROUP BY WEEK(born), DAY(born)",
                           "SELECT COUNT(*) FROM people WHERE born <> '1970-05-05' GROUP BY height / 0.5"}) {
    const Query query = parse_query(text, people_catalogue());
    EXPECT_EQ(parse_query(normal_text(query, people_catalogue()), people_catalogue()), query) << text;
  }
}

TEST(Question, ErrorsOfNewClausesHavePositionAndReason) {
  const std::string from = "SELECT COUNT(*) FROM people ";
  const std::string grouped = "SELECT COUNT(*) AS n FROM people GROUP BY sex HAVING ";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"SELECT COUNT(*) AS FROM people", "column 20: expected a name after AS, found 'FROM'"},
      {"SELECT COUNT(*) AS n, SUM(age) AS N FROM people", "column 35: the name 'N' occurs twice"},
      {"SELECT COUNT(*), COUNT(*) FROM people", "column 18: the name 'COUNT(*)' occurs twice"},
      {"SELECT COUNT(*) AS sex FROM people GROUP BY sex", "column 20: the name 'sex' occurs twice"},
      {"SELECT COUNT(*) AS interval95 FROM people", "the name 'interval95' is used for intervals"},
      {"SELECT COUNT(*), FROM people", "column 18: expected an aggregate or a grouped column, found 'FROM'"},
      {"SELECT age / 10, COUNT(*) FROM people", "'age / 10' is after SELECT, but not in GROUP BY"},
      {"SELECT age, COUNT(*) FROM people GROUP BY age / 10", "'age' is after SELECT, but not in GROUP BY"},
      {from + "GROUP BY age / 0", "column 44: 0 cannot be the width of bands of 'age'"},
      {from + "GROUP BY age / -10", "10 cannot be the width"},
      {from + "GROUP BY age / 2.5", "2.5 cannot be the width"},
      {from + "GROUP BY age / 1e30", "1e30 cannot be the width"},
      {from + "GROUP BY age / '10'", "'10' cannot be the width"},
      {from + "GROUP BY age / sex", "expected the width of the bands, a number, found 'sex'"},
      {from + "GROUP BY age / 10 / 2", "expected the end of the query, found '/'"},
      {from + "GROUP BY age * 10", "expected the end of the query, found '*'"},
      {from + "GROUP BY sex / 2", "column 38: 'sex' has categories; bands are for numbers"},
      {from + "GROUP BY born / 365", "'born' has dates; bands are for numbers"},
      {from + "GROUP BY income / 10", "100001 bands, too many groups"},
      {from + "GROUP BY YEAR(age)", "column 43: 'age' is not a date"},
      {from + "GROUP BY HOUR(born)", "'HOUR(' cannot be in GROUP BY"},
      {from + "GROUP BY WEEK(age)", "column 43: 'age' is not a date; WEEK is for dates"},
      {from + "GROUP BY YEAR(born), YEAR(born)", "'born' occurs twice in GROUP BY"},
      {from + "WHERE age / 10 = 3", "expected a comparison, found '/'"},
      {from + "WHERE YEAR(born) = 1970", "column 35: 'YEAR(' is not allowed in a condition"},
      {from + "WHERE born > 1970", "'born' is a date and cannot be compared with a number"},
      {from + "WHERE born > '1971-02-29'", "column 42: '1971-02-29' is not a date"},
      {from + "WHERE born > DATE 'x'", "'x' is not a date"},
      {from + "WHERE born > DATE 1970", "column 42: 'DATE' is not a constant"},
      {from + "WHERE born LIKE '197%'", "LIKE is for categories, and 'born' is a date"},
      {from + "WHERE age > DATE '1970-01-01'", "'age' is a number and cannot be compared with the date"},
      {from + "WHERE sex = DATE '1970-01-01'", "'sex' has categories and cannot be compared with a date"},
      {"SELECT SUM(born) FROM people", "column 12: 'born' has dates; SUM is for numbers"},
      {"SELECT AVG(born) FROM people", "'born' has dates; AVG is for numbers"},
      {from + "HAVING COUNT(*) > 3", "column 29: HAVING selects groups, and this query has no GROUP BY"},
      {from + "HAVING COUNT(*) > 3 GROUP BY sex", "HAVING selects groups"},
      {grouped, "expected a condition, found the end of the query"},
      {grouped + "SUM(age) > 3", "SUM(age) is in HAVING, but not after SELECT"},
      {grouped + "age > 3", "'age' is neither in GROUP BY nor a name after AS"},
      {grouped + "n > 'x'", "the answer is a number and cannot be compared with 'x'"},
      {grouped + "n LIKE 'x'", "LIKE is for categories, and the answer is a number"},
      {grouped + "sex = 'x'", "'x' is not a category of 'sex'"},
      {"SELECT COUNT(*) FROM people GROUP BY age / 10 HAVING age > 3", "HAVING cannot select bands of 'age'"},
      {"SELECT MIN(born) FROM people GROUP BY sex HAVING MIN(born) > 3", "the answer is a date"},
  };
  for (const auto& [text, words] : wrong) {
    const std::string message = sfumato::testing::complaint([&, own = text] { question_of(own); });
    EXPECT_NE(message.find(words), std::string::npos) << text << "\n  message: " << message;
  }
}

TEST(Question, DeclaresDatesInTheCatalogue) {
  const Catalogue& made = people_catalogue();
  const CatalogueColumn& born = made.tables[0].columns[3];
  EXPECT_TRUE(born.date);
  EXPECT_EQ(born.lower, -47);
  EXPECT_EQ(born.upper, 789);
  EXPECT_EQ(parse_catalogue(io::parse_toml(catalogue_text(made), "again"), "again"), made);
  const auto complaint = [](const std::string& domain) {
    return sfumato::testing::complaint([&] {
      parse_catalogue(io::parse_toml("[table.t.column.d]\nkind = \"date\"\ndomain = " + domain, "c"), "c");
    });
  };
  EXPECT_EQ(complaint("[1970-01-01, 1971-01-01]"), "no error");
  EXPECT_NE(complaint("[1970, 1971]").find("domain must be two dates"), std::string::npos);
  EXPECT_NE(complaint("[\"1970-02-30\", \"1971-01-01\"]").find("two dates"), std::string::npos);
  EXPECT_NE(complaint("[\"1971-01-01\", \"1970-01-01\"]").find("after the first"), std::string::npos);
  EXPECT_NE(complaint("[\"1970-01-01\", \"1971-01-01\"]\ndecimals = 0").find("decimals"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::queries
