// A reference page in its parts: what an entry does, and the sections that every page has. They are shown
// between the facts that the registries know: usage, parameters, reference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "core/value.hpp"
#include "report/report.hpp"

namespace sfumato::report {

enum class PageSection { description, when_to_use, when_not_to_use, formula, ties, example, cost };

// In the order of a page; what stands before the first heading is its description.
const std::vector<PageSection>& page_sections();
// "When to use it"; empty for the description.
std::string_view heading_of(PageSection section);

class ReferencePage {
 public:
  // Sections missing, twice or in another order are errors, and what the reader of Markdown refuses. Code
  // that is the name of one of `params` becomes a reference to it, which front ends spell. Empty text is an
  // empty page.
  ReferencePage(std::string_view text, const std::string& id, const std::vector<ParamInfo>& params = {});

  // The section with its heading; nothing for an empty page.
  std::vector<Block> blocks(PageSection section) const;
  // The whole as Markdown.
  const std::string& text() const { return text_; }
  // {"description", "when_to_use", …}: each section as Markdown, without its heading.
  Value value() const;

 private:
  std::string text_;
  std::vector<std::string> sections_;  // by PageSection
  std::string source_;
};

}  // namespace sfumato::report
