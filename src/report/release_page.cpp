// The worst tenth of the records is at the low end where higher is safer, and at the high end otherwise.
#include "report/release_page.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/guarantee.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "profile/bins.hpp"
#include "report/column_details.hpp"
#include "report/comparison_words.hpp"
#include "report/promise.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::report {
namespace {

std::string scalar_text(const Value& value) {
  if (value.is_double()) return rounded(value.as_number(), 4);
  const std::string text = to_text(value);
  return text.empty() ? "none" : text;
}

// "k = 5, seeds = farthest".
std::string members_text(const Value& object) {
  if (!object.is_object()) return to_text(object);
  std::string text;
  for (const auto& [name, value] : object.as_object()) {
    text += (text.empty() ? "" : ", ") + name + " = " + scalar_text(value);
  }
  return text.empty() ? "none" : text;
}

// Members that the sidecar has; what is not there is passed over.
KeyValues facts(const jobs::WinnerRelease& release, bool folders) {
  KeyValues list;
  std::vector<std::string> files = release.files;
  for (std::string& file : files) {
    if (!folders) file.erase(0, file.find_last_of('/') + 1);
  }
  if (!files.empty()) list.entries.emplace_back(files.size() == 1 ? "file" : "files", joined(files));
  if (release.release.is_object()) {
    for (const auto& [name, value] : release.release.as_object()) {
      if (name == "seed") continue;
      if (name != "guarantee") {
        list.entries.emplace_back(name, members_text(value));
        continue;
      }
      list.entries.insert(list.entries.end(), release.verified.begin(), release.verified.end());
      list.entries.emplace_back("differential privacy", guarantee_words(value));
    }
  }
  return list;
}

void add_promise(const jobs::WinnerRelease& release, std::vector<Block>& blocks) {
  for (const std::string& line : release.checked) blocks.push_back(Paragraph{line});
  const Value* guarantee = release.release.find("guarantee");
  if (guarantee == nullptr) return;
  const std::string text = promise_text(*guarantee);
  if (!text.empty()) blocks.push_back(Paragraph{text});
}

void add_details(KeyValues& list, const Value& details) {
  if (!details.is_object()) return;
  for (const auto& [name, value] : details.as_object()) {
    if (!value.is_object() && !value.is_array()) list.entries.emplace_back(name, scalar_text(value));
  }
}

std::string words_of(const Score& score) {
  if (score.reading.empty()) return score.note;
  return score.note.empty() ? score.reading : score.reading + "; " + score.note;
}

// In public neither risks nor notes, which may name values of the data.
TableBlock scores_table(const jobs::CompareResult& outcome, const jobs::WinnerRelease& release, bool all) {
  TableBlock table{{{"measure"}, {"side"}, {"value", Align::right}, {"direction"}, {"in words"}}, {}};
  for (std::size_t i = 0; i < std::min(release.scores.size(), outcome.measures.size()); ++i) {
    const MeasureInfo& info = measure_info(outcome, i);
    if (!all && info.side != Side::utility) continue;
    const Score& score = release.scores[i];
    table.rows.push_back({measure_text(outcome, i), std::string(to_text(info.side)),
                          score.value ? rounded(*score.value, shown_digits) : "–", direction_text(info),
                          all ? words_of(score) : score.reading});
  }
  return table;
}

// Of the present values of one measure, ascending; never empty.
struct RecordRisk {
  std::vector<double> sorted;
  bool low_is_worst = false;

  std::size_t tenth() const { return (sorted.size() + 9) / 10; }
  double worst() const { return low_is_worst ? sorted.front() : sorted.back(); }
  double worst_tenth_mean() const {
    const auto count = static_cast<std::ptrdiff_t>(tenth());
    const auto begin = low_is_worst ? sorted.begin() : sorted.end() - count;
    return std::accumulate(begin, begin + count, 0.0) / static_cast<double>(count);
  }
  std::size_t at_worst() const {
    return static_cast<std::size_t>(std::count(sorted.begin(), sorted.end(), worst()));
  }
};

TableBlock record_table(const RecordRisk& risk, std::size_t without) {
  TableBlock table{{{"of the records"}, {"value", Align::right}}, {}};
  const auto add = [&](const std::string& name, double value) {
    table.rows.push_back({name, rounded(value, shown_digits)});
  };
  for (const double p : {0.05, 0.25, 0.5, 0.75, 0.95}) {
    add(rounded(100.0 * p, 2) + " % lie at or below", stats::quantile(risk.sorted, p));
  }
  add("worst tenth (" + std::to_string(risk.tenth()) + "), on average", risk.worst_tenth_mean());
  add("worst value", risk.worst());
  table.rows.push_back({"records that have it", std::to_string(risk.at_worst())});
  if (without > 0) table.rows.push_back({"records without a value", std::to_string(without)});
  return table;
}

// How the measure's value comes from those of the records.
std::string relation_text(const RecordRisk& risk, const std::optional<double>& value) {
  if (!value) return "";
  const double mean =
      std::accumulate(risk.sorted.begin(), risk.sorted.end(), 0.0) / static_cast<double>(risk.sorted.size());
  const auto equal = [&](double other) { return std::fabs(*value - other) <= 1e-9 * std::fabs(*value); };
  if (equal(mean)) return " The measure's value is their mean.";
  if (equal(100.0 * mean)) return " The measure's value is their mean, in percent.";
  return " The measure's value is made from these, and is not simply their mean.";
}

Figure record_figure(const std::string& measure, const RecordRisk& risk, const std::optional<double>& value) {
  // Zeros and ones are probabilities, whose axis goes from 0 to 1.
  const bool whole = profile::all_whole(risk.sorted) && risk.sorted.back() > 1.0;
  const profile::Bins bins = profile::bins_of(risk.sorted, whole);
  const std::string worse = risk.low_is_worst ? "Records at the left are the most at risk."
                                              : "Records at the right are the most at risk.";
  std::string caption = "Share of the records by their own value. " + worse + relation_text(risk, value);
  if (bins.open_above) {
    caption += " The last bar holds everything from " +
               rounded(bins.edges[bins.edges.size() - 2], shown_digits) + " on.";
  }
  if (bins.open_below) {
    caption += " The first bar holds everything below " + rounded(bins.edges[1], shown_digits) + ".";
  }
  const std::string alternative = "Half of the records have a value up to " +
                                  rounded(stats::quantile(risk.sorted, 0.5), shown_digits) +
                                  "; the worst value is " + rounded(risk.worst(), shown_digits) + ", which " +
                                  counted(risk.at_worst(), "record has.", "records have.");
  return {
      "Records by " + measure, caption, alternative,
      Histogram{measure + " of a record", bins.edges, {}, profile::bin_shares(bins, risk.sorted), "records"}};
}

}  // namespace

std::vector<Block> release_blocks(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  const jobs::WinnerRelease& release = *part.release;
  KeyValues list = facts(release, true);
  if (release_is_random(part)) {
    list.entries.emplace_back("drawn from", release.fresh ? "fresh randomness of the operating system"
                                                          : "the seed of the comparison");
  }
  add_details(list, release.details);
  std::vector<Block> blocks{list};
  add_promise(release, blocks);
  for (Block& block : column_details(release.release, release.details)) blocks.push_back(std::move(block));
  blocks.push_back(
      Paragraph{"What the measures say of this very release. One draw differs a little from the mean of "
                "several, which the ranking has."});
  blocks.push_back(scores_table(outcome, release, true));
  return blocks;
}

std::vector<Block> public_release_blocks(const jobs::CompareResult& outcome,
                                         const jobs::WinnerRelease& release) {
  std::vector<Block> blocks{facts(release, false)};
  add_promise(release, blocks);
  TableBlock scores = scores_table(outcome, release, false);
  if (!scores.rows.empty()) {
    blocks.push_back(Paragraph{"How useful this very release is, by each measure:"});
    blocks.push_back(std::move(scores));
  }
  return blocks;
}

std::vector<Block> record_risk_blocks(const jobs::CompareResult& outcome,
                                      const jobs::WinnerRelease& release) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < std::min(release.scores.size(), outcome.measures.size()); ++i) {
    const std::vector<double>& values = release.scores[i].per_record;
    RecordRisk risk{{}, measure_info(outcome, i).better == Better::higher};
    for (const double value : values) {
      if (std::isfinite(value)) risk.sorted.push_back(value);
    }
    if (risk.sorted.empty()) continue;
    std::sort(risk.sorted.begin(), risk.sorted.end());
    blocks.push_back(record_figure(measure_text(outcome, i), risk, release.scores[i].value));
    blocks.push_back(record_table(risk, values.size() - risk.sorted.size()));
  }
  return blocks;
}

}  // namespace sfumato::report
