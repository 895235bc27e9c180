// The same tables for a release that was just made and for files that are measured later.
#include "report/measured_blocks.hpp"

#include <algorithm>
#include <iterator>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_words.hpp"
#include "report/measure_report.hpp"
#include "report/synthetic_report.hpp"

namespace sfumato::report {
namespace {

std::vector<Scored> shown_scores(const jobs::MeasureResult& measured) {
  if (measured.tables.size() == 1) return measured.tables.front().scores;
  std::vector<const std::vector<Scored>*> all;
  for (const jobs::MeasuredTable& table : measured.tables) all.push_back(&table.scores);
  return all.empty() ? std::vector<Scored>{} : compare::mean_scores(all);
}

bool has_before(const jobs::MeasureResult& measured, const Scored& scored) {
  return std::any_of(measured.before.begin(), measured.before.end(), [&](const Scored& before) {
    return before.request->measure == scored.request->measure;
  });
}

std::string value_words(const Score& score) {
  if (score.reading.empty()) return score.note;
  return score.note.empty() ? score.reading : score.reading + "; " + score.note;
}

TableBlock table_of(const jobs::MeasureResult& measured, const std::vector<Scored>& scores, bool utility) {
  TableBlock table{{{"measure"}, {"value", Align::right}, {"better"}, {"in words"}}, {}};
  for (const Scored& scored : scores) {
    const bool useful = compare::side_of(*scored.request) == Side::utility;
    if (useful != utility || has_before(measured, scored)) continue;
    table.rows.push_back({scored.request->measure->info.name, score_text(scored.score),
                          std::string(to_text(compare::better_of(*scored.request))),
                          value_words(scored.score)});
  }
  return table;
}

// Records of a table by itself that are alone with their keys, in percent, by both readings of missing keys.
struct UniquePercent {
  double wildcard = 0.0, category = 0.0;
  std::string counted;  // "records", or "units of 'patient'"
};

std::optional<UniquePercent> unique_percent(const std::vector<Scored>& scores) {
  for (const Scored& scored : scores) {
    if (scored.request->measure->info.name != "k-anonymity" || !scored.score.value) continue;
    const Value* below = scored.score.details.find("below");
    const Value* unit = scored.score.details.find("unit");
    const Value* records = scored.score.details.find(unit == nullptr ? "records" : "units");
    if (below == nullptr || records == nullptr || !(records->as_number() > 0.0)) continue;
    const auto percent = [&](const char* reading) {
      return 100.0 * below->at(reading).at("2").as_number() / records->as_number();
    };
    return UniquePercent{percent("wildcard"), percent("category"),
                         unit == nullptr ? "records" : "units of '" + to_text(*unit) + "'"};
  }
  return std::nullopt;
}

bool missing_keys(const jobs::MeasureResult& measured) {
  for (const std::vector<Scored>* scores : {&measured.before, &measured.tables.front().scores}) {
    for (const Scored& scored : *scores) {
      if (scored.request->measure->info.name == "k-anonymity" &&
          scored.score.details.find("incomplete_records") != nullptr) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<std::string> keys_sentence(const jobs::MeasureResult& measured) {
  if (measured.tables.empty()) return std::nullopt;
  const auto before = unique_percent(measured.before);
  const auto after = unique_percent(measured.tables.front().scores);
  if (!before || !after) return std::nullopt;
  const std::string keys = measured.keys.empty() ? "the keys" : "the keys " + quoted_names(measured.keys);
  const auto shown = [](double percent) { return rounded(percent, shown_digits) + " %"; };
  std::string text = "On " + keys + ", " + shown(before->wildcard) + " of the " + before->counted +
                     " are unique in the original, and " + shown(after->wildcard) + " in the masked file";
  if (!missing_keys(measured)) return text + ".";
  text += ", where a missing key matches anything; where it is a value of its own, ";
  return text + shown(before->category) + " and " + shown(after->category) + ".";
}

std::vector<Block> measured_blocks(const jobs::MeasureResult& measured) {
  std::vector<Block> blocks;
  if (measured.synthetic) {
    for (const jobs::MeasuredTable& table : measured.tables) {
      if (measured.tables.size() > 1) blocks.push_back(Heading{table.name});
      std::vector<Block> more = synthetic_blocks(measured, table);
      std::move(more.begin(), more.end(), std::back_inserter(blocks));
    }
    std::vector<Block> more = untested_blocks(measured);
    std::move(more.begin(), more.end(), std::back_inserter(blocks));
    return blocks;
  }
  const std::vector<Scored> scores = shown_scores(measured);
  if (measured.tables.size() > 1) {
    blocks.push_back(Paragraph{"There are " + std::to_string(measured.tables.size()) +
                               " masked files; values are their means."});
  }
  if (!measured.before.empty()) {
    blocks.push_back(Heading{"Risk before and after"});
    blocks.push_back(Paragraph{before_after_title(measured)});
    blocks.push_back(before_after_table(measured.before, scores));
  } else if (!measured.tables.empty() && !measured.tables.front().name.empty()) {
    blocks.push_back(Heading{"Risk before and after"});
    blocks.push_back(
        Paragraph{"Risks of keys were not measured: no column is declared a quasi-identifier. Declare them "
                  "in the sidecar."});
  }
  for (const auto& [title, utility] : {std::pair("Other risks", false), {"Utility", true}}) {
    TableBlock table = table_of(measured, scores, utility);
    if (table.rows.empty()) continue;
    blocks.push_back(Heading{title});
    blocks.push_back(Paragraph{"On the columns " + quoted_names(measured.columns) + "."});
    blocks.push_back(std::move(table));
  }
  return blocks;
}

}  // namespace sfumato::report
