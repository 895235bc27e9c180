// What was clicked is what runs: a release of the app, and the command line with the recipe that it exported,
// give the same bytes.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "app/app_browser.hpp"
#include "io/text_form.hpp"
#include "support/program.hpp"

namespace sfumato::app {
namespace {

using sfumato::testing::make_people;
using sfumato::testing::Outcome;
using sfumato::testing::run_in;
using sfumato::testing::TemporaryFolder;
using testing::AppInFolder;
using testing::parsed;

// The words of a command that needs no shell.
std::vector<std::string> words_of(const std::string& command) {
  std::istringstream text(command);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  words.erase(words.begin());  // sfumato
  return words;
}

constexpr const char* roles =
    R"({"age": {"role": "quasi-identifier", "kind": "numeric", "domain": [0, 120], "missing": ["21"],
    "hierarchy": {"kind": "intervals", "widths": [5, 10, 20]}},
  "sex": {"role": "quasi-identifier", "hierarchy": [["female", "*"], ["male", "*"]]},
  "region": {"role": "quasi-identifier"}, "income": {"role": "confidential"}, "tax": {"role": "confidential"}})";

std::string release(const std::string& more, const std::string& name = "out") {
  return std::string(R"({"job": "release", "data": "people.csv", "schema": )") + roles +
         R"(, "recipe": {"keep-integers": true, "drop": ["savings"],
              "steps": [{"method": "recoding", "columns": ["age"], "parameters": {"level": {"age": 1}}},
                        {"method": "rank-swapping", "columns": ["income", "tax"], "window": 8}]},
            "seed": 7, "report": true, "map": true, "name": ")" +
         name + "\"" + more + "}";
}

// Every stop of the first answer is accepted.
Value accepted_release(AppInFolder& app, const std::string& more) {
  const Value first = app.browser.run(release(more));
  if (first.at("state").as_text() == "done") return first;
  std::string ids;
  const Value* warnings = first.at("error").find("warnings");
  if (warnings == nullptr) return first;
  for (const Value& warning : warnings->as_array())
    ids += (ids.empty() ? "" : ", ") +
           std::string(R"({"by": "A. Head", "reason": "agreed <b>on</b> 3 May", "warning": ")") +
           warning.at("id").as_text() + "\"}";
  return app.browser.run(release(more + ", \"accept\": [" + ids + "]"));
}

void expect_same_release(const std::string& more, bool utf_16 = false) {
  AppInFolder app;
  make_people(app.folder.path());
  const Value job = accepted_release(app, more);
  ASSERT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
  const TemporaryFolder other;
  std::filesystem::copy(app.folder.file("people.csv"), other.file("people.csv"));
  for (const char* name : {"out.recipe.toml", "out.roles.toml", "out.accepted.toml", "out.hierarchies"}) {
    std::filesystem::copy(app.folder.file(name), other.file(name), std::filesystem::copy_options::recursive);
  }
  std::string command = job.at("result").at("command").as_text();
  std::erase(command, '\'');  // around a semicolon
  const Outcome run = run_in(other.path(), words_of(command));
  ASSERT_EQ(run.status, 0) << run.error;
  for (const char* name : {"out.csv", "out.toml", "out.map.csv"}) {
    ASSERT_TRUE(other.has(name)) << name;
    EXPECT_EQ(app.folder.read(name), other.read(name)) << name;
  }
  for (const std::string& page : {app.folder.read("out.html"), other.read("out.html")}) {
    EXPECT_NE(page.find("Accepted warnings"), std::string::npos);
    EXPECT_NE(page.find("A. Head"), std::string::npos);
    EXPECT_NE(page.find("agreed &lt;b&gt;on&lt;/b&gt; 3 May"), std::string::npos);
  }
  const std::string bytes = app.folder.read("out.csv");
  EXPECT_EQ(bytes.starts_with("\xFF\xFE"), utf_16);
  const std::string text = utf_16 ? io::in_utf8(bytes, io::Encoding::utf_16le) : bytes;
  EXPECT_EQ(text.find(';') != std::string::npos, utf_16);
  EXPECT_NE(text.find("[20, 25)"), std::string::npos);  // the step was taken
  EXPECT_EQ(text.find("savings"), std::string::npos);
}

TEST(AppRelease, TheCommandLineGivesTheSameBytes) { expect_same_release(""); }

TEST(AppRelease, ThePublicReleaseToo) { expect_same_release(R"(, "public": true)"); }

TEST(AppRelease, AreWrittenAsAsked) {
  expect_same_release(R"(, "writing": {"delimiter": ";", "decimal": ",", "encoding": "utf-16le"})", true);
}

TEST(AppRelease, RefusesFormsThatTheFormatDoesNotHave) {
  AppInFolder app;
  make_people(app.folder.path());
  const std::vector<std::pair<std::string, std::string>> refused = {
      {R"(, "check": true, "writing": {"delimiter": ",", "decimal": ","})", "a comma cannot separate fields"},
      {R"(, "check": true, "writing": {"encoding": "ebcdic"})", "ebcdic"},
      {R"(, "check": true, "writing": {"quote": "'"})", "'quote' of \"writing\" is not known"},
      {R"(, "check": true, "format": "parquet", "writing": {"decimal": ","})", "is for CSV and TSV files"},
      {R"(, "check": true, "format": "tsv", "writing": {"delimiter": ";"})", "separated by tabs"}};
  for (const auto& [more, reason] : refused) {
    const Value job = app.browser.run(release(more));
    ASSERT_EQ(job.at("state").as_text(), "failed") << io::json_text(job);
    EXPECT_NE(job.at("error").at("message").as_text().find(reason), std::string::npos) << io::json_text(job);
  }
  EXPECT_FALSE(app.folder.has("out.csv"));
}

// A random method without a seed: another run makes another draw, and the result says so. Its numbers are
// those of the file that was written.
TEST(AppRelease, MeasuresTheDrawThatItWrote) {
  AppInFolder app;
  make_people(app.folder.path());
  const std::string request =
      R"({"job": "release", "data": "people.csv", "name": "out", "report": true, "seed": null, "replace": true,
          "measures": ["distance-linkage", "information-loss"], "keys": ["age", "sex"],
          "schema": {"age": {"role": "quasi-identifier"}, "sex": {"role": "quasi-identifier"},
                     "region": {"role": "quasi-identifier"}, "income": {"role": "confidential"}},
          "recipe": {"steps": [{"method": "rank-swapping", "columns": ["age", "income"], "window": 5}]})";
  const Value refused = app.browser.run(request + "}");
  std::string accepted;
  for (const Value& warning : refused.at("error").at("warnings").as_array()) {
    accepted += (accepted.empty() ? "" : ", ") + std::string(R"({"by": "A", "reason": "b", "warning": ")") +
                warning.at("id").as_text() + "\"}";
  }
  std::string before;
  for (int times = 0; times < 2; ++times) {
    const Value job = app.browser.run(request + R"(, "accept": [)" + accepted + "]}");
    ASSERT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
    EXPECT_FALSE(job.at("result").at("repeatable").as_bool());
    EXPECT_EQ(job.at("result").at("command").as_text().find("--seed"), std::string::npos);
    EXPECT_NE(app.folder.read("out.csv"), before);
    before = app.folder.read("out.csv");
    const Outcome run =
        run_in(app.folder.path(), {"measure", "people.csv", "out.csv", "--roles", "out.roles.toml", "--keys",
                                   "age,sex", "--measures", "distance-linkage,information-loss", "--json"});
    ASSERT_EQ(run.status, 0) << run.error;
    for (const char* name : {"distance-linkage", "information-loss"}) {
      EXPECT_DOUBLE_EQ(job.at("result").at("measured").at("measures").at(name).at("value").as_number(),
                       parsed(run.out).at("measures").at(name).at("value").as_number())
          << name;
    }
  }
}

TEST(AppRelease, NumbersThatCannotBeHadDoNotStopARelease) {
  AppInFolder app;
  make_people(app.folder.path());
  const Value job = accepted_release(app, R"(, "measures": ["no-such-measure"], "keys": ["savings"])");
  ASSERT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
  EXPECT_TRUE(job.at("result").at("measured").at("error").at("message").is_text());
  EXPECT_TRUE(app.folder.has("out.csv"));
}

TEST(AppRelease, NothingIsWrittenBeforeStopsAreAccepted) {
  AppInFolder app;
  make_people(app.folder.path());
  const std::string before = app.folder.listing();
  const Value job = app.browser.run(
      R"({"job": "release", "data": "people.csv", "name": "out", "recipe": {"steps": [{"method": "rank-swapping", "columns": ["income"]}]}})");
  ASSERT_EQ(job.at("state").as_text(), "failed")
      << io::json_text(job);  // age, sex and region are as they were
  EXPECT_EQ(job.at("error").at("code").as_text(), "refused");
  bool stops = false;
  for (const Value& warning : job.at("error").at("warnings").as_array())
    stops = stops || warning.at("grade").as_text() == "stop";
  EXPECT_TRUE(stops);
  EXPECT_EQ(app.folder.listing(), before);
}

TEST(AppRelease, AcceptingNeedsANameAndAReason) {
  AppInFolder app;
  make_people(app.folder.path());
  const std::string before = app.folder.listing();
  for (const char* accepted : {R"(["stop-1"])", R"([{"warning": "stop-1", "by": " ", "reason": "why"}])"}) {
    const Value job = app.browser.run(release(std::string(", \"accept\": ") + accepted));
    EXPECT_EQ(job.at("state").as_text(), "failed");
    EXPECT_EQ(job.at("error").at("code").as_text(), "bad_input") << io::json_text(job);
  }
  EXPECT_EQ(app.folder.listing(), before);
}

TEST(AppRelease, ChecksWithoutWriting) {
  AppInFolder app;
  make_people(app.folder.path());
  const std::string before = app.folder.listing();
  const Value job = app.browser.run(release(R"(, "check": true)"));
  ASSERT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
  EXPECT_FALSE(job.at("result").at("checklist").as_array().empty());
  EXPECT_NE(job.at("result").at("command").as_text().find("--recipe out.recipe.toml"), std::string::npos);
  EXPECT_EQ(app.folder.listing(), before);
}

TEST(AppRelease, OverwritesOnlyWhenAsked) {
  AppInFolder app;
  make_people(app.folder.path());
  app.folder.write("out.csv", "mine");
  const Value kept = app.browser.run(release(""));
  EXPECT_EQ(kept.at("error").at("code").as_text(), "conflict");
  EXPECT_EQ(app.folder.read("out.csv"), "mine");
  for (const std::string name : {"../out", ".out", "a/b", ""}) {
    const Value job = app.browser.run(release("", name));
    EXPECT_EQ(job.at("state").as_text(), "failed") << name;
  }
  EXPECT_EQ(accepted_release(app, R"(, "replace": true)").at("state").as_text(), "done");
  EXPECT_NE(app.folder.read("out.csv"), "mine");
}

TEST(AppRelease, AFailedReleaseLeavesEarlierFilesAsTheyWere) {
  AppInFolder app;
  make_people(app.folder.path());
  app.folder.write("out.recipe.toml", "earlier");
  const Value job = app.browser.run(
      R"({"job": "release", "data": "people.csv", "name": "out", "replace": true, "recipe": {"steps": [{"method": "none"}]}})");
  EXPECT_EQ(job.at("state").as_text(), "failed");
  EXPECT_EQ(app.folder.read("out.recipe.toml"), "earlier");
  EXPECT_FALSE(app.folder.has("out.roles.toml"));
}

}  // namespace
}  // namespace sfumato::app
