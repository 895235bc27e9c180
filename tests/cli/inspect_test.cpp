// `sfumato inspect` from outside: the table for people, the JSON, and the proposed sidecar.
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const survey =
    "person_id,age,sex,income\n"
    "17,30,f,1000.5\n12,30,f,2000\n13,25,m,1500\n19,25,m,\n15,33,f,1200\n";

TEST(InspectCommand, ShowsColumnsAndUniqueness) {
  const TemporaryFolder folder;
  folder.write("x.csv", survey);
  const Outcome run = run_in(folder.path(), {"inspect", "x.csv"});
  EXPECT_EQ(run.status, 0) << run.error;
  expect_golden("inspect.txt", run.out);
}

TEST(InspectCommand, SaysInJsonWhichRolesAreProposedAndWhy) {
  const TemporaryFolder folder;
  folder.write("x.csv", survey);
  const Outcome run = run_in(folder.path(), {"inspect", "x.csv", "--confidential", "age", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = io::parse_json(run.out, "standard output");
  EXPECT_EQ(document.at("version").as_integer(), 1);
  EXPECT_EQ(document.at("rows").as_integer(), 5);
  const Value::Array& columns = document.at("columns").as_array();
  EXPECT_EQ(columns[0].at("role").as_text(), "identifier");
  EXPECT_TRUE(columns[0].at("proposed").as_bool());
  EXPECT_EQ(columns[0].at("reason").as_text(), "the name has 'id'");
  EXPECT_FALSE(columns[1].at("proposed").as_bool());
  EXPECT_EQ(columns[3].at("missing").as_integer(), 1);
  EXPECT_EQ(document.at("uniqueness").at("columns"), Value::array_of({"sex"}));
  EXPECT_EQ(document.at("uniqueness").at("smallest_class").as_integer(), 2);
}

TEST(InspectCommand, WritesASidecarThatTheReaderTakes) {
  const TemporaryFolder folder;
  folder.write("x.csv", survey);
  ASSERT_EQ(run_in(folder.path(), {"inspect", "x.csv", "-o", "x.toml"}).status, 0);
  const io::Sidecar sidecar = io::read_sidecar(folder.file("x.toml"));
  EXPECT_EQ(sidecar.columns.at("person_id").role, Role::identifier);
  EXPECT_EQ(sidecar.columns.at("income").role, Role::confidential);
  EXPECT_TRUE(sidecar.release.is_null());
  // Now it is the data's sidecar, which only --force replaces.
  EXPECT_EQ(run_in(folder.path(), {"inspect", "x.csv", "-o", "x.toml"}).status, 2);
  EXPECT_EQ(run_in(folder.path(), {"inspect", "x.csv", "-o", "x.toml", "--force"}).status, 0);
}

TEST(InspectCommand, TakesEveryWayToDeclareColumns) {
  const TemporaryFolder folder;
  folder.write("x.csv", survey);
  const Outcome good = run_in(folder.path(), {"inspect", "x.csv", "--domain", "age=0:120", "--weight",
                                              "income", "--household", "age", "--missing", "33,25"});
  EXPECT_EQ(good.status, 0) << good.error;
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{"--domain", "age=120:0"},
                                             {"--domain", "age"},
                                             {"--quasi", "agee"},
                                             {"--quasi", "age", "--weight", "age"},
                                             {"--format", "docx"}}) {
    std::vector<std::string> arguments{"inspect", "x.csv"};
    arguments.insert(arguments.end(), bad.begin(), bad.end());
    EXPECT_EQ(run_in(folder.path(), arguments).status, 2) << bad[1];
  }
}

}  // namespace
}  // namespace sfumato::testing
