// What `sfumato mask` writes of differential privacy: a promise with all that belongs to it, or none and why.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/guarantee.hpp"
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const char* const promised_people =
    "id,age,town,income\n1,30,Reus,1000\n2,41,Valls,2000\n3,25,Reus,1500\n4,60,Valls,9000\n5,33,Reus,\n";

const std::vector<std::string> domains{"--domain", "age=0:120", "--domain", "income=0:20000"};

class MaskPromises : public ::testing::Test {
 protected:
  MaskPromises() { folder.write("x.csv", promised_people); }

  Outcome mask(std::vector<std::string> arguments, bool declared = true) const {
    std::vector<std::string> call{"mask"};
    call.insert(call.end(), arguments.begin(), arguments.end());
    call.insert(call.end(), {"x.csv", "-o", "y.csv", "--json"});
    if (declared) call.insert(call.end(), domains.begin(), domains.end());
    return run_in(folder.path(), call);
  }

  // Said alike on standard output and in the sidecar.
  Value guarantee(std::vector<std::string> arguments, bool declared = true) const {
    const Outcome outcome = mask(std::move(arguments), declared);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    if (outcome.status != 0) return {};
    const Value said = io::parse_json(outcome.out, "standard output").at("guarantee");
    const Value kept = io::read_sidecar(folder.file("y.toml")).release.at("guarantee");
    EXPECT_EQ(guarantee_words(said), guarantee_words(kept));
    EXPECT_EQ(guaranteed_epsilon(said), guaranteed_epsilon(kept));
    return said;
  }

  std::string none(std::vector<std::string> arguments, bool declared = true) const {
    const Value said = guarantee(std::move(arguments), declared);
    EXPECT_TRUE(said.is_text());
    return said.is_text() ? said.as_text() : std::string();
  }

  const TemporaryFolder folder;
};

TEST_F(MaskPromises, ASeededReleaseIsMarkedEverywhere) {
  const Outcome seeded = mask({"laplace", "--columns", "age,income", "--seed", "3"});
  ASSERT_EQ(seeded.status, 0) << seeded.error;
  EXPECT_EQ(io::parse_json(seeded.out, "standard output").at("note").as_text(),
            "not for release: drawn from a seed");
  EXPECT_NE(folder.read("y.toml").find("not for release"), std::string::npos);
}

// Counts of the original would stand beside the promise.
TEST_F(MaskPromises, KeepingBoundsCountsNothingOfTheOriginal) {
  folder.write("x.csv", "id,age,town,income\n1,500,Reus,1e200\n2,41,Valls,2000\n3,25,Reus,1500\n");
  const Outcome outcome = mask({"laplace", "--columns", "age,income", "--keep-bounds"});
  ASSERT_EQ(outcome.status, 0) << outcome.error;  // what lies outside is brought inside, however far
  const Value document = io::parse_json(outcome.out, "standard output");
  EXPECT_TRUE(guaranteed_epsilon(document.at("guarantee")).has_value());
  EXPECT_EQ(document.at("details").find("rules"), nullptr);
}

TEST_F(MaskPromises, UnseededLaplacePromisesItsEpsilonWithAllThatBelongsToIt) {
  const Value said =
      guarantee({"laplace", "--epsilon", "0.75", "--columns", "age,income", "--identifier", "id"});
  ASSERT_TRUE(said.is_object());
  EXPECT_EQ(said.at("epsilon").as_number(), 0.75);
  EXPECT_EQ(said.at("unit").as_text(), "record");
  EXPECT_EQ(said.at("neighbours").as_text(), "one record replaced by another, their number public");
  EXPECT_EQ(said.at("split").as_object().size(), 2U);
  EXPECT_EQ(said.at("split").at("age").as_number() + said.at("split").at("income").as_number(), 0.75);
  EXPECT_EQ(said.at("columns"), Value::array_of({"age", "income"}));
  EXPECT_EQ(said.at("not_covered"), Value::array_of({"town"}));  // the identifier is not released at all
  EXPECT_FALSE(said.at("premises").as_array().empty());
}

TEST_F(MaskPromises, TheGroupedModesPromiseToo) {
  for (const char* mode : {"multivariate", "individual"}) {
    const Value said = guarantee({"laplace", "--mode", mode, "--k", "2", "--columns", "age,income"});
    ASSERT_TRUE(said.is_object()) << mode;
    EXPECT_EQ(said.at("epsilon").as_number(), 1.0);
    EXPECT_EQ(said.at("not_covered"), Value::array_of({"id", "town"}));
  }
}

TEST_F(MaskPromises, ASeedTakesThePromiseBack) {
  EXPECT_EQ(none({"laplace", "--columns", "age,income", "--seed", "7"}), "none: seeded");
}

TEST_F(MaskPromises, EveryOtherReasonIsNamed) {
  EXPECT_NE(
      none({"laplace", "--mode", "paper-2013", "--columns", "age,income"}).find("none: paper-2013 is not"),
      std::string::npos);
  EXPECT_EQ(none({"laplace", "--domain-from-data", "1.5", "--columns", "age"}, false),
            "none: the domain was read from the data");
  EXPECT_NE(none({"laplace", "--columns", "age,income", "--keep-integers"}).find("none: whole numbers"),
            std::string::npos);
  EXPECT_NE(none({"laplace", "--columns", "age,income", "--seed", "7", "--keep-integers"})
                .find("none: seeded; whole numbers"),
            std::string::npos);
}

TEST_F(MaskPromises, ARecipeOfTwoStepsPromisesNothing) {
  folder.write("recipe.toml",
               "[[steps]]\nmethod = \"laplace\"\ncolumns = [\"age\"]\n"
               "[[steps]]\nmethod = \"laplace\"\ncolumns = [\"income\"]\n");
  EXPECT_EQ(none({"--recipe", "recipe.toml"}), "none: several steps, which no guarantee covers together");
}

TEST_F(MaskPromises, ARecipeOfOneStepPromisesWhatTheStepDoes) {
  folder.write("recipe.toml", "[[steps]]\nmethod = \"laplace\"\nepsilon = 2.5\ncolumns = [\"age\"]\n");
  const Value said = guarantee({"--recipe", "recipe.toml"});
  ASSERT_TRUE(said.is_object());
  EXPECT_EQ(said.at("epsilon").as_number(), 2.5);
}

TEST_F(MaskPromises, WithoutDomainsNothingIsReleased) {
  const Outcome refused = mask({"laplace", "--columns", "age,income"}, false);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.error.find("'age' and 'income'"), std::string::npos) << refused.error;
  EXPECT_NE(refused.error.find("--domain age="), std::string::npos) << refused.error;
  EXPECT_EQ(folder.listing(), "x.csv\n");
}

TEST_F(MaskPromises, StrataAreRefused) {
  const Outcome refused = mask({"laplace", "--columns", "age,income", "--within", "town"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("strata"), std::string::npos) << refused.error;
  EXPECT_EQ(folder.listing(), "x.csv\n");
}

TEST_F(MaskPromises, MissingCellsAreFilledAndValuesStayInTheirDomain) {
  ASSERT_EQ(mask({"laplace", "--columns", "age,income"}).status, 0);
  const std::string released = folder.read("y.csv");
  EXPECT_EQ(released.find(",\n"), std::string::npos) << released;
  EXPECT_EQ(released.find("-"), std::string::npos) << released;
  EXPECT_EQ(std::count(released.begin(), released.end(), '\n'), 6);
}

}  // namespace
}  // namespace sfumato::testing
