// A release that breaks its promise is refused, in every format and as a table; one that keeps it says so.
#include "release/verification.hpp"

#include "core/error.hpp"
#include "io/json.hpp"
#include "release/release_files.hpp"
#include "support/program.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

release::MaskingResult promising(std::int64_t k) {
  release::MaskingResult result{.masked = {}, .release = Value::object(), .warnings = {}, .original = {}};
  result.masked.tables = {numbers_table({{"a", {1.5, 1.5, 2.0, 2.0, 2.0}}, {"b", {7, 7, 8, 8, 8}}})};
  result.masked.promises.push_back({.keys = {"a", "b"}, .models = {"k-anonymity:" + std::to_string(k)}});
  return result;
}

class Verification : public ::testing::TestWithParam<std::string> {};

TEST_P(Verification, RefusesAReleaseThatBreaksItsPromise) {
  const TemporaryFolder folder;
  const release::ReleaseTarget target{.output = folder.file("y." + GetParam()), .inputs = {}};
  const sfumato::Run run({.seed = 1, .threads = 1});
  const release::Delivery written = release::write_release(promising(2), target, run);
  ASSERT_EQ(written.findings.size(), 1U);
  EXPECT_EQ(written.findings[0].category.smallest, 2U);
  const std::string before = folder.read("y." + GetParam());
  try {
    release::write_release(promising(3), target, run);
    FAIL() << "a class of two was released as one of three";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::refused);
    EXPECT_EQ(
        error.message,
        "the file as written breaks its promise: k-anonymity:3 does not hold on 'a' and 'b' (the worst class "
        "has 2)");
  }
  EXPECT_EQ(folder.read("y." + GetParam()), before);  // what was there stays
}

INSTANTIATE_TEST_SUITE_P(Formats, Verification,
                         ::testing::Values("csv", "csv.gz", "tsv", "parquet", "feather", "sav", "dta"),
                         [](const auto& format) {
                           std::string name = format.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(VerificationOfReleases, NamesATableThatIsReturned) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const release::Delivery returned = release::TableDestination{}.deliver(promising(2), {}, run);
  ASSERT_EQ(returned.findings.size(), 1U);
  EXPECT_TRUE(verify::words(returned.findings[0]).starts_with("Checked in the table as returned: "));
  try {
    release::TableDestination{}.deliver(promising(3), {}, run);
    FAIL() << "a class of two was released as one of three";
  } catch (const Error& error) {
    EXPECT_TRUE(error.message.starts_with("the table as returned breaks its promise: ")) << error.message;
  }
}

TEST(VerificationOfReleases, ChecksOutputToAPipe) {
  const TemporaryFolder folder;
  folder.write("x.csv", "a,b\n1,2\n2,3\n3,5\n4,4\n5,9\n6,7\n");
  const Outcome masked = run_in(folder.path(), {"mask", "mdav", "x.csv", "--k", "3", "-o", "-"});
  ASSERT_EQ(masked.status, 0) << masked.error;
  EXPECT_EQ(masked.out.substr(0, 4), "a,b\n");
  EXPECT_NE(masked.error.find("Checked in the file as written: on 'a' and 'b' every record agrees with 2"),
            std::string::npos)
      << masked.error;
}

TEST(VerificationOfReleases, WritesItsResultToJson) {
  const TemporaryFolder folder;
  folder.write("x.csv", "a,b\n1,2\n2,3\n3,5\n4,4\n5,9\n6,7\n");
  const Outcome masked =
      run_in(folder.path(), {"mask", "mdav", "x.csv", "--k", "3", "-o", "y.csv", "--json"});
  ASSERT_EQ(masked.status, 0) << masked.error;
  const Value promise = io::parse_json(masked.out, "standard output").at("promises").as_array().front();
  EXPECT_EQ(promise.at("keys"), Value::array_of({"a", "b"}));
  EXPECT_EQ(promise.at("missing_as").as_text(), "wildcard");
  EXPECT_EQ(promise.at("category").at("smallest").as_integer(), 3);
  EXPECT_EQ(promise.at("models").as_array().front().at("model").as_text(), "k-anonymity:3");
  EXPECT_TRUE(promise.at("models").as_array().front().at("kept").as_bool());
}

// Four people of whom each is unique: classes of four need every value suppressed.
TEST(VerificationOfReleases, SaysThatEveryRecordIsSuppressed) {
  const TemporaryFolder folder;
  folder.write("x.csv", "sex,town,income\nf,a,1\nm,b,2\nf,c,3\nm,d,4\n");
  const std::vector<std::string> command = {
      "mask", "generalization", "x.csv", "--columns", "sex,town", "--k", "4", "-o", "y.csv"};
  const Outcome text = run_in(folder.path(), command);
  ASSERT_EQ(text.status, 0) << text.error;
  EXPECT_NE(text.out.find("every record is suppressed: found 4"), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("in no class"), std::string::npos) << text.out;
  std::vector<std::string> json = command;
  json.emplace_back("--json");
  const Outcome document = run_in(folder.path(), json);
  ASSERT_EQ(document.status, 0) << document.error;
  const Value promise = io::parse_json(document.out, "standard output").at("promises").as_array().front();
  EXPECT_EQ(promise.at("models").as_array().front().at("found").as_number(), 4.0);
  EXPECT_EQ(promise.at("category").at("smallest").as_integer(), 4);
}

TEST(VerificationOfReleases, StepsThatUndoAPromiseAreNamed) {
  const TemporaryFolder folder;
  folder.write("x.csv", "a,b\n1,2\n2,3\n3,5\n4,4\n5,9\n6,7\n");
  folder.write(
      "r.toml",
      "[[steps]]\nmethod = \"mdav\"\nk = 3\n[[steps]]\nmethod = \"additive-noise\"\ncolumns = [\"a\"]\n");
  const Outcome masked =
      run_in(folder.path(), {"mask", "--recipe", "r.toml", "x.csv", "-o", "y.csv", "--json", "--seed", "1"});
  ASSERT_EQ(masked.status, 0) << masked.error;
  const Value document = io::parse_json(masked.out, "standard output");
  EXPECT_EQ(document.find("promises"), nullptr);
  EXPECT_EQ(document.at("details").at("undone_promises").as_array().front().at("by").as_text(),
            "additive-noise");
  EXPECT_NE(masked.out.find("k-anonymity:3 of a, b is undone by additive-noise"), std::string::npos)
      << masked.out;
}

}  // namespace
}  // namespace sfumato::testing
