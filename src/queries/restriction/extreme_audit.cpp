// Extreme elements as bits, and the possible answers of each question.
#include "queries/restriction/extreme_audit.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

#include "core/error.hpp"

namespace sfumato::queries {
namespace {

template <class Use>
void for_bits(const std::vector<std::uint64_t>& words, Use use) {
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1)
      if (!use(64 * word + static_cast<std::size_t>(std::countr_zero(bits)))) return;
  }
}

}  // namespace

ExtremeAudit::ExtremeAudit(const PublicCells& cells, std::int64_t highest)
    : cells_(cells), bound_(cells.size(), highest) {}

void ExtremeAudit::save(SnapshotWriter& out) const {
  out.list(bound_);
  out.number(answered_.size());
  for (const Answered& one : answered_) {
    out.number(static_cast<std::uint64_t>(one.value));
    out.list(one.extreme_elements);
  }
}

bool ExtremeAudit::load(SnapshotReader& in) {
  in.list(bound_);
  answered_.resize(in.count());
  for (Answered& one : answered_) {
    one.value = static_cast<std::int64_t>(in.number());
    in.list(one.extreme_elements);
    if (one.extreme_elements.size() != (cells_.size() + 63) / 64) return false;
  }
  return in.good() && bound_.size() == cells_.size();
}

std::int64_t ExtremeAudit::outside(const Answered& answered, const QuerySets& sets) const {
  std::int64_t records = 0;
  for_bits(answered.extreme_elements, [&](std::size_t cell) {
    if (sets.place[cell] >= sets.sizes.size()) records += cells_.weight(cell);
    return records < 2;
  });
  return std::min<std::int64_t>(records, 2);
}

// Can exactly one record of the set be higher than all others? Its bound is a possible answer.
bool ExtremeAudit::has_single_top(const QuerySets& sets, std::size_t group) const {
  std::int64_t top = std::numeric_limits<std::int64_t>::min(), records = 0;
  for (std::uint64_t i = sets.starts[group]; i < sets.starts[group + 1]; ++i) {
    const std::uint32_t cell = sets.cells[i];
    if (bound_[cell] > top) {
      top = bound_[cell];
      records = 0;
    }
    if (bound_[cell] == top) records += cells_.weight(cell);
  }
  return records == 1;
}

// Does some group contain exactly one extreme element?
bool ExtremeAudit::has_single_piece(const Answered& answered, const QuerySets& sets) const {
  std::map<std::uint32_t, std::int64_t> records;
  for_bits(answered.extreme_elements, [&](std::size_t cell) {
    if (sets.place[cell] < sets.sizes.size()) records[sets.place[cell]] += cells_.weight(cell);
    return true;
  });
  return std::any_of(records.begin(), records.end(), [](const auto& piece) { return piece.second == 1; });
}

// An answer below a published one removes the extreme elements of that one in the set. If none is left, the
// answer and all below it are impossible; if a single one is left, its value is revealed. The answer just
// below each published one is checked, from the highest down.
Refusal ExtremeAudit::decide_one(const QuerySets& sets) const {
  for (std::size_t i = 0; i < answered_.size();) {
    bool none = false, single = false;
    const std::int64_t value = answered_[i].value;
    for (; i < answered_.size() && answered_[i].value == value; ++i) {
      const std::int64_t left = outside(answered_[i], sets);
      none = none || left == 0;
      single = single || left == 1;
    }
    if (none) return Refusal::none;
    if (single) return Refusal::extreme;
  }
  return Refusal::none;
}

// Each group has its own answer, and any of them may be below a published one. Which combinations are
// possible is not checked: the question is refused if any combination could reveal a value.
Refusal ExtremeAudit::decide_groups(const QuerySets& sets) const {
  for (const Answered& answered : answered_) {
    const std::int64_t left = outside(answered, sets);
    if (left == 1 || (left == 0 && has_single_piece(answered, sets))) return Refusal::extreme;
  }
  return Refusal::none;
}

Refusal ExtremeAudit::decide(const QuerySets& sets) const {
  std::size_t groups = 0;
  for (std::size_t group = 0; group < sets.sizes.size(); ++group) {
    if (sets.sizes[group] == 0) continue;
    ++groups;
    if (has_single_top(sets, group)) return Refusal::extreme;
  }
  if (answered_.size() + groups > max_audited_sets) return Refusal::capacity;
  return groups <= 1 ? decide_one(sets) : decide_groups(sets);
}

void ExtremeAudit::answer(const QuerySets& sets, const std::vector<std::optional<std::int64_t>>& answers) {
  const auto wrong = [] {
    bad_input("stored answers are not consistent: data or log were changed",
              "restore the database from a backup");
  };
  if (answers.size() != sets.sizes.size()) wrong();
  for (std::size_t group = 0; group < answers.size(); ++group) {
    if (answers[group].has_value() != (sets.sizes[group] > 0)) wrong();
    if (!answers[group]) continue;
    const std::int64_t value = *answers[group];
    Answered added{value, std::vector<std::uint64_t>((cells_.size() + 63) / 64, 0)};
    std::vector<std::uint64_t> lowered = added.extreme_elements;
    bool has_extreme = false;
    for (std::uint64_t i = sets.starts[group]; i < sets.starts[group + 1]; ++i) {
      const std::uint32_t cell = sets.cells[i];
      const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
      if (bound_[cell] > value) lowered[cell / 64] |= bit;
      if (bound_[cell] < value) continue;
      bound_[cell] = value;
      added.extreme_elements[cell / 64] |= bit;
      has_extreme = true;
    }
    if (!has_extreme) wrong();
    for (Answered& other : answered_) {
      if (other.value <= value) break;
      bool any = false;
      for (std::size_t word = 0; word < lowered.size(); ++word)
        any = (other.extreme_elements[word] &= ~lowered[word]) != 0 || any;
      if (!any) wrong();
    }
    const auto place = std::find_if(answered_.begin(), answered_.end(),
                                    [&](const Answered& other) { return other.value <= value; });
    answered_.insert(place, std::move(added));
  }
}

}  // namespace sfumato::queries
