// `sfumato query` over the life of a database, end to end: a proposed catalogue, the schema, tokens that
// expire, new data, and ε beside micro-ε in the audit file.
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

class QueryData : public ::testing::Test {
 protected:
  // Ages 20 to 69 in turn; wards a and b.
  void write_people(const std::string& name, int count) const {
    std::string text = "age,ward\n";
    for (int i = 0; i < count; ++i) text += std::to_string(20 + i % 50) + (i % 2 == 0 ? ",a\n" : ",b\n");
    folder_.write(name, text);
  }
  void SetUp() override { write_people("people.csv", 400); }
  Outcome query(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "query");
    return run_in(folder_.path(), arguments);
  }
  Value json(std::vector<std::string> arguments, int status = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = query(arguments);
    EXPECT_EQ(outcome.status, status) << outcome.error;
    return io::parse_json(outcome.out, "standard output");
  }
  // From the proposal as it is.
  void make() const {
    ASSERT_EQ(query({"propose-catalogue", "people.csv", "-o", "catalogue.toml"}).status, 0);
    const Outcome made = query({"init", "db", "people.csv", "--catalogue", "catalogue.toml", "--protection",
                                "dp", "--budget", "1000", "--quiet"});
    ASSERT_EQ(made.status, 0) << made.error;
  }

  TemporaryFolder folder_;
};

TEST_F(QueryData, AProposalIsMarkedAndHasNoExtremes) {
  const Outcome shown = query({"propose-catalogue", "people.csv"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_NE(shown.out.find("domain = [0, 70]  # TO CONFIRM"), std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find("69"), std::string::npos);
  EXPECT_NE(shown.error.find("would be public"), std::string::npos) << shown.error;
  EXPECT_EQ(json({"propose-catalogue", "people.csv"}).at("confirm").as_array().size(), 2U);
  make();
  const Value schema = json({"schema", "db"});
  EXPECT_EQ(schema.at("tables").as_array()[0].at("name").as_text(), "people");
  EXPECT_EQ(schema.at("limits").at("budget_epsilon").as_number(), 1000);
}

TEST_F(QueryData, TokensAreListed) {
  make();
  const std::string token =
      json({"token", "db", "--user", "anna", "--expires", "2099-12-31", "--quota", "0.5"})
          .at("token")
          .as_text();
  const Outcome shown = query({"token", "db", "--list"});
  EXPECT_NE(shown.out.find("2100-01-01T00:00:00Z"), std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find(token.substr(8, 20)), std::string::npos);
  const Value listed = json({"token", "db", "--list"}).at("tokens").as_array()[0];
  EXPECT_EQ(listed.at("state").as_text(), "valid");
  EXPECT_EQ(listed.at("quota_epsilon").as_number(), 0.5);
  EXPECT_EQ(query({"token", "db", "--user", "anna", "--expires", "2001-01-01"}).status, 2);
  EXPECT_EQ(query({"token", "db"}).status, 2);
}

TEST_F(QueryData, NewDataGoOnWithTheBudget) {
  make();
  const std::vector<std::string> ask{"ask", "db", "SELECT COUNT(*) FROM people WHERE ward = 'a'", "--epsilon",
                                     "50"};
  EXPECT_NEAR(json(ask).at("answer").as_number(), 200, 1);
  write_people("later.csv", 600);
  const Value refreshed = json({"refresh", "db", "later.csv"});
  EXPECT_EQ(refreshed.at("refreshes").as_integer(), 1);
  const Value after = json(ask);
  EXPECT_NEAR(after.at("answer").as_number(), 300, 1);
  EXPECT_EQ(after.at("charged_epsilon").as_number(), 50);
  EXPECT_EQ(after.at("left_epsilon").as_number(), 900);
  const Value budget = json({"budget", "db", "--verify", "--user", "bob", "-o", "log.csv"});
  EXPECT_TRUE(budget.at("intact").as_bool());
  EXPECT_EQ(budget.at("left_epsilon").as_number(), 1000) << "the user's own";
  EXPECT_EQ(budget.at("database_left_epsilon").as_number(), 900);
  EXPECT_NE(folder_.read("log.csv").find(",50,50,50\n"), std::string::npos) << folder_.read("log.csv");
}

}  // namespace
}  // namespace sfumato::testing
