// Pages to sign from outside: `mask --report`, with a recipe too, and `measure --report`; risks before and
// after; files whose rows do not correspond.
#include "core/hmac.hpp"
#include "io/json.hpp"
#include "support/markup.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class SignedReport : public ::testing::Test {
 protected:
  void SetUp() override { make_people(folder_.path()); }
  Outcome run(const std::vector<std::string>& arguments) const { return run_in(folder_.path(), arguments); }
  Value json(const std::vector<std::string>& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }
  std::string sha256_of(const std::string& name) const { return hexadecimal(sha256(folder_.read(name))); }
  static std::size_t place(const std::string& page, const std::string& text) {
    const std::size_t found = page.find(text);
    EXPECT_NE(found, std::string::npos) << text;
    return found;
  }

  TemporaryFolder folder_;
};

TEST_F(SignedReport, OfAReleaseHasVerdictRiskUtilityAndFingerprints) {
  const Outcome outcome = run({"mask", "mdav", "people.csv", "--k", "5", "-o", "m.csv", "--seed", "93571",
                               "--report", "report.html"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const std::string page = folder_.read("report.html");
  EXPECT_EQ(markup_fault(page), "");
  std::size_t last = 0;
  for (const char* title : {"Verdict", "Warnings", "The release", "Risk before and after", "Other risks",
                            "Utility", "Before and after", "How this was made", "Decision"}) {
    const std::size_t found = place(page, ">" + std::string(title) + "</h2>");
    EXPECT_GT(found, last) << title;
    last = found;
  }
  for (const std::string& text :
       {sha256_of("people.csv"), sha256_of("m.csv"), std::string("sfumato mask mdav people.csv --k 5"),
        std::string("prosecutor: knows the keys"), std::string("class=\"signature\""),
        std::string("Do not release this as it is"), std::string("k-anonymity")}) {
    place(page, text);
  }
  EXPECT_EQ(page.find("93571"), std::string::npos);  // the seed would undo the release
}

TEST_F(SignedReport, SaysThatAPipeHasNoFingerprint) {
  const Outcome outcome = run_program({.arguments = {"measure", "-", "people.csv", "--columns", "income,tax",
                                                     "--measures", "sse", "--report", "report.html"},
                                       .folder = folder_.path(),
                                       .input = folder_.read("people.csv")});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const std::string page = folder_.read("report.html");
  place(page, "read from a pipe: no fingerprint");
  place(page, sha256_of("people.csv"));
}

TEST_F(SignedReport, OfARecipeHasItsSteps) {
  folder_.write("steps.toml",
                "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\", \"tax\"]\nk = 4\n\n"
                "[[steps]]\nmethod = \"rank-swapping\"\ncolumns = [\"savings\"]\n");
  const Outcome outcome =
      run({"mask", "--recipe", "steps.toml", "people.csv", "-o", "m.csv", "--report", "report.html"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const std::string page = folder_.read("report.html");
  place(page, "rank-swapping");
  place(page, sha256_of("steps.toml"));
  // Age, sex, region, … stay as they were, so that nearly everybody is unique before and after.
  place(page, "% of the records are unique in the original");
}

// Each of 20 people has a year of birth of their own. In each of the 4 towns one person without a year
// matches all others of the town.
TEST_F(SignedReport, GivesBothReadingsOfMissingKeys) {
  std::string rows = "birth,town,income\n";
  for (int i = 0; i < 20; ++i) {
    rows +=
        std::to_string(1950 + i) + "," + std::to_string(1 + i % 4) + "," + std::to_string(900 + 7 * i) + "\n";
  }
  for (int town = 1; town <= 4; ++town)
    rows += "," + std::to_string(town) + "," + std::to_string(town) + "\n";
  folder_.write("blanks.csv", rows);
  folder_.write("blanks.toml",
                "[columns.birth]\nkind = \"numeric\"\nrole = \"quasi-identifier\"\n\n"
                "[columns.town]\nkind = \"nominal\"\nrole = \"quasi-identifier\"\n\n"
                "[columns.income]\nkind = \"numeric\"\nrole = \"confidential\"\n");
  const Outcome outcome =
      run({"mask", "mdav", "blanks.csv", "--columns", "income", "-o", "m.csv", "--report", "r.html"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  const std::string page = folder_.read("r.html");
  place(page, "0 of 24 released records are unique where a missing value matches anything, and 24 of 24");
  place(page, "0 % of the records are unique in the original, and 0 % in the masked file");
  place(page, "where it is a value of its own, 100 % and 100 %.");
  place(page,
        "24 of 24 records are unique on their keys in the file when a missing key is a value of its own");
}

TEST_F(SignedReport, IsNotWrittenOverAnInputOrTheRelease) {
  for (const char* path : {"people.csv", "m.csv"}) {
    const Outcome outcome = run({"mask", "mdav", "people.csv", "-o", "m.csv", "--report", path});
    EXPECT_EQ(outcome.status, 2) << path;
  }
  EXPECT_FALSE(folder_.has("m.csv"));
}

TEST_F(SignedReport, OfMeasuredFilesNamesThemAndTheirFingerprints) {
  ASSERT_EQ(run({"mask", "mdav", "people.csv", "-o", "m.csv"}).status, 0);
  ASSERT_EQ(run({"measure", "people.csv", "m.csv", "--report", "report.html"}).status, 0);
  const std::string page = folder_.read("report.html");
  EXPECT_EQ(markup_fault(page), "");
  place(page, "Risk and utility of m.csv");
  place(page, sha256_of("people.csv"));
  place(page, sha256_of("m.csv"));
  place(page, ">before</th>");
  EXPECT_LT(place(page, ">Verdict</h2>"), place(page, ">Warnings</h2>"));
}

// The numbers were counted from the file by another program: 15 records miss their education.
TEST_F(SignedReport, OfACopyStopsWithWhatItExposes) {
  ASSERT_EQ(run({"sample", "people", "--rows", "1000", "--seed", "3", "-o", "p.csv", "--quiet"}).status, 0);
  folder_.write("copy.csv", folder_.read("p.csv"));
  const Outcome text = run({"measure", "p.csv", "copy.csv", "--measures", "sse", "--report", "r.html"});
  ASSERT_EQ(text.status, 0) << text.error;
  const std::string page = folder_.read("r.html");
  place(page, "Do not release this as it is");
  EXPECT_EQ(page.find("No warning speaks against"), std::string::npos);
  const Value document = json({"measure", "p.csv", "copy.csv", "--measures", "sse", "--json"});
  std::string said;
  for (const Value& warning : document.at("warnings").as_array()) said += warning.as_text() + "\n";
  for (const char* part :
       {"'record_id' singles out 1000 of 1000 records, 'name' singles out 998 of 1000 records",
        "807 of 1000 released records are unique where a missing value matches anything, and 810 of 1000 (81 "
        "%) where it is a value of its own; 810 of 1000 have the values of exactly one record of the "
        "original",
        "declared quasi-identifiers are released as they were: 'age' singles out 1 of 1000 records",
        "'household_id' is released as it was", "records have a weight that no other household has"}) {
    EXPECT_NE(said.find(part), std::string::npos) << part << " in\n" << said;
    EXPECT_NE(text.error.find(part), std::string::npos) << part << " in\n" << text.error;
  }
  EXPECT_EQ(document.at("warning_grades").as_array().front().as_text(), "stop");
}

// Only the income was masked: identifiers are gone, the quasi-identifiers as they were, in any order.
TEST_F(SignedReport, OfUnchangedKeysStopsWithAndWithoutAMapping) {
  ASSERT_EQ(run({"mask", "mdav", "people.csv", "--columns", "income", "-o", "m.csv"}).status, 0);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--no-mapping"}}) {
    std::vector<std::string> arguments{"measure", "people.csv", "m.csv", "--measures", "emd"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string error = run(arguments).error;
    EXPECT_NE(error.find("stop: on the 5 declared quasi-identifiers"), std::string::npos) << error;
    EXPECT_EQ(error.find("declared identifiers"), std::string::npos) << error;
    EXPECT_EQ(error.find("are released as they were") != std::string::npos, more.empty()) << error;
  }
}

// Every record of the release agrees with two others, and most of the original's are unique.
TEST_F(SignedReport, MeasuresShowRisksOfKeysBeforeAndAfter) {
  ASSERT_EQ(run({"mask", "local-suppression", "people.csv", "--columns",
                 "age,sex,region,education,marital_status", "--k", "3", "-o", "m.csv"})
                .status,
            0);
  const Value document = json({"measure", "people.csv", "m.csv", "--json"});
  const std::vector<std::string> risks{"k-anonymity", "individual-risk", "uniqueness", "reidentification"};
  for (const std::string& name : risks) {
    EXPECT_NE(document.at("before").find(name), nullptr) << name;
    EXPECT_NE(document.at("after").find(name), nullptr) << name;
    EXPECT_NE(document.at("measures").find(name), nullptr) << name;
  }
  for (const char* name : {"contingency", "suppressed"}) {
    EXPECT_NE(document.at("measures").find(name), nullptr) << name;
  }
  EXPECT_EQ(document.at("before").at("k-anonymity").at("value").as_number(), 1.0);
  EXPECT_GE(document.at("after").at("k-anonymity").at("value").as_number(), 3.0);
  // The same as measuring the original alone.
  const Value alone = json({"measure", "people.csv", "--measures", "k-anonymity", "--json"});
  EXPECT_EQ(alone.at("measures").at("k-anonymity").at("details"),
            document.at("before").at("k-anonymity").at("details"));
  const std::string text = run({"measure", "people.csv", "m.csv"}).out;
  EXPECT_NE(text.find("before"), std::string::npos);
  EXPECT_NE(text.find("after"), std::string::npos);
}

// With ‹columns› the declared quasi-identifiers stay the keys, and ‹keys› names others.
TEST_F(SignedReport, KeysAreTheDeclaredOnesOrTheNamedOnes) {
  ASSERT_EQ(run({"mask", "mdav", "people.csv", "--columns", "income", "-o", "m.csv"}).status, 0);
  const Value document = json({"measure", "people.csv", "m.csv", "--columns", "income", "--json"});
  EXPECT_EQ(document.at("keys"), Value::array_of({"age", "sex", "region", "education", "marital_status"}));
  EXPECT_EQ(document.at("before").at("k-anonymity").at("value"),
            document.at("after").at("k-anonymity").at("value"));
  const Value named = json({"measure", "people.csv", "m.csv", "--keys", "sex", "--json"});
  EXPECT_EQ(named.at("keys"), Value::array_of({"sex"}));
  EXPECT_GT(named.at("after").at("k-anonymity").at("value").as_number(), 10.0);
  EXPECT_EQ(run({"measure", "people.csv", "m.csv", "--keys", "nothing"}).status, 2);
}

TEST_F(SignedReport, RowsThatDoNotCorrespondAreAStop) {
  std::vector<std::string> lines;
  std::string line;
  for (const char letter : folder_.read("people.csv")) {
    line += letter;
    if (letter != '\n') continue;
    lines.push_back(line);
    line.clear();
  }
  std::string reversed = lines.front();
  for (std::size_t i = lines.size() - 1; i > 0; --i) reversed += lines[i];
  folder_.write("reversed.csv", reversed);
  const Value document = json({"measure", "people.csv", "reversed.csv", "--json"});
  ASSERT_FALSE(document.at("warnings").as_array().empty());
  EXPECT_NE(document.at("warnings").as_array()[0].as_text().find("do not correspond"), std::string::npos);
  EXPECT_EQ(document.at("warning_grades").as_array()[0].as_text(), "stop");
  ASSERT_EQ(run({"measure", "people.csv", "reversed.csv", "--report", "report.html"}).status, 0);
  place(folder_.read("report.html"), "Do not release this as it is");
  // A map says which row is which, and without a mapping no row is taken for another.
  std::string map = "masked,original\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    map += std::to_string(i) + "," + std::to_string(lines.size() - i) + "\n";
  }
  folder_.write("map.csv", map);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--map", "map.csv"}, std::vector<std::string>{"--no-mapping"}}) {
    std::vector<std::string> arguments{"measure", "people.csv", "reversed.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).error.find("do not correspond"), std::string::npos) << more.front();
  }
}

// Without its map a sample looks safe by measures that need no mapping, although each record in it is found.
TEST_F(SignedReport, ASampleWithoutItsMapIsAStop) {
  ASSERT_EQ(run({"mask", "sampling", "people.csv", "--fraction", "0.2", "-o", "part.csv", "--map", "map.csv"})
                .status,
            0);
  const auto warned = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"measure", "people.csv", "part.csv", "--measures", "rank-linkage"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments).error.find("stop: 'part.csv' holds a part of the original records") !=
           std::string::npos;
  };
  EXPECT_TRUE(warned({}));
  EXPECT_FALSE(warned({"--map", "map.csv"}));
}

TEST_F(SignedReport, ShowsLabelsOfCodes) {
  std::string rows = "sex,income\n";
  for (int i = 0; i < 60; ++i) {
    rows += std::to_string(1 + i % 2) + "," + std::to_string(1000 + 37 * (i % 13)) + "\n";
  }
  folder_.write("coded.csv", rows);
  folder_.write("coded.toml",
                "[columns.sex]\nkind = \"nominal\"\nrole = \"quasi-identifier\"\n"
                "labels = { 1 = \"male\", 2 = \"female\" }\n\n"
                "[columns.income]\nkind = \"numeric\"\nrole = \"confidential\"\n");
  ASSERT_EQ(
      run({"mask", "mdav", "coded.csv", "--columns", "income", "-o", "m.csv", "--report", "r.html"}).status,
      0);
  place(folder_.read("r.html"), "1 (male)");
  EXPECT_NE(run({"inspect", "coded.csv"}).out.find("1 male (30)"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::testing
