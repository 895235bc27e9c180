// One JSON document per report, and what becomes of numbers that JSON cannot hold.
#include "report/json.hpp"

#include <limits>

#include "io/json.hpp"

namespace sfumato::report {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(JsonDocument, StartsWithTheVersionAndEndsWithWarnings) {
  Report report;
  report.document.set("rows", 3);
  report.warnings = {"careful"};
  const std::string text = json_document(report);
  EXPECT_EQ(text.back(), '\n');
  const Value parsed = io::parse_json(text, "report");
  const Value::Object& members = parsed.as_object();
  ASSERT_EQ(members.size(), 4U);
  EXPECT_EQ(members[0].first, "version");
  EXPECT_EQ(members[0].second.as_integer(), 1);
  EXPECT_EQ(members[1].second.as_integer(), 3);
  EXPECT_EQ(members[2].second.as_array().front().as_text(), "careful");
}

TEST(JsonDocument, HasTheGradeOfEachWarningAtItsPlace) {
  Report report;
  report.warnings.add("explained", WarningGrade::note);
  report.warnings.emplace_back("to decide");
  report.warnings.add("not yet", WarningGrade::stop);
  const Value parsed = io::parse_json(json_document(report), "report");
  EXPECT_EQ(to_text(parsed.at("warnings")), "explained, to decide, not yet");
  EXPECT_EQ(to_text(parsed.at("warning_grades")), "note, mind, stop");
}

TEST(JsonDocument, SpellsParametersInSectionsOfAPage) {
  Report report;
  Value page = Value::object();
  report.document.set("page", page.set("cost", "grows with `‹k›`"));
  const Value parsed = io::parse_json(json_document(report, ParameterSpelling::command_line), "report");
  EXPECT_EQ(parsed.at("page").at("cost").as_text(), "grows with `--k`");
}

TEST(JsonDocument, SpellsParametersInItsOwnWordsAndNotInData) {
  Report report;
  report.document.set("category", "‹map›").set("reason", "needs ‹map›").set("notes", Value::Array{"see ‹k›"});
  report.warnings = {"made with ‹seed›"};
  const Value parsed = io::parse_json(json_document(report, ParameterSpelling::command_line), "report");
  EXPECT_EQ(parsed.at("category").as_text(), "‹map›");
  EXPECT_EQ(parsed.at("reason").as_text(), "needs --map");
  EXPECT_EQ(parsed.at("notes").as_array().front().as_text(), "see --k");
  EXPECT_EQ(parsed.at("warnings").as_array().front().as_text(), "made with --seed");
  EXPECT_EQ(io::parse_json(json_document(report), "report").at("reason").as_text(), "needs map");
}

TEST(WithNotes, MakesNonFiniteNumbersNullAndSaysSo) {
  Value score = Value::object();
  score.set("value", -infinity).set("side", "risk").set("note", Value());
  const Value noted = with_notes(score);
  EXPECT_TRUE(noted.at("value").is_null());
  EXPECT_EQ(noted.at("note").as_text(), "value is -inf");
}

TEST(WithNotes, KeepsANoteThatIsThere) {
  Value score = Value::object();
  score.set("value", infinity).set("note", "no variance");
  EXPECT_EQ(with_notes(score).at("note").as_text(), "no variance");
}

TEST(WithNotes, NamesThePositionInAnArray) {
  Value details = Value::object();
  details.set("counts", Value::Array{1.0, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(with_notes(details).at("note").as_text(), "counts[1] is nan");
}

TEST(WithNotes, LeavesFiniteTreesAsTheyAre) {
  Value tree = Value::object();
  tree.set("a", 1.5).set("b", Value::Array{1, "x", Value()});
  EXPECT_EQ(with_notes(tree), tree);
}

}  // namespace
}  // namespace sfumato::report
