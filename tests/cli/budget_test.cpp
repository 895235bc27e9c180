// `mask --budget-file` from outside: charges, refusals that write nothing, and what is given back.
#include <gtest/gtest.h>

#include <cstdlib>

#include "io/budget_file.hpp"
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class BudgetOption : public ::testing::Test {
 protected:
  BudgetOption() { folder_.write("x.csv", "a,b\n1,10\n5,20\n3,90\n2,70\n9,30\n4,60\n"); }

  Outcome mask(const std::vector<std::string>& more, const std::string& method = "laplace") const {
    std::vector<std::string> all{"mask", method, "x.csv", "--domain", "a=0:10", "--domain", "b=0:100"};
    all.insert(all.end(), more.begin(), more.end());
    return run_in(folder_.path(), all);
  }
  io::Budget budget() const { return io::parse_budget(folder_.read("b.toml"), "b.toml"); }

  TemporaryFolder folder_;
};

TEST_F(BudgetOption, RecordsWhatReleasesSpendAndRefusesMore) {
  const Outcome first =
      mask({"--epsilon", "0.7", "-o", "y.csv", "--budget-file", "b.toml", "--budget", "1", "--json"});
  ASSERT_EQ(first.status, 0) << first.error;
  const Value charged = io::parse_json(first.out, "out").at("budget");
  EXPECT_EQ(charged.at("charged").as_number(), 0.7);
  EXPECT_EQ(charged.at("spent").as_number(), 0.7);
  EXPECT_EQ(charged.at("left").as_number(), 0.3);

  const Outcome second = mask({"--epsilon", "0.4", "-o", "z.csv", "--budget-file", "b.toml"});
  EXPECT_EQ(second.status, 1);
  EXPECT_NE(second.error.find("0.3 is left"), std::string::npos) << second.error;
  EXPECT_EQ(folder_.listing(), "b.toml\nx.csv\ny.csv\ny.toml\n");
  EXPECT_EQ(budget().releases.size(), 1U);

  const Outcome third = mask({"--epsilon", "0.3", "-o", "z.csv", "--budget-file", "b.toml"});
  EXPECT_EQ(third.status, 0) << third.error;
  EXPECT_NE(third.out.find("0 is left"), std::string::npos) << third.out;
  EXPECT_EQ(io::left(budget()), 0);
  EXPECT_EQ(budget().releases[1].output, "z.csv");
  EXPECT_EQ(budget().releases[1].columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(mask({"--epsilon", "0.000001", "-o", "w.csv", "--budget-file", "b.toml"}).status, 1);
}

TEST_F(BudgetOption, TakesNoReleaseThatPromisesNothing) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--seed", "1"}, {"--mode", "paper-2013"}, {"--keep-integers"}}) {
    std::vector<std::string> all{"-o", "y.csv", "--budget-file", "b.toml", "--budget", "9"};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome run = mask(all);
    EXPECT_EQ(run.status, 2) << more.front();
    EXPECT_NE(run.error.find("promises no differential privacy (none: "), std::string::npos) << run.error;
    EXPECT_EQ(folder_.listing(), "x.csv\n");
  }
}

TEST_F(BudgetOption, BelongsToOneDataSet) {
  ASSERT_EQ(mask({"-o", "y.csv", "--budget-file", "b.toml", "--budget", "5"}).status, 0);
  folder_.write("other.csv", "a\n1\n2\n");
  const Outcome other = run_in(folder_.path(), {"mask", "laplace", "other.csv", "--domain", "a=0:10", "-o",
                                                "z.csv", "--budget-file", "b.toml"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.error.find("is the budget of 'x.csv', not of 'other.csv'"), std::string::npos)
      << other.error;
  // One record more: the same people, the same budget.
  folder_.write("x.csv", "a,b\n1,10\n5,20\n");
  const Outcome changed = mask({"-o", "z.csv", "--budget-file", "b.toml"});
  EXPECT_EQ(changed.status, 0) << changed.error;
  EXPECT_NE(changed.error.find("the data have changed"), std::string::npos) << changed.error;
  EXPECT_EQ(budget().releases.size(), 2U);
}

TEST_F(BudgetOption, GivesBackWhatWasNotReleased) {
  // A Stata file cannot hold such a name, which is found when it is written.
  const std::string name = "a_name_that_is_much_too_long_for_any_stata_file";
  folder_.write("x.csv", name + "\n1\n5\n3\n");
  const auto release = [&](const std::string& output) {
    return run_in(folder_.path(), {"mask", "laplace", "x.csv", "--domain", name + "=0:10", "-o", output,
                                   "--budget-file", "b.toml", "--budget", "5"});
  };
  ASSERT_EQ(release("y.csv").status, 0);
  const Outcome failed = release("z.dta");
  EXPECT_EQ(failed.status, 2) << failed.error;
  EXPECT_EQ(budget().releases.size(), 1U);
  EXPECT_FALSE(folder_.has("z.dta"));
}

// Who reads a pipe has what came before the failure.
TEST_F(BudgetOption, GivesNothingBackForAPipe) {
  std::string rows = "a,b\n";
  for (int i = 0; i < 200000; ++i) rows += std::to_string(i % 7) + ",5\n";
  folder_.write("x.csv", rows);
  const std::string command =
      "cd '" + folder_.path() + "' && '" + testing::program_path() +
      "' mask laplace x.csv --domain a=0:10 --domain b=0:100 -o - --budget-file b.toml "
      "--budget 3 2>/dev/null | head -n 5 > got.csv";
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(cert-env33-c): the test needs a real pipe
  EXPECT_EQ(budget().releases.size(), 1U);
}

TEST_F(BudgetOption, IsNeverWrittenOver) {
  const Outcome sidecar = mask({"-o", "y.csv", "--budget-file", "./y.toml", "--budget", "1.5"});
  EXPECT_EQ(sidecar.status, 2);
  EXPECT_NE(sidecar.error.find("is the budget file"), std::string::npos) << sidecar.error;
  EXPECT_EQ(mask({"-o", "y.csv", "--budget-file", "y.toml", "--budget", "1.5", "--force"}).status, 2);
  EXPECT_EQ(mask({"-o", "y.csv", "--budget-file", "m.csv", "--map", "m.csv", "--budget", "1.5"}).status, 2);
  EXPECT_EQ(folder_.listing(), "x.csv\n");
}

TEST_F(BudgetOption, GoesWithARecipeOfOneStep) {
  folder_.write("one.toml", "[[steps]]\nmethod = \"laplace\"\nepsilon = 0.25\n");
  folder_.write("two.toml",
                "[[steps]]\nmethod = \"laplace\"\ncolumns = [\"a\"]\n[[steps]]\nmethod = \"mdav\"\nk = 2\n"
                "columns = [\"b\"]\n");
  const auto with = [&](const std::string& recipe) {
    return run_in(folder_.path(), {"mask", "--recipe", recipe, "x.csv", "--domain", "a=0:10", "--domain",
                                   "b=0:100", "-o", "y.csv", "--budget-file", "b.toml", "--budget", "1"});
  };
  EXPECT_EQ(with("one.toml").status, 0);
  EXPECT_EQ(io::left(budget()), 750000);
  EXPECT_EQ(with("two.toml").status, 2);
}

TEST_F(BudgetOption, DoesNotMindOtherDeclarations) {
  ASSERT_EQ(mask({"-o", "y.csv", "--budget-file", "b.toml", "--budget", "5"}).status, 0);
  folder_.write("copy.csv", folder_.read("x.csv"));
  const Outcome copy =
      run_in(folder_.path(), {"mask", "laplace", "copy.csv", "--domain", "a=0:20", "--domain", "b=0:90", "-o",
                              "z.csv", "--budget-file", "b.toml"});
  EXPECT_EQ(copy.status, 0) << copy.error;
  EXPECT_EQ(copy.error.find("have changed"), std::string::npos) << copy.error;
  EXPECT_EQ(budget().releases.size(), 2U);
}

TEST_F(BudgetOption, IsCheckedBeforeAnyWork) {
  EXPECT_EQ(mask({"-o", "y.csv", "--budget", "5"}).status, 2);
  const Outcome lost = mask({"-o", "y.csv", "--budget-file", "b.toml"});
  EXPECT_EQ(lost.status, 2);
  EXPECT_NE(lost.error.find("set its budget with --budget"), std::string::npos) << lost.error;
  EXPECT_EQ(mask({"-o", "y.csv", "--budget-file", "b.toml", "--budget", "-1"}).status, 2);
  EXPECT_EQ(mask({"-o", "y.csv", "--budget-file", "b.toml", "--budget", "much"}).status, 2);
  EXPECT_EQ(mask({"-o", "b.toml", "--budget-file", "b.toml", "--budget", "1"}).status, 2);
  EXPECT_EQ(folder_.listing(), "x.csv\n");
  ASSERT_EQ(mask({"-o", "y.csv", "--budget-file", "b.toml", "--budget", "5"}).status, 0);
  const Outcome other = mask({"-o", "y.csv", "--budget-file", "b.toml", "--budget", "50"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.error.find("has a budget of ε = 5"), std::string::npos) << other.error;
  folder_.write("b.toml", "budget = 5\n");
  EXPECT_EQ(mask({"-o", "z.csv", "--budget-file", "b.toml"}).status, 2);
  EXPECT_EQ(folder_.read("b.toml"), "budget = 5\n");
}

}  // namespace
}  // namespace sfumato::testing
