// Queries by hand: their sets, their normal form, and the messages of errors.
#include <gtest/gtest.h>

#include "language_catalogue.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/query.hpp"
#include "support/complaint.hpp"

namespace sfumato::queries {
namespace {

const Catalogue& known_catalogue() {
  static const Catalogue made = sfumato::testing::language_catalogue();
  return made;
}

Query parsed_query(std::string_view text) { return parse_query(text, known_catalogue()); }
std::string normal(std::string_view text) { return normal_text(parsed_query(text), known_catalogue()); }
// The normal text of a condition.
std::string where(const std::string& condition) {
  const std::string text = normal("SELECT COUNT(*) FROM patients WHERE " + condition);
  const std::string start = "SELECT COUNT(*) FROM patients";
  if (text == start) return "always";
  return text.substr(start.size() + 7);
}

TEST(QueryLanguage, ReadsEveryAggregate) {
  EXPECT_EQ(parsed_query("SELECT COUNT(*) FROM patients").aggregate, Aggregate::count);
  EXPECT_EQ(parsed_query("select count ( * ) from PATIENTS ;").aggregate, Aggregate::count);
  EXPECT_EQ(parsed_query("SELECT COUNT(age) FROM patients").aggregate, Aggregate::count_values);
  EXPECT_EQ(parsed_query("SELECT COUNT(DISTINCT sex) FROM patients").aggregate, Aggregate::count_distinct);
  EXPECT_EQ(parsed_query("SELECT SUM(age) FROM patients").aggregate, Aggregate::sum);
  EXPECT_EQ(parsed_query("SELECT AVG(age) FROM patients").aggregate, Aggregate::average);
  EXPECT_EQ(parsed_query("SELECT MIN(age) FROM patients").aggregate, Aggregate::minimum);
  EXPECT_EQ(parsed_query("SELECT MAX(age) FROM patients").aggregate, Aggregate::maximum);
  EXPECT_EQ(parsed_query("SELECT VAR(age) FROM patients").aggregate, Aggregate::variance);
  EXPECT_EQ(parsed_query("SELECT STDDEV(age) FROM patients").aggregate, Aggregate::standard_deviation);
  const Query median = parsed_query("SELECT MEDIAN(age) FROM patients");
  EXPECT_EQ(median.aggregate, Aggregate::quantile);
  EXPECT_EQ(median.millionths, 500'000);
  EXPECT_EQ(median, parsed_query("SELECT QUANTILE(\"AGE\", 5e-1) FROM \"patients\""));
  EXPECT_EQ(parsed_query("SELECT QUANTILE(age, 0.000001) FROM patients").millionths, 1);
  EXPECT_EQ(parsed_query("SELECT QUANTILE(age, 0) FROM patients"),
            parsed_query("SELECT MIN(age) FROM patients"));
  EXPECT_EQ(parsed_query("SELECT QUANTILE(age, 1.0) FROM patients"),
            parsed_query("SELECT MAX(age) FROM patients"));
}

TEST(QueryLanguage, CountsRecordsIfEveryRecordHasAValue) {
  EXPECT_EQ(normal("SELECT COUNT(sex) FROM patients"), "SELECT COUNT(*) FROM patients");
  EXPECT_EQ(normal("SELECT COUNT(age) FROM patients WHERE age > 3"),
            "SELECT COUNT(*) FROM patients WHERE age >= 4");
  EXPECT_EQ(normal("SELECT COUNT(age) FROM patients WHERE sex = 'f'"),
            "SELECT COUNT(age) FROM patients WHERE sex = 'f'");
}

TEST(QueryLanguage, GroupsInTheOrderOfGroupBy) {
  const Query grouped = parsed_query("SELECT sex, age, COUNT(*) FROM patients GROUP BY age, sex");
  EXPECT_EQ(grouped.groups, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(normal("SELECT sex, COUNT(*) FROM patients GROUP BY SEX"),
            "SELECT COUNT(*) FROM patients GROUP BY sex");
  EXPECT_EQ(parsed_query("SELECT COUNT(*) FROM visits GROUP BY year").groups, std::vector<std::size_t>{1});
}

TEST(QueryLanguage, ReadsConstantsExactly) {
  EXPECT_EQ(where("age > 3.5"), "age >= 4");
  EXPECT_EQ(where("age >= 3.5"), "age >= 4");
  EXPECT_EQ(where("age < 3.5"), "age <= 3");
  EXPECT_EQ(where("age <= 3.99999999999999999999999999999999"), "age <= 3");
  EXPECT_EQ(where("age > 2.99999999999999999999999999999999"), "age >= 3");
  EXPECT_EQ(where("age = 3.5"), "FALSE");
  EXPECT_EQ(where("age <> 3.5"), "age IS NOT NULL");
  EXPECT_EQ(where("height <> 0.555"), "always");
  EXPECT_EQ(where("height = 0.550"), "height = 0.55");
  EXPECT_EQ(where("height = 55e-2"), "height = 0.55");
  EXPECT_EQ(where("height > -0.105"), "height >= -0.1");
  EXPECT_EQ(where("height < -.105"), "height <= -0.11");
  EXPECT_EQ(where("height BETWEEN 0.001 AND 0.009"), "FALSE");
  EXPECT_EQ(where("5 < age"), "age >= 6");
  EXPECT_EQ(where("+5 >= age"), "age <= 5");
}

TEST(QueryLanguage, FoldsConstantsBeyondEveryDomain) {
  EXPECT_EQ(where("income < 9223372036854775808"), "income IS NOT NULL");
  EXPECT_EQ(where("income > 1e400"), "FALSE");
  EXPECT_EQ(where("income > -1e99999999999999999999"), "income IS NOT NULL");
  EXPECT_EQ(where("income >= 9007199254740992"), "income = 9007199254740992");
  EXPECT_EQ(where("income > 9007199254740991.5"), "income = 9007199254740992");
  EXPECT_EQ(where("income = 1e-99999999999999999999"), "FALSE");
  EXPECT_EQ(where("income > 1e-99999999999999999999 AND income < 2"), "income = 1");
  EXPECT_EQ(where("income = 0e99999999999999999999"), "income = 0");
  EXPECT_EQ(where("height >= -0.5"), "always");
}

TEST(QueryLanguage, MergesConditionsOnOneColumn) {
  EXPECT_EQ(where("age > 3 AND sex = 'f' AND age <= 7"), "age BETWEEN 4 AND 7 AND sex = 'f'");
  EXPECT_EQ(where("age = 1 OR age = 3 OR 5 = age"), "age IN (1, 3, 5)");
  EXPECT_EQ(where("age IN (1, 2, 3)"), "age BETWEEN 1 AND 3");
  EXPECT_EQ(where("age <> 4"), "age <> 4");
  EXPECT_EQ(where("NOT age IN (4, 5, 8)"), "age NOT IN (4, 5, 8)");
  EXPECT_EQ(where("age BETWEEN 7 AND 3"), "FALSE");
  EXPECT_EQ(where("age < 3 OR age IS NULL OR age = 5 OR age BETWEEN 7 AND 9"),
            "age <= 2 OR age BETWEEN 7 AND 9 OR age = 5 OR age IS NULL");
  EXPECT_EQ(where("sex IN ('f', 'm')"), "always");
  EXPECT_EQ(where("sex = 'f' AND sex = 'm'"), "FALSE");
  EXPECT_EQ(where("Ward LIKE 'a%'"), "Ward IN ('a1', 'a2', 'a%b')");
  EXPECT_EQ(where("Ward LIKE 'a1'"), "Ward = 'a1'");
  EXPECT_EQ(where("Ward LIKE '%%'"), "Ward IS NOT NULL");
  EXPECT_EQ(where("Ward LIKE 'z%'"), "FALSE");
  EXPECT_EQ(where("Ward <> 'it''s'"), "Ward <> 'it''s'");
  EXPECT_EQ(where("Ward = 'größer'"), "Ward = 'größer'");
}

// NULL: a test of it is neither true nor false, and so is its negation.
TEST(QueryLanguage, KeepsThreeValues) {
  EXPECT_EQ(where("NOT (age > 3)"), "age <= 3");
  EXPECT_EQ(where("age > 3 OR NOT age > 3"), "age IS NOT NULL");
  EXPECT_EQ(where("age > 3 OR NOT age > 3 OR age IS NULL"), "always");
  EXPECT_EQ(where("NOT (age IS NULL)"), "age IS NOT NULL");
  EXPECT_EQ(where("NOT (age = 3 OR age IS NULL)"), "age <> 3");
  EXPECT_EQ(where("height IS NULL"), "FALSE");
  EXPECT_EQ(where("height IS NOT NULL"), "always");
  EXPECT_EQ(where("NOT NOT NOT TRUE"), "FALSE");
  EXPECT_EQ(where("FALSE OR sex <> 'm' AND TRUE"), "sex = 'f'");
}

TEST(QueryLanguage, HasOneTextForOneMeaning) {
  const std::vector<std::vector<std::string>> same = {
      {"age > 3 AND sex = 'f'", "sex = 'f' AND age > 3", "NOT (age <= 3 OR sex <> 'f') ",
       "'f'=SEX and 4<=AGE", "(age >= 4) AND ((sex IN ('f')))", "NOT (NOT age > 3 OR sex LIKE 'm%')"},
      {"age BETWEEN 2 AND 4", "age >= 2 AND age <= 4", "age IN (4, 3, 2, 2)", "age=2 OR age=3 OR age=4",
       "NOT age NOT BETWEEN 2 AND 4", "age > 1 AND NOT age >= 5"},
      {"age = 1 OR sex = 'f' AND height > 1", "(height > 1.00 AND sex = 'f') OR age = 1",
       "age = 1 OR sex = 'f' AND height > 1 OR age = 1 OR height > 1 AND sex = 'f'",
       "NOT (NOT age = 1 AND (NOT sex = 'f' OR NOT height > 1))"},
  };
  for (const auto& texts : same) {
    for (const std::string& text : texts) EXPECT_EQ(where(text), where(texts.front())) << text;
  }
  // Brackets where they are needed: an OR in an AND.
  EXPECT_EQ(where("(age = 1 OR sex = 'f') AND (height < 0 OR height > 1)"),
            "(height <= -0.01 OR height >= 1.01) AND (age = 1 OR sex = 'f')");
}

TEST(QueryLanguage, ErrorsHavePositionAndReason) {
  const auto complaint = [](const std::string& text) {
    return sfumato::testing::complaint([&] { parsed_query(text); });
  };
  const std::string from = "SELECT COUNT(*) FROM patients ";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "line 1, column 1: expected SELECT, found the end of the query"},
      {"DROP TABLE patients", "expected SELECT, found 'DROP'"},
      {"SELECT * FROM patients", "column 8: a query cannot return single records"},
      {"SELECT age FROM patients", "an aggregate is missing before FROM"},
      {"SELECT COUNT(*), SUM(age) FROM patients", "the query has 2 aggregates, and one is expected"},
      {"SELECT COUNT(*) n FROM patients", "expected FROM, found 'n'"},
      {"SELECT DISTINCT age FROM patients", "found 'DISTINCT'"},
      {"SELECT SUM(DISTINCT age) FROM patients", "expected a column, found 'DISTINCT'"},
      {"SELECT SUM(*) FROM patients", "expected a column, found '*'"},
      {"SELECT SUM(age + 1) FROM patients", "expected ')', found '+'"},
      {"SELECT MODE(age) FROM patients", "there is no aggregate 'MODE'"},
      {"SELECT SUM(sex) FROM patients", "'sex' has categories; SUM is for numbers"},
      {"SELECT SUM(aeg)\n  FROM patients", "line 1, column 12: 'patients' has no column 'aeg'"},
      {"SELECT COUNT(*)\n  FROM patient", "line 2, column 8: there is no table 'patient'"},
      {"SELECT QUANTILE(age) FROM patients", "expected ',' and a share, found ')'"},
      {"SELECT QUANTILE(age, 1.01) FROM patients", "1.01 is not a share"},
      {"SELECT QUANTILE(age, -0.5) FROM patients", "is not a share"},
      {"SELECT QUANTILE(age, 0.1234567) FROM patients", "0.1234567 is not a share"},
      {"SELECT QUANTILE(age, 'x') FROM patients", "is not a share"},
      {"SELECT COUNT(*) FROM patients, visits", "a query is about one table"},
      {"SELECT COUNT(*) FROM patients JOIN visits", "expected the end of the query, found 'JOIN'"},
      {"SELECT COUNT(*) FROM patients p", "expected the end of the query, found 'p'"},
      {"SELECT COUNT(*) FROM patients GROUP BY sex WHERE age = 3",
       "expected the end of the query, found 'WHERE'"},
      {"SELECT COUNT(*) FROM (SELECT 1)", "expected a table, found '('"},
      {"SELECT COUNT(*) FROM patients; DROP TABLE patients", "expected the end of the query, found 'DROP'"},
      {"SELECT COUNT(*) FROM patients;;", "expected the end of the query, found ';'"},
      {"SELECT age, COUNT(*) FROM patients", "'age' is after SELECT, but not in GROUP BY"},
      {from + "GROUP BY sex, age, SEX", "'sex' occurs twice in GROUP BY"},
      {from + "GROUP BY income", "units, too many groups"},
      {from + "ORDER BY age", "expected the end of the query, found 'ORDER'"},
      {from + "WHERE", "expected a condition, found the end of the query"},
      {from + "WHERE age", "expected a comparison, found the end of the query"},
      {from + "WHERE age = ", "expected a constant, found the end of the query"},
      {from + "WHERE age = height", "two columns cannot be compared"},
      {from + "WHERE age = \"height\"", "two columns cannot be compared"},
      {from + "WHERE 1 = 1", "two constants are compared"},
      {from + "WHERE age = 3 + 4", "expected the end of the query, found '+'"},
      {from + "WHERE age * 2 = 4", "expected a comparison, found '*'"},
      {from + "WHERE age = NULL", "a comparison with NULL is never true"},
      {from + "WHERE age IN (1, NULL)", "expected a constant, found 'NULL'"},
      {from + "WHERE age IN ()", "expected a constant, found ')'"},
      {from + "WHERE age IN (SELECT age FROM patients)", "expected a constant, found 'SELECT'"},
      {from + "WHERE age > (SELECT AVG(age) FROM patients)", "expected a constant, found 'SELECT'"},
      {from + "WHERE (SELECT 1) = 1", "expected a condition, found 'SELECT'"},
      {from + "WHERE AVG(age) > 3", "'AVG(' is not allowed in a condition"},
      {from + "WHERE patients.age > 3", "expected a comparison, found '.'"},
      {from + "WHERE age NOT > 3", "expected BETWEEN, IN or LIKE, found '>'"},
      {from + "WHERE age IS 3", "expected NULL, found '3'"},
      {from + "WHERE age BETWEEN 3 OR 4", "expected AND, found 'OR'"},
      {from + "WHERE age == 3", "'==' is not a comparison"},
      {from + "WHERE age = '3'", "'age' is a number and cannot be compared with the text"},
      {from + "WHERE age LIKE '3%'", "LIKE is for categories"},
      {from + "WHERE sex = 1", "'sex' has categories and cannot be compared with a number"},
      {from + "WHERE sex > 'f'", "'sex' has categories, which have no order"},
      {from + "WHERE sex BETWEEN 'f' AND 'm'", "which have no order"},
      {from + "WHERE sex = 'F'", "'F' is not a category of 'sex'"},
      {from + "WHERE Ward LIKE '%1'", "LIKE takes a prefix and %"},
      {from + "WHERE Ward LIKE 'a_'", "LIKE takes a prefix and %"},
      {from + "WHERE Ward LIKE 'a%' ESCAPE '!'", "expected the end of the query, found 'ESCAPE'"},
      {from + "WHERE sex = 'f", "column 43: the text that begins here has no closing quote"},
      {from + "WHERE \"sex = 'f'", "the name that begins here has no closing quote"},
      {from + "WHERE age = 3 -- and more", "a query cannot have comments"},
      {from + "/* hidden */", "a query cannot have comments"},
      {from + "WHERE age = 3x", "'3x' is not a number"},
      {from + "WHERE age = 3.4.5", "'3.4.' is not a number"},
      {from + "WHERE age = 0x1F", "'0x1F' is not a number"},
      {from + "WHERE Ward = 'größer' AND ä = 1", "column 57: 'ä' is not allowed in a query"},
      {from + "WHERE (age = 3", "expected ')', found the end of the query"},
      {from + "WHERE age = 3)", "expected the end of the query, found ')'"},
      {from + "WHERE sex = 'f' OR 1=1 --", "comments"},
      {from + "WHERE `age` = 3", "'`' is not allowed in a query"},
      {from + "WHERE age = - 'x'", "expected a constant, found '-'"},
      {std::string("SELECT\0", 7), "NUL"},
      {"SELECT \xff", "UTF-8"},
  };
  for (const auto& [text, words] : wrong) {
    EXPECT_NE(complaint(text).find(words), std::string::npos) << text << "\n  message: " << complaint(text);
  }
}

TEST(QueryLanguage, RefusesWhatIsTooLarge) {
  const std::string from = "SELECT COUNT(*) FROM patients WHERE ";
  const auto brackets = [&](std::size_t depth, const std::string& inner) {
    return from + std::string(depth, '(') + inner + std::string(depth, ')');
  };
  EXPECT_NO_THROW(parsed_query(brackets(100, "age = 3")));
  EXPECT_THROW(parsed_query(brackets(101, "age = 3")), Error);
  EXPECT_THROW(parsed_query(brackets(30'000, "age = 3")), Error);
  EXPECT_THROW(parsed_query(from + std::string(64 * 1024, '(')), Error);
  EXPECT_THROW(parsed_query(std::string(1 << 20, 'x')), Error);
  // NOT and chains do not count as brackets.
  std::string denials = from;
  for (int i = 0; i < 10'000; ++i) denials += "NOT ";
  EXPECT_EQ(parsed_query(denials + "age = 3"), parsed_query(from + "age = 3"));
  std::string chain = from + "age = 0";
  for (int i = 0; i < 4000; ++i) chain += " OR income=" + std::to_string(3 * i);
  const Query long_query = parsed_query(chain);
  EXPECT_EQ(parse_query(normal_text(long_query, known_catalogue()), known_catalogue()), long_query);
}

// A hundred brackets of AND in OR in AND, and then a set that needs its own brackets.
TEST(QueryLanguage, ReadsItsOwnTextAtTheMaximumDepth) {
  std::string text = "height NOT BETWEEN 0 AND 0.1 AND sex = 'f'";
  for (int depth = 0; depth < 99; ++depth) {
    text = "(" + text + (depth % 2 == 0 ? ") OR age = " : ") AND age <> ") + std::to_string(depth % 12);
  }
  const std::string from = "SELECT COUNT(*) FROM patients WHERE ";
  for (const std::string& whole : {from + text, from + "NOT (" + text + ")"}) {
    try {
      const Query read = parsed_query(whole);
      EXPECT_EQ(parse_query(normal_text(read, known_catalogue()), known_catalogue()), read);
    } catch (const Error& error) {
      EXPECT_NE(error.message.find("brackets"), std::string::npos) << error.message;
    }
  }
}

// LIKE is a short form for many categories. The expanded text is limited before it is written.
TEST(QueryLanguage, LimitsTheExpansionOfLike) {
  Catalogue many = known_catalogue();
  CatalogueColumn& ward = many.tables[0].columns[3];
  ward.categories.clear();
  for (int i = 0; i < 40'000; ++i)
    ward.categories.push_back((i % 2 == 0 ? "even" : "odd") + std::to_string(i));
  const std::string from = "SELECT COUNT(*) FROM patients WHERE ";
  EXPECT_NO_THROW(parse_query(from + "Ward LIKE 'even12%'", many));
  EXPECT_THROW(parse_query(from + "Ward LIKE 'even%'", many), Error);
  std::string hostile = from + "age = 1";
  for (int i = 0; i < 1500; ++i) hostile += " OR Ward LIKE 'even%' AND income = " + std::to_string(i);
  EXPECT_THROW(parse_query(hostile, many), Error);
}

TEST(QueryLanguage, LimitsTheNumberOfGroups) {
  Catalogue wide = known_catalogue();
  for (int i = 0; i < 60; ++i) {
    CatalogueColumn column = wide.tables[0].columns[0];
    column.name = "c" + std::to_string(i);
    wide.tables[0].columns.push_back(column);
  }
  std::string text = "SELECT COUNT(*) FROM patients GROUP BY sex";  // 2 · 14^4 = 76,832 groups
  for (int i = 0; i < 4; ++i) text += ", c" + std::to_string(i);
  EXPECT_NO_THROW(parse_query(text, wide));
  for (int i = 4; i < 60; ++i) {
    text += ", c" + std::to_string(i);  // 14^16 does not fit into 64 bits
    EXPECT_THROW(parse_query(text, wide), Error);
  }
}

TEST(DecimalUnits, WriteAndReadBack) {
  EXPECT_EQ(units_text(350, 2), "3.5");
  EXPECT_EQ(units_text(-5, 2), "-0.05");
  EXPECT_EQ(units_text(-500, 2), "-5");
  EXPECT_EQ(units_text(0, 6), "0");
  EXPECT_EQ(units_text(100, 0), "100");
  for (int decimals = 0; decimals <= 15; ++decimals) {
    for (const std::int64_t units :
         {0L, 1L, -1L, 9L, 10L, -120L, 123456789L, 9007199254740992L, -9007199254740991L}) {
      const std::string text = units_text(units, decimals);
      const bool negative = text.front() == '-';
      const DecimalUnits read = units_of(std::string_view(text).substr(negative ? 1 : 0), negative, decimals);
      EXPECT_EQ(read.floor, units) << text;
      EXPECT_TRUE(read.exact) << text;
    }
  }
  EXPECT_EQ(units_of("999999999999999999", false, 0).floor, 999'999'999'999'999'999);
  EXPECT_EQ(units_of("1000000000000000000", false, 0).floor, beyond_domains);
  EXPECT_EQ(units_of("0.00000000000000000000000001", true, 0).floor, -1);
}

}  // namespace
}  // namespace sfumato::queries
