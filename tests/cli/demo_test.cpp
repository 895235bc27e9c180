// `sfumato demo` from outside: its files, its ranking, and that it is the same every time.
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

// The demo takes many seconds, so that two runs serve all that is asked of it: one for people on one thread,
// one for programs on eight.
TEST(DemoCommand, LeavesTheSameDataReleaseAndReportEveryTime) {
  const TemporaryFolder folder;
  const Outcome first = run_in(folder.path(), {"demo", "--threads", "1"});
  ASSERT_EQ(first.status, 0) << first.error;
  EXPECT_EQ(folder.listing(),
            "sfumato-demo\nsfumato-demo/people.csv\nsfumato-demo/people.toml\nsfumato-demo/report.html\n"
            "sfumato-demo/report.json\nsfumato-demo/results.csv\nsfumato-demo/winner.csv\n"
            "sfumato-demo/winner.toml\n");
  for (const char* part : {"Methods at distance-linkage 5", "mdav", "emd", "propensity", "Try next",
                           "sfumato-demo/report.html"}) {
    EXPECT_NE(first.out.find(part), std::string::npos) << part;
  }
  EXPECT_NE(first.error.find("fixed seed"), std::string::npos);
  const std::string people = folder.read("sfumato-demo/people.csv");
  const std::string winner = folder.read("sfumato-demo/winner.csv");
  const std::string report = folder.read("sfumato-demo/report.json");
  EXPECT_EQ(winner.find("record_id"), std::string::npos);

  const Outcome second = run_in(folder.path(), {"demo", "--json", "--threads", "8"});
  ASSERT_EQ(second.status, 0) << second.error;
  EXPECT_EQ(winner, folder.read("sfumato-demo/winner.csv"));
  EXPECT_EQ(report, folder.read("sfumato-demo/report.json"));
  const Value document = io::parse_json(second.out, "demo");
  const Value::Array& methods = document.at("methods").as_array();
  ASSERT_EQ(methods.size(), 5U);
  for (const Value& method : methods) {
    ASSERT_TRUE(method.at("reached").as_bool()) << to_text(method.at("reason"));
    EXPECT_NEAR(method.at("attained").as_number(), 5.0, 0.25);
    EXPECT_GT(method.at("measures").at("emd").as_number(), 0.0);
  }
  EXPECT_EQ(document.at("winner"), methods.front().at("method"));
  EXPECT_EQ(document.at("release").at("guarantee").as_text(), "none: seeded");

  ASSERT_EQ(run_in(folder.path(), {"sample", "people", "--seed", "1", "-o", "people.csv"}).status, 0);
  EXPECT_EQ(people, folder.read("people.csv")) << "the demo's data are those of the sample";
}

TEST(DemoCommand, TouchesNoFilesOfTheUsers) {
  const TemporaryFolder folder;
  folder.write("people.csv", "mine\n");
  const Outcome run = run_in(folder.path(), {"demo", "-o", "."});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(folder.listing(), "people.csv\n");
  EXPECT_EQ(folder.read("people.csv"), "mine\n");
}

}  // namespace
}  // namespace sfumato::testing
