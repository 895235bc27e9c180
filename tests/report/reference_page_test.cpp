// Reference pages: their sections, references to parameters, and that every method and measure has a page
// that reads well on 80 columns.
#include "report/reference_page.hpp"

#include <set>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "jobs/registry.hpp"
#include "masking/registry.hpp"
#include "report/catalogue.hpp"
#include "report/pages.hpp"
#include "report/text.hpp"
#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

const std::string whole =
    "Does `k` things.\n\n## When to use it\n\nOften.\n\n## When not to use it\n\nRarely.\n\n## Formula\n\n"
    "```text\n## `k`\n```\n\n## Ties, missing values and constants\n\nNone.\n\n## Example\n\n```console\n$ "
    "true\n```\n\n"
    "## Cost\n\nLittle.\n";

std::string without(const std::string& part) {
  std::string text = whole;
  return text.erase(text.find(part), part.size());
}

std::string page_refusal(const std::string& text) {
  try {
    const ReferencePage page(text, "x");
    for (const PageSection section : page_sections()) page.blocks(section);
  } catch (const Error& error) {
    return error.message;
  }
  return "";
}

TEST(ReferencePage, HasSectionsAndReferencesToParameters) {
  ParamInfo k;
  k.name = "k";
  const ReferencePage page(whole, "x", {k});
  const std::vector<Block> does = page.blocks(PageSection::description);
  ASSERT_EQ(does.size(), 1U);
  EXPECT_EQ(std::get<Paragraph>(does[0]).text, "Does `‹k›` things.");
  const std::vector<Block> formula = page.blocks(PageSection::formula);
  ASSERT_EQ(formula.size(), 2U);
  EXPECT_EQ(std::get<Heading>(formula[0]).text, "Formula");
  EXPECT_EQ(std::get<Verbatim>(formula[1]).lines, std::vector<std::string>{"## `k`"});  // as it stands
  EXPECT_EQ(page.value().at("when_to_use").as_text(), "Often.\n");
  EXPECT_EQ(page.value().at("cost").as_text(), "Little.\n");
  EXPECT_TRUE(page.text().starts_with("Does `‹k›` things.\n\n## When to use it\n"));
  EXPECT_TRUE(ReferencePage("", "x").blocks(PageSection::cost).empty());
}

TEST(ReferencePage, RefusesMissingAndMisplacedSections) {
  EXPECT_EQ(page_refusal(whole), "");
  EXPECT_EQ(page_refusal(without("## When not to use it\n")),
            "the page of x has the heading 'Formula' in place of 'When not to use it'");
  EXPECT_EQ(page_refusal(without("## Cost\n\nLittle.\n")), "the page of x has no heading 'Cost'");
  EXPECT_EQ(page_refusal(without("Often.\n")), "the page of x has nothing under 'When to use it'");
  EXPECT_EQ(page_refusal(without("Does `k` things.\n")),
            "the page of x has nothing before its first heading");
  EXPECT_EQ(page_refusal(whole + "\n## More\n\nText.\n"),
            "the page of x has the heading 'More' in place of 'no further heading'");
  EXPECT_EQ(page_refusal(without("Little.") + "**much**\n"),
            "the page of x, 'Cost':1: bold and italic text is not shown everywhere");
}

// Lines of text on a terminal of 80 columns that are longer; output of an example may be as wide as the
// program writes.
std::vector<std::string> long_lines(const Report& report) {
  std::vector<std::string> found;
  for (const Block& block : report.blocks) {
    const auto* verbatim = std::get_if<Verbatim>(&block);
    if (verbatim != nullptr && (verbatim->language == "console" || verbatim->language.empty())) continue;
    Report one;
    one.blocks.push_back(block);
    std::string text = text_document(one, {.width = 80});
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      if (display_width(text.substr(0, end)) > 80) found.push_back(text.substr(0, end));
      text.erase(0, end + 1);
    }
  }
  return found;
}

template <class Entry>
void expect_good_page(const Entry& entry) {
  SCOPED_TRACE(entry.info.name);
  const std::string_view text = find_page(entry.info.name);
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(page_refusal(std::string(text)), "");
  EXPECT_NE(text.find("```console\n$ sfumato "), std::string_view::npos) << "no example that can be run";
  EXPECT_EQ(long_lines(describe(entry)), std::vector<std::string>{});
}

TEST(ReferencePages, EveryMethodHasOne) {
  for (const Method& method : masking::methods()) expect_good_page(method);
  EXPECT_EQ(long_lines(describe_methods(masking::methods())), std::vector<std::string>{});
}

TEST(ReferencePages, EveryMeasureHasOne) {
  for (const Measure& measure : compare::measures()) expect_good_page(measure);
  EXPECT_EQ(long_lines(describe_measures(compare::measures())), std::vector<std::string>{});
}

// Names that pages may write as code: those of methods, measures and jobs, their parameters, and choices.
template <class Entry>
void add_names(const std::vector<Entry>& entries, std::set<std::string>& names) {
  for (const Entry& entry : entries) {
    names.insert(entry.info.name);
    for (const ParamInfo& param : entry.params) {
      names.insert(param.name);
      names.insert(param.choices.begin(), param.choices.end());
    }
  }
}

// Code in a text with a hyphen and letters: a name, since fields of results have underscores.
std::set<std::string> hyphenated(std::string text) {
  std::set<std::string> found;
  for (std::size_t open = text.find('`'); open != std::string::npos; open = text.find('`', open)) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string::npos) break;
    const std::string code = text.substr(open + 1, close - open - 1);
    if (code.find('-') != std::string::npos &&
        code.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos) {
      found.insert(code);
    }
    open = close + 1;
  }
  return found;
}

TEST(ReferencePages, NameWhatThereIs) {
  std::set<std::string> names = {"new-key"};  // of the command line
  add_names(masking::methods(), names);
  add_names(compare::measures(), names);
  add_names(jobs::jobs(), names);
  std::set<std::string> ids;
  for (const Method& method : masking::methods()) ids.insert(method.info.name);
  for (const Measure& measure : compare::measures()) ids.insert(measure.info.name);
  for (const std::string& id : ids) {
    const Value sections = ReferencePage(find_page(id), id).value();
    for (const char* section :
         {"description", "when_to_use", "when_not_to_use", "ties_missing_values_and_constants"}) {
      for (const std::string& code : hyphenated(sections.at(section).as_text())) {
        EXPECT_TRUE(names.contains(code))
            << "the page of " << id << " names " << code << ", which there is not";
      }
    }
  }
}

TEST(ReferencePages, TheirExamplesNameTheirEntry) {
  for (const Method& method : masking::methods()) {
    const std::string example =
        ReferencePage(find_page(method.info.name), method.info.name).value().at("example").as_text();
    EXPECT_NE(example.find(method.info.name), std::string::npos) << method.info.name;
  }
  for (const Measure& measure : compare::measures()) {
    const std::string example =
        ReferencePage(find_page(measure.info.name), measure.info.name).value().at("example").as_text();
    EXPECT_NE(example.find(measure.info.name), std::string::npos) << measure.info.name;
  }
}

}  // namespace
}  // namespace sfumato::report
