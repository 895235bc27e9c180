// Groups stand in the order of their worst finding, so that the worst of all comes first.
#include "report/synthetic_report.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/score_table.hpp"

namespace sfumato::report {
namespace {

using jobs::AttackGroup;
using jobs::Finding;

std::string interval_text(const std::optional<double>& lower, const std::optional<double>& upper) {
  if (!lower || !upper) return "";
  return rounded(*lower, 4) + " to " + rounded(*upper, 4);
}

std::string value_or_dash(const std::optional<double>& value) { return value ? rounded(*value, 4) : "–"; }

std::string verdict_of(const Finding& finding) {
  if (!finding.reference) return "no reference";
  if (finding.clear) return "worse than chance";
  return finding.excess > 0.0 ? "within chance" : "not worse";
}

std::string question_of(AttackGroup group) {
  switch (group) {
    case AttackGroup::singling_out:
      return "Singling out: are records of real people in the file?";
    case AttackGroup::linkage:
      return "Linkage: do synthetic records point at original ones?";
    case AttackGroup::inference:
      return "Inference: does the file tell what is confidential about a person?";
    case AttackGroup::membership:
      break;
  }
  return "Membership: does the file tell who was in the data?";
}

std::vector<AttackGroup> groups_worst_first(const std::vector<Finding>& findings) {
  std::vector<AttackGroup> result;
  for (const Finding& finding : findings) {
    if (std::find(result.begin(), result.end(), finding.group) == result.end())
      result.push_back(finding.group);
  }
  return result;
}

TableBlock group_table(const std::vector<Finding>& findings, AttackGroup group) {
  TableBlock table{{{"measure"},
                    {"value", Align::right},
                    {"interval", Align::right},
                    {"by chance", Align::right},
                    {"interval", Align::right},
                    {"better"},
                    {"verdict"}},
                   {}};
  for (const Finding& finding : findings) {
    if (finding.group != group) continue;
    const Scored& scored = *finding.scored;
    table.rows.push_back({scored.request->measure->info.name, score_text(scored.score),
                          interval_text(finding.lower, finding.upper), value_or_dash(finding.reference),
                          interval_text(finding.reference_lower, finding.reference_upper),
                          std::string(to_text(compare::better_of(*scored.request))), verdict_of(finding)});
  }
  return table;
}

// What the values of a group mean, and what stands for chance.
KeyValues group_words(const std::vector<Finding>& findings, AttackGroup group) {
  KeyValues words;
  for (const Finding& finding : findings) {
    if (finding.group != group) continue;
    std::string text = finding.scored->score.reading;
    if (!finding.reference_of.empty()) text += "; by chance: " + finding.reference_of;
    words.entries.emplace_back(finding.scored->request->measure->info.name, std::move(text));
  }
  return words;
}

std::string reference_text(const Score& score) {
  const Value* reference = score.details.find("reference");
  const Value* value = reference != nullptr ? reference->find("value") : nullptr;
  if (value == nullptr || !value->is_number()) return "–";
  return rounded(value->as_number(), 4);
}

// "; 1.3 times what is expected of two samples of one population", of a measure that has that ratio.
std::string ratio_text(const Score& score) {
  const Value* ratio = score.details.find("ratio");
  if (!score.value || ratio == nullptr || !ratio->is_number()) return "";
  return "; " + rounded(ratio->as_number(), 3) + " times what is expected of two samples of one population";
}

// Measures that are not findings: utility, and risks without a value.
TableBlock other_table(const std::vector<Scored>& scores, const std::vector<Finding>& findings, Side shown) {
  TableBlock table{
      {{"measure"}, {"value", Align::right}, {"another sample", Align::right}, {"better"}, {"in words"}}, {}};
  for (const Scored& scored : scores) {
    const bool found = std::any_of(findings.begin(), findings.end(),
                                   [&](const Finding& finding) { return finding.scored == &scored; });
    const bool useful = compare::side_of(*scored.request) == Side::utility;
    if (found || useful != (shown == Side::utility)) continue;
    std::string words = scored.score.reading + ratio_text(scored.score);
    if (!scored.score.note.empty()) words += (words.empty() ? "" : "; ") + scored.score.note;
    table.rows.push_back({scored.request->measure->info.name, score_text(scored.score),
                          reference_text(scored.score),
                          std::string(to_text(compare::better_of(*scored.request))), words});
  }
  return table;
}

Value optional_value(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

Value ends_value(const std::optional<double>& lower, const std::optional<double>& upper) {
  if (!lower && !upper) return {};
  Value result = Value::object();
  return result.set("lower", optional_value(lower)).set("upper", optional_value(upper));
}

}  // namespace

std::string findings_sentence(const std::vector<Finding>& findings) {
  std::vector<std::string> clear;
  for (const Finding& finding : findings) {
    if (finding.clear) clear.push_back(finding.scored->request->measure->info.name);
  }
  if (findings.empty()) return "No attack was tried.";
  if (clear.empty()) {
    return "No attack that was tried is clearly more successful than chance. That is no proof: other attacks "
           "and other keys may be.";
  }
  return enumerated(clear) + (clear.size() == 1 ? " is" : " are") + " clearly worse than chance.";
}

std::vector<Block> synthetic_blocks(const jobs::MeasureResult& measured, const jobs::MeasuredTable& table) {
  std::vector<Block> blocks;
  blocks.push_back(Paragraph{findings_sentence(table.findings)});
  for (const AttackGroup group : groups_worst_first(table.findings)) {
    blocks.push_back(Heading{question_of(group)});
    blocks.push_back(group_table(table.findings, group));
    blocks.push_back(group_words(table.findings, group));
  }
  for (const auto& [title, shown] : {std::pair("Other risks", Side::risk), {"Utility", Side::utility}}) {
    TableBlock others = other_table(table.scores, table.findings, shown);
    if (others.rows.empty()) continue;
    blocks.push_back(Heading{title});
    blocks.push_back(Paragraph{"On the columns " + quoted_names(measured.columns) + "."});
    blocks.push_back(std::move(others));
  }
  return blocks;
}

std::vector<Block> untested_blocks(const jobs::MeasureResult& measured) {
  std::vector<Block> blocks;
  if (!measured.not_tested.empty()) {
    ListBlock list;
    for (const jobs::NotTested& one : measured.not_tested) list.items.push_back(one.what + ": " + one.why);
    blocks.push_back(Heading{"Not tested"});
    blocks.push_back(std::move(list));
  }
  if (!measured.row_measures.empty()) {
    blocks.push_back(
        Paragraph{"Not measured, since rows of a synthetic file do not correspond to those of "
                  "the original: " +
                  enumerated(measured.row_measures) + "."});
  }
  return blocks;
}

Value findings_value(const std::vector<Finding>& findings) {
  Value list = Value::array();
  for (const Finding& finding : findings) {
    Value reference;
    if (finding.reference) {
      reference = Value::object();
      reference.set("value", *finding.reference)
          .set("of", finding.reference_of)
          .set("interval", ends_value(finding.reference_lower, finding.reference_upper));
    }
    Value entry = Value::object();
    entry.set("measure", finding.scored->request->measure->info.name)
        .set("group", jobs::to_text(finding.group))
        .set("value", *finding.scored->score.value)
        .set("interval", ends_value(finding.lower, finding.upper))
        .set("reference", std::move(reference))
        .set("excess", finding.excess);
    list.push(entry.set("clear", finding.clear));
  }
  return list;
}

Value synthetic_value(const jobs::MeasureResult& measured) {
  Value not_tested = Value::array();
  for (const jobs::NotTested& one : measured.not_tested) {
    Value entry = Value::object();
    not_tested.push(entry.set("what", one.what).set("why", one.why));
  }
  Value result = Value::object();
  return result.set("holdout", measured.holdout)
      .set("not_tested", std::move(not_tested))
      .set("row_measures", Value::array_of(measured.row_measures));
}

}  // namespace sfumato::report
