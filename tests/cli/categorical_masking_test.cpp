// `sfumato mask` with methods for categories and identifiers: files that parameters name, what is published,
// and which columns a release has.
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const people =
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
  folder.write("x.csv", people);
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
  folder.write("x.csv", people);
  folder.write("secret.txt", key);
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
  }
}

TEST(CategoricalMasking, KeyedPseudonymsJoinFiles) {
  const TemporaryFolder folder;
  folder.write("x.csv", people);
  folder.write("other.csv", "person,visits\nC3,4\nA1,9\n");
  folder.write("secret.txt", key);
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
  folder.write("x.csv", people);
  const Outcome run = run_in(
      folder.path(), {"mask", "pseudonyms", "x.csv", "--identifier", "id", "--how", "keyed", "-o", "y.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("keyed pseudonyms need a key"), std::string::npos) << run.error;
  EXPECT_FALSE(folder.has("y.csv"));
}

TEST(CategoricalMasking, OtherMethodsStillRefuseIdentifiers) {
  const TemporaryFolder folder;
  folder.write("x.csv", people);
  const Outcome run = run_in(
      folder.path(), {"mask", "pram", "x.csv", "--identifier", "id", "--columns", "id", "-o", "y.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("pseudonyms"), std::string::npos) << run.error;
}

TEST(CategoricalMasking, RecordSwappingChangesItsGeographyAlone) {
  const TemporaryFolder folder;
  folder.write("x.csv", people);
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
  folder.write("x.csv", people);
  const Outcome run = run_in(folder.path(), {"mask", "data-swapping", "x.csv", "--columns", "illness",
                                             "--keep", "region,sex", "--rate", "1", "-o", "y.csv", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(json_of(run).at("details").at("swapped_records").as_integer(), 2);  // the two women in the north
  EXPECT_EQ(json_of(run).at("details").at("records_alone").as_integer(), 4);
  EXPECT_NE(folder.read("y.csv").find("A1,north,f,none\nB2,north,m,none"), std::string::npos);
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
  EXPECT_EQ(measures.at("granularity").at("value").as_number(), 100.0);
  EXPECT_NEAR(measures.at("entropy-loss").at("value").as_number(), 100.0, 1e-9);
  // Towns: ⅓ each against Reus alone, ⅔ apart; ages: the middle of three bins, as far.
  EXPECT_NEAR(measures.at("contingency").at("value").as_number(), 100.0 * 2.0 / 3.0, 1e-9);
}

}  // namespace
}  // namespace sfumato::testing
