// `sfumato mask` from outside: files, sidecars, JSON, refusals, determinism and interruption.
#include <cstdio>
#include <sstream>

#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const small =
    "id,age,sex,income,note\n"
    "1,30,f,1000.5,007\n2,41,m,2000,008\n3,25,f,1500,009\n4,60,m,9000,010\n5,33,f,1200,011\n6,52,m,,012\n";

Value mask_json(const Outcome& outcome) { return io::parse_json(outcome.out, "standard output"); }

// n records of four unrelated columns, without a random number generator.
std::string many_records(int n) {
  std::string text = "a,b,c,d\n";
  unsigned state = 1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 4; ++j) {
      state = state * 1664525U + 1013904223U;
      text += std::to_string(state >> 8U) + (j < 3 ? "," : "\n");
    }
  }
  return text;
}

TEST(MaskCommand, ReproducesThePublishedMdavLossOnCensus) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const TemporaryFolder folder;
  const Outcome masked = run_in(folder.path(), {"mask", "mdav", census, "--k", "5", "-o", "y.csv", "--json"});
  ASSERT_EQ(masked.status, 0) << masked.error;
  EXPECT_NEAR(mask_json(masked).at("details").at("sse_percent").as_number(), 9.088435, 1e-6);
  const Outcome measured = run_in(folder.path(), {"measure", census, "y.csv", "--json"});
  ASSERT_EQ(measured.status, 0) << measured.error;
  const Value document = mask_json(measured);
  const Value& measures = document.at("measures");
  EXPECT_NEAR(measures.at("rank-linkage").at("value").as_number(), 0.45048, 1e-5);
  EXPECT_NEAR(measures.at("information-loss").at("value").as_number(), 34.2019, 1e-4);
}

TEST(MaskCommand, SaysInJsonWhatItDid) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  const Outcome run = run_in(folder.path(), {"mask", "rank-swapping", "x.csv", "-o", "y.csv", "--columns",
                                             "income,age", "--identifier", "id", "--window", "50", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = mask_json(run);
  EXPECT_EQ(document.as_object().front().first, "version");
  EXPECT_EQ(document.at("method").as_text(), "rank-swapping");
  EXPECT_EQ(document.at("parameters").at("window").as_number(), 50.0);
  EXPECT_EQ(document.at("rows").as_integer(), 6);
  EXPECT_EQ(document.at("columns"), Value::array_of({"income", "age"}));
  EXPECT_EQ(document.at("mapping").as_text(), "same-rows");
  EXPECT_EQ(document.at("guarantee").as_text(), "none");
  EXPECT_EQ(document.at("output"), Value::array_of({"y.csv"}));
  EXPECT_TRUE(document.at("details").is_object());
  ASSERT_EQ(document.at("warnings").as_array().size(), 1U);
  EXPECT_TRUE(document.at("warnings")
                  .as_array()
                  .front()
                  .as_text()
                  .starts_with("the records are in the order of 'id'"));
  const Outcome shuffled =
      run_in(folder.path(), {"mask", "rank-swapping", "x.csv", "-o", "z.csv", "--columns", "income,age",
                             "--identifier", "id", "--window", "50", "--shuffle", "--json"});
  EXPECT_TRUE(mask_json(shuffled).at("warnings").as_array().empty()) << shuffled.error;
  EXPECT_EQ(shuffled.error, "");
}

TEST(MaskCommand, DropsIdentifiersAndLeavesOtherColumnsUntouched) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  ASSERT_EQ(run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "y.csv", "--columns", "age", "--identifier",
                                   "id", "--k", "6", "--quiet"})
                .out,
            "");
  EXPECT_EQ(folder.read("y.csv"),
            "age,sex,income,note\n40.166666666666664,f,1000.5,007\n40.166666666666664,m,2000,008\n"
            "40.166666666666664,f,1500,009\n40.166666666666664,m,9000,010\n40.166666666666664,f,1200,011\n"
            "40.166666666666664,m,,012\n");
  EXPECT_EQ(folder.listing(), "x.csv\ny.csv\ny.toml\n");
}

TEST(MaskCommand, WritesASidecarThatNeverHoldsTheSeed) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  const Outcome run = run_in(folder.path(), {"mask", "additive-noise", "x.csv", "-o", "y.csv", "--columns",
                                             "income", "--seed", "987654321", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder.read("y.toml").find("987654321"), std::string::npos);
  const Value release = io::read_sidecar(folder.file("y.toml")).release;
  EXPECT_EQ(release.at("method").as_text(), "additive-noise");
  EXPECT_EQ(release.at("mapping").as_text(), "same-rows");
  EXPECT_EQ(release.at("guarantee").as_text(), "none: seeded");
  EXPECT_EQ(mask_json(run).at("guarantee").as_text(), "none: seeded");
  EXPECT_EQ(mask_json(run).at("warnings").as_array().size(), 1U);
  EXPECT_NE(run.error.find("guesses the seed"), std::string::npos);
}

TEST(MaskCommand, DrawsAfreshWithoutASeed) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  for (const char* out : {"a.csv", "b.csv"}) {
    ASSERT_EQ(run_in(folder.path(), {"mask", "additive-noise", "x.csv", "-o", out}).status, 0);
  }
  EXPECT_NE(folder.read("a.csv"), folder.read("b.csv"));
}

TEST(MaskCommand, GivesTheSameBytesForOneSeedOnOneAndEightThreads) {
  const TemporaryFolder folder;
  folder.write("x.csv", many_records(3000));
  for (const std::string method : {"additive-noise", "mdav", "rank-swapping"}) {
    for (const std::string threads : {"1", "8"}) {
      ASSERT_EQ(run_in(folder.path(), {"mask", method, "x.csv", "-o", method + threads + ".csv", "--seed",
                                       "5", "--threads", threads})
                    .status,
                0);
    }
    EXPECT_EQ(folder.read(method + "1.csv"), folder.read(method + "8.csv")) << method;
    EXPECT_EQ(folder.read(method + "1.toml"), folder.read(method + "8.toml")) << method;
  }
}

TEST(MaskCommand, RefusesToOverwriteItsInputUnlessForced) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  const Outcome refused = run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "./x.csv"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("--force"), std::string::npos) << refused.error;
  EXPECT_EQ(folder.read("x.csv"), small);
  EXPECT_EQ(folder.listing(), "x.csv\n");
  EXPECT_EQ(run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "x.csv", "--force"}).status, 0);
  EXPECT_NE(folder.read("x.csv"), small);
}

TEST(MaskCommand, RefusesASidecarThatIsNotOurs) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  folder.write("y.toml", "[columns.age]\nrole = \"confidential\"\n");
  const Outcome refused = run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "y.csv"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("y.toml"), std::string::npos) << refused.error;
  EXPECT_FALSE(folder.has("y.csv"));
  folder.write("y.toml", "[release]\nmethod = \"mdav\"\n");
  EXPECT_EQ(run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "y.csv"}).status, 0);
}

TEST(MaskCommand, KeepsTheSidecarOfItsInput) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  const std::string sidecar = "[columns.age]\nrole = \"confidential\"\n\n[release]\nmethod = \"mdav\"\n";
  folder.write("x.toml", sidecar);
  EXPECT_EQ(run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "x.tsv"}).status, 2);
  EXPECT_EQ(folder.read("x.toml"), sidecar);
  EXPECT_EQ(folder.listing(), "x.csv\nx.toml\n");
}

TEST(MaskCommand, PointsToHierarchiesFromWhereTheReleaseLies) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  folder.write("x.toml", "[columns.sex]\nhierarchy = \"sex.csv\"\n");
  std::filesystem::create_directory(folder.file("out"));
  ASSERT_EQ(run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "out/y.csv", "--columns", "age"}).status,
            0);
  EXPECT_EQ(io::read_sidecar(folder.file("out/y.toml")).columns.at("sex").hierarchy, "../sex.csv");
}

TEST(MaskCommand, ChoosesColumnsByRoleAndLeavesOutOtherKinds) {
  const TemporaryFolder folder;
  folder.write("x.csv", small);
  const Outcome run = run_in(folder.path(), {"mask", "variable-mdav", "x.csv", "-o", "y.csv", "--quasi",
                                             "age,sex", "--confidential", "income", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(mask_json(run).at("columns"), Value::array_of({"age", "income"}));
  // The second warning: one income is missing, so that the mean of its group rests on two values of three.
  // The third: the sex is released as it was.
  const Value document = mask_json(run);
  ASSERT_EQ(document.at("warnings").as_array().size(), 3U);
  EXPECT_NE(document.at("warnings").as_array()[2].as_text().find("'sex' singles out"), std::string::npos);
  EXPECT_EQ(document.at("warnings").as_array()[0].as_text(),
            "variable-mdav takes numeric columns and leaves out 'sex'");
  EXPECT_EQ(document.at("details").at("thin_means").as_integer(), 1);
  EXPECT_EQ(
      run_in(folder.path(), {"mask", "variable-mdav", "x.csv", "-o", "z.csv", "--columns", "sex"}).status, 2);
  EXPECT_FALSE(folder.has("z.csv"));
}

TEST(MaskCommand, PipesCsvAndKeepsStandardOutputForIt) {
  const Outcome run =
      run_program({.arguments = {"mask", "mdav", "-", "-o", "-", "--columns", "v", "--k", "2"},
                   .input = "v,w\n1,a\n4,b\n"});
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(run.out, "v,w\n2.5,a\n2.5,b\n");
  EXPECT_NE(run.error.find("mdav"), std::string::npos);
  EXPECT_EQ(run_program({.arguments = {"mask", "mdav", "-", "-o", "-", "--json"}}).status, 2);
}

TEST(MaskCommand, LeavesNothingBehindWhenItFails) {
  const TemporaryFolder folder;
  folder.write("x.csv", "a,b\n1,2\n3\n");
  const Outcome run = run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "y.csv", "--json"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(folder.listing(), "x.csv\n");
}

TEST(MaskCommand, LeavesNothingBehindWhenInterrupted) {
  const TemporaryFolder folder;
  folder.write("x.csv", many_records(400000));
  const Outcome run = run_program({.arguments = {"mask", "mdav", "x.csv", "-o", "y.csv"},
                                   .folder = folder.path(),
                                   .interrupt_after_ms = 300});
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(folder.listing(), "x.csv\n");
}

const char* const shares =
    "region,total,wages,other\nn,30,10,20\nn,50,20,30\nn,45,40,5\ns,60,25,35\ns,81,80,1\ns,12,4,8\n";

TEST(MaskCommand, KeepsRulesAndReportsWhatItMended) {
  const TemporaryFolder folder;
  folder.write("x.csv", shares);
  const Outcome run = run_in(folder.path(), {"mask", "additive-noise", "x.csv", "-o", "y.csv", "--columns",
                                             "total,wages,other", "--amount", "2", "--keep-bounds",
                                             "--keep-integers", "--derive", "total=wages+other", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = mask_json(run);
  EXPECT_EQ(document.at("columns"), Value::array_of({"wages", "other"}));
  const Value& rules = document.at("details").at("rules");
  EXPECT_EQ(rules.at("derived").at("total").at("in_original").as_integer(), 0);
  EXPECT_EQ(rules.at("integers").as_object().size(), 2U);
  std::istringstream lines(folder.read("y.csv"));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    int total = 0, wages = 0, other = 0;
    ASSERT_EQ(std::sscanf(line.c_str() + 2, "%d,%d,%d", &total, &wages, &other), 3) << line;
    EXPECT_EQ(total, wages + other) << line;
    EXPECT_GE(wages, 4) << line;
    EXPECT_LE(wages, 80) << line;
  }
  EXPECT_NE(
      run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "z.csv", "--derive", "total=wages*other"}).status,
      0);
  EXPECT_FALSE(folder.has("z.csv"));
}

TEST(MaskCommand, MasksWithinStrata) {
  const TemporaryFolder folder;
  folder.write("x.csv", shares);
  const Outcome run = run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "y.csv", "--columns", "wages",
                                             "--k", "3", "--within", "region"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder.read("y.csv").substr(0, 52), "region,total,wages,other\nn,30,23.333333333333332,20\n");
  const Outcome large = run_in(folder.path(), {"mask", "mdav", "x.csv", "-o", "z.csv", "--columns", "wages",
                                               "--k", "4", "--within", "region"});
  EXPECT_EQ(large.status, 2);
  EXPECT_NE(large.error.find("where region is n (3 records)"), std::string::npos) << large.error;
}

TEST(MaskCommand, FollowsARecipe) {
  const TemporaryFolder folder;
  folder.write("x.csv", shares);
  folder.write(
      "recipe.toml",
      "derive = [\"total=wages+other\"]\n[[steps]]\nmethod = \"mdav\"\ncolumns = [\"wages\"]\nk = 2\n"
      "[[steps]]\nmethod = \"additive-noise\"\ncolumns = [\"other\"]\namount = 0.5\n");
  const std::vector<std::string> call = {"mask",      "--recipe", "recipe.toml", "x.csv",  "-o",
                                         "y.csv",     "--seed",   "4",           "--json", "--reveal",
                                         "open.json", "--map",    "secret.csv"};
  const Outcome run = run_in(folder.path(), call);
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = mask_json(run);
  EXPECT_EQ(document.at("method").as_text(), "recipe");
  EXPECT_EQ(document.at("details").at("steps").as_array().size(), 2U);
  const io::Sidecar sidecar = io::read_sidecar(folder.path() + "/y.toml");
  EXPECT_EQ(sidecar.release.at("steps").as_array()[1].at("method").as_text(), "additive-noise");
  EXPECT_EQ(folder.read("y.toml").find("seed = "), std::string::npos);
  EXPECT_EQ(
      io::parse_json(folder.read("open.json"), "open.json").at("steps").as_array()[1].at("gamma").as_number(),
      0.25);
  EXPECT_EQ(folder.read("secret.csv").substr(0, 24), "masked,original\n1,1\n2,2\n");
  const std::string first = folder.read("y.csv");
  ASSERT_EQ(run_in(folder.path(), call).status, 0);
  EXPECT_EQ(folder.read("y.csv"), first);
}

TEST(MaskCommand, RefusesRecipesThatDoNotFit) {
  const TemporaryFolder folder;
  folder.write("x.csv", shares);
  folder.write("recipe.toml", "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"wage\"]\n");
  for (const std::vector<std::string>& call : std::vector<std::vector<std::string>>{
           {"mask", "--recipe", "recipe.toml", "x.csv", "-o", "y.csv"},
           {"mask", "--recipe", "nowhere.toml", "x.csv", "-o", "y.csv"},
           {"mask", "--recipe", "recipe.toml", "x.csv", "-o", "y.csv", "--columns", "wages"},
           {"mask", "--recipe", "recipe.toml", "x.csv", "-o", "recipe.csv"},
           {"mask", "mdav", "x.csv", "-o", "y.csv", "--reveal", "r.json"},
           {"mask", "mdav", "x.csv", "-o", "y.csv", "--map", "x.csv"},
           {"mask", "mdav", "x.csv", "-o", "y.csv", "--map", "y.toml"},
           {"mask", "mdav", "x.csv", "-o", "y.csv", "--map", "nowhere/map.csv"}}) {
    const Outcome run = run_in(folder.path(), call);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_NE(run.error.find("hint: "), std::string::npos) << run.error;
    EXPECT_FALSE(folder.has("y.csv"));
    EXPECT_FALSE(folder.has("r.json"));
  }
}

TEST(MaskCommand, TakesTheLeavesOfAHierarchyForDeclaredCategories) {
  const TemporaryFolder folder;
  folder.write("x.csv", "town\nReus\nValls\nReus\nTabarca\n");
  folder.write("towns.csv", "Reus,Catalonia\nValls,Catalonia\nElx,Valencia\n");
  folder.write("x.toml", "[columns.town]\nkind = \"nominal\"\n");
  const std::vector<std::string> command = {"mask",   "dp-copula", "x.csv",     "-o",   "y.csv",
                                            "--rows", "300",       "--columns", "town", "--json"};
  const Outcome refused = run_in(folder.path(), command);
  EXPECT_NE(refused.status, 0);
  EXPECT_NE(refused.error.find("declared categories of 'town'"), std::string::npos) << refused.error;
  folder.write("x.toml", "[columns.town]\nkind = \"nominal\"\nhierarchy = \"towns.csv\"\n");
  const Outcome run = run_in(folder.path(), command);
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(mask_json(run).at("guarantee").at("epsilon").as_number(), 1.0);
  std::istringstream lines(folder.read("y.csv"));
  std::string line;
  std::size_t count = 0;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    ++count;
    EXPECT_TRUE(line == "Reus" || line == "Valls" || line == "Elx") << line;
  }
  EXPECT_EQ(count, 300U);
}

TEST(MaskCommand, LeavesOutDroppedColumnsWithEveryMethod) {
  const TemporaryFolder folder;
  folder.write("x.csv", "age,pay,town\n20,1,a\n30,2,b\n40,3,a\n50,4,b\n");
  const auto mask = [&](std::vector<std::string> more) {
    more.insert(more.begin(), "mask");
    more.insert(more.end(), {"-o", "y.csv"});
    return run_in(folder.path(), more);
  };
  const Outcome numbers = mask({"mdav", "x.csv", "--columns", "age", "--k", "2", "--drop", "town,pay"});
  ASSERT_EQ(numbers.status, 0) << numbers.error;
  EXPECT_EQ(folder.read("y.csv").find("age\n"), 0U) << folder.read("y.csv");
  EXPECT_NE(numbers.out.find("dropped"), std::string::npos) << numbers.out;
  EXPECT_EQ(numbers.out.find("identifiers"), std::string::npos) << numbers.out;
  // A quasi-identifier that is dropped needs no protection.
  const Outcome keys =
      mask({"local-suppression", "x.csv", "--quasi", "age,town", "--drop", "age", "--k", "2"});
  ASSERT_EQ(keys.status, 0) << keys.error;
  EXPECT_EQ(folder.read("y.csv"), "pay,town\n1,a\n2,b\n3,a\n4,b\n");
  folder.write("r.toml", "drop = [\"pay\"]\n[[steps]]\nmethod = \"mdav\"\ncolumns = [\"age\"]\nk = 2\n");
  const Outcome recipe = mask({"--recipe", "r.toml", "x.csv"});
  ASSERT_EQ(recipe.status, 0) << recipe.error;
  EXPECT_EQ(folder.read("y.csv").find("age,town\n"), 0U) << folder.read("y.csv");
  const Outcome both = mask({"mdav", "x.csv", "--columns", "age", "--drop", "age"});
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.error.find("'age' is protected and dropped"), std::string::npos) << both.error;
  EXPECT_EQ(mask({"mdav", "x.csv", "--columns", "age", "--drop", "colour"}).status, 2);
}

// Original columns stand beside made-up records only where they are named.
TEST(MaskCommand, RefusesOriginalColumnsBesideMadeUpRecords) {
  const TemporaryFolder folder;
  folder.write("x.csv", "age,pay\n20,1\n30,2\n40,3\n50,4\n");
  folder.write("x.toml", "[columns.age]\ndomain = [0, 100]\n");
  std::vector<std::string> command = {"mask",  "dp-copula", "x.csv", "-o",
                                      "y.csv", "--columns", "age",   "--json"};
  const Outcome refused = run_in(folder.path(), command);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("'pay'"), std::string::npos) << refused.error;
  EXPECT_NE(refused.error.find("--drop"), std::string::npos) << refused.error;
  command.insert(command.end(), {"--drop", "pay"});
  const Outcome dropped = run_in(folder.path(), command);
  ASSERT_EQ(dropped.status, 0) << dropped.error;
  EXPECT_EQ(folder.read("y.csv").find("age\n"), 0U) << "without 'pay'";
  command[command.size() - 2] = "--keep";
  const Outcome kept = run_in(folder.path(), command);
  ASSERT_EQ(kept.status, 0) << kept.error;
  EXPECT_NE(folder.read("y.csv").find(",1\n"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::testing
