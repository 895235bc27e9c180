// Generalization: published optima on Adult, hierarchies and models of small tables, and releases counted
// again.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "support/generalized_tables.hpp"
#include "support/reference_data.hpp"

namespace sfumato {
namespace {

using testing::generalized;
using testing::levels_text;
using testing::nominal;
using testing::residents;
using testing::text_column;
using testing::Tree;

std::vector<std::vector<std::string>> read_rows(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::vector<std::string>& row = rows.emplace_back(1);
    for (const char letter : line) {
      if (letter == ';') {
        row.emplace_back();
      } else {
        row.back() += letter;
      }
    }
    if (line.empty()) rows.pop_back();
  }
  return rows;
}

Table adult(const std::string& path) {
  const Tree rows = read_rows(path);
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  for (std::size_t j = 0; j < rows.front().size(); ++j) {
    const std::string& name = rows.front()[j];
    infos.push_back(
        nominal(name, read_rows(testing::reference_file("adult/adult_hierarchy_" + name + ".csv"))));
    std::vector<std::string> texts;
    for (std::size_t i = 1; i < rows.size(); ++i) texts.push_back(rows[i][j]);
    columns.push_back(text_column(texts));
  }
  return Table(infos, columns);
}

// How many records have each combination of texts; those that are all "*" are left out.
std::map<std::vector<std::string>, std::size_t> counted(const Table& table, const ColumnSet& columns) {
  std::map<std::vector<std::string>, std::size_t> classes;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> key;
    for (const ColumnId id : columns) key.push_back(table.column(id).text(row));
    if (key != std::vector<std::string>(columns.size(), "*")) ++classes[key];
  }
  return classes;
}

void expect_classes_of(std::size_t k, const Table& table, const ColumnSet& columns) {
  for (const auto& [key, size] : counted(table, columns)) EXPECT_GE(size, k);
}

TEST(Generalization, FindsTheOptimumOfAdultWithoutSuppression) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult.csv");
  const Table original = adult(path);
  const Masked masked = generalized(original, {{"k", 5}});
  EXPECT_EQ(levels_text(masked), "0, 4, 1, 1, 3, 2, 2, 1, 0");
  EXPECT_NEAR(masked.details.at("score").as_number(), 0.5731510, 5e-8);
  EXPECT_EQ(masked.details.at("suppressed_records").as_integer(), 0);
  expect_classes_of(5, masked.tables[0], testing::all_columns(original));
  EXPECT_EQ(masked.tables[0].column(0), original.column(0));  // level 0
}

TEST(Generalization, FindsTheOptimumOfAdultWithFourPercentSuppressed) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult.csv");
  const Table original = adult(path);
  const Masked masked = generalized(original, {{"k", 5}, {"suppress", 4.0}});
  EXPECT_EQ(levels_text(masked), "0, 3, 0, 1, 1, 1, 1, 2, 0");
  EXPECT_NEAR(masked.details.at("score").as_number(), 0.2661108, 5e-8);
  EXPECT_EQ(masked.details.at("suppressed_records").as_integer(), 1178);
  expect_classes_of(5, masked.tables[0], testing::all_columns(original));
}

// 1 − (mean share − mean 1/|D|)/(1 − mean 1/|D|) over all cells: a share counts the rows of the hierarchy
// below a value, |D| all its rows.
double pooled_granularity(const Table& original, const Table& masked) {
  double shares = 0.0, least = 0.0;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const Hierarchy& tree = *original.info(id).tree;
    std::vector<std::map<std::string, double>> below(tree.levels());
    for (const std::vector<std::string>& row : tree.rows()) {
      for (std::size_t level = 0; level < row.size(); ++level) below[level][row[level]] += 1.0;
    }
    const auto domain = static_cast<double>(tree.leaves());
    for (std::size_t row = 0; row < original.rows(); ++row) {
      const std::string text = masked.column(id).text(row), leaf = original.column(id).text(row);
      std::size_t level = 0;
      while (level + 1 < tree.levels() && tree.at(leaf, level) != text) ++level;
      shares += below[level].at(text) / domain;
    }
    least += 1.0 / domain;
  }
  const auto columns = static_cast<double>(original.column_count());
  shares /= columns * static_cast<double>(original.rows());
  least /= columns;
  return 1.0 - (shares - least) / (1.0 - least);
}

TEST(Generalization, RecodesAdultLocally) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult.csv");
  const Table original = adult(path);
  const Masked masked = generalized(original, {{"k", 5}, {"local", true}});
  EXPECT_GE(pooled_granularity(original, masked.tables[0]), 0.9300);
  EXPECT_GE(masked.details.at("granularity").as_number(), 0.94);
  EXPECT_EQ(masked.details.at("suppressed_records").as_integer(), 0);
  expect_classes_of(5, masked.tables[0], testing::all_columns(original));
}

// Every released text is an ancestor of the original value.
TEST(Generalization, ReleasesAncestorsOfWhatWasThere) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult_subset.csv");
  const Table original = adult(path);
  for (const bool local : {false, true}) {
    const Table masked = generalized(original, {{"k", 3}, {"suppress", 10.0}, {"local", local}}).tables[0];
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      const Hierarchy& tree = *original.info(id).tree;
      for (std::size_t row = 0; row < original.rows(); ++row) {
        bool ancestor = masked.column(id).text(row) == "*";
        for (std::size_t level = 0; level < tree.levels() && !ancestor; ++level) {
          ancestor = tree.at(original.column(id).text(row), level) == masked.column(id).text(row);
        }
        ASSERT_TRUE(ancestor) << original.info(id).name << " in row " << row;
      }
    }
  }
}

TEST(Generalization, SuppressesWholeRecords) {
  const Masked masked = generalized(residents(), {{"k", 3}, {"suppress", 12.5}}, {0, 1});
  const Table& table = masked.tables[0];
  EXPECT_EQ(levels_text(masked), "1, 0");
  EXPECT_EQ(table.column(0).text(0), "20s");
  EXPECT_EQ(table.column(1).text(0), "Reus");
  EXPECT_EQ(table.column(0).text(7), "*");
  EXPECT_EQ(table.column(1).text(7), "*");
  EXPECT_EQ(table.column(2), residents().column(2));
  EXPECT_EQ(table.info(0).kind, Kind::nominal);
  EXPECT_EQ(table.info(0).role, Role::quasi_identifier);
  EXPECT_FALSE(table.info(0).domain.has_value());
  EXPECT_EQ(generalized(residents(), {{"k", 3}}, {0, 1}).details.at("suppressed_records").as_integer(), 0);
}

TEST(Generalization, KeepsNumbersAtLevelZero) {
  const Table original = residents();
  const Masked masked = generalized(original, {{"k", 1}}, {0, 1});
  EXPECT_EQ(levels_text(masked), "0, 0");
  EXPECT_TRUE(masked.tables[0].same_data(original));
  EXPECT_EQ(masked.tables[0].info(0), original.info(0));
  EXPECT_DOUBLE_EQ(masked.details.at("granularity").as_number(), 1.0);
}

// Two columns of two values crossed, one record each: either of them must go.
TEST(Generalization, KeepsWhatIsImportant) {
  const Table table({nominal("x"), nominal("y")},
                    {text_column({"a", "a", "b", "b"}), text_column({"c", "d", "c", "d"})});
  for (const bool local : {false, true}) {
    const auto kept = [&](const char* column) {
      Value importance = Value::object();
      importance.set(column, "3");
      return levels_text(generalized(table, {{"k", 2}, {"importance", importance}, {"local", local}}));
    };
    EXPECT_EQ(kept("x"), "0, 1");
    EXPECT_EQ(kept("y"), "1, 0");
  }
}

TEST(Generalization, TakesMissingAsACategoryBelowTheTop) {
  const Tree tree = {{"a", "ab", "*"}, {"b", "ab", "*"}, {"c", "c", "*"}};
  const Table pairs({nominal("x", tree)}, {text_column({"a", "b", "", ""})});
  const Masked kept = generalized(pairs, {{"k", 2}});
  EXPECT_EQ(levels_text(kept), "1");
  EXPECT_TRUE(kept.tables[0].column(0).missing(2));
  const Table single({nominal("x", tree)}, {text_column({"a", "b", ""})});
  const Masked joined = generalized(single, {{"k", 2}});
  EXPECT_EQ(levels_text(joined), "2");
  EXPECT_EQ(joined.tables[0].column(0).text(2), "*");
}

std::string message_of(const Table& table, const ParamValues& params) {
  try {
    generalized(table, params);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_FALSE(error.hint.empty());
    return with_values(error.message, DataValues::shown);
  }
  return "no error";
}

TEST(Generalization, RefusesInvalidRequests) {
  const Table uncovered({nominal("x", {{"a", "*"}})}, {text_column({"a", "b", "c"})});
  EXPECT_EQ(message_of(uncovered, {{"k", 1}}),
            "the hierarchy of column 'x' does not contain 'b' and 'c' (rows 2 and 3)");
  EXPECT_EQ(message_of(residents(), {{"k", 9}}), "k = 9 is more than the 8 records");
  EXPECT_EQ(message_of(residents(), {{"model", "l-diversity:illness:often:2"}}),
            "'l-diversity:illness:often:2' is not a privacy model");
  EXPECT_EQ(message_of(residents(), {{"local", true}, {"objective", "kl"}}),
            "local generalization supports only the objective loss");
  EXPECT_EQ(message_of(residents(), {{"model", "k-map:3"}}), "k-map:3 counts the records of a population");
  EXPECT_EQ(message_of(residents(), {{"model", "population-uniqueness:0.1"}}),
            "population-uniqueness:0.1 needs the size of the population");
  EXPECT_EQ(message_of(residents(), {{"population-size", 100.0}}), "no model uses a population");
  EXPECT_EQ(message_of(residents(), {{"local", true}, {"model", "average-risk:0.2"}}),
            "local generalization supports models of single classes only, not average-risk:0.2");
  Value importance = Value::object();
  importance.set("age", "0");
  EXPECT_EQ(message_of(residents(), {{"importance", importance}}),
            "the importance of 'age' is '0', not a number above 0");
  const Table rootless({nominal("x", {{"a"}, {"b"}})}, {text_column({"a", "b", "b"})});
  EXPECT_EQ(message_of(rootless, {{"k", 2}}),
            "even the highest levels do not satisfy the models with so few records suppressed");
}

// Random tables without hierarchies, with all combinations of parameters.
TEST(Generalization, AlwaysReleasesClassesOfK) {
  Rng rng({8, 1});
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t rows = 10 + rng.below(50);
    std::vector<ColumnInfo> infos;
    std::vector<Column> columns;
    for (int j = 0; j < 3; ++j) {
      std::vector<std::string> texts(rows);
      for (std::string& text : texts)
        text = rng.chance(0.1) ? "" : std::string(1, "abcde"[rng.below(1 + rng.below(5))]);
      infos.push_back(nominal(std::string(1, "xyz"[j])));
      columns.push_back(text_column(texts));
    }
    const Table original(infos, columns);
    const bool local = rng.chance(0.3);
    const char* objectives[] = {"loss", "precision", "discernibility", "average-class-size", "entropy", "kl"};
    const Masked masked = generalized(original, {{"k", 4},
                                                 {"suppress", static_cast<double>(rng.below(40))},
                                                 {"local", local},
                                                 {"objective", local ? "loss" : objectives[rng.below(6)]}});
    expect_classes_of(4, masked.tables[0], {0, 1, 2});
  }
}

// One record is alone in its town, so that towns must be at their root and the worst loss is 1 for every
// choice of ages: ages stay as fine as k allows.
TEST(Generalization, ChoosesTheFinestAmongEqualScores) {
  const Table original(
      {nominal("town", {{"Reus", "*"}, {"Valls", "*"}}),
       nominal("age", {{"21", "20s", "*"}, {"22", "20s", "*"}, {"31", "30s", "*"}, {"32", "30s", "*"}})},
      {text_column({"Reus", "Reus", "Reus", "Reus", "Reus", "Valls"}),
       text_column({"21", "21", "22", "31", "32", "32"})});
  for (const char* aggregate : {"max", "sum", "geometric-mean", "arithmetic-mean"}) {
    const Masked masked = generalized(original, {{"k", 2}, {"aggregate", aggregate}});
    EXPECT_EQ(levels_text(masked), "1, 1") << aggregate;
    EXPECT_EQ(masked.details.find("no_information"), nullptr);
  }
}

// The least loss that is reachable: .357 without suppression.
TEST(Generalization, SuppressesForTheAverageRiskOfAdult) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult.csv");
  const Masked masked =
      generalized(adult(path), {{"k", 1}, {"suppress", 4.0}, {"model", "average-risk:0.01"}});
  EXPECT_NEAR(masked.details.at("score").as_number(), 0.2742834, 5e-8);
  EXPECT_EQ(masked.details.at("suppressed_records").as_integer(), 787);
}

TEST(Generalization, SaysWhereNothingIsLeft) {
  const Table original({nominal("town", {{"Reus", "*"}, {"Valls", "*"}})},
                       {text_column({"Reus", "Valls", "Valls"})});
  EXPECT_TRUE(generalized(original, {{"k", 2}}).details.at("no_information").as_bool());
}

// Three of the twenties in Reus, four of the thirties in Valls, and one of the fifties in Reus, who is
// suppressed.
TEST(Generalization, TakesLevelsThatAreGiven) {
  const ColumnSet keys{0, 1};
  const Value levels = Value::object().set("age", "1").set("town", "0");
  const Masked masked = generalized(residents(), {{"k", 3}, {"suppress", 12.5}, {"level", levels}}, keys);
  EXPECT_EQ(levels_text(masked), "1, 0");
  EXPECT_EQ(masked.details.at("suppressed_records"), Value(1));
  EXPECT_EQ(masked.details.at("nodes_checked"), Value(1));
  EXPECT_EQ(masked.tables[0].column(0).text(0), "20s");
  EXPECT_EQ(masked.tables[0].column(0).text(7), "*");
  EXPECT_EQ(masked.promises.at(0).models.at(0), "k-anonymity:3");
  // Seven eighths are not enough, and other levels are not tried.
  EXPECT_THROW(generalized(residents(), {{"k", 3}, {"suppress", 10}, {"level", levels}}, keys), Error);
  for (const char* wrong : {"3", "-1", "x", "1.5"}) {
    const Value level = Value::object().set("age", wrong);
    EXPECT_THROW(generalized(residents(), {{"k", 3}, {"suppress", 50}, {"level", level}}, keys), Error)
        << wrong;
  }
  EXPECT_THROW(generalized(residents(), {{"k", 3}, {"local", true}, {"level", levels}}, keys), Error);
  const Value other = Value::object().set("illness", "0");
  EXPECT_THROW(generalized(residents(), {{"k", 3}, {"suppress", 50}, {"level", other}}, keys), Error);
}

// A level that is given is kept, and the others are found.
TEST(Generalization, FindsTheLevelsThatAreNotGiven) {
  const Masked masked = generalized(
      residents(), {{"k", 3}, {"suppress", 12.5}, {"level", Value::object().set("town", "1")}}, {0, 1});
  EXPECT_EQ(masked.tables[0].column(1).text(0), "*");
  EXPECT_EQ(masked.details.at("levels").as_array().at(1), Value(1));
}

TEST(Generalization, TakesCutsThatAreGivenAndSaysThoseItChose) {
  std::vector<double> values;
  for (int i = 1; i <= 12; ++i) values.push_back(i);
  const Table original = testing::numbers_table({{"x", values}});
  const ParamValues given{{"k", 4}, {"breaks", Value::object().set("x", "5 9; 9")}};
  const Masked masked = generalized(original, given);
  EXPECT_EQ(levels_text(masked), "1");  // 1 … 4, 5 … 8, 9 … 12
  EXPECT_EQ(masked.tables[0].column(0).text(0), "below 5");
  EXPECT_EQ(masked.tables[0].column(0).text(4), "[5, 9)");
  EXPECT_EQ(masked.tables[0].column(0).text(11), "9 or more");
  EXPECT_EQ(masked.details.at("breaks").at("x"), Value("5 9; 9"));
  const Masked found = generalized(original, {{"k", 4}});
  const Masked again = generalized(original, {{"k", 4}, {"breaks", found.details.at("breaks")}});
  EXPECT_EQ(again.tables[0].column(0), found.tables[0].column(0));
  for (const char* wrong : {"9 5", "5 9; 7", "5 x", "5; 5", "5 9;", "inf"}) {
    EXPECT_THROW(generalized(original, {{"k", 4}, {"breaks", Value::object().set("x", wrong)}}), Error)
        << wrong;
  }
  EXPECT_THROW(generalized(residents(), {{"k", 3}, {"breaks", Value::object().set("age", "30")}}, {0}),
               Error);
}

}  // namespace
}  // namespace sfumato
