// Only the different values of the masked column are looked up, in each source in turn: hierarchies, the
// text of the label, the records that carry it.
#include "stats/covers/covered_column.hpp"

#include <algorithm>
#include <cmath>

#include "core/hierarchy.hpp"
#include "core/text_list.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/covers/hierarchy_covers.hpp"
#include "stats/covers/original_values.hpp"

namespace sfumato::stats {
namespace {

using Cell = MaskedCell::Kind;

std::vector<CoverRun> runs_of(const std::vector<std::int32_t>& values) {
  std::vector<CoverRun> runs;
  for (const std::int32_t value : values) {
    if (!runs.empty() && runs.back().last + 1 == value) {
      runs.back().last = value;
    } else {
      runs.push_back({value, value});
    }
  }
  return runs;
}

// The cells of a masked column, one per different value and one for suppressed cells.
class MaskedCells {
 public:
  MaskedCells(const OriginalValues& values, CoveredColumn& target) : values_(values), target_(target) {
    for (const std::size_t count : target.counts) occurring_ += count > 0 ? 1 : 0;
  }

  // `lacking`: does the original miss values?
  void classify(const Column& masked, const std::vector<char>& blank, bool paired, bool lacking) {
    const KeyColumn keys = key_column(masked);
    target_.masked.assign(blank.size(), CoveredColumn::missing);
    target_.cells.resize(static_cast<std::size_t>(keys.distinct) + 1);
    target_.cells.back().kind = Cell::suppressed;
    seen_.assign(target_.cells.size(), false);
    const Numbers numbers = masked.is_text() || !values_.are_numbers() ? Numbers{} : masked.to_numbers();
    for (std::size_t row = 0; row < blank.size(); ++row) {
      if (blank[row] != 0) {
        const bool known = paired ? target_.original[row] >= 0 : !lacking || !masked.missing(row);
        if (known) target_.masked[row] = keys.distinct;
        continue;
      }
      target_.masked[row] = keys.codes[row];
      const auto at = static_cast<std::size_t>(keys.codes[row]);
      if (seen_[at]) continue;
      seen_[at] = true;
      set_cell(target_.cells[at], masked.text(row), numbers.empty() ? nullptr : &numbers[row]);
    }
    if (paired) collect_originals();
  }

  bool any(Cell kind) const {
    for (std::size_t at = 0; at < seen_.size(); ++at) {
      if (seen_[at] && target_.cells[at].kind == kind) return true;
    }
    return false;
  }

  // Labels that this hierarchy has, and values that it has above other originals of their records.
  void cover_by(const Hierarchy& tree) {
    std::vector<WantedLabel> wanted;
    std::vector<std::size_t> cell_of;
    for (std::size_t at = 0; at < seen_.size(); ++at) {
      const MaskedCell& cell = target_.cells[at];
      const bool is_value = cell.kind == Cell::value || cell.kind == Cell::number;
      if (!seen_[at] || (!is_value && cell.kind != Cell::unknown)) continue;
      const std::vector<std::int32_t> own = originals(at);
      if (is_value && (own.empty() || (own.size() == 1 && own.front() == cell.place))) continue;
      wanted.push_back({cell.text, own, is_value});
      cell_of.push_back(at);
    }
    if (wanted.empty()) return;
    const auto found = hierarchy_covers(
        tree, wanted, [&](const std::string& leaf) { return values_.place(leaf); },
        [&](const std::string& leaf) { return values_.number(leaf); });
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!found[i]) continue;
      std::vector<double> ends;
      if (!found[i]->numbers.empty()) {
        const auto [low, high] = std::minmax_element(found[i]->numbers.begin(), found[i]->numbers.end());
        ends = {*low, *high};
      }
      set_label(target_.cells[cell_of[i]], found[i]->values, ends, CoverSource::hierarchy);
    }
  }

  void cover_by_intervals() {
    for (MaskedCell& cell : target_.cells) {
      if (cell.kind != Cell::unknown) continue;
      const auto interval = values_.interval(cell.text);
      if (!interval) continue;
      std::vector<double> ends;
      for (const double end : {interval->lower, interval->upper}) {
        if (std::isfinite(end) && values_.are_numbers()) ends.push_back(end);
      }
      set_label(cell, values_.inside(*interval), ends, CoverSource::interval);
    }
  }

  void cover_by_records() {
    for (std::size_t at = 0; at < seen_.size(); ++at) {
      MaskedCell& cell = target_.cells[at];
      if (cell.kind != Cell::unknown || !seen_[at]) continue;
      set_label(cell, originals(at), {}, CoverSource::mapping);
      // Only records whose original misses the value carry it.
      if (cell.kind == Cell::unknown) cell.kind = Cell::suppressed;
    }
  }

 private:
  // A value of the original, another number, or a label.
  void set_cell(MaskedCell& cell, std::string text, const double* number) {
    cell.text = std::move(text);
    cell.place = number != nullptr ? values_.place(*number) : values_.place(cell.text);
    if (cell.place >= 0) return;
    const std::optional<double> read = number != nullptr ? std::optional(*number) : values_.number(cell.text);
    cell.kind = read ? Cell::number : Cell::unknown;
    if (read) cell.number = *read;
  }

  // A label that covers every value is as good as a suppressed cell. One that covers nothing and has no ends
  // stays unknown.
  void set_label(MaskedCell& cell, const std::vector<std::int32_t>& values, const std::vector<double>& ends,
                 CoverSource source) {
    std::vector<std::int32_t> found;
    for (const std::int32_t value : values) {
      if (target_.counts[static_cast<std::size_t>(value)] > 0) found.push_back(value);
    }
    if (found.empty() && ends.empty()) return;
    cell.kind = found.size() == occurring_ && occurring_ > 0 ? Cell::suppressed : Cell::label;
    cell.source = source;
    cell.runs = runs_of(found);
    if (found.empty()) cell.ends = ends;
  }

  // Every pair of a cell and a value of its records, once.
  void collect_originals() {
    for (std::size_t row = 0; row < target_.masked.size(); ++row) {
      const std::int32_t cell = target_.masked[row], value = target_.original[row];
      if (cell < 0 || value < 0) continue;
      pairs_.push_back((static_cast<std::uint64_t>(cell) << 32U) | static_cast<std::uint32_t>(value));
    }
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  }

  std::vector<std::int32_t> originals(std::size_t cell) const {
    std::vector<std::int32_t> result;
    const std::uint64_t first = static_cast<std::uint64_t>(cell) << 32U;
    for (auto each = std::lower_bound(pairs_.begin(), pairs_.end(), first);
         each != pairs_.end() && (*each >> 32U) == cell; ++each) {
      result.push_back(static_cast<std::int32_t>(*each & 0xffffffffU));
    }
    return result;
  }

  const OriginalValues& values_;
  CoveredColumn& target_;
  std::size_t occurring_ = 0;  // different values that some record has
  std::vector<bool> seen_;     // by cell
  std::vector<std::uint64_t> pairs_;
};

// Without a label or a suppressed cell nothing has to be looked up. Where there is a hierarchy any value may
// be a label.
bool plain(const Table& original, const Table& masked, ColumnId id, bool paired,
           const std::vector<char>& blank_before, const std::vector<char>& blank_after) {
  const bool lacking = std::find(blank_before.begin(), blank_before.end(), 1) != blank_before.end();
  for (std::size_t row = 0; row < blank_after.size(); ++row) {
    if (blank_after[row] != 0 && (paired ? blank_before[row] == 0 : !lacking)) return false;
  }
  const Codes* after = masked.column(id).get_if<Codes>();
  const bool numbers = original.info(id).kind == Kind::numeric && !original.column(id).is_text();
  if (after == nullptr) {
    return numbers ? masked.info(id).tree == nullptr && original.info(id).tree == nullptr : false;
  }
  return numbers && after->labels.empty();
}

bool has_suppressed(const CoveredColumn& column) {
  return std::any_of(column.masked.begin(), column.masked.end(), [&](std::int32_t cell) {
    return cell >= 0 && column.cells[static_cast<std::size_t>(cell)].kind == Cell::suppressed;
  });
}

}  // namespace

bool MaskedCell::covers(std::int32_t value) const {
  if (kind == Cell::suppressed) return true;
  if (kind == Cell::value) return value == place;
  const auto after =
      std::upper_bound(runs.begin(), runs.end(), value,
                       [](std::int32_t wanted, const CoverRun& run) { return wanted < run.first; });
  return after != runs.begin() && value <= std::prev(after)->last;
}

std::optional<CoveredColumn> coarse_column(const Table& original, const Table& masked, ColumnId id,
                                           bool paired) {
  const std::vector<char> before = blank_cells(original.column(id)), after = blank_cells(masked.column(id));
  if (plain(original, masked, id, paired, before, after)) return std::nullopt;
  CoveredColumn result;
  result.name = original.info(id).name;
  const OriginalValues values(original, id, before, result);
  MaskedCells cells(values, result);
  const bool lacking = std::find(before.begin(), before.end(), 1) != before.end();
  cells.classify(masked.column(id), after, paired, lacking);
  for (const auto& tree : {masked.info(id).tree, original.info(id).tree}) {
    if (tree != nullptr) cells.cover_by(*tree);
  }
  cells.cover_by_intervals();
  if (paired) cells.cover_by_records();
  const bool text_of_numbers = values.are_numbers() && masked.column(id).is_text();
  if (!has_suppressed(result) && !text_of_numbers && !cells.any(Cell::label) && !cells.any(Cell::unknown)) {
    return std::nullopt;
  }
  for (const MaskedCell& cell : result.cells) {
    if (cell.kind != Cell::unknown || cell.text.empty()) continue;
    result.reason = "it is not known which values of '" + result.name + "' the label '" + cell.text +
                    "' covers: no hierarchy has it, it is not an interval, and the release has no mapping of "
                    "records; name a folder of hierarchies with ‹hierarchies›";
    break;
  }
  return result;
}

std::vector<std::optional<CoveredColumn>> coarse_columns(const Table& original, const Table& masked,
                                                         const ColumnSet& columns, bool paired) {
  std::vector<std::optional<CoveredColumn>> result;
  for (const ColumnId id : columns) result.push_back(coarse_column(original, masked, id, paired));
  return result;
}

std::string cover_reason(const std::vector<std::optional<CoveredColumn>>& columns) {
  for (const auto& column : columns) {
    if (column && !column->reason.empty()) return column->reason;
  }
  return {};
}

std::string cover_note(const std::vector<std::optional<CoveredColumn>>& columns) {
  static constexpr const char* said[] = {"", "the hierarchy", "the interval in the label",
                                         "the records that carry the label"};
  std::vector<std::string> names, sources, notes;
  bool suppressed = false;
  for (const auto& column : columns) {
    if (!column) continue;
    bool labels = false;
    suppressed = suppressed || has_suppressed(*column);
    for (const MaskedCell& cell : column->cells) {
      if (cell.source == CoverSource::none) continue;
      labels = true;
      const std::string source = said[static_cast<std::size_t>(cell.source)];
      if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
    }
    if (labels) names.push_back(column->name);
  }
  if (!names.empty()) {
    notes.push_back("labels of " + quoted_names(names) + " stand for what they cover, by " + joined(sources));
  }
  if (suppressed) notes.emplace_back(suppressed_note);
  return joined(notes, "; ");
}

}  // namespace sfumato::stats
