// Nothing that leaves with a release has a value of one original record only: sidecars, what is revealed,
// and all files of `compare --public` are searched for values that occur once, in every form in which such a
// value is usually printed. The values are random, so that no number or word is met by accident.
//
// Exempt, and why:
// - The data file of methods that release some values as they are: swapping moves them, sampling,
//   suppression and coding keep most of them, and PRAM draws among them; `jpeg` keeps the ends of a column,
//   between which it scales, and a mean of samples can be one value that all of them have. Columns that
//   nothing protects are as they were on request. Data files of all other methods are searched, in the
//   protected columns.
// - What the controller declares in a sidecar (domain, categories, order): it is published on purpose.
// - The file of ‹reveal› of PRAM, whose matrix must name every category that the method can draw.
// - The controller's own output: the report of `mask`, errors, and folders of `compare` without `--public`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>

#include "core/number_text.hpp"
#include "core/rng.hpp"
#include "core/run.hpp"
#include "io/table_file.hpp"
#include "masking/registry.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

namespace fs = std::filesystem;

constexpr int people_count = 120;

std::string grouped(const std::string& digits, const std::string& separator) {
  std::string text = digits;
  for (std::size_t at = digits.size(); at > 3; at -= 3) text.insert(at - 3, separator);
  return text;
}

// How a number of seven digits may be printed.
std::vector<std::string> forms_of(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::vector<std::string> forms{digits};
  for (const char* separator : {",", ".", " ", "'", "_", "\u2009", "\u202f", "\u00a0"}) {
    forms.push_back(grouped(digits, separator));
  }
  forms.push_back(digits.substr(0, 1) + "." + digits.substr(1));  // millions
  forms.push_back(digits.substr(0, 4) + "." + digits.substr(4));  // thousands
  for (const char* format : {"%.5e", "%.6e", "%.6g"}) {
    char text[32];
    std::snprintf(text, sizeof text, format, static_cast<double>(number));
    forms.emplace_back(text);
  }
  return forms;
}

bool word_letter(char letter) { return (std::isalnum(static_cast<unsigned char>(letter)) != 0); }

// Is the form there as a number or word of its own?
bool stands_in(const std::string& text, const std::string& form) {
  for (std::size_t at = text.find(form); at != std::string::npos; at = text.find(form, at + 1)) {
    const std::size_t end = at + form.size();
    const bool starts = at == 0 || (!word_letter(text[at - 1]) && text[at - 1] != '.');
    const bool decimals = end + 1 < text.size() && text[end] == '.' && word_letter(text[end + 1]);
    const bool ends = end == text.size() || (!word_letter(text[end]) && !decimals);
    if (starts && ends) return true;
  }
  return false;
}

class ReleasedValues : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text = "name,household_id,weight,region,job,income,savings,visit\n";
    for (int i = 0; i < people_count; ++i) {
      const char* regions[] = {"north", "south", "east", "west"};
      const char* jobs[] = {"clerk", "nurse", "teacher"};
      const std::string job = i % 6 == 0 ? word() : jobs[rng_.below(3)];
      text += word() + "," + number() + "," + number() + "," + regions[rng_.below(4)] + "," + job + "," +
              number(true) + "," + number(true) + "," + visit(i) + "\n";
    }
    folder_.write("people.csv", text);
    folder_.write("people.toml",
                  "[columns.name]\nrole = \"identifier\"\n[columns.household_id]\nrole = \"household\"\n"
                  "[columns.weight]\nrole = \"weight\"\n[columns.region]\nrole = \"quasi-identifier\"\n"
                  "[columns.job]\nrole = \"quasi-identifier\"\n[columns.income]\nrole = \"confidential\"\n"
                  "domain = [0, 20000000]\n[columns.savings]\nrole = \"confidential\"\n"
                  "domain = [0, 20000000]\n");
    fs::create_directory(folder_.file("out"));
  }

  // Values that one record has.
  std::string number(bool amount = false) {
    for (;;) {
      const auto drawn = static_cast<std::int64_t>(1000000 + rng_.below(9000000));
      if (drawn % 10 == 0 || !numbers_.insert(drawn).second) continue;
      if (amount) amounts_.insert(drawn);
      for (std::string& form : forms_of(drawn)) forms_.push_back(std::move(form));
      return std::to_string(drawn);
    }
  }
  std::string visit(int record) {
    forms_.push_back(
        date_text(static_cast<std::int32_t>(10000 + 61 * record + static_cast<int>(rng_.below(60)))));
    return forms_.back();
  }
  std::string word() {
    std::string text;
    while (text.size() < 9) text += "bcdfghjklmnpqrstvwxz"[rng_.below(20)];
    forms_.push_back(text);
    return text;
  }

  std::vector<std::string> found_in(const std::string& text) const {
    std::vector<std::string> found;
    for (const std::string& form : forms_) {
      if (stands_in(text, form)) found.push_back(form);
    }
    return found;
  }

  void expect_clean(const std::string& text, const std::string& what) const {
    const std::vector<std::string> found = found_in(text);
    EXPECT_TRUE(found.empty()) << what << " has " << found.size() << " values of single records, such as "
                               << found.front();
  }
  // All files of a folder but the data.
  void expect_clean_folder(const std::string& folder, const std::string& what) const {
    for (const auto& entry : fs::recursive_directory_iterator(folder_.file(folder))) {
      const std::string name = entry.path().filename().string();
      const bool data = entry.path().extension() == ".csv" && name != "results.csv" && name != "reveal.csv";
      if (entry.is_directory() || data) continue;
      expect_clean(folder_.read(folder + "/" + name), what + ", " + name);
    }
  }
  void empty_folder(const std::string& folder) const {
    fs::remove_all(folder_.file(folder));
    fs::create_directory(folder_.file(folder));
  }

  Outcome program(const std::vector<std::string>& arguments) const {
    return run_in(folder_.path(), arguments);
  }

  // The chosen columns of a data file, as text.
  std::string cells(const std::string& file, const std::vector<std::string>& columns) const {
    const Table table = io::read_table(folder_.file(file), {}, sfumato::Run()).table;
    std::string text;
    for (const std::string& name : columns) {
      const Column& column = table.column(table.require(name));
      for (std::size_t row = 0; row < column.size(); ++row) text += column.text(row) + "\n";
    }
    return text;
  }

  TemporaryFolder folder_;
  Rng rng_ = sfumato::Run({.seed = 25, .threads = 1}).rng("people");
  std::set<std::int64_t> numbers_, amounts_;
  std::vector<std::string> forms_;
};

bool keeps_values(const Method& method) {
  const std::set<std::string> names{
      "rank-swapping", "data-swapping", "record-swapping", "data-shuffling", "sampling", "local-suppression",
      "pram",          "top-coding",    "bottom-coding",   "pseudonyms",     "jpeg",     "resampling",
      "outlier-coding"};
  return names.contains(method.info.name);
}

// What methods need besides their defaults.
std::vector<std::string> needed(const Method& method, bool numbers) {
  if (method.info.name == "recoding") {
    return {"--hierarchy", numbers ? "income=amounts.toml" : "job=jobs.toml"};
  }
  if (method.info.name == "record-swapping") return {"--geography", "region"};
  if (method.info.name == "sequential-trees" || method.info.name == "household-synthesis") {
    return {"--smooth"};  // leaves have values of records
  }
  if (method.info.name == "dp-copula") return {"--drop", "household_id,weight,region,job,visit"};
  return {};
}

TEST_F(ReleasedValues, TheSearchFindsEveryForm) {
  const std::int64_t one = *amounts_.begin();
  const std::string digits = std::to_string(one);
  for (const std::string& text :
       {digits, "[" + digits + ", 5)", grouped(digits, ","), grouped(digits, "\u202f"),
        digits.substr(0, 1) + "." + digits.substr(1) + " M"}) {
    EXPECT_FALSE(found_in(text).empty()) << text;
  }
  EXPECT_TRUE(found_in("x" + digits + " 9" + digits + " " + digits + "4").empty());
  EXPECT_GT(found_in(folder_.read("people.csv")).size(), 400U);
}

// Every method, for numbers and for categories.
TEST_F(ReleasedValues, NoMethodWritesThemBesideTheData) {
  folder_.write("amounts.toml", "kind = \"intervals\"\nwidths = [1000000, 5000000]\n");
  folder_.write("jobs.toml", "kind = \"masking\"\n");
  std::set<std::string> released;
  for (const Method& method : masking::methods()) {
    for (const bool numbers : {true, false}) {
      empty_folder("out");
      const bool dates = method.info.made_for == MadeFor::dates;
      if (dates && numbers) continue;
      const std::string columns = dates     ? "visit"
                                  : numbers ? method.info.name == "recoding" ? "income" : "income,savings"
                                  : method.info.name == "recoding" ? "job"
                                                                   : "region,job";
      std::vector<std::string> arguments{"mask", method.info.name, "people.csv",
                                         "-o",   "out/masked.csv", "--seed",
                                         "3",    "--columns",      columns};
      for (const std::string& more : needed(method, numbers)) arguments.push_back(more);
      if (program(arguments).status != 0) continue;
      released.insert(method.info.name);
      const std::string what = method.info.name + (numbers ? " of numbers" : " of categories");
      expect_clean_folder("out", what);
      if (keeps_values(method) || (!numbers && method.info.name != "generalization")) continue;
      for (const auto& entry : fs::directory_iterator(folder_.file("out"))) {
        if (entry.path().extension() != ".csv") continue;
        const std::string file = "out/" + entry.path().filename().string();
        const bool recoded = method.info.name == "recoding";
        expect_clean(cells(file, numbers ? recoded ? std::vector<std::string>{"income"}
                                                   : std::vector<std::string>{"income", "savings"}
                                         : std::vector<std::string>{"job"}),
                     what + ", protected cells of " + file);
      }
    }
  }
  for (const Method& method : masking::methods()) {
    EXPECT_TRUE(released.contains(method.info.name)) << method.info.name << " was not tried";
  }
}

// Cuts that are chosen for the data, in labels and in the specification that the sidecar has.
TEST_F(ReleasedValues, AutomaticCutsHaveNone) {
  for (const std::string method : {"equal-width", "equal-count", "logarithmic"}) {
    for (const std::string intervals : {"2", "5", "20"}) {
      empty_folder("out");
      const std::string cuts = method + ":" + intervals;
      const Outcome run = program({"mask", "recoding", "people.csv", "-o", "out/masked.csv", "--columns",
                                   "income,savings", "--cuts", "income=" + cuts + ",savings=" + cuts});
      ASSERT_EQ(run.status, 0) << run.error;
      expect_clean_folder("out", "recoding with cuts " + cuts);
      expect_clean(cells("out/masked.csv", {"income", "savings"}), "labels of cuts " + cuts);
    }
  }
}

TEST_F(ReleasedValues, WhatIsRevealedHasNone) {
  std::size_t revealed = 0;
  for (const Method& method : masking::methods()) {
    if (method.info.name == "pram") continue;
    empty_folder("out");
    const Outcome run = program({"mask", method.info.name, "people.csv", "-o", "out/masked.csv", "--columns",
                                 "income,savings", "--reveal", "out/reveal.json", "--public"});
    if (run.status != 0) continue;
    ++revealed;
    expect_clean_folder("out", method.info.name + " with what it reveals");
  }
  EXPECT_GT(revealed, 2U);
}

TEST_F(ReleasedValues, ARecipeHasNoneInItsSidecar) {
  folder_.write(
      "protect.toml",
      "[[steps]]\nmethod = \"mdav\"\ncolumns = [\"income\", \"savings\"]\n"
      "[[steps]]\nmethod = \"top-coding\"\ncolumns = [\"income\"]\nparameters = { quantile = 0.9 }\n"
      "[[steps]]\nmethod = \"local-suppression\"\ncolumns = [\"region\", \"job\"]\n");
  const Outcome run =
      program({"mask", "--recipe", "protect.toml", "people.csv", "-o", "out/masked.csv", "--public"});
  ASSERT_EQ(run.status, 0) << run.error;
  expect_clean_folder("out", "a recipe");
}

// What is kept for the next file, of every method that keeps something, and of a recipe. The hierarchy of
// jobs was made from the data, with a row for each of them.
TEST_F(ReleasedValues, AFittedFileHasNone) {
  folder_.write("amounts.toml", "kind = \"intervals\"\nwidths = [1000000, 5000000]\n");
  std::set<std::string> jobs;
  std::istringstream lines(cells("people.csv", {"job"}));
  std::string tree;
  for (std::string job; std::getline(lines, job);) {
    if (jobs.insert(job).second) tree += job + "," + (job.size() < 8 ? "usual" : "other") + ",*\n";
  }
  folder_.write("jobs.csv", tree);
  const std::vector<std::vector<std::string>> all{
      {"top-coding", "--columns", "income,savings", "--quantile", "0.99"},
      {"top-coding", "--columns", "income,savings", "--quantile", "1"},
      {"bottom-coding", "--columns", "income,savings", "--quantile", "0"},
      {"generalization", "--columns", "income,savings", "--suppress", "10"},
      {"generalization", "--columns", "region,job", "--hierarchy", "job=jobs.csv", "--suppress", "10"},
      {"generalization", "--columns", "income,visit", "--local"},
      {"recoding", "--columns", "income", "--hierarchy", "income=amounts.toml"},
      {"recoding", "--columns", "job", "--hierarchy", "job=jobs.csv"},
      {"pseudonyms", "--columns", "name", "--how", "keyed", "--new-key", "secret.key"}};
  for (const std::vector<std::string>& one : all) {
    empty_folder("out");
    fs::remove(folder_.file("secret.key"));
    std::vector<std::string> arguments{"mask",           one.front(), "people.csv",     "-o",
                                       "out/masked.csv", "--fit",     "out/fitted.toml"};
    arguments.insert(arguments.end(), one.begin() + 1, one.end());
    const Outcome run = program(arguments);
    ASSERT_EQ(run.status, 0) << one.front() << run.error;
    const std::string fitted = folder_.read("out/fitted.toml");
    expect_clean(fitted, "the fitted file of " + one.front());
    EXPECT_NE(fitted.find("\"clerk\""), std::string::npos);  // usual categories are kept
  }
}

// Every method that some comparison can be won by, with plots, tables and axes.
TEST_F(ReleasedValues, APublicComparisonHasNone) {
  std::size_t won = 0;
  for (const Method& method : masking::methods()) {
    for (const bool numbers : {true, false}) {
      if (!numbers && !method.info.accepts.has(Kind::nominal)) continue;
      fs::remove_all(folder_.file("public"));
      const std::vector<std::string> measured =
          numbers ? std::vector<std::string>{"--equal", "emd=1", "--rank-by", "propensity"}
                  : std::vector<std::string>{"--equal", "contingency=1", "--rank-by", "entropy-loss"};
      std::vector<std::string> arguments{"compare",      "people.csv",
                                         "--columns",    numbers ? "income,savings" : "region,job",
                                         "--methods",    method.info.name,
                                         "--tolerance",  "100%",
                                         "--replicates", "1",
                                         "--seed",       "3",
                                         "--keep-draw",  "--public",
                                         "-o",           "public",
                                         "--json"};
      arguments.insert(arguments.end(), measured.begin(), measured.end());
      const Outcome run = program(arguments);
      if (run.status > 1) continue;
      const std::string what = "compare with " + method.info.name;
      won += fs::exists(folder_.file("public/winner.csv")) ? 1 : 0;
      expect_clean(run.out, what + ", its output");
      expect_clean_folder("public", what);
    }
  }
  EXPECT_GT(won, 10U);
}

// Where a hierarchy lacks values, an error names some of them: for the controller, and not for the public.
TEST_F(ReleasedValues, ValuesThatAHierarchyLacksAreNotPublished) {
  folder_.write("jobs.csv", "clerk,office,*\nnurse,care,*\nteacher,care,*\n");
  const Outcome error = program({"mask", "generalization", "people.csv", "-o", "out/masked.csv", "--columns",
                                 "region,job", "--hierarchy", "job=jobs.csv"});
  EXPECT_EQ(error.status, 2);
  EXPECT_FALSE(found_in(error.error).empty()) << error.error;
  EXPECT_TRUE(fs::is_empty(folder_.file("out")));
  const Outcome run =
      program({"compare", "people.csv", "--columns", "region,job", "--methods", "generalization,pram",
               "--fix", "generalization.hierarchy=job=jobs.csv", "--equal", "contingency=1", "--tolerance",
               "100%", "--rank-by", "entropy-loss", "--replicates", "1", "--public", "-o", "public"});
  expect_clean(run.out, "the output of a comparison");
  if (fs::exists(folder_.file("public")))
    expect_clean_folder("public", "a comparison with a short hierarchy");
}

TEST_F(ReleasedValues, TheReleaseOfAPlanHasNone) {
  folder_.write("plan.toml",
                "title = \"t\"\nseed = 4\nreplicates = 1\nmeasures = [\"emd\", \"propensity\"]\n"
                "[data]\npath = \"people.csv\"\ncolumns = [\"income\", \"savings\"]\n"
                "[[methods]]\nmethod = \"mdav\"\nk = [3, 5]\n"
                "[[targets]]\nmeasure = \"emd\"\nvalue = 1\nrank-by = [\"propensity\"]\ntolerance = 1.0\n"
                "release = true\npublic = true\n");
  const Outcome run = program({"run", "plan.toml", "-o", "results"});
  ASSERT_TRUE(fs::exists(folder_.file("results/winner-1.toml"))) << run.error;
  const std::string sidecar = folder_.read("results/winner-1.toml");
  expect_clean(sidecar, "the sidecar of a plan's release");
  EXPECT_NE(sidecar.find("mapping = \"none\""), std::string::npos) << sidecar;
  EXPECT_NE(sidecar.find("renumbered = [\"household_id\"]"), std::string::npos) << sidecar;
}

}  // namespace
}  // namespace sfumato::testing
