// Pages are cut at their headings of the second level.
#include "report/reference_page.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "report/page_markdown.hpp"

namespace sfumato::report {
namespace {

struct SectionNames {
  PageSection section;
  std::string_view heading;
  const char* key;  // in JSON
};

constexpr SectionNames section_names[] = {
    {PageSection::description, "", "description"},
    {PageSection::when_to_use, "When to use it", "when_to_use"},
    {PageSection::when_not_to_use, "When not to use it", "when_not_to_use"},
    {PageSection::formula, "Formula", "formula"},
    {PageSection::ties, "Ties, missing values and constants", "ties_missing_values_and_constants"},
    {PageSection::example, "Example", "example"},
    {PageSection::cost, "Cost", "cost"},
};

bool is_param(std::string_view code, const std::vector<ParamInfo>& params) {
  return std::any_of(params.begin(), params.end(), [&](const ParamInfo& info) { return info.name == code; });
}

// `k` becomes `‹k›` where k is a parameter.
std::string with_references(std::string_view line, const std::vector<ParamInfo>& params) {
  std::string result;
  while (!line.empty()) {
    const std::size_t open = line.find('`');
    const std::size_t close = open == std::string_view::npos ? open : line.find('`', open + 1);
    if (close == std::string_view::npos) return result += line;
    const std::string_view code = line.substr(open + 1, close - open - 1);
    result += line.substr(0, open + 1);
    result += is_param(code, params) ? param_reference(code) : std::string(code);
    result += '`';
    line.remove_prefix(close + 1);
  }
  return result;
}

std::string without_blank_ends(const std::string& text) {
  const std::size_t begin = text.find_first_not_of('\n');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of('\n') + 1 - begin) + "\n";
}

}  // namespace

const std::vector<PageSection>& page_sections() {
  static const std::vector<PageSection> all = [] {
    std::vector<PageSection> list;
    for (const SectionNames& one : section_names) list.push_back(one.section);
    return list;
  }();
  return all;
}

std::string_view heading_of(PageSection section) {
  return section_names[static_cast<std::size_t>(section)].heading;
}

ReferencePage::ReferencePage(std::string_view text, const std::string& id,
                             const std::vector<ParamInfo>& params)
    : sections_(std::size(section_names)), source_("the page of " + id) {
  if (text.empty()) return;
  std::size_t section = 0;
  bool fenced = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("```")) fenced = !fenced;
    const std::string shown = fenced ? std::string(line) : with_references(line, params);
    text_ += shown + "\n";
    if (fenced || !line.starts_with("## ")) {
      sections_[section] += shown + "\n";
    } else if (++section == std::size(section_names) || line.substr(3) != section_names[section].heading) {
      const std::string wanted(section < std::size(section_names) ? section_names[section].heading
                                                                  : "no further heading");
      bad_input(source_ + " has the heading '" + std::string(line.substr(3)) + "' in place of '" + wanted +
                "'");
    }
  }
  if (section + 1 != std::size(section_names)) {
    bad_input(source_ + " has no heading '" + std::string(section_names[section + 1].heading) + "'");
  }
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    sections_[i] = without_blank_ends(sections_[i]);
    if (sections_[i].empty()) {
      bad_input(
          source_ + " has nothing " +
          (i == 0 ? "before its first heading" : "under '" + std::string(section_names[i].heading) + "'"));
    }
  }
}

std::vector<Block> ReferencePage::blocks(PageSection section) const {
  const auto place = static_cast<std::size_t>(section);
  if (text_.empty()) return {};
  std::vector<Block> blocks;
  const std::string source =
      source_ + (place == 0 ? "" : ", '" + std::string(section_names[place].heading) + "'");
  if (!section_names[place].heading.empty())
    blocks.emplace_back(Heading{std::string(section_names[place].heading)});
  for (Block& block : read_page(sections_[place], source)) blocks.push_back(std::move(block));
  return blocks;
}

Value ReferencePage::value() const {
  Value result = Value::object();
  for (std::size_t i = 0; i < sections_.size(); ++i) result.set(section_names[i].key, sections_[i]);
  return result;
}

}  // namespace sfumato::report
