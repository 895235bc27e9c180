// `sfumato mask generalization`: where its hierarchies come from, models given one by one, and populations.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const generalized_people =
    "age,town,pay\n"
    "21,Reus,10\n22,Reus,20\n31,Valls,10\n33,Valls,30\n34,Valls,20\n";
const char* const towns = "Reus;Camp;*\nValls;Camp;*\nFalset;Priorat;*\n";

Value generalization_json(const Outcome& outcome) { return io::parse_json(outcome.out, "standard output"); }

Outcome generalized(const TemporaryFolder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"mask",  "generalization", "x.csv",    "-o",
                                        "y.csv", "--columns",      "age,town", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_in(folder.path(), arguments);
}

std::string levels(const Outcome& run) {
  EXPECT_EQ(run.status, 0) << run.error;
  return run.status != 0 ? "" : to_text(generalization_json(run).at("details").at("levels"));
}

TEST(GeneralizationCommand, BuildsHierarchiesFromSpecifications) {
  const TemporaryFolder folder;
  folder.write("x.csv", generalized_people);
  folder.write("tens.toml", "kind = \"intervals\"\nwidths = [10]\n");
  EXPECT_EQ(levels(generalized(folder, {"--k", "2", "--hierarchy", "age=tens.toml"})), "1, 0");
  EXPECT_EQ(folder.read("y.csv").find("21,"), std::string::npos);
  EXPECT_NE(folder.read("y.csv").find("Valls,30"), std::string::npos);
}

TEST(GeneralizationCommand, TakesAFileBeforeTheFolderAndTheFolderBeforeTheSidecar) {
  const TemporaryFolder folder;
  folder.write("x.csv", generalized_people);
  folder.write("x.toml", "[columns.town]\nhierarchy = \"lacking.csv\"\n");
  folder.write("lacking.csv", "Reus;*\n");
  EXPECT_EQ(generalized(folder, {"--k", "2"}).status, 2);
  std::filesystem::create_directory(folder.file("trees"));
  folder.write("trees/my_town.csv", towns);
  folder.write("trees/age.csv", "21;twenties\n22;twenties\n31;thirties\n33;thirties\n34;thirties\n");
  EXPECT_EQ(levels(generalized(folder, {"--k", "2", "--hierarchies", "trees"})), "1, 0");
  folder.write("one.csv", "21;any\n22;any\n31;any\n33;any\n34;any\n");
  EXPECT_EQ(levels(generalized(folder, {"--k", "2", "--hierarchies", "trees", "--hierarchy", "age=one.csv"})),
            "1, 0");
  EXPECT_NE(folder.read("y.csv").find("any,Reus"), std::string::npos);
  EXPECT_EQ(generalized(folder, {"--k", "2", "--hierarchies", "nowhere"}).status, 2);
}

TEST(GeneralizationCommand, ReadsAPopulationAndSeveralModels) {
  const TemporaryFolder folder;
  folder.write("x.csv", generalized_people);
  folder.write("towns.csv", towns);
  folder.write("all.csv", std::string(generalized_people) + "22,Reus,50\n41,Falset,10\n");
  const std::vector<std::string> base = {"--k",          "1",       "--hierarchy", "town=towns.csv",
                                         "--population", "all.csv", "--model",     "k-map:3"};
  const Outcome one = generalized(folder, base);
  EXPECT_EQ(levels(one).back(), '0');
  // Towns are as they were and ages are all one: Valls has 3 of the population.
  const Value checked =
      generalization_json(one).at("promises").as_array().front().at("models").as_array().back();
  EXPECT_EQ(checked.at("model").as_text(), "k-map:3");
  EXPECT_TRUE(checked.at("kept").as_bool());
  EXPECT_EQ(checked.at("found").as_number(), 3.0);
  std::vector<std::string> both = base;
  both.insert(both.end(), {"--model", "l-diversity:pay:distinct:3"});
  const Outcome run = generalized(folder, both);
  EXPECT_EQ(levels(run).back(), '1');
  const Outcome without = generalized(folder, {"--k", "1", "--model", "k-map:3"});
  EXPECT_EQ(without.status, 2);
  EXPECT_NE(without.error.find("--population"), std::string::npos) << without.error;
}

// Ages 41 and 42 are in the population alone: and one more in its twenties than in the file.
TEST(GeneralizationCommand, BuildsHierarchiesForThePopulationToo) {
  const TemporaryFolder folder;
  folder.write("x.csv", generalized_people);
  folder.write("all.csv", std::string(generalized_people) + "23,Reus,50\n41,Reus,10\n42,Reus,10\n");
  folder.write("tens.toml", "kind = \"intervals\"\nwidths = [10]\n");
  EXPECT_EQ(levels(generalized(folder, {"--k", "2", "--hierarchy", "age=tens.toml", "--population", "all.csv",
                                        "--model", "k-map:3"})),
            "1, 0");
}

TEST(GeneralizationCommand, ListsTheModelsThereAre) {
  const TemporaryFolder folder;
  folder.write("x.csv", generalized_people);
  const Outcome run = generalized(folder, {"--model", "k-maps:3"});
  EXPECT_EQ(run.status, 2);
  for (const char* name : {"k-map:K", "delta-presence:MIN:MAX", "ck-safety:COLUMN:C:K", "average-risk:R"}) {
    EXPECT_NE(run.error.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace sfumato::testing
