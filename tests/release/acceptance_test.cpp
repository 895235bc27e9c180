// Warnings are accepted by their id, with a name and a reason; numbers in a warning do not change its id.
#include "release/acceptance.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/json.hpp"
#include "io/toml.hpp"

namespace sfumato::release {
namespace {

const Warning unique("88 % of 300 records are unique", WarningGrade::stop);

TEST(Acceptance, TheIdOfAWarningDoesNotDependOnItsNumbers) {
  EXPECT_EQ(warning_id(unique),
            warning_id(Warning("87.5 % of 1,300 records are unique", WarningGrade::stop)));
  EXPECT_NE(warning_id(unique), warning_id(Warning(unique.text, WarningGrade::mind)));
  EXPECT_NE(warning_id(unique), warning_id(Warning("other words", WarningGrade::stop)));
}

TEST(Acceptance, EveryStopMustBeAccepted) {
  Warnings warnings{Warning("a hint"), unique};
  EXPECT_FALSE(stops_accepted(warnings, {}));
  const std::vector<Acceptance> accepted{{warning_id(unique), "A. Head", "agreed"}};
  EXPECT_TRUE(stops_accepted(warnings, accepted));
  const std::vector<AcceptedWarning> found = accepted_warnings(warnings, accepted);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].warning.text, unique.text);
  EXPECT_EQ(found[0].by, "A. Head");
  warnings.add("another stop", WarningGrade::stop);
  EXPECT_FALSE(stops_accepted(warnings, accepted));
}

TEST(Acceptance, NeedsANameAndAReason) {
  for (const char* text :
       {R"([{"warning": "stop-1"}])", R"([{"warning": "stop-1", "by": "A", "reason": "  "}])",
        R"([{"warning": "stop-1", "by": "", "reason": "b"}])", R"(["stop-1"])", R"({})",
        R"([{"warning": "stop-1", "by": 3, "reason": "b"}])"}) {
    EXPECT_THROW(static_cast<void>(parse_acceptances(io::parse_json(text, "request"), "the request")), Error)
        << text;
  }
}

TEST(Acceptance, AFileRepeatsThem) {
  const std::vector<Acceptance> accepted{{"stop-1", "A. \"Head\"", "line one\nline two"}};
  const Value read = io::parse_toml(io::toml_text(acceptances_value(accepted)), "file");
  const std::vector<Acceptance> again = parse_acceptances(read.at("accepted"), "file");
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].by, accepted[0].by);
  EXPECT_EQ(again[0].reason, accepted[0].reason);
}

}  // namespace
}  // namespace sfumato::release
