// A result has the blocks that describe the release, and the sidecar says what was done; risk and utility are
// measured here.
#include "library/release_page.hpp"

#include <variant>

#include "core/error.hpp"
#include "jobs/assessment.hpp"
#include "library/request.hpp"
#include "report/mask_page.hpp"

namespace sfumato::library {
namespace {

Value texts_value(const std::vector<std::string>& texts) { return Value::array_of(texts); }

[[noreturn]] void damaged() { bad_input("the report of the result is damaged"); }

const Value& member_of(const Value& object, const char* name) {
  const Value* found = object.find(name);
  if (found == nullptr) damaged();
  return *found;
}

const Value::Array& items_of(const Value& list) {
  if (!list.is_array()) damaged();
  return list.as_array();
}

std::string text_of(const Value& text) {
  if (!text.is_text()) damaged();
  return text.as_text();
}

std::vector<std::string> texts_of(const Value& list) {
  std::vector<std::string> result;
  for (const Value& text : items_of(list)) result.push_back(text_of(text));
  return result;
}

Value table_block_value(const report::TableBlock& table) {
  Value titles = Value::array(), right = Value::array(), rows = Value::array();
  for (const report::TableColumn& column : table.columns) {
    titles.push(column.title);
    right.push(column.align == report::Align::right);
  }
  for (const auto& row : table.rows) rows.push(texts_value(row));
  Value entry = Value::object();
  return entry.set("titles", std::move(titles)).set("right", std::move(right)).set("rows", std::move(rows));
}

report::TableBlock table_block_of(const Value& entry) {
  report::TableBlock table;
  const Value::Array& right = items_of(member_of(entry, "right"));
  const std::vector<std::string> titles = texts_of(member_of(entry, "titles"));
  if (right.size() != titles.size()) damaged();
  for (std::size_t i = 0; i < titles.size(); ++i) {
    table.columns.push_back(
        {titles[i], right[i] == Value(true) ? report::Align::right : report::Align::left});
  }
  for (const Value& row : items_of(member_of(entry, "rows"))) {
    table.rows.push_back(texts_of(row));
    if (table.rows.back().size() != table.columns.size()) damaged();
  }
  return table;
}

report::KeyValues facts_of(const Value& list) {
  report::KeyValues facts;
  for (const Value& pair : items_of(list)) {
    const std::vector<std::string> texts = texts_of(pair);
    if (texts.size() != 2) damaged();
    facts.entries.emplace_back(texts[0], texts[1]);
  }
  return facts;
}

std::vector<report::Block> blocks_of(const Value& list) {
  std::vector<report::Block> blocks;
  for (const Value& entry : items_of(list)) {
    if (const Value* text = entry.find("paragraph")) {
      blocks.emplace_back(report::Paragraph{text_of(*text)});
    } else if (const Value* facts = entry.find("facts")) {
      blocks.emplace_back(facts_of(*facts));
    } else {
      blocks.emplace_back(table_block_of(member_of(entry, "table")));
    }
  }
  return blocks;
}

WarningGrade grade_of(const std::string& name) {
  for (const WarningGrade grade : {WarningGrade::stop, WarningGrade::note}) {
    if (to_text(grade) == name) return grade;
  }
  return WarningGrade::mind;
}

Warnings warnings_of(const Value& result) {
  Warnings warnings;
  const std::vector<std::string> texts = texts_of(member_of(result, "warnings"));
  const std::vector<std::string> grades = texts_of(member_of(result, "warning_grades"));
  if (texts.size() != grades.size()) damaged();
  for (std::size_t i = 0; i < texts.size(); ++i) warnings.add(texts[i], grade_of(grades[i]));
  return warnings;
}

Value release_of(const Value& result) {
  const Value* sidecar = result.find("sidecar");
  const Value* release = sidecar != nullptr ? sidecar->find("release") : nullptr;
  if (release == nullptr || !release->is_object()) damaged();
  return *release;
}

jobs::AssessedRelease assessed_release(const Value& result, const Inputs& inputs) {
  jobs::AssessedRelease made{.release = release_of(result), .tables = inputs.all("masked")};
  if (made.tables.empty()) static_cast<void>(inputs.require("masked"));
  const Value* mapping = made.release.find("mapping");
  const bool same_rows =
      mapping != nullptr && *mapping == Value("same-rows") && made.release.find("shuffled") == nullptr;
  if (const Table* map = inputs.find("map")) {
    made.map = *map;
  } else {
    made.no_mapping = !same_rows;
  }
  return made;
}

}  // namespace

Value blocks_value(const std::vector<report::Block>& blocks) {
  Value list = Value::array();
  for (const report::Block& block : blocks) {
    Value entry = Value::object();
    if (const auto* paragraph = std::get_if<report::Paragraph>(&block)) {
      list.push(entry.set("paragraph", paragraph->text));
    } else if (const auto* facts = std::get_if<report::KeyValues>(&block)) {
      Value pairs = Value::array();
      for (const auto& [name, text] : facts->entries) pairs.push(texts_value({name, text}));
      list.push(entry.set("facts", std::move(pairs)));
    } else if (const auto* table = std::get_if<report::TableBlock>(&block)) {
      list.push(entry.set("table", table_block_value(*table)));
    }
  }
  return list;
}

report::Report release_page(const Value& result, const Value& request, const Inputs& inputs, bool measures,
                            const Run& run) {
  const Value members = with_document(with_document(own_members(request), "recipe"), "fitted");
  auto wanted = jobs::make_request<jobs::MaskRequest>(params_of(members));
  wanted.original = {{.table = inputs.require("original"), .sidecar = {}, .missing_token = {}}, "original"};
  Run with_tables = run;
  for (const auto& [name, table] : inputs.tables()) with_tables = with_tables.with_table(name, table);
  const jobs::Assessment assessment =
      jobs::assess(wanted, assessed_release(result, inputs), with_tables, measures);
  report::MaskPageParts parts;
  parts.described.blocks = blocks_of(member_of(member_of(result, "report"), "blocks"));
  parts.described.warnings = warnings_of(result);
  parts.provenance = provenance_of("mask", members);
  return report::mask_page(std::move(parts), assessment, "the data");
}

}  // namespace sfumato::library
