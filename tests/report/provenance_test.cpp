// Reports name the program, the command, the files, and the attacker of every measure of risk.
#include "report/provenance.hpp"

#include <gtest/gtest.h>

#include "compare/measures.hpp"
#include "core/registry.hpp"

namespace sfumato::report {
namespace {

compare::MeasureRequest plain_request(const Measure& measure) {
  return {&measure, resolve_params(measure.params, {}, measure.info.name), true};
}

TEST(ProvenancePage, EveryMeasureOfRiskNamesItsAttacker) {
  for (const Measure& measure : compare::measures()) {
    const compare::MeasureRequest request = plain_request(measure);
    const std::string text = attacker_text(request);
    if (compare::side_of(request) == Side::utility) {
      EXPECT_EQ(text, "") << measure.info.name;
    } else {
      EXPECT_NE(text, "") << measure.info.name;
      EXPECT_EQ(text.find("see the page"), std::string::npos) << measure.info.name;
    }
  }
  compare::MeasureRequest request = plain_request(compare::measure("reidentification"));
  EXPECT_TRUE(attacker_text(request).starts_with("prosecutor"));
  for (auto& [name, value] : request.parameters) {
    if (name == "attacker") value = "journalist";
  }
  EXPECT_TRUE(attacker_text(request).starts_with("journalist"));
}

TEST(ProvenancePage, ListsFilesWithTheirDigests) {
  jobs::Provenance made{
      .command = "sfumato mask", .made_on = "2026-11-17", .files = {{"original", "x.csv", "12ab"}}};
  made.add_file("original", "-");  // a pipe
  made.add_file("release", "-");
  made.add_file("input", "");   // from memory
  made.add_file("input", "/");  // a folder
  EXPECT_EQ(made.files.size(), 3U);
  const std::vector<Block> blocks = provenance_blocks(made);
  ASSERT_EQ(blocks.size(), 4U);
  EXPECT_EQ(std::get<TableBlock>(blocks[3]).rows,
            (std::vector<std::vector<std::string>>{{"original", "x.csv", "12ab"},
                                                   {"original", "-", "read from a pipe: no fingerprint"},
                                                   {"release", "-", "written to a pipe: no fingerprint"}}));
  EXPECT_EQ(provenance_value(made).at("files").as_array()[0].at("sha256").as_text(), "12ab");
  EXPECT_TRUE(provenance_value(made).at("files").as_array()[1].at("sha256").is_null());
  made.files.clear();
  EXPECT_EQ(provenance_blocks(made).size(), 1U);
}

}  // namespace
}  // namespace sfumato::report
