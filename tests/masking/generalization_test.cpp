// Generalization: published optima on Adult, hierarchies and models of small tables, and releases counted
// anew.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "masking/registry.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

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

Column text_column(const std::vector<std::string>& texts) {
  Codes codes;
  std::map<std::string, std::int32_t> code_of;
  for (const std::string& text : texts) {
    if (text.empty()) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const auto [found, fresh] = code_of.try_emplace(text, static_cast<std::int32_t>(codes.labels.size()));
    if (fresh) codes.labels.push_back(text);
    codes.codes.push_back(found->second);
  }
  return codes;
}

using Tree = std::vector<std::vector<std::string>>;

ColumnInfo nominal(const std::string& name, const Tree& tree = {}) {
  ColumnInfo info;
  info.name = name;
  info.kind = Kind::nominal;
  if (!tree.empty()) info.tree = std::make_shared<const Hierarchy>(tree);
  return info;
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

Masked generalized(const Table& table, const ParamValues& params, ColumnSet columns = {}) {
  if (columns.empty()) columns = testing::all_columns(table);
  return masking::method("generalization").apply(table, columns, params, Run({.seed = 1, .threads = 2}));
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

std::string levels_text(const Masked& masked) { return to_text(masked.details.at("levels")); }

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

TEST(Generalization, RecodesAdultLocally) {
  SFUMATO_REQUIRE_REFERENCE(path, "adult/adult.csv");
  const Table original = adult(path);
  const Masked masked = generalized(original, {{"k", 5}, {"local", true}});
  EXPECT_GE(masked.details.at("granularity").as_number(), 0.927);
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

// Ages by tens under a root, read as numbers; towns without a hierarchy.
Table residents() {
  Tree ages;
  for (int age = 20; age < 60; ++age)
    ages.push_back({std::to_string(age), std::to_string(age / 10) + "0s", "*"});
  ColumnInfo age = nominal("age", ages);
  age.kind = Kind::numeric;
  age.role = Role::quasi_identifier;
  age.domain = Domain{0, 120};
  return Table({age, nominal("town"), nominal("illness")},
               {Integers{{21, 22, 23, 35, 36, 37, 38, 51}, {}},
                text_column({"Reus", "Reus", "Reus", "Valls", "Valls", "Valls", "Valls", "Reus"}),
                text_column({"flu", "cold", "flu", "flu", "flu", "flu", "flu", "cold"})});
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

TEST(Generalization, KeepsFurtherModels) {
  for (const bool local : {false, true}) {
    const Masked masked =
        generalized(residents(), {{"k", 2}, {"model", "l-diversity:illness:distinct:2"}, {"local", local}});
    const Table& table = masked.tables[0];
    EXPECT_EQ(table.column(2), residents().column(2)) << "the model's column stays";
    std::map<std::vector<std::string>, std::set<std::string>> illnesses;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      illnesses[{table.column(0).text(row), table.column(1).text(row)}].insert(table.column(2).text(row));
    }
    for (const auto& [key, values] : illnesses) EXPECT_GE(values.size(), 2U);
  }
}

// Two of each town in the file; the population has 2 more of Reus and none more of Valls, and one of Falset.
Table townspeople() {
  return Table({nominal("town", {{"Reus", "Camp", "*"},
                                 {"Valls", "Camp", "*"},
                                 {"Cambrils", "Camp", "*"},
                                 {"Falset", "Priorat", "*"}})},
               {text_column({"Reus", "Reus", "Valls", "Valls"})});
}

Masked with_townspeople(const ParamValues& more) {
  const Table population({nominal("town")},
                         {text_column({"Reus", "Reus", "Valls", "Valls", "Reus", "Reus", "Falset"})});
  ParamValues params = {{"k", 1}, {"population", "people.csv"}};
  params.insert(params.end(), more.begin(), more.end());
  const Table file = townspeople();
  return masking::method("generalization")
      .apply(file, {0}, params, Run({.seed = 1, .threads = 2}).with_table("people.csv", population));
}

TEST(Generalization, CountsThePopulationInClasses) {
  EXPECT_EQ(levels_text(with_townspeople({{"model", "k-map:2"}})), "0");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "k-map:3"}})), "1");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "k-map:7"}})), "2");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "journalist-risk:0.2"}})), "1");
  const Masked suppressing = with_townspeople({{"model", "k-map:3"}, {"suppress", 50.0}});
  EXPECT_EQ(levels_text(suppressing), "0");
  EXPECT_EQ(suppressing.tables[0].column(0).text(0), "Reus");
  EXPECT_EQ(suppressing.tables[0].column(0).text(2), "*");
  EXPECT_EQ(suppressing.tables[0].rows(), 4U);
  ASSERT_EQ(suppressing.promises.size(), 1U);
  EXPECT_EQ(suppressing.promises[0].population, "people.csv");
  EXPECT_EQ(suppressing.promises[0].models, (std::vector<std::string>{"k-anonymity:1", "k-map:3"}));
}

// Shares 2/4 and 2/2, then 4/6, then 4/7.
TEST(Generalization, BoundsPresenceFromBothSides) {
  EXPECT_EQ(levels_text(with_townspeople({{"model", "delta-presence:0.5:1"}})), "0");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "delta-presence:0.5:0.9"}})), "1");
  EXPECT_EQ(levels_text(with_townspeople({{"model", "delta-presence:0:0.6"}})), "2");
}

TEST(Generalization, KeepsThePopulationLocally) {
  const Masked masked = with_townspeople({{"model", "k-map:3"}, {"local", true}});
  EXPECT_EQ(masked.tables[0].column(0).text(0), masked.tables[0].column(0).text(2));
  EXPECT_EQ(with_townspeople({{"model", "k-map:2"}, {"local", true}}).tables[0].column(0).text(2), "Valls");
}

// Classes 21, 22, … are 8 of 8 records, tens and towns 3, towns 2, all one 1.
TEST(Generalization, BoundsMeanAndLargestRisks) {
  const auto levels = [](const char* model) {
    return levels_text(generalized(residents(), {{"k", 1}, {"model", model}}, {0, 1}));
  };
  EXPECT_EQ(levels("average-risk:1"), "0, 0");
  EXPECT_EQ(levels("average-risk:0.375"), "1, 0");
  EXPECT_EQ(levels("average-risk:0.374"), "2, 0");
  EXPECT_EQ(levels("prosecutor-risk:0.25"), "2, 0");
  EXPECT_EQ(levels("prosecutor-risk:0.2"), "2, 1");
}

// Without knowledge the worst belief is the largest share: 6 of 8 have flu, and all of Valls. With one
// implication it is 3/4 for values 2, 1 and 1, by hand in release_models_test.
TEST(Generalization, KeepsWorstCaseKnowledgeBelowABound) {
  const auto levels = [](const Table& table, const char* model, const ColumnSet& columns) {
    return levels_text(generalized(table, {{"k", 1}, {"model", model}}, columns));
  };
  EXPECT_EQ(levels(residents(), "ck-safety:illness:0.76:0", {0, 1}), "2, 1");
  EXPECT_THROW(levels(residents(), "ck-safety:illness:0.75:0", {0, 1}), Error);
  const Table four({nominal("town"), nominal("illness")}, {text_column({"Reus", "Reus", "Valls", "Valls"}),
                                                           text_column({"flu", "cold", "flu", "gout"})});
  EXPECT_EQ(levels(four, "ck-safety:illness:0.76:0", {0}), "0");
  EXPECT_EQ(levels(four, "ck-safety:illness:0.76:1", {0}), "1");
  EXPECT_THROW(levels(four, "ck-safety:illness:0.75:1", {0}), Error);
}

TEST(Generalization, EstimatesPopulationUniques) {
  const auto levels = [](const char* model, double people) {
    return levels_text(
        generalized(residents(), {{"k", 1}, {"model", model}, {"population-size", people}}, {0, 1}));
  };
  EXPECT_EQ(levels("population-uniqueness:1", 8.0), "0, 0");
  EXPECT_EQ(levels("population-uniqueness:0.9", 8.0), "1, 0");  // 1 of 8 is alone
  EXPECT_EQ(levels("population-uniqueness:0.1", 8.0), "2, 0");
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
    return error.message;
  }
  return "no error";
}

TEST(Generalization, RefusesWhatCannotBe) {
  const Table uncovered({nominal("x", {{"a", "*"}})}, {text_column({"a", "b", "c"})});
  EXPECT_EQ(message_of(uncovered, {{"k", 1}}), "the hierarchy of column 'x' lacks 'b' and 'c'");
  EXPECT_EQ(message_of(residents(), {{"k", 9}}), "k = 9 is more than the 8 records");
  EXPECT_EQ(message_of(residents(), {{"model", "l-diversity:illness:often:2"}}),
            "'l-diversity:illness:often:2' is no privacy model");
  EXPECT_EQ(message_of(residents(), {{"local", true}, {"objective", "kl"}}),
            "local generalization lowers the loss alone");
  EXPECT_EQ(message_of(residents(), {{"model", "k-map:3"}}), "k-map:3 counts the records of a population");
  EXPECT_EQ(message_of(residents(), {{"model", "population-uniqueness:0.1"}}),
            "population-uniqueness:0.1 asks how large the population is");
  EXPECT_EQ(message_of(residents(), {{"population-size", 100.0}}), "no model asks for a population");
  EXPECT_EQ(message_of(residents(), {{"local", true}, {"model", "average-risk:0.2"}}),
            "local generalization keeps models of single classes, not average-risk:0.2");
  Value importance = Value::object();
  importance.set("age", "0");
  EXPECT_EQ(message_of(residents(), {{"importance", importance}}),
            "the importance of 'age' is '0', not a number above 0");
  const Table rootless({nominal("x", {{"a"}, {"b"}})}, {text_column({"a", "b", "b"})});
  EXPECT_EQ(message_of(rootless, {{"k", 2}}),
            "even the highest levels do not keep the models with so few records suppressed");
}

// Random tables without hierarchies, and every way to ask.
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

}  // namespace
}  // namespace sfumato
