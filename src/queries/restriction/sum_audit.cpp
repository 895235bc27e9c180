// Forward elimination on each share: earlier rows never change, so that a trial is undone by removing its
// rows.
#include "queries/restriction/sum_audit.hpp"

#include <algorithm>
#include <bit>

#include "core/error.hpp"
#include "queries/restriction/small_sets.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t max_entries = std::size_t{1} << 21;  // of the vectors that vanish on a share
constexpr std::uint32_t no_set = UINT32_MAX;

}  // namespace

// Sets of the current trial that are not yet in the classes. A cell is in at most one of them, by its place.
struct SumAudit::Trial {
  const QuerySets& sets;
  std::size_t old_sets = 0;
  std::vector<std::uint32_t> taken;         // independent places, in order
  std::vector<std::uint32_t> set_of_place;  // its number, or no_set
  std::vector<std::uint64_t> marks;         // by place, then share; the last is of all cells
  std::vector<std::uint64_t> place_value;   // of the current coefficients, by place
  std::vector<std::size_t> old_rows;        // by share
  std::vector<std::optional<SparseSpace>> old_vanishing;
  bool too_long = false;
};

SumAudit::SumAudit(const PublicCells& cells, const PrimeField& field, std::int64_t most)
    : cells_(cells), field_(field), most_(most), classes_(cells.size()), sums_(classes_, field_) {
  for (std::uint32_t i = 0; i < cells.shares(); ++i) shares_.push_back({{}, {}, SparseSpace(field)});
}

Refusal SumAudit::decide(const QuerySets& sets, bool search, bool keep) {
  Trial trial{sets, classes_.sets(), {}, {}, {}, {}, {}, {}, false};
  trial.set_of_place.assign(sets.sizes.size() + 1, no_set);
  trial.place_value.assign(sets.sizes.size() + 1, 0);
  trial.old_vanishing.resize(shares_.size());
  for (const Share& share : shares_) trial.old_rows.push_back(share.rows.size());
  sum_marks(trial);
  const auto filled =
      sets.sizes.size() - static_cast<std::size_t>(std::count(sets.sizes.begin(), sets.sizes.end(), 0));
  Refusal refusal = filled > max_audited_sets ? Refusal::capacity : Refusal::none;
  for (std::uint32_t place = 0; place < sets.sizes.size() && refusal == Refusal::none; ++place) {
    if (sets.sizes[place] == 0) continue;
    if (!add_set(trial, place)) continue;
    if (trial.too_long) refusal = Refusal::combinations;
    if (trial.old_sets + trial.taken.size() > max_audited_sets) refusal = Refusal::capacity;
  }
  if (refusal == Refusal::none && search) refusal = searched(trial);
  if (refusal != Refusal::none || !keep) {
    undo(trial);
    return refusal;
  }
  for (const std::uint32_t place : trial.taken) {
    classes_.add(
        std::span(sets.cells).subspan(sets.starts[place], sets.starts[place + 1] - sets.starts[place]));
  }
  return Refusal::none;
}

void SumAudit::sum_marks(Trial& trial) const {
  const std::size_t stride = shares_.size() + 1;
  trial.marks.assign(trial.sets.sizes.size() * stride, 0);
  for (const std::uint32_t cell : trial.sets.cells) {
    std::uint64_t* own = trial.marks.data() + trial.sets.place[cell] * stride;
    const std::uint64_t mark = cells_.mark(cell);
    cells_.for_shares(cell, [&](std::uint32_t share) { own[share] = field_.add(own[share], mark); });
    own[shares_.size()] = field_.add(own[shares_.size()], mark);
  }
}

// False if the set is a linear combination of the others. The first share shows this: the remainder there
// lies in the space of vectors that vanish on it.
bool SumAudit::add_set(Trial& trial, std::uint32_t place) {
  const std::uint64_t* marks = trial.marks.data() + place * (shares_.size() + 1);
  trial.set_of_place[place] = static_cast<std::uint32_t>(trial.old_sets + trial.taken.size());
  for (std::uint32_t i = 0; i < shares_.size(); ++i) {
    Share& share = shares_[i];
    std::vector<std::uint64_t> left = remainder(trial, share, place);
    share.marks.push_back(marks[i]);
    all_marks_.push_back(marks[shares_.size()]);
    const bool vanishes = field_.dot(left.data(), share.marks.data(), left.size()) == 0;
    const bool is_zero = vanishes && field_.dot(left.data(), all_marks_.data(), left.size()) == 0;
    all_marks_.pop_back();
    for (const std::uint32_t other : trial.taken) trial.place_value[other] = left[trial.set_of_place[other]];
    trial.place_value[place] = left.back();
    sums_.start(std::span(left).first(trial.old_sets));
    if (!vanishes) {
      add_row(trial, i, std::move(left));
      continue;
    }
    SparseVector rest = is_zero ? SparseVector{} : sparse_vector(trial);
    trial.too_long = trial.too_long || rest.size() > max_entries;
    if (!trial.too_long) rest = share.vanishing.remainder(std::move(rest));
    if (rest.empty() && i == 0) {
      share.marks.pop_back();
      trial.set_of_place[place] = no_set;
      trial.place_value[place] = 0;
      return false;
    }
    if (rest.empty()) throw Error(ErrorCode::internal, "the audit's shares do not agree");
    if (!trial.old_vanishing[i]) {
      trial.old_vanishing[i] = share.vanishing;
      share.vanishing.forget_changes();
    }
    share.vanishing.add(std::move(rest));
    trial.too_long = trial.too_long || share.vanishing.entries() > max_entries;
  }
  trial.taken.push_back(place);
  all_marks_.push_back(marks[shares_.size()]);
  return true;
}

// c_i = set at pivot i − Σ_{j<i} c_j · (row j at pivot i), and the remainder is the set − Σ c_i · row i.
std::vector<std::uint64_t> SumAudit::remainder(const Trial& trial, const Share& share,
                                               std::uint32_t place) const {
  std::vector<std::uint64_t> factors(share.rows.size(), 0);
  std::size_t first = factors.size();  // the first that is not 0
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Row& row = share.rows[i];
    factors[i] = trial.sets.place[row.pivot] == place ? 1 : 0;
    if (first < i) {
      const std::uint64_t sum = field_.dot(factors.data() + first, row.before.data() + first, i - first);
      factors[i] = field_.subtract(factors[i], sum);
    }
    if (factors[i] != 0) first = std::min(first, i);
  }
  const std::size_t own_number = trial.set_of_place[place];
  std::vector<PrimeField::Product> sum(own_number + 1, 0);
  std::size_t since = 0;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i] == 0) continue;
    const std::vector<std::uint64_t>& coefficients = share.rows[i].coefficients;
    const PrimeField::Product factor = factors[i];
    for (std::size_t j = 0; j < coefficients.size(); ++j) sum[j] += factor * coefficients[j];
    if (++since < PrimeField::products_at_once) continue;
    for (PrimeField::Product& one : sum) one = field_.reduced(one);
    since = 0;
  }
  std::vector<std::uint64_t> left;
  left.reserve(sum.size());
  for (const PrimeField::Product one : sum) left.push_back(field_.negative(field_.reduced(one)));
  left.back() = 1;
  return left;
}

SparseVector SumAudit::sparse_vector(const Trial& trial) {
  SparseVector vector;
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    const std::uint64_t value =
        field_.add(sums_.of_class(classes_.of(cell)), trial.place_value[trial.sets.place[cell]]);
    if (value != 0) vector.push_back({cell, value});
    if (vector.size() > max_entries) break;  // refused, and undone
  }
  return vector;
}

void SumAudit::add_row(Trial& trial, std::uint32_t share, std::vector<std::uint64_t> coefficients) {
  std::uint64_t value = 0;
  std::uint32_t pivot = 0;
  for (std::uint32_t cell = 0; cell < cells_.size() && value == 0; ++cell) {
    if (!cells_.in_share(cell, share)) continue;
    value = field_.add(sums_.of_class(classes_.of(cell)), trial.place_value[trial.sets.place[cell]]);
    pivot = cell;
  }
  if (value == 0) throw Error(ErrorCode::internal, "the audit's marks do not agree with its rows");
  const std::uint64_t inverse = field_.inverse(value);
  for (std::uint64_t& coefficient : coefficients) coefficient = field_.multiply(coefficient, inverse);
  std::vector<std::uint32_t> in;  // sets that contain the pivot
  for (std::size_t word = 0; 64 * word < classes_.sets(); ++word) {
    for (std::uint64_t bits = classes_.history(classes_.of(pivot), word); bits != 0; bits &= bits - 1) {
      in.push_back(static_cast<std::uint32_t>(64 * word) +
                   static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
  if (const std::uint32_t own = trial.set_of_place[trial.sets.place[pivot]]; own != no_set) in.push_back(own);
  Row row{pivot, std::move(coefficients), {}};
  for (const Row& earlier : shares_[share].rows) {
    PrimeField::Product sum = 0;
    for (std::size_t i = 0; i < in.size() && in[i] < earlier.coefficients.size(); ++i)
      sum += earlier.coefficients[in[i]];
    row.before.push_back(field_.reduced(sum));
  }
  shares_[share].rows.push_back(std::move(row));
}

void SumAudit::save(SnapshotWriter& out) const {
  classes_.save(out);
  out.list(all_marks_);
  out.number(shares_.size());
  for (const Share& share : shares_) {
    out.list(share.marks);
    out.number(share.rows.size());
    for (const Row& row : share.rows) {
      out.number(row.pivot);
      out.list(row.coefficients);
      out.list(row.before);
    }
    out.number(share.vanishing.size());
    for (std::size_t i = 0; i < share.vanishing.size(); ++i) out.list(share.vanishing.row(i));
  }
}

bool SumAudit::load(SnapshotReader& in) {
  if (!classes_.load(in)) return false;
  in.list(all_marks_);
  if (in.number() != shares_.size()) return false;
  for (Share& share : shares_) {
    in.list(share.marks);
    share.rows.resize(in.count());
    for (std::size_t i = 0; i < share.rows.size(); ++i) {
      Row& row = share.rows[i];
      row.pivot = static_cast<std::uint32_t>(in.number());
      in.list(row.coefficients);
      in.list(row.before);
      if (row.pivot >= cells_.size() || row.before.size() != i) return false;
    }
    share.vanishing = SparseSpace(field_);
    for (std::uint64_t i = in.count(); i > 0; --i) {
      SparseVector row;
      in.list(row);
      if (row.empty()) return false;
      share.vanishing.add(std::move(row));  // reduced already: it stays as it is
    }
    share.vanishing.forget_changes();
    if (share.marks.size() != classes_.sets()) return false;
  }
  return in.good() && all_marks_.size() == classes_.sets();
}

// Only shares with a new vanishing vector can have a new small set.
Refusal SumAudit::searched(const Trial& trial) const {
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    if (!trial.old_vanishing[i]) continue;
    const SparseSpace& space = shares_[i].vanishing;
    for (const std::vector<std::size_t>& rows : space.components()) {
      if (std::none_of(rows.begin(), rows.end(), [&](std::size_t row) { return space.changed(row); }))
        continue;
      const SmallSet found = small_set(space, rows, cells_, most_, field_);
      if (found == SmallSet::found) return Refusal::derivable;
      if (found == SmallSet::unknown) return Refusal::combinations;
    }
  }
  return Refusal::none;
}

void SumAudit::undo(Trial& trial) {
  all_marks_.resize(trial.old_sets);
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i].rows.resize(trial.old_rows[i]);
    shares_[i].marks.resize(trial.old_sets);
    if (trial.old_vanishing[i]) shares_[i].vanishing = std::move(*trial.old_vanishing[i]);
  }
}

}  // namespace sfumato::queries
