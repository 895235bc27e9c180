// The program as a whole: help, version, typos, exit codes, and the commands that take no data.
#include "support/program.hpp"

#include <cstdlib>
#include <regex>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "compare/measures.hpp"
#include "core/name_list.hpp"
#include "io/json.hpp"
#include "masking/registry.hpp"
#include "report/text_width.hpp"
#include "support/temporary_folder.hpp"
#include "tables/protection.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::testing {
namespace {

std::string said(const std::vector<std::string>& arguments) { return run_in(".", arguments).error; }

TEST(Program, TellsItsVersionAndCommit) {
  const std::string line = run_in(".", {"--version"}).out;
  const std::regex form(R"(sfumato 0\.1\.0 \(commit (unknown|[0-9a-f]{12}(\+changes)?)\)\n)");
  EXPECT_TRUE(std::regex_match(line, form)) << line;
}

TEST(Program, HelpsWithoutArguments) {
  const Outcome bare = run_in(".", {});
  EXPECT_EQ(bare.status, 0);
  EXPECT_EQ(bare.out, run_in(".", {"--help"}).out);
  expect_golden("help.txt", bare.out);
  expect_golden("help-rank-swapping.txt", run_in(".", {"mask", "rank-swapping", "--help"}).out);
}

void expect_help(const cli::Command& command, std::vector<std::string> path) {
  path.emplace_back("--help");
  const Outcome run = run_in(".", path);
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(run.error, "");
  EXPECT_NE(run.out.find("Examples:"), std::string::npos) << command.name;
  path.pop_back();
  for (const cli::Command& inner : command.commands) {
    std::vector<std::string> longer = path;
    longer.push_back(inner.name);
    expect_help(inner, longer);
  }
}

TEST(Program, HasHelpWithAnExampleForEveryCommand) { expect_help(cli::root_command(), {}); }

TEST(Program, HelpIsACommandToo) {
  EXPECT_EQ(run_in(".", {"help"}).out, run_in(".", {"--help"}).out);
  EXPECT_EQ(run_in(".", {"help", "mask", "mdav"}).out, run_in(".", {"mask", "mdav", "--help"}).out);
  EXPECT_EQ(run_in(".", {"help", "table", "check"}).out, run_in(".", {"table", "check", "--help"}).out);
  const Outcome unknown = run_in(".", {"help", "mask", "mdva"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.error.find("did you mean 'mdav'?"), std::string::npos) << unknown.error;
  EXPECT_EQ(run_in(".", {"help", "nonsense"}).status, 2);
  EXPECT_EQ(run_in(".", {"-v"}).out, run_in(".", {"--version"}).out);
}

// Every long option of every command, without its last letter, is still recognised.
void expect_suggestions(const cli::Command& command, std::vector<std::string> path, std::size_t& tried) {
  for (const cli::OptionGroup& group : command.groups) {
    for (const cli::Option& option : group.options) {
      const std::string name = cli::long_name(option);
      if (name.size() < 5) continue;
      std::vector<std::string> typed = path;
      typed.push_back(name.substr(0, name.size() - 1));
      const std::string error = said(typed);
      EXPECT_NE(error.find("did you mean '--"), std::string::npos) << name << ": " << error;
      ++tried;
    }
  }
  if (path.size() == 1 && path[0] == "mask") return;  // one method stands for all
  for (const cli::Command& inner : command.commands) {
    std::vector<std::string> longer = path;
    longer.push_back(inner.name);
    expect_suggestions(inner, longer, tried);
  }
}

TEST(Program, SuggestsANearMissForEveryOption) {
  std::size_t tried = 0;
  expect_suggestions(cli::root_command(), {}, tried);
  EXPECT_GT(tried, 200U);
}

TEST(Program, SaysWhichCommandHasAnOption) {
  EXPECT_NE(said({"inspect", "x.csv", "--column", "a"}).find("--columns is an option of 'sfumato mask'"),
            std::string::npos)
      << said({"inspect", "x.csv", "--column", "a"});
  EXPECT_NE(said({"mask", "mdav", "x.csv", "--equal", "a"}).find("--equal is an option of 'sfumato compare'"),
            std::string::npos);
}

TEST(Program, SuggestsOnTypos) {
  EXPECT_NE(said({"maks"}).find("did you mean 'mask'?"), std::string::npos);
  EXPECT_NE(said({"mask", "mdaav", "x.csv"}).find("did you mean 'mdav'?"), std::string::npos);
  EXPECT_NE(said({"methods", "mdva"}).find("did you mean 'mdav'?"), std::string::npos);
  EXPECT_NE(said({"measures", "rank-linkag"}).find("did you mean 'rank-linkage'?"), std::string::npos);
  EXPECT_EQ(said({"mask", "mdva", "x.csv", "-o", "y.csv"}),
            "sfumato: error: there is no method 'mdva'; did you mean 'mdav'?\n"
            "  hint: 'sfumato mask --help' shows what there is\n");
  EXPECT_EQ(said({"mask", "rank-swapping", "x.csv", "--windw", "3", "-o", "y.csv"}),
            "sfumato: error: unknown option --windw; did you mean '--window'?\n"
            "  hint: 'sfumato mask rank-swapping --help' shows what there is\n");
}

TEST(Program, RefusesMisuseWithStatusTwoAndAnEmptyStandardOutput) {
  const std::vector<std::vector<std::string>> misuses{
      {"mask"},
      {"mask", "mdav"},
      {"mask", "mdav", "x.csv"},
      {"mask", "mdav", "x.csv", "-o"},
      {"mask", "mdav", "nowhere.csv", "-o", "y.csv", "--json"},
      {"mask", "mdav", "x.csv", "-o", "y.csv", "--k", "three"},
      {"mask", "mdav", "x.csv", "-o", "y.csv", "--k", "0"},
      {"mask", "mdav", "x.csv", "-o", "y.csv", "--seeds", "nearest"},
      {"mask", "mdav", "x.csv", "-o", "y.csv", "--k", "3", "--k", "4"},
      {"mask", "mdav", "x.csv", "-o", "y.csv", "--seed", "-1"},
      {"mask", "--k", "3", "mdav", "x.csv", "-o", "y.csv"},
      {"inspect"},
      {"inspect", "a.csv", "b.csv"},
      {"inspect", "a.csv", "--threads", "0"},
      {"inspect", "a.csv", "--threads", "257"},
      {"measure", "a.csv"},
      {"completion", "fish"},
      {"--nonsense"},
  };
  for (const std::vector<std::string>& arguments : misuses) {
    const Outcome run = run_in(".", arguments);
    std::string line;
    for (const std::string& argument : arguments) line += argument + " ";
    EXPECT_EQ(run.status, 2) << line;
    EXPECT_EQ(run.out, "") << line;
    EXPECT_TRUE(run.error.starts_with("sfumato: error: ")) << line << run.error;
  }
}

TEST(Program, TakesAFileThatIsNamedLikeACommand) {
  const TemporaryFolder folder;
  folder.write("demo", "a\n1\n2\n");
  EXPECT_EQ(run_in(folder.path(), {"inspect", "demo", "--format", "csv"}).status, 0);
}

TEST(Program, ListsAndDescribesEveryMethodAndMeasure) {
  const Value methods = io::parse_json(run_in(".", {"methods", "--json"}).out, "methods");
  EXPECT_EQ(methods.at("methods").as_array().size(), masking::methods().size());
  const Value measures = io::parse_json(run_in(".", {"measures", "--json"}).out, "measures");
  EXPECT_EQ(measures.at("measures").as_array().size(), compare::measures().size());
  const std::string listed = run_in(".", {"methods"}).out;
  for (const Method& method : masking::methods()) {
    EXPECT_NE(listed.find(method.info.name), std::string::npos);
    const Outcome full = run_in(".", {"methods", method.info.name, "--json"});
    EXPECT_EQ(io::parse_json(full.out, "method").at("name").as_text(), method.info.name);
  }
  for (const Measure& measure : compare::measures()) {
    const Outcome full = run_in(".", {"measures", measure.info.name});
    EXPECT_EQ(full.status, 0);
    EXPECT_NE(full.out.find(measure.info.title), std::string::npos);
  }
}

TEST(Program, DescribesInEightyColumns) {
  setenv("SFUMATO_TEST_COLUMNS", "80", 1);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"methods"}, {"measures"}, {"methods", "generalization"}, {"measures", "l-diversity"}}) {
    std::istringstream text(run_in(".", words).out);
    for (std::string line; std::getline(text, line);) EXPECT_LE(report::display_width(line), 80U) << line;
  }
  unsetenv("SFUMATO_TEST_COLUMNS");
}

TEST(Program, WritesReferencePagesAndRemovesStaleOnes) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_in(folder.path(), {"reference", "docs/reference"}).status, 0);
  folder.write("docs/reference/methods/gone.md", folder.read("docs/reference/methods/mdav.md"));
  folder.write("docs/reference/methods/mine.md", "My own page.\n");
  const Outcome again = run_in(folder.path(), {"reference", "docs/reference", "--json"});
  ASSERT_EQ(again.status, 0) << again.error;
  EXPECT_FALSE(folder.has("docs/reference/methods/gone.md"));
  EXPECT_TRUE(folder.has("docs/reference/methods/mine.md"));
  EXPECT_TRUE(folder.read("docs/reference/methods/mdav.md").starts_with("<!-- Generated by"));
  EXPECT_NE(folder.read("docs/reference/measures.md").find("(measures/rank-linkage.md)"), std::string::npos);
  const Value document = io::parse_json(again.out, "reference");
  EXPECT_EQ(document.at("pages").as_array().size(), masking::methods().size() + compare::measures().size() +
                                                        tables::protections().size() +
                                                        tables::rule_types().size() + 6);
  EXPECT_NE(folder.read("docs/reference/rules.md").find("(rules/p-percent.md)"), std::string::npos);
  EXPECT_NE(folder.read("docs/reference/protections/round.md").find("--base"), std::string::npos);
  EXPECT_NE(folder.read("docs/reference/suppression-algorithms.md").find("hypercube"), std::string::npos);
}

TEST(Program, CompletesInBash) {
  const TemporaryFolder folder;
  const Outcome script = run_in(".", {"completion", "bash"});
  ASSERT_EQ(script.status, 0);
  folder.write("ask.sh", script.out +
                             "COMP_WORDS=(sfumato mask rank); COMP_CWORD=2; _sfumato; echo ${COMPREPLY[@]}\n"
                             "COMP_WORDS=(sfumato mask mdav --see); COMP_CWORD=3; _sfumato; "
                             "echo ${COMPREPLY[@]}\n"
                             "COMP_WORDS=(sfumato measure x y --measures sse,rank); COMP_CWORD=5; _sfumato; "
                             "echo ${COMPREPLY[@]}\n");
  FILE* shell = popen(("bash " + folder.file("ask.sh")).c_str(), "r");
  ASSERT_NE(shell, nullptr);
  std::string answer(4096, '\0');
  answer.resize(fread(answer.data(), 1, answer.size(), shell));
  pclose(shell);
  EXPECT_EQ(answer, "rank-swapping\n--seeds --seed\nsse,rank-linkage\n");
  EXPECT_TRUE(run_in(".", {"completion", "zsh"}).out.starts_with("#compdef sfumato\n"));
}

TEST(Program, SurvivesAFullDevice) {
  const std::string command = testing::program_path() + " methods > /dev/full 2> /dev/null";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(SplitList, KeepsCommasInQuotes) {
  EXPECT_EQ(split_list("a,b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(split_list("\"x,y\",b,"), (std::vector<std::string>{"x,y", "b"}));
  EXPECT_TRUE(split_list(",").empty());
  EXPECT_EQ(split_list("a\"b,c"), (std::vector<std::string>{"a\"b", "c"}));
  EXPECT_EQ(split_list("\"x,\"\"y\"\"\",\"\"\"z\""), (std::vector<std::string>{"x,\"y\"", "\"z"}));
}

}  // namespace
}  // namespace sfumato::testing
