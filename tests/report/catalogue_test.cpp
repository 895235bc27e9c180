// Descriptions of methods and measures hold what their records say, in text, Markdown and JSON.
#include "report/catalogue.hpp"

#include "report/json.hpp"
#include "report/markdown.hpp"
#include "report/text.hpp"

namespace sfumato::report {
namespace {

Method made_up_method() {
  ParamInfo window;
  window.name = "window";
  window.initial = 5.0;
  window.lower = 0.1;
  window.upper = 100.0;
  window.unit = "% of records";
  window.doc = "Largest distance.";
  window.dial = Dial::more_is_safer;
  ParamInfo exact;
  exact.name = "exact";
  exact.kind = ParamKind::flag;
  exact.initial = false;
  exact.doc = "Take a|b.";
  Method method;
  method.info = {.name = "made-up",
                 .title = "Made up",
                 .summary = "Does nothing.",
                 .accepts = Kind::numeric | Kind::ordinal,
                 .reference = "Author (2020)"};
  method.params = {window, exact};
  return method;
}

TEST(ParamSummary, SaysRangeUnitDefaultAndDial) {
  const Method method = made_up_method();
  EXPECT_EQ(param_summary(method.params[0]), "0.1 to 100 % of records; default 5; more is safer");
  EXPECT_EQ(param_summary(method.params[1]), "");
  EXPECT_EQ(default_text(method.params[1]), "off");
}

TEST(DescribeMethod, HasEverythingInText) {
  const std::string text = text_document(describe(made_up_method(), "mask(data, 'made-up')"), {});
  for (const char* part : {"Made up", "Does nothing.", "numeric or ordinal columns", "‹window›", "0.1 to 100",
                           "more is safer", "Author (2020)", "mask(data, 'made-up')"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(DescribeMethod, HasEverythingInJson) {
  const Value document = describe(made_up_method()).document;
  EXPECT_EQ(document.at("name").as_text(), "made-up");
  EXPECT_EQ(document.at("accepts"), Value::array_of({"numeric", "ordinal"}));
  const Value& window = document.at("parameters").as_array()[0];
  EXPECT_EQ(window.at("lower").as_number(), 0.1);
  EXPECT_EQ(window.at("default").as_number(), 5.0);
  EXPECT_EQ(window.at("dial").as_text(), "more is safer");
}

TEST(DescribeMethod, ShowsParametersAsDefinitions) {
  const std::string text = text_document(describe(made_up_method()), {.width = 80});
  EXPECT_NE(text.find("Parameters\n"
                      "‹window›  0.1 to 100 % of records; default 5; more is safer\n"
                      "    Largest distance.\n"
                      "‹exact›  default off\n"
                      "    Take a|b.\n"),
            std::string::npos)
      << text;
}

TEST(DescribeMethods, GroupsThemByFamilyInTwoColumns) {
  Method short_name = made_up_method(), long_name = made_up_method();
  long_name.info.name = "a-name-that-is-far-too-long";
  long_name.info.family = short_name.info.family;
  Method other = made_up_method();
  other.info.name = "other";
  other.info.family = Family::swapping;
  EXPECT_EQ(text_document(describe_methods({short_name, long_name, other}), {.width = 50}),
            "Noise\n"
            "  made-up  Does nothing. (numeric or ordinal)\n"
            "  a-name-that-is-far-too-long\n"
            "           Does nothing. (numeric or ordinal)\n"
            "\n"
            "Swapping\n"
            "  other  Does nothing. (numeric or ordinal)\n");
}

TEST(DescribeMethod, HasThePageOfItsName) {
  Method method = made_up_method();
  method.info.name = "mdav";
  const Report report = describe(method, "mask(data, 'mdav')");
  const Value& page = report.document.at("page");
  EXPECT_FALSE(page.at("description").as_text().empty());
  EXPECT_NE(report.document.at("notes").as_text().find(page.at("formula").as_text()), std::string::npos);
  std::vector<std::string> headings;
  for (const Block& block : report.blocks) {
    const auto* heading = std::get_if<Heading>(&block);
    if (heading != nullptr && heading->level == 2) headings.push_back(heading->text);
  }
  EXPECT_EQ(headings, (std::vector<std::string>{"When to use it", "When not to use it", "Usage", "Parameters",
                                                "Formula", "Ties, missing values and constants", "Example",
                                                "Cost", "Reference"}));
}

TEST(Markdown, EscapesCellsAndKeepsTheOrderOfBlocks) {
  const std::string page = markdown_document(describe(made_up_method(), "mask made-up"));
  EXPECT_TRUE(page.starts_with("# Made up\n\nDoes nothing.\n")) << page;
  EXPECT_NE(page.find("Take a\\|b."), std::string::npos);
  EXPECT_NE(page.find("## Parameters\n\n| parameter | range and default | meaning |\n"), std::string::npos)
      << page;
  EXPECT_NE(page.find("```\nmask made-up\n```"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
