// `sfumato measure` from outside: alignment by name, settings, several files, and its JSON.
#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class MeasureCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("x.csv", "id,a,b,c\n1,10,5,x\n2,20,3,y\n3,30,8,x\n4,47,1,y\n5,50,2,x\n");
    folder_.write("y.csv", "b,a,c\n5,12,x\n3,18,y\n8,33,x\n1,45,y\n2,49,x\n");
  }
  Outcome run(std::vector<std::string> more) const {
    std::vector<std::string> arguments{"measure", "x.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in(folder_.path(), arguments);
  }
  static Value json_of(const Outcome& outcome) { return io::parse_json(outcome.out, "standard output"); }

  TemporaryFolder folder_;
};

TEST_F(MeasureCommand, AlignsColumnsByNameAndHasTheDocumentedShape) {
  const Outcome outcome = run({"y.csv", "--columns", "a,b", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = json_of(outcome);
  std::vector<std::string> members;
  for (const auto& member : document.as_object()) members.push_back(member.first);
  EXPECT_EQ(members, (std::vector<std::string>{"version", "original", "masked", "columns", "rows", "measures",
                                               "warnings", "warning_grades"}));
  EXPECT_EQ(document.at("rows").as_integer(), 5);
  const Value& sse = document.at("measures").at("sse");
  EXPECT_EQ(sse.at("side").as_text(), "utility");
  EXPECT_EQ(sse.at("better").as_text(), "lower");
  EXPECT_TRUE(sse.at("parameters").is_object());
  EXPECT_TRUE(sse.at("note").is_null());
  EXPECT_GT(sse.at("value").as_number(), 0.0);
  // b is unchanged under its name; a comparison by position would give a large distance.
  const Value only_b = json_of(run({"y.csv", "--columns", "b", "--measures", "sse", "--json"}));
  EXPECT_EQ(only_b.at("measures").at("sse").at("value").as_number(), 0.0);
}

TEST_F(MeasureCommand, ComparesSeveralFiles) {
  folder_.write("z.csv", "a,b,c\n10,5,x\n20,3,y\n30,8,x\n47,1,y\n50,2,x\n");
  const Value document = json_of(run({"y.csv", "z.csv", "--columns", "a,b", "--measures", "sse", "--json"}));
  const Value::Array& list = document.at("comparisons").as_array();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].at("masked").as_text(), "y.csv");
  EXPECT_EQ(list[1].at("measures").at("sse").at("value").as_number(), 0.0);
}

TEST_F(MeasureCommand, GivesTheMeanOfSeveralFiles) {
  folder_.write("z.csv", "a,b,c\n10,5,x\n20,3,y\n30,8,x\n47,1,y\n50,2,x\n");
  const std::vector<std::string> arguments{"y.csv", "z.csv", "y.csv", "--columns", "a", "--measures", "sse"};
  std::vector<std::string> json = arguments;
  json.emplace_back("--json");
  const Value document = json_of(run(json));
  const double once =
      document.at("comparisons").as_array()[0].at("measures").at("sse").at("value").as_number();
  ASSERT_GT(once, 0.0);
  const Value& mean = document.at("measures").at("sse");
  EXPECT_NEAR(mean.at("value").as_number(), 2.0 / 3.0 * once, 1e-12 * once);
  EXPECT_EQ(mean.at("side").as_text(), "utility");
  EXPECT_EQ(mean.at("better").as_text(), "lower");
  EXPECT_TRUE(mean.at("note").is_null());
  EXPECT_EQ(mean.at("details").at("copies").as_integer(), 3);
  EXPECT_EQ(mean.at("details").at("smallest").as_number(), 0.0);
  EXPECT_EQ(mean.at("details").at("largest").as_number(), once);
  // Two thirds, once and again one third away: (1/9 + 4/9 + 1/9)/2 = 1/3.
  EXPECT_NEAR(mean.at("details").at("sd").as_number(), std::sqrt(1.0 / 3.0) * once, 1e-12 * once);
  const std::string text = run(arguments).out;
  const std::string header = text.substr(0, text.find('\n'));
  EXPECT_TRUE(header.ends_with("mean")) << header;
}

TEST_F(MeasureCommand, HasNoMeanWhereAFileHasNoValue) {
  folder_.write("short.csv", "a,b,c\n10,5,x\n20,3,y\n");
  const Value document =
      json_of(run({"y.csv", "short.csv", "--columns", "a,b", "--measures", "distance-linkage", "--json"}));
  EXPECT_FALSE(
      document.at("comparisons").as_array()[0].at("measures").at("distance-linkage").at("value").is_null());
  const Value& mean = document.at("measures").at("distance-linkage");
  EXPECT_TRUE(mean.at("value").is_null());
  EXPECT_EQ(mean.at("note").as_text(), "1 of the 2 files has no value");
  EXPECT_EQ(mean.at("details").at("copies").as_integer(), 2);
}

TEST_F(MeasureCommand, NamesColumnsThatTheMaskedFileLacks) {
  const Outcome outcome = run({"y.csv"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.error.find("'y.csv' has no column 'id'"), std::string::npos) << outcome.error;
  EXPECT_EQ(run({"y.csv", "--identifier", "id", "--quiet"}).status, 0);
}

TEST_F(MeasureCommand, SetsParametersAndSuggestsOnTypos) {
  const Value document = json_of(run({"y.csv", "--columns", "a,b", "--measures", "distance-linkage", "--set",
                                      "distance-linkage.scale=raw", "--json"}));
  EXPECT_EQ(document.at("measures").at("distance-linkage").at("parameters").at("scale").as_text(), "raw");
  const Outcome typo = run({"y.csv", "--set", "distance-linkage.scal=raw"});
  EXPECT_EQ(typo.status, 2);
  EXPECT_NE(typo.error.find("distance-linkage"), std::string::npos);
  EXPECT_NE(typo.error.find("did you mean 'scale'?"), std::string::npos);
  const Outcome measure = run({"y.csv", "--measures", "rank-linkag"});
  EXPECT_NE(measure.error.find("did you mean 'rank-linkage'?"), std::string::npos);
  EXPECT_EQ(run({"y.csv", "--measures", "sse", "--set", "distance-linkage.scale=raw"}).status, 2);
  EXPECT_EQ(run({"y.csv", "--set", "nonsense"}).status, 2);
}

TEST_F(MeasureCommand, SaysWhyAMeasureHasNoValue) {
  folder_.write("short.csv", "a,b,c\n10,5,x\n20,3,y\n");
  const Value document =
      json_of(run({"short.csv", "--columns", "a,b", "--measures", "distance-linkage", "--json"}));
  const Value& entry = document.at("measures").at("distance-linkage");
  EXPECT_TRUE(entry.at("value").is_null());
  EXPECT_NE(entry.at("note").as_text().find("5 and 2"), std::string::npos);
}

// Rows of equal number that agree by chance: values of rows stand there, and no bar says that they are good.
TEST_F(MeasureCommand, ShowsNoBarWhereRowsAgreeByChance) {
  const auto file = [](std::uint64_t seed) {
    Rng rng({seed, 5});
    std::string text = "a,b\n";
    for (int i = 0; i < 200; ++i)
      text += std::to_string(rng.below(1000)) + "," + std::to_string(rng.below(1000)) + "\n";
    return text;
  };
  folder_.write("x.csv", file(1));
  folder_.write("drawn.csv", file(2));
  const auto lines = [&](const std::string& masked) {
    return run_in(folder_.path(), {"measure", "x.csv", masked, "--measures", "cm1,cm2,distance-linkage"});
  };
  const Outcome drawn = lines("drawn.csv"), same = lines("x.csv");
  EXPECT_NE(drawn.error.find("no more than in a random order"), std::string::npos) << drawn.error;
  for (const char* bar : {"█", "░"}) EXPECT_EQ(drawn.out.find(bar), std::string::npos) << drawn.out;
  EXPECT_NE(same.out.find("░"), std::string::npos) << same.out;
}

// A file with other rows: one line for all measures that need the same ones, and no bar for cm1 and cm2.
TEST_F(MeasureCommand, LeavesOutMeasuresOfRowsWithOneLine) {
  folder_.write("short.csv", "a,b,c\n10,5,x\n20,3,y\n31,7,x\n");
  const Outcome outcome = run({"short.csv", "--columns", "a,b"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_NE(outcome.error.find("if the file is synthetic, set --synthetic"), std::string::npos);
  const std::size_t line = outcome.out.find("Not measured, since rows do not correspond: ");
  ASSERT_NE(line, std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("Not measured", line + 1), std::string::npos);
  EXPECT_EQ(outcome.out.find("distance-linkage"), outcome.out.find("distance-linkage", line));
  const std::size_t cm1 = outcome.out.find("\ncm1 ");
  ASSERT_NE(cm1, std::string::npos);
  EXPECT_EQ(outcome.out.substr(cm1 + 1, outcome.out.find('\n', cm1 + 1) - cm1).find("\u2591"),
            std::string::npos);
}

TEST_F(MeasureCommand, MeasuresASyntheticFileAgainstAHoldout) {
  folder_.write("fresh.csv", "a,b,c,d\n11,5,x,1\n20,3,y,1\n33,7,x,1\n");
  folder_.write("unseen.csv", "a,b,c\n12,4,x\n44,2,y\n30,9,y\n17,6,x\n");
  const std::vector<std::string> asked{"fresh.csv", "--synthetic", "--holdout", "unseen.csv", "--keys",
                                       "c",         "--target",    "b",         "--seed",     "1"};
  std::vector<std::string> json = asked, page = asked;
  json.emplace_back("--json");
  page.insert(page.end(), {"--report", "page.html"});
  const Outcome outcome = run(json);
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = json_of(outcome);
  EXPECT_EQ(document.at("columns"), Value::array_of({"a", "b", "c"}));
  EXPECT_EQ(document.at("synthetic").at("holdout").at("rows").as_integer(), 4);
  EXPECT_TRUE(document.at("synthetic").at("not_tested").as_array().empty());
  // One of three is a copy of a unique record.
  const Value::Array& findings = document.at("findings").as_array();
  const auto copies = std::find_if(findings.begin(), findings.end(), [](const Value& finding) {
    return finding.at("measure").as_text() == "exact-copies";
  });
  ASSERT_NE(copies, findings.end());
  EXPECT_EQ(copies->at("group").as_text(), "singling out");
  EXPECT_TRUE(copies->at("clear").as_bool());
  EXPECT_NE(outcome.error.find("'d' (not in the original)"), std::string::npos) << outcome.error;
  const Outcome text = run(page);
  EXPECT_LT(text.out.find("Singling out"), text.out.find("Utility"));
  EXPECT_EQ(run({"fresh.csv", "--holdout", "unseen.csv"}).status, 2);
  EXPECT_EQ(run({"fresh.csv", "--synthetic", "--keys", "nothing"}).status, 2);
}

TEST_F(MeasureCommand, TakesTheReleasesWordOnItsMapping) {
  folder_.write("y.toml", "[release]\nmethod = \"x\"\nmapping = \"none\"\n");
  const Value document =
      json_of(run({"y.csv", "--columns", "a,b", "--measures", "distance-linkage", "--json"}));
  EXPECT_TRUE(document.at("measures").at("distance-linkage").at("value").is_null());
}

TEST_F(MeasureCommand, ReadsTheMaskedFileAsTheOriginalIsDeclared) {
  folder_.write("x.toml", "[columns.a]\nmissing = [\"47\"]\n");
  folder_.write("z.csv", "a,b,c\n10,5,x\n20,3,y\n30,8,x\n47,1,y\n50,2,x\n");
  const Value document =
      json_of(run({"z.csv", "--columns", "a,b", "--measures", "sse,information-loss", "--json"}));
  EXPECT_EQ(document.at("measures").at("sse").at("value").as_number(), 0.0);
}

TEST_F(MeasureCommand, PrintsATable) {
  expect_golden("measure.txt", run({"y.csv", "--columns", "a,b", "--measures", "sse,rank-linkage"}).out);
}

TEST_F(MeasureCommand, UsesTheControllersMap) {
  // Records 5, 2 and 1 were released, in this order and unchanged.
  folder_.write("s.csv", "a,b,c\n50,2,x\n20,3,y\n10,5,x\n");
  folder_.write("s.toml", "[release]\nmethod = \"sampling\"\nmapping = \"subset\"\n");
  folder_.write("map.csv", "masked,original\n1,5\n2,2\n3,1\n");
  const std::vector<std::string> call = {"s.csv", "--columns", "a,b", "--measures", "distance-linkage,sse",
                                         "--json"};
  const Value without = json_of(run(call)).at("measures");
  EXPECT_TRUE(without.at("distance-linkage").at("value").is_null());
  EXPECT_NE(without.at("distance-linkage").at("note").as_text().find("--map"), std::string::npos);
  std::vector<std::string> mapped = call;
  mapped.insert(mapped.end(), {"--map", "map.csv", "--per-record", "risk.csv"});
  const Outcome outcome = run(mapped);
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(json_of(outcome).at("measures").at("distance-linkage").at("value").as_number(), 100.0);
  EXPECT_EQ(json_of(outcome).at("measures").at("sse").at("value").as_number(), 0.0);
  EXPECT_EQ(folder_.read("risk.csv"), "record,distance-linkage\n1,1.0\n2,1\n3,\n4,\n5,1\n");
}

TEST_F(MeasureCommand, RefusesMapsThatDoNotFit) {
  folder_.write("s.csv", "a,b,c\n50,2,x\n20,3,y\n");
  for (const char* text :
       {"masked,original\n1,6\n", "masked,original\n3,1\n", "masked,original\n1,1\n1,2\n",
        "masked,original\n1,2\n2,2\n", "masked,original\n1,1.5\n", "masked\n1\n", "masked,original\n0,1\n"}) {
    folder_.write("map.csv", text);
    const Outcome outcome = run({"s.csv", "--columns", "a,b", "--map", "map.csv"});
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_NE(outcome.error.find("hint: "), std::string::npos) << outcome.error;
  }
  EXPECT_EQ(run({"y.csv", "--map", "map.csv", "--no-mapping"}).status, 2);
}

TEST_F(MeasureCommand, TakesBackTheMappingWhereAsked) {
  const Value measures = json_of(run({"y.csv", "--columns", "a,b", "--no-mapping", "--json"})).at("measures");
  EXPECT_TRUE(measures.at("distance-linkage").at("value").is_null());
  EXPECT_TRUE(measures.at("um").at("value").is_number());
}

// The intruder knows three people of five, by other values, and one who is not in the data.
TEST_F(MeasureCommand, MeasuresAnIntrudersKnowledge) {
  folder_.write("known.csv", "id,a\n4,46\n1,11\n2,31\n9,10\n");
  const std::vector<std::string> call = {
      "y.csv",      "--columns",        "a,b",   "--intruder",
      "known.csv",  "--match",          "id",    "--json",
      "--measures", "distance-linkage", "--set", "distance-linkage.direction=original-to-masked"};
  const Outcome outcome = run(call);
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const Value document = json_of(outcome);
  EXPECT_EQ(document.at("intruder").at("known").as_integer(), 3);
  EXPECT_EQ(document.at("intruder").at("not_in_original").as_integer(), 1);
  EXPECT_EQ(document.at("columns"), Value::array_of({"a"}));
  // Masked a: 12, 18, 33, 45, 49. 46 is nearest to 45, its own; 11 to 12, its own; 31 to 33, who is person 3.
  EXPECT_NEAR(document.at("measures").at("distance-linkage").at("value").as_number(), 200.0 / 3.0, 1e-9);
  EXPECT_EQ(run({"y.csv", "--intruder", "known.csv"}).status, 2);
  folder_.write("known.csv", "id,a\n4,46\n4,11\n");
  EXPECT_EQ(run({"y.csv", "--columns", "a", "--intruder", "known.csv", "--match", "id"}).status, 2);
}

TEST_F(MeasureCommand, TakesScoresOfOnesOwn) {
  const Value document = json_of(run({"y.csv", "--columns", "a,b", "--score", "2*sse - 1", "--json"}));
  EXPECT_EQ(document.at("measures").as_object().size(), 1U);
  EXPECT_DOUBLE_EQ(document.at("scores").as_array()[0].at("value").as_number(),
                   2.0 * document.at("measures").at("sse").at("value").as_number() - 1.0);
  const Outcome wrong = run({"y.csv", "--score", "2*sze"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.error.find("sse"), std::string::npos) << wrong.error;
}

TEST_F(MeasureCommand, MeasuresColumnByColumn) {
  const Value document =
      json_of(run({"y.csv", "--columns", "a,b", "--measures", "sse", "--per-column", "--json"}));
  EXPECT_EQ(document.at("per_column").at("b").at("sse").as_number(), 0.0);
  EXPECT_GT(document.at("per_column").at("a").at("sse").as_number(), 0.0);
}

TEST_F(MeasureCommand, ExportsThePermutation) {
  folder_.write("z.csv", "a,b\n30,1\n10,2\n20,3\n90,4\n80,5\n");
  const Outcome outcome =
      run({"z.csv", "--columns", "a,b", "--measures", "sse", "--export-permutation", "p.csv"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  // By hand: a is 10, 20, 30, 47, 50 and b is 5, 3, 8, 1, 2 in the original.
  EXPECT_EQ(folder_.read("p.csv"),
            "a,b,record,a_original_rank,a_masked_rank,a_from,a_residual,b_original_rank,b_masked_rank,b_from,"
            "b_residual\n30,1,1,1.0,3.0,3,0.0,4.0,1.0,4,0.0\n10,2,2,2,1,1,0,3,2,5,0\n20,3,3,3,2,2,0,5,3,2,0\n"
            "50,5,4,4,5,5,40,1,4,1,-1\n47,8,5,5,4,4,33,2,5,3,-3\n");
  const Value document = json_of(
      run({"z.csv", "--columns", "a,b", "--measures", "sse", "--export-permutation", "q.csv", "--json"}));
  const Value& split = document.at("permutation");
  EXPECT_FALSE(split.at("same_permutation").as_bool());
  EXPECT_EQ(split.at("columns").at("a").at("moved_percent").as_number(), 100.0);
  EXPECT_NEAR(split.at("columns").at("b").at("permutation_variance").as_number(), 23.5, 1e-12);
  EXPECT_NEAR(split.at("columns").at("b").at("permutation_percent").as_number(), 100.0 * 18.0 / 14.2, 1e-10);
  EXPECT_NEAR(split.at("columns").at("b").at("residual_percent").as_number(), -100.0 * 3.8 / 14.2, 1e-10);
  EXPECT_EQ(run({"z.csv", "--columns", "a,b", "--export-permutation", "x.csv"}).status, 2);
}

}  // namespace
// Values of cm1 near 1 come from rows that do not correspond; they are shown, with a warning.
TEST_F(MeasureCommand, WarnsOfMeasuresRowByRowWithoutAMapping) {
  const std::vector<std::string> asked{"y.csv", "--columns", "a,b", "--measures", "cm1,cm2,um", "--json"};
  const Value mapped = json_of(run(asked));
  std::vector<std::string> unmapped = asked;
  unmapped.emplace_back("--no-mapping");
  const Value document = json_of(run(unmapped));
  EXPECT_FALSE(document.at("measures").at("cm1").at("value").is_null());
  const auto warns = [](const Value& one) {
    return to_text(one.at("warnings")).find("row by row") != std::string::npos;
  };
  EXPECT_TRUE(warns(document));
  EXPECT_FALSE(warns(mapped));
}

}  // namespace sfumato::testing
