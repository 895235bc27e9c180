#include "report/joined_measures_page.hpp"

#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/verdict.hpp"

namespace sfumato::report {
namespace {

std::string text_of(const Value& score, const char* name) {
  const Value* found = score.find(name);
  return found != nullptr && found->is_text() ? found->as_text() : "";
}

std::string value_text(const Value* score) {
  const Value* value = score == nullptr ? nullptr : score->find("value");
  return value != nullptr && value->is_number() ? rounded(value->as_number()) : "–";
}

std::string words_of(const Value& score) {
  const std::string reading = text_of(score, "reading"), note = text_of(score, "note");
  return reading.empty() || note.empty() ? reading + note : reading + "; " + note;
}

const Value::Object& members_of(const Value& document, const char* name) {
  static const Value::Object none;
  const Value* found = document.find(name);
  return found != nullptr && found->is_object() ? found->as_object() : none;
}

void add_facts(Report& page, const Value& document) {
  KeyValues facts;
  for (const char* name : {"original", "masked", "rows", "columns", "keys"}) {
    const Value* found = document.find(name);
    if (found == nullptr || found->is_null()) continue;
    facts.entries.emplace_back(name == std::string("rows") ? "records" : name, to_text(*found));
  }
  page.blocks.push_back(facts);
}

void add_measures(Report& page, const Value& document) {
  const Value* before = document.find("before");
  TableBlock table{{{"measure"}, {"value", Align::right}, {"side"}, {"better"}, {"in words"}}, {}};
  TableBlock keys{{{"risk of keys"}, {"original", Align::right}, {"masked", Align::right}, {"in words"}}, {}};
  for (const auto& [name, score] : members_of(document, "measures")) {
    const Value* known = before != nullptr && before->is_object() ? before->find(name) : nullptr;
    if (known != nullptr) {
      keys.rows.push_back({name, value_text(known), value_text(&score), words_of(score)});
    } else {
      table.rows.push_back(
          {name, value_text(&score), text_of(score, "side"), text_of(score, "better"), words_of(score)});
    }
  }
  if (!table.rows.empty()) page.blocks.push_back(table);
  if (!keys.rows.empty()) page.blocks.push_back(keys);
}

void add_own_scores(Report& page, const Value& document) {
  const Value* scores = document.find("scores");
  if (scores == nullptr || !scores->is_array()) return;
  TableBlock table{{{"score"}, {"value", Align::right}}, {}};
  for (const Value& one : scores->as_array()) {
    table.rows.push_back({text_of(one, "expression"), value_text(&one)});
  }
  page.blocks.push_back(table);
}

void add_making(Report& page, const Value& document) {
  TableBlock table{{{"measure"}, {"parameters"}}, {}};
  for (const auto& [name, score] : members_of(document, "measures")) {
    const Value* parameters = score.find("parameters");
    table.rows.push_back({name, parameters == nullptr ? "" : to_text(*parameters)});
  }
  page.blocks.push_back(Heading{"How this was made"});
  page.blocks.push_back(Paragraph{"By sfumato " + std::string(program_version()) +
                                  ", from records that lie in several processes: from counts of their keys, "
                                  "from pairs of records, and where a note says so from some of them."});
  page.blocks.push_back(table);
}

}  // namespace

Report joined_measures_report(const Value& document, const Warnings& warnings) {
  Report report;
  report.document = document;
  report.warnings = warnings;
  add_facts(report, document);
  add_measures(report, document);
  add_own_scores(report, document);
  return report;
}

Report joined_measures_page(const Value& document, const Warnings& warnings) {
  Report page;
  page.document = document;
  const std::string masked = text_of(document, "masked");
  page.blocks.push_back(
      Heading{"Risk and utility of " + (masked.empty() ? text_of(document, "original") : masked), 1});
  page.blocks.push_back(Heading{"Verdict"});
  page.blocks.push_back(Paragraph{verdict_text(warnings)});
  page.blocks.push_back(Heading{"Warnings"});
  for (Block& block : warning_blocks(warnings)) page.blocks.push_back(std::move(block));
  page.blocks.push_back(Heading{"Risk and utility"});
  for (Block& block : joined_measures_report(document, warnings).blocks) {
    page.blocks.push_back(std::move(block));
  }
  add_making(page, document);
  for (Block& block : decision_blocks()) page.blocks.push_back(std::move(block));
  return page;
}

}  // namespace sfumato::report
