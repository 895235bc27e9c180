// `sfumato demo` from outside: its files, its table, and that it is the same every time.
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

TEST(DemoCommand, LeavesDataAndThreeReleases) {
  const TemporaryFolder folder;
  const Outcome run = run_in(folder.path(), {"demo"});
  ASSERT_EQ(run.status, 0) << run.error;
  EXPECT_EQ(folder.listing(),
            "sfumato-demo\nsfumato-demo/additive-noise.csv\nsfumato-demo/additive-noise.toml\n"
            "sfumato-demo/mdav.csv\nsfumato-demo/mdav.toml\nsfumato-demo/people.csv\n"
            "sfumato-demo/people.toml\nsfumato-demo/rank-swapping.csv\nsfumato-demo/rank-swapping.toml\n");
  for (const char* part : {"rank-linkage", "information-loss", "Try next", "sfumato-demo/people.csv"}) {
    EXPECT_NE(run.out.find(part), std::string::npos) << part;
  }
  EXPECT_NE(run.error.find("fixed seed"), std::string::npos);
  EXPECT_EQ(folder.read("sfumato-demo/mdav.csv").find("record_id"), std::string::npos);
}

TEST(DemoCommand, ShowsTheSameEveryTimeAndMayRunTwice) {
  const TemporaryFolder folder;
  const Outcome first = run_in(folder.path(), {"demo", "--json", "--threads", "1"});
  const std::string noise = folder.read("sfumato-demo/additive-noise.csv");
  const Outcome second = run_in(folder.path(), {"demo", "--json", "--threads", "8"});
  ASSERT_EQ(second.status, 0) << second.error;
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(noise, folder.read("sfumato-demo/additive-noise.csv"));
  const std::string people = folder.read("sfumato-demo/people.csv");
  ASSERT_EQ(run_in(folder.path(), {"demo", "--seed", "2", "-o", "other"}).status, 0);
  EXPECT_EQ(people, folder.read("other/people.csv"));
  EXPECT_NE(noise, folder.read("other/additive-noise.csv"));
}

TEST(DemoCommand, MeasuresEveryMethodInJson) {
  const TemporaryFolder folder;
  const Value document = io::parse_json(run_in(folder.path(), {"demo", "--json"}).out, "demo");
  const Value::Array& methods = document.at("methods").as_array();
  ASSERT_EQ(methods.size(), 3U);
  for (const Value& method : methods) {
    EXPECT_GT(method.at("measures").at("information-loss").at("value").as_number(), 0.0);
  }
  EXPECT_EQ(document.at("guarantee").as_text(), "none: seeded");
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
