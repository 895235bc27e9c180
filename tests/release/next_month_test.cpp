// A month and the next by the program: what was fitted is applied to new records, what is new in them is
// said, and nothing that the fit does not know is released by mistake.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "io/json.hpp"
#include "io/toml.hpp"
#include "release/fitted.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class NextMonth : public ::testing::Test {
 protected:
  // 80 persons; `first` moves the numbers of persons, so that some are in both months.
  static std::string month_text(int first, const std::string& more = "") {
    std::ostringstream text;
    text << "name,person,age,region,job,income\n";
    const char* regions[] = {"Reus", "Valls", "Vic", "Olot"};
    const char* jobs[] = {"clerk", "nurse"};
    for (int i = first; i < first + 80; ++i) {
      text << "Name" << i << ",p" << i << "," << 20 + (i * 7) % 50 << "," << regions[i % 4] << ","
           << jobs[i % 2] << "," << 1000 + 137 * (i % 60) << "\n";
    }
    return text.str() + more;
  }

  void SetUp() override {
    folder_.write("january.csv", month_text(0));
    folder_.write(
        "january.toml",
        "[columns.name]\nrole = \"identifier\"\n[columns.person]\nrole = \"unit\"\n[columns.age]\n"
        "role = \"quasi-identifier\"\n[columns.region]\nrole = \"quasi-identifier\"\n[columns.income]\n"
        "role = \"confidential\"\n");
    folder_.write(
        "regions.csv",
        "Reus,south,*\nValls,south,*\nVic,north,*\nOlot,north,*\nGirona,north,*\nTortosa,south,*\n");
    folder_.write("secret.key", "0123456789abcdef0123456789abcdef\n");
    std::filesystem::permissions(folder_.file("secret.key"), std::filesystem::perms::owner_read);
    folder_.write(
        "protect.toml",
        "[[steps]]\nmethod = \"pseudonyms\"\ncolumns = [\"person\"]\nhow = \"keyed\"\nkey = \"secret.key\"\n"
        "[[steps]]\nmethod = \"top-coding\"\ncolumns = [\"income\"]\nquantile = 0.9\n"
        "[[steps]]\nmethod = \"generalization\"\ncolumns = [\"age\", \"region\"]\nk = 4\nsuppress = 8\n"
        "hierarchy = { region = \"regions.csv\" }\n");
    folder_.write("february.csv", month_text(30));
  }

  Outcome program(const std::vector<std::string>& arguments) const {
    return run_in(folder_.path(), arguments);
  }
  Outcome fit() const {
    return program(
        {"mask", "--recipe", "protect.toml", "january.csv", "-o", "jan.csv", "--fit", "fitted.toml"});
  }
  Outcome next(std::vector<std::string> more = {}, const std::string& data = "february.csv") const {
    std::vector<std::string> arguments{"mask", "--fitted", "fitted.toml", data, "-o", "feb.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program(arguments);
  }

  TemporaryFolder folder_;
};

TEST_F(NextMonth, TheFittedFileMakesTheSameReleaseOfTheSameFile) {
  const Outcome fitted = fit();
  ASSERT_EQ(fitted.status, 0) << fitted.error;
  const Outcome again = next({}, "january.csv");
  ASSERT_EQ(again.status, 0) << again.error;
  EXPECT_EQ(folder_.read("feb.csv"), folder_.read("jan.csv"));
  const auto mode = std::filesystem::status(folder_.file("fitted.toml")).permissions();
  EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

// Incomes are 1000 + 137·j, j = 0 … 59, and j = 0 … 19 once more; the 0.9-quantile is 8000.7, and the limit
// the next lower multiple of 100, since a hundredth of the spread is 72.7.
TEST_F(NextMonth, KeepsLevelsCutsLimitsHierarchiesAndAReferenceToTheKey) {
  ASSERT_EQ(fit().status, 0);
  const std::string text = folder_.read("fitted.toml");
  const release::Fitted fitted = release::parse_fitted(io::parse_toml(text, "fitted.toml"), "fitted.toml");
  ASSERT_EQ(fitted.recipe.steps.size(), 3U);
  const Value coding = params_value(fitted.recipe.steps[1].params);
  EXPECT_EQ(coding.at("limit").at("income"), Value("8000"));
  const Value levels = params_value(fitted.recipe.steps[2].params);
  EXPECT_EQ(levels.at("level").as_object().size(), 2U);
  EXPECT_NE(levels.at("breaks").find("age"), nullptr);
  EXPECT_EQ(fitted.hierarchies.at("region").rows.size(),
            6U);  // a classification: leaves that do not occur stay
  ASSERT_EQ(fitted.keys.size(), 1U);
  EXPECT_EQ(text.find("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(text.find("Name1"), std::string::npos);
  EXPECT_EQ(text.find("\"p1\""), std::string::npos);
  EXPECT_EQ(fitted.known.at("job"), (std::vector<std::string>{"clerk", "nurse"}));
}

// The new file has no sidecar: roles are those of the fit, so that names are left out and persons renamed.
TEST_F(NextMonth, AppliesItToNewRecordsWithTheRolesOfTheFit) {
  ASSERT_EQ(fit().status, 0);
  const Outcome run = next({"--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const std::string header = folder_.read("feb.csv").substr(0, folder_.read("feb.csv").find('\n'));
  EXPECT_EQ(header, "person,age,region,job,income");
  EXPECT_EQ(folder_.read("feb.csv").find("Name"), std::string::npos);
  const Value document = io::parse_json(run.out, "out");
  EXPECT_TRUE(document.at("new").at("unknown_categories").as_array().empty());
  EXPECT_FALSE(document.at("promises").as_array().empty());
  // Persons 30 … 79 are in both months, with the same pseudonym.
  const std::string january = folder_.read("jan.csv"), february = folder_.read("feb.csv");
  std::size_t both = 0;
  std::istringstream lines(february);
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) {
    both += january.find(line.substr(0, 32)) != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(both, 50U);
}

TEST_F(NextMonth, SaysWhatIsNew) {
  ASSERT_EQ(fit().status, 0);
  std::string more;
  for (int i = 0; i < 6; ++i)
    more += "New" + std::to_string(i) + ",q" + std::to_string(i) + ",33,Lleida,baker,99999\n";
  folder_.write("february.csv", month_text(30, more));
  const Outcome run = next({"--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value found = io::parse_json(run.out, "out").at("new");
  ASSERT_EQ(found.at("unknown_categories").as_array().size(), 2U);
  const Value &region = found.at("unknown_categories").as_array()[0],
              &job = found.at("unknown_categories").as_array()[1];
  EXPECT_EQ(region.at("column"), Value("region"));
  EXPECT_EQ(region.at("records"), Value(6));
  EXPECT_TRUE(region.at("emptied").as_bool());
  EXPECT_EQ(job.at("column"), Value("job"));
  EXPECT_EQ(job.at("some").as_array().front(), Value("baker"));
  EXPECT_FALSE(job.at("emptied").as_bool());
  EXPECT_EQ(folder_.read("feb.csv").find("Lleida"), std::string::npos);
  EXPECT_EQ(folder_.read("feb.toml").find("Lleida"), std::string::npos);
  EXPECT_EQ(folder_.read("feb.csv").find("99999"), std::string::npos);
  const Value& beyond = found.at("beyond_limits").as_array()[0];
  EXPECT_EQ(beyond.at("column"), Value("income"));
  EXPECT_GE(beyond.at("records").as_integer(), 6);
  const Outcome hidden = next({"--json", "--public"});
  ASSERT_EQ(hidden.status, 0) << hidden.error;
  EXPECT_EQ(hidden.out.find("baker"), std::string::npos);
}

TEST_F(NextMonth, RefusesColumnsThatAreNewOrMissing) {
  ASSERT_EQ(fit().status, 0);
  folder_.write("wide.csv", "name,person,age,region,job,income,phone\nA,p1,30,Reus,clerk,1000,555\n");
  const Outcome wide = next({}, "wide.csv");
  EXPECT_EQ(wide.status, 2);
  EXPECT_NE(wide.error.find("columns that the fitted file does not know"), std::string::npos) << wide.error;
  folder_.write("narrow.csv", "name,person,age,job,income\nA,p1,30,clerk,1000\n");
  const Outcome narrow = next({}, "narrow.csv");
  EXPECT_EQ(narrow.status, 2);
  EXPECT_NE(narrow.error.find("lacks columns that the fitted file needs: 'region'"), std::string::npos)
      << narrow.error;
  EXPECT_FALSE(std::filesystem::exists(folder_.file("feb.csv")));
  folder_.write("february.toml", "[columns.age]\nrole = \"identifier\"\n");
  EXPECT_NE(next().error.find("column 'age' has the role identifier, and had quasi-identifier"),
            std::string::npos);
}

TEST_F(NextMonth, RefusesAnotherKeyAndFindsTheKeyElsewhere) {
  ASSERT_EQ(fit().status, 0);
  std::filesystem::rename(folder_.file("secret.key"), folder_.file("moved.key"));
  EXPECT_NE(next().status, 0);
  EXPECT_EQ(next({"--key", "moved.key"}).status, 0);
  folder_.write("secret.key", "ffffffffffffffffffffffffffffffff\n");
  std::filesystem::permissions(folder_.file("secret.key"), std::filesystem::perms::owner_read);
  const Outcome other = next();
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.error.find("is not the key of the earlier release"), std::string::npos) << other.error;
}

// k is promised of the new file alone, and only where it holds there.
TEST_F(NextMonth, LevelsThatDoNotSufficeAreRefused) {
  ASSERT_EQ(fit().status, 0);
  std::string few = "name,person,age,region,job,income\n";
  for (int i = 0; i < 8; ++i) {
    few += "N,p" + std::to_string(i) + "," + std::to_string(20 + 6 * i) + "," +
           (i % 2 == 0 ? "Reus" : "Vic") + ",clerk,1000\n";
  }
  folder_.write("few.csv", few);
  const Outcome run = next({}, "few.csv");
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("the given levels do not satisfy the models"), std::string::npos) << run.error;
}

TEST_F(NextMonth, CountsWhatEarlierReleasesAdd) {
  ASSERT_EQ(fit().status, 0);
  const Outcome run = next({"--earlier", "jan.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value earlier = io::parse_json(run.out, "out").at("earlier");
  EXPECT_EQ(earlier.at("unit"), Value("person"));
  EXPECT_EQ(earlier.at("k"), Value(4));
  EXPECT_EQ(earlier.at("links").as_array()[0].at("linked"), Value(50));
  EXPECT_EQ(next({"--earlier", "jan.csv", "--link", "nothing"}).status, 2);
  EXPECT_EQ(next({"--link", "job"}).status, 2);
}

TEST_F(NextMonth, MethodsWithNothingToKeepRefuseToFit) {
  for (const std::string method : {"mdav", "rank-swapping", "additive-noise"}) {
    const Outcome run =
        program({"mask", method, "january.csv", "-o", "y.csv", "--columns", "income", "--fit", "f.toml"});
    EXPECT_EQ(run.status, 2) << method;
    EXPECT_NE(run.error.find("has nothing to keep for the next file"), std::string::npos) << run.error;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.file("f.toml")));
  folder_.write(
      "mixed.toml",
      "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\"]\n[[steps]]\nmethod = \"generalization\"\n"
      "columns = [\"age\"]\n");
  const Outcome mixed = program({"mask", "--recipe", "mixed.toml", "january.csv", "-o", "y.csv", "--drop",
                                 "person", "--fit", "f.toml"});
  EXPECT_EQ(mixed.status, 0) << mixed.error;
  EXPECT_NE(mixed.error.find("of step 1, mdav, only the parameters are kept"), std::string::npos)
      << mixed.out;
}

TEST_F(NextMonth, WritesNoFittedFileOverAnythingElse) {
  for (const std::string path : {"january.toml", "protect.toml", "regions.csv", "jan.csv", "jan.toml"}) {
    const std::string before = std::filesystem::exists(folder_.file(path)) ? folder_.read(path) : "";
    const Outcome run =
        program({"mask", "--recipe", "protect.toml", "january.csv", "-o", "jan.csv", "--fit", path});
    EXPECT_EQ(run.status, 2) << path << run.out;
    if (!before.empty()) {
      EXPECT_EQ(folder_.read(path), before);
    }
  }
  ASSERT_EQ(fit().status, 0);
  EXPECT_EQ(fit().status, 0);  // over itself
}

}  // namespace
}  // namespace sfumato::testing
