// `sfumato mask` with methods for categories and identifiers: files that parameters name, what is published,
// and which columns a release has.
#include <sys/stat.h>

#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const categorical_people =
    "id,region,sex,illness\n"
    "A1,north,f,flu\nB2,north,m,none\nC3,south,f,none\nD4,south,m,flu\nA1,north,f,none\nE5,south,f,\n";
const char* const key = "6f1b0d0c2a8e4b5f9d3c7a1e5b2f8c4d\n";

Value json_of(const Outcome& outcome) { return io::parse_json(outcome.out, "standard output"); }

// The first cell of each record.
std::vector<std::string> first_cells(const std::string& csv) {
  std::vector<std::string> cells;
  for (std::size_t at = 0; at < csv.size(); at = csv.find('\n', at) + 1) {
    cells.push_back(csv.substr(at, csv.find_first_of(",\n", at) - at));
  }
  return cells;
}

TEST(CategoricalMasking, PramTakesAMatrixAndPublishesIt) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  folder.write("m.csv", "from,f,m\nf,0,1\nm,1,0\n");
  const Outcome run = run_in(folder.path(), {"mask", "pram", "x.csv", "--columns", "sex", "--matrix", "m.csv",
                                             "-o", "y.csv", "--reveal", "r.json", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(json_of(run).at("details").at("changed_cells").as_integer(), 6);
  EXPECT_EQ(folder.read("y.csv"),
            "id,region,sex,illness\nA1,north,m,flu\nB2,north,f,none\nC3,south,m,none\nD4,south,f,flu\n"
            "A1,north,m,none\nE5,south,m,\n");
  EXPECT_NE(folder.read("r.json").find("\"matrix\""), std::string::npos);
}

TEST(CategoricalMasking, PseudonymsKeepIdentifiersInTheRelease) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  folder.write_private("secret.txt", key);
  for (const std::string how : {"keyed", "random", "sequential"}) {
    std::vector<std::string> arguments{"mask",  "pseudonyms", "x.csv", "--identifier", "id", "-o",
                                       "y.csv", "--how",      how,     "--json"};
    if (how == "keyed") arguments.insert(arguments.end(), {"--key", "secret.txt"});
    const Outcome run = run_in(folder.path(), arguments);
    ASSERT_EQ(run.status, 0) << run.error;
    EXPECT_EQ(json_of(run).at("columns"), Value::array_of({"id"}));
    const std::vector<std::string> ids = first_cells(folder.read("y.csv"));
    ASSERT_EQ(ids.size(), 7U);
    EXPECT_EQ(ids[0], "id");
    EXPECT_EQ(ids[1], ids[5]);
    EXPECT_NE(ids[1], ids[2]);
    for (const char* name : {"A1", "B2", "C3", "D4", "E5"}) {
      for (const char* file : {"y.csv", "y.toml"}) {
        EXPECT_EQ(folder.read(file).find(name), std::string::npos)
            << how << ": " << name << " is in " << file;
      }
    }
    EXPECT_EQ(folder.read("y.toml").find("6f1b0d0c"), std::string::npos);
    EXPECT_EQ(folder.read("y.toml").find("secret.txt"), std::string::npos);
  }
}

TEST(CategoricalMasking, KeyedPseudonymsJoinFiles) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  folder.write("other.csv", "person,visits\nC3,4\nA1,9\n");
  folder.write_private("secret.txt", key);
  for (const auto& [input, column, output] :
       {std::tuple{"x.csv", "id", "y.csv"}, {"other.csv", "person", "z.csv"}}) {
    const Outcome run = run_in(folder.path(), {"mask", "pseudonyms", input, "--identifier", column, "--how",
                                               "keyed", "--key", "secret.txt", "-o", output});
    ASSERT_EQ(run.status, 0) << run.error;
  }
  const std::vector<std::string> here = first_cells(folder.read("y.csv"));
  const std::vector<std::string> there = first_cells(folder.read("z.csv"));
  EXPECT_EQ(there[1], here[3]);
  EXPECT_EQ(there[2], here[1]);
}

TEST(CategoricalMasking, PseudonymsWithoutAKeyAreRefused) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  const Outcome run = run_in(
      folder.path(), {"mask", "pseudonyms", "x.csv", "--identifier", "id", "--how", "keyed", "-o", "y.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("keyed pseudonyms need a key"), std::string::npos) << run.error;
  EXPECT_FALSE(folder.has("y.csv"));
}

TEST(CategoricalMasking, OtherMethodsStillRefuseIdentifiers) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  const Outcome run = run_in(
      folder.path(), {"mask", "pram", "x.csv", "--identifier", "id", "--columns", "id", "-o", "y.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("pseudonyms"), std::string::npos) << run.error;
}

TEST(CategoricalMasking, RecordSwappingChangesItsGeographyAlone) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  const Outcome run =
      run_in(folder.path(), {"mask", "record-swapping", "x.csv", "--geography", "region", "--risk-keys",
                             "sex", "--k", "2", "--rate", "0", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = json_of(run);
  EXPECT_EQ(document.at("columns"), Value::array_of({"region"}));
  EXPECT_EQ(document.at("details").at("at_risk").as_integer(), 2);  // B2 and D4
}

TEST(CategoricalMasking, DataSwappingKeepsWhatItIsTold) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  const Outcome run = run_in(folder.path(), {"mask", "data-swapping", "x.csv", "--columns", "illness",
                                             "--keep", "region,sex", "--rate", "1", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(json_of(run).at("details").at("swapped_records").as_integer(), 2);  // the two women in the north
  EXPECT_EQ(json_of(run).at("details").at("records_alone").as_integer(), 4);
  EXPECT_NE(folder.read("y.csv").find("A1,north,f,none\nB2,north,m,none"), std::string::npos);
}

TEST(CategoricalMasking, ALimitMayBeACategory) {
  const TemporaryFolder folder;
  folder.write("x.csv", "school\nlow\nhigh\nmid\n");
  folder.write("x.toml", "[columns.school]\nkind = \"ordinal\"\norder = [\"low\", \"mid\", \"high\"]\n");
  for (const char* option : {"--at", "--category"}) {
    const Outcome run = run_in(folder.path(), {"mask", "top-coding", "x.csv", "--columns", "school", option,
                                               "mid", "-o", "y.csv", "--force"});
    ASSERT_EQ(run.status, 0) << run.error;
    EXPECT_EQ(folder.read("y.csv"), "school\nlow\nmid\nmid\n");
  }
}

TEST(CategoricalMasking, ASwapOfHouseholdsUndoesWhatWasPromisedOfTheirRegion) {
  const TemporaryFolder folder;
  std::string data = "sex,region,x,home\n";
  for (int i = 0; i < 40; ++i) {
    data += std::string(i % 3 == 0 ? "f" : "m") + "," + (i % 4 < 2 ? "n" : "s") + "," + std::to_string(i) +
            "," + std::to_string(i / 2) + "\n";
  }
  folder.write("x.csv", data);
  folder.write("r.toml",
               "[[steps]]\nmethod = \"local-suppression\"\ncolumns = [\"sex\", \"region\"]\nk = 3\n"
               "[[steps]]\nmethod = \"record-swapping\"\ncolumns = [\"region\"]\ngeography = [\"region\"]\n");
  const Outcome run = run_in(folder.path(), {"mask", "--recipe", "r.toml", "x.csv", "--household", "home",
                                             "--seed", "1", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(json_of(run).at("details").at("undone_promises").as_array().front().at("by").as_text(),
            "record-swapping");
}

TEST(CategoricalMasking, RecodingByFilesAndByWhatTheyBuild) {
  const TemporaryFolder folder;
  folder.write("x.csv", "town,age,job\nReus,17,baker\nValls,42,smith\nSalou,38,nurse\n,40,smith\n");
  folder.write("town.csv", "Reus;coast;*\nSalou;coast;*\nValls;inland;*\n");
  folder.write("age.toml", "kind = \"intervals\"\nwidths = [10, 20]\n");
  folder.write("job.csv", "baker;crafts\nsmith;crafts\n");
  const Outcome run =
      run_in(folder.path(), {"mask", "recoding", "x.csv", "--columns", "town,age,job", "--hierarchy",
                             "town=town.csv", "--hierarchy", "age=age.toml", "--recode", "job=job.csv",
                             "--level", "age=2", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder.read("y.csv"),
            "town,age,job\ncoast,\"[0, 20)\",crafts\ninland,\"[40, 60)\",crafts\ncoast,\"[20, 40)\",nurse\n"
            ",\"[40, 60)\",crafts\n");
  const Value levels = json_of(run).at("details").at("levels");
  EXPECT_EQ(levels.at("town"), Value(1));
  EXPECT_EQ(levels.at("age"), Value(2));
}

TEST(CategoricalMasking, FiveValuesThatAHierarchyDoesNotKnowAreNamedAndTheOthersCounted) {
  const TemporaryFolder folder;
  std::string data = "town\nReus\n";
  for (int i = 10; i < 40; ++i) data += "T" + std::to_string(i) + "\n";
  folder.write("x.csv", data);
  folder.write("town.csv", "Reus;coast\n");
  const Outcome run = run_in(folder.path(), {"mask", "recoding", "x.csv", "--columns", "town", "--hierarchy",
                                             "town=town.csv", "-o", "y.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("'T10', 'T11', 'T12', 'T13', 'T14' and 25 more (rows 2, 3, 4, 5 and 6)"),
            std::string::npos)
      << run.error;
  EXPECT_EQ(run.error.find("T15"), std::string::npos) << run.error;
  EXPECT_FALSE(folder.has("y.csv"));
  folder.write("age.toml", "kind = \"intervals\"\nwidths = [10]\n");
  const Outcome built = run_in(folder.path(), {"mask", "recoding", "x.csv", "--columns", "town",
                                               "--hierarchy", "town=age.toml", "-o", "y.csv"});
  EXPECT_EQ(built.status, 2);
  EXPECT_NE(built.error.find("'Reus'"), std::string::npos) << built.error;
  EXPECT_NE(built.error.find("and 26 more"), std::string::npos) << built.error;
  EXPECT_NE(built.error.find("age.toml"), std::string::npos) << built.error;
}

TEST(CategoricalMasking, RecodingIsAStepOfARecipe) {
  const TemporaryFolder folder;
  folder.write("x.csv", "town,age\nReus,17\nValls,42\nSalou,38\nReus,40\n");
  folder.write("town.csv", "Reus;coast\nSalou;coast\nValls;inland\n");
  folder.write("r.toml",
               "[[steps]]\nmethod = \"recoding\"\ncolumns = [\"town\"]\nhierarchy = { town = \"town.csv\" }\n"
               "[[steps]]\nmethod = \"local-suppression\"\ncolumns = [\"town\"]\nk = 2\n");
  const Outcome run = run_in(folder.path(), {"mask", "--recipe", "r.toml", "x.csv", "-o", "y.csv"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder.read("y.csv"), "town,age\ncoast,17\n,42\ncoast,38\ncoast,40\n");
  folder.write("other.csv", "Reus;a\nSalou;b\nValls;c\n");
  folder.write(
      "r.toml",
      "[[steps]]\nmethod = \"recoding\"\ncolumns = [\"town\"]\nhierarchy = { town = \"town.csv\" }\n"
      "[[steps]]\nmethod = \"recoding\"\ncolumns = [\"town\"]\nhierarchy = { town = \"other.csv\" }\n");
  const Outcome two = run_in(folder.path(), {"mask", "--recipe", "r.toml", "x.csv", "-o", "z.csv"});
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.error.find("'town.csv' and 'other.csv'"), std::string::npos) << two.error;
}

TEST(CategoricalMasking, PlansRecodeAtSeveralLevels) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("plans"));
  folder.write("x.csv", "town,size\nReus,1\nValls,2\nSalou,1\nReus,2\nFalset,1\nValls,1\n");
  folder.write("plans/town.csv", "Reus;coast;*\nSalou;coast;*\nValls;inland;*\nFalset;inland;*\n");
  folder.write(
      "plans/p.toml",
      "seed = 1\nmeasures = [\"k-anonymity\"]\n[data]\npath = \"../x.csv\"\ncolumns = [\"town\"]\n"
      "[[methods]]\nmethod = \"recoding\"\nhierarchy = { town = \"town.csv\" }\ndepth = [0, 1, 2]\n");
  const Outcome run = run_in(folder.path(), {"run", "plans/p.toml", "-o", "out", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  // Falset and Salou are alone; three of six live on either side; all six are alike at the top.
  const std::string results = folder.read("out/results.csv");
  const Value document = io::parse_json(folder.read("out/results.json"), "results");
  std::vector<double> smallest;
  for (const Value& cell : document.at("cells").as_array()) {
    smallest.push_back(cell.at("measures").at("k-anonymity").at("value").as_number());
  }
  EXPECT_EQ(smallest, (std::vector<double>{1, 3, 6})) << results;
}

TEST(CategoricalMasking, LocalSuppressionOfTestdata) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const TemporaryFolder folder;
  const Outcome run = run_in(
      folder.path(), {"mask", "local-suppression", path, "--columns",
                      "urbrur,roof,walls,water,electcon,relat,sex", "--k", "3", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value details = json_of(run).at("details");
  EXPECT_LE(details.at("suppressed_cells").as_integer(), 195);
  EXPECT_EQ(details.at("below_k_wildcard").as_integer(), 0);
  EXPECT_GT(details.at("below_k_category").as_integer(), 0);  // the other reading is told too
}

TEST(CategoricalMasking, TopCodingAtACategory) {
  const TemporaryFolder folder;
  folder.write("x.csv", "school,x\nnone,1\nphd,2\nmaster,3\n,4\nbasic,5\n");
  folder.write("x.toml",
               "[columns.school]\nkind = \"ordinal\"\norder = [\"none\", \"basic\", \"master\", \"phd\"]\n");
  const auto coded = [&](const std::string& method, const std::string& category) {
    return run_in(folder.path(),
                  {"mask", method, "x.csv", "--columns", "school", "--category", category, "-o", "y.csv"});
  };
  ASSERT_EQ(coded("top-coding", "basic").status, 0);
  EXPECT_EQ(folder.read("y.csv"), "school,x\nnone,1\nbasic,2\nbasic,3\n,4\nbasic,5\n");
  ASSERT_EQ(coded("bottom-coding", "basic").status, 0);
  EXPECT_EQ(folder.read("y.csv"), "school,x\nbasic,1\nphd,2\nmaster,3\n,4\nbasic,5\n");
  const Outcome wrong = coded("top-coding", "mastr");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.error.find("master"), std::string::npos) << wrong.error;
}

TEST(CategoricalMasking, WhatPramRevealsCorrectsEstimates) {
  const TemporaryFolder folder;
  std::string data = "sex,region\n";
  for (int i = 0; i < 600; ++i) data += std::string(i % 6 == 0 ? "m" : "f") + (i % 4 == 0 ? ",n\n" : ",s\n");
  folder.write("x.csv", data);
  const Outcome mask = run_in(folder.path(), {"mask", "pram", "x.csv", "--columns", "sex,region", "--retain",
                                              "0.7", "--seed", "3", "-o", "y.csv", "--reveal", "r.json"});
  ASSERT_EQ(mask.status, 0) << mask.error;
  const auto measured = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"measure",    "x.csv",      "y.csv",          "--columns",
                                       "sex,region", "--measures", "pram-estimates", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = run_in(folder.path(), arguments);
    EXPECT_EQ(run.status, 0) << run.error;
    return json_of(run).at("measures").at("pram-estimates");
  };
  const Value plain = measured({}), corrected = measured({"--set", "pram-estimates.matrix=r.json"});
  EXPECT_EQ(corrected.at("details").at("uncorrected"), plain.at("value"));
  EXPECT_LT(corrected.at("value").as_number(), plain.at("value").as_number());
  // The same matrix of one column as a table.
  folder.write("m.csv", "from,f,m\nf,0.7,0.3\nm,0.3,0.7\n");
  const Value table = measured({"--set", "pram-estimates.matrix=m.csv"});
  EXPECT_EQ(table.at("details").at("uncorrected_columns"), Value::array_of({"region"}));
  EXPECT_NEAR(table.at("details").at("columns").at("sex").at("corrected").as_number(),
              corrected.at("details").at("columns").at("sex").at("corrected").as_number(), 1e-12);
}

TEST(CategoricalMasking, ANewKeyIsForItsOwnerAndNeverWrittenOverAFile) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  const auto masked = [&](const std::string& output, std::vector<std::string> more) {
    std::vector<std::string> arguments{"mask", "pseudonyms", "x.csv", "--identifier", "id", "-o", output};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in(folder.path(), arguments);
  };
  const Outcome made = masked("y.csv", {"--new-key", "secret.txt"});
  ASSERT_EQ(made.status, 0) << made.error;
  struct stat about {};
  ASSERT_EQ(stat(folder.file("secret.txt").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  const std::string secret = folder.read("secret.txt");
  EXPECT_EQ(secret.size(), 65U);
  EXPECT_EQ(made.error.find("can read the key"), std::string::npos) << made.error;
  // The key makes the same pseudonyms again, and is not made again.
  ASSERT_EQ(masked("z.csv", {"--how", "keyed", "--key", "secret.txt"}).status, 0);
  EXPECT_EQ(folder.read("z.csv"), folder.read("y.csv"));
  const Outcome again = masked("w.csv", {"--new-key", "secret.txt"});
  EXPECT_EQ(again.status, 2);
  EXPECT_NE(again.error.find("never overwrites a file"), std::string::npos) << again.error;
  EXPECT_FALSE(folder.has("w.csv"));
  // Neither does a release take its place, whatever is said.
  EXPECT_EQ(
      masked("secret.txt", {"--how", "keyed", "--key", "secret.txt", "--force", "--output-format", "csv"})
          .status,
      2);
  EXPECT_EQ(folder.read("secret.txt"), secret);
  EXPECT_EQ(chmod(folder.file("secret.txt").c_str(), 0644), 0);
  const Outcome open = masked("v.csv", {"--how", "keyed", "--key", "secret.txt"});
  EXPECT_EQ(open.status, 2);
  EXPECT_NE(open.error.find("other users have access to the key file 'secret.txt' (mode 0644)"),
            std::string::npos)
      << open.error;
  EXPECT_NE(open.error.find("chmod 600 'secret.txt'"), std::string::npos) << open.error;
  EXPECT_FALSE(folder.has("v.csv"));
}

TEST(CategoricalMasking, AReleaseThatFailsLeavesNoKey) {
  const TemporaryFolder folder;
  folder.write("x.csv", categorical_people);
  const Outcome run = run_in(folder.path(), {"mask", "pseudonyms", "x.csv", "--identifier", "id", "--how",
                                             "random", "--new-key", "secret.txt", "-o", "y.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_FALSE(folder.has("secret.txt"));
  EXPECT_FALSE(folder.has("y.csv"));
}

TEST(CategoricalMasking, MdavReadsHierarchiesAndMeasuresJudgeTheRelease) {
  const TemporaryFolder folder;
  folder.write("x.csv", "town,age\nReus,20\nValls,22\nAlcoi,24\n");
  folder.write("towns.csv", "Reus;Tarragona;*\nValls;Tarragona;*\nAlcoi;Alacant;*\n");
  const Outcome run = run_in(folder.path(), {"mask", "mdav", "x.csv", "--columns", "town,age", "--k", "3",
                                             "--hierarchy", "town=towns.csv", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder.read("y.csv"), "town,age\nReus,22.0\nReus,22\nReus,22\n");
  EXPECT_EQ(json_of(run).at("details").at("changed_categories"), Value(2));
  const Outcome judged =
      run_in(folder.path(), {"measure", "x.csv", "y.csv", "--columns", "town,age", "--json", "--measures",
                             "distance-linkage,contingency,entropy-loss,granularity,suppressed", "--set",
                             "distance-linkage.weights=town=2", "--set", "contingency.order=1"});
  ASSERT_EQ(judged.status, 0) << judged.error;
  const Value measures = json_of(judged).at("measures");
  EXPECT_EQ(measures.at("suppressed").at("value").as_number(), 0.0);
  EXPECT_TRUE(measures.at("granularity").at("value").is_null());  // no hierarchy is declared
  EXPECT_NEAR(measures.at("entropy-loss").at("value").as_number(), 100.0, 1e-9);
  // Towns: ⅓ each against Reus alone, ⅔ apart; ages: the middle of three bins, as far.
  EXPECT_NEAR(measures.at("contingency").at("value").as_number(), 100.0 * 2.0 / 3.0, 1e-9);
}

}  // namespace
}  // namespace sfumato::testing
