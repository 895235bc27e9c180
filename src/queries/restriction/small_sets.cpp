// Two searches, over a matrix in which equal columns are merged into one element.
#include "queries/restriction/small_sets.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sfumato::queries {
namespace {

constexpr std::size_t max_values = std::size_t{1} << 22;  // entries of the matrix
constexpr std::uint64_t max_steps = 4'000'000;            // additions in the search by rows
constexpr std::size_t max_halves = 2'000'000;
constexpr std::uint64_t max_matches = 8'000'000;

struct Elements {
  std::size_t rows = 0;
  std::vector<std::int64_t> weight;
  std::vector<std::uint64_t> value;  // by row, then element
  std::vector<std::size_t> pivot;    // element of each row
  std::vector<char> is_pivot;
  std::size_t size() const { return weight.size(); }
  const std::uint64_t* row(std::size_t index) const { return value.data() + index * size(); }
};

// Equal columns have equal random combinations; different columns have equal ones only with probability
// 2^-60. The random numbers are the cells' marks: those of the pivots are used.
bool make_elements(const SparseSpace& space, const std::vector<std::size_t>& rows, const PublicCells& cells,
                   const PrimeField& field, Elements& elements) {
  std::unordered_map<std::size_t, std::uint64_t> column;
  for (const std::size_t row : rows) {
    for (const SparseEntry& entry : space.row(row)) {
      std::uint64_t& sum = column[entry.position];
      sum = field.add(sum, field.multiply(entry.value, cells.mark(space.pivot(row))));
    }
  }
  std::unordered_map<std::uint64_t, std::size_t> element_of;
  std::unordered_map<std::size_t, std::size_t> place;
  for (const std::size_t row : rows) {
    for (const SparseEntry& entry : space.row(row)) {
      const auto [at, is_new] = element_of.emplace(column[entry.position], element_of.size());
      if (is_new) elements.weight.push_back(0);
      if (place.emplace(entry.position, at->second).second)
        elements.weight[at->second] += cells.weight(entry.position);
    }
  }
  elements.rows = rows.size();
  if (elements.size() > max_values / rows.size()) return false;
  elements.value.assign(elements.rows * elements.size(), 0);
  elements.is_pivot.assign(elements.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const SparseEntry& entry : space.row(rows[i]))
      elements.value[i * elements.size() + place[entry.position]] = entry.value;
    elements.pivot.push_back(place[space.pivot(rows[i])]);
    elements.is_pivot[elements.pivot.back()] = 1;
  }
  return true;
}

// A vector to be found is the sum of the rows whose pivots it contains, each once.
class RowSearch {
 public:
  RowSearch(const Elements& elements, std::int64_t most, const PrimeField& field)
      : elements_(elements), most_(most), field_(field), out_(elements.rows, 0) {}

  SmallSet run() {
    for (std::size_t row = 0; row < elements_.rows; ++row) {
      const std::vector<std::uint64_t> sum(elements_.row(row), elements_.row(row) + elements_.size());
      if (pivot_weight(row) <= most_ && extend(sum, row, pivot_weight(row))) return SmallSet::found;
      if (steps_ > max_steps) return SmallSet::unknown;
      out_[row] = 1;
    }
    return SmallSet::none;
  }

 private:
  std::int64_t pivot_weight(std::size_t row) const { return elements_.weight[elements_.pivot[row]]; }

  // Elements of which one must change: an element that is neither 0 nor 1, or the ones if there are too many.
  std::vector<std::size_t> wrong(const std::vector<std::uint64_t>& sum, std::int64_t taken) const {
    std::vector<std::size_t> ones;
    std::int64_t weight = taken;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (elements_.is_pivot[i] != 0 || sum[i] == 0) continue;
      if (sum[i] != 1) return {i};
      if (weight > most_) continue;
      weight += elements_.weight[i];
      ones.push_back(i);
    }
    return weight > most_ ? ones : std::vector<std::size_t>{};
  }

  bool touches(std::size_t row, const std::vector<std::size_t>& elements) const {
    for (const std::size_t element : elements)
      if (elements_.row(row)[element] != 0) return true;
    return false;
  }

  // `taken` is the weight of the pivots of the rows in the sum.
  bool extend(const std::vector<std::uint64_t>& sum, std::size_t last, std::int64_t taken) {
    steps_ += elements_.size();
    if (steps_ > max_steps) return false;
    const std::vector<std::size_t> to_change = wrong(sum, taken);
    if (to_change.empty()) return true;
    if (taken >= most_) return false;
    out_[last] = 1;
    std::vector<std::size_t> tried;
    bool found = false;
    for (std::size_t row = 0; row < elements_.rows && !found && steps_ <= max_steps; ++row) {
      if (out_[row] != 0 || taken + pivot_weight(row) > most_ || !touches(row, to_change)) continue;
      std::vector<std::uint64_t> next = sum;
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = field_.add(next[i], elements_.row(row)[i]);
      found = extend(next, row, taken + pivot_weight(row));
      out_[row] = 1;
      tried.push_back(row);
    }
    for (const std::size_t row : tried) out_[row] = 0;
    out_[last] = 0;
    return found;
  }

  const Elements& elements_;
  std::int64_t most_;
  const PrimeField& field_;
  std::vector<char> out_;  // rows in the sum, or whose sums have all been tried
  std::uint64_t steps_ = 0;
};

class MeetInTheMiddle {
 public:
  MeetInTheMiddle(const Elements& elements, std::int64_t most, const PrimeField& field)
      : elements_(elements), most_(most), field_(field) {}

  SmallSet run() {
    draw();
    halves_.push_back({});
    if (!grow(0, 0, (most_ + 1) / 2)) return SmallSet::unknown;
    for (const Half& half : halves_)
      by_sum_.emplace_back(half.sum, static_cast<std::uint32_t>(by_sum_.size()));
    std::sort(by_sum_.begin(), by_sum_.end());
    return match();
  }

 private:
  // A half is an earlier half plus one element; the first one is empty.
  struct Half {
    std::uint64_t sum = 0;
    std::int64_t weight = 0;
    std::uint32_t before = 0, element = 0;
  };

  // Random for elements that are not pivots; for a pivot such that its row has sum 0.
  void draw() {
    SecureRng rng;
    functional_.assign(elements_.size(), 0);
    for (std::size_t i = 0; i < elements_.size(); ++i)
      if (elements_.is_pivot[i] == 0) functional_[i] = field_.random_element(rng);
    std::vector<std::uint64_t> pivots(elements_.rows);
    for (std::size_t row = 0; row < elements_.rows; ++row)
      pivots[row] = field_.negative(field_.dot(elements_.row(row), functional_.data(), elements_.size()));
    for (std::size_t row = 0; row < elements_.rows; ++row) functional_[elements_.pivot[row]] = pivots[row];
  }

  bool grow(std::uint32_t half, std::uint32_t from, std::int64_t parts) {
    for (std::uint32_t i = from; i < elements_.size(); ++i) {
      const std::int64_t weight = halves_[half].weight + elements_.weight[i];
      if (weight > most_) continue;
      if (halves_.size() >= max_halves) return false;
      halves_.push_back({field_.add(halves_[half].sum, functional_[i]), weight, half, i});
      const auto added = static_cast<std::uint32_t>(halves_.size() - 1);
      if (parts > 1 && !grow(added, i + 1, parts - 1)) return false;
    }
    return true;
  }

  bool apart(std::uint32_t a, std::uint32_t b) const {
    for (std::uint32_t i = a; i != 0; i = halves_[i].before) {
      for (std::uint32_t j = b; j != 0; j = halves_[j].before)
        if (halves_[i].element == halves_[j].element) return false;
    }
    return true;
  }

  SmallSet match() const {
    std::uint64_t matches = 0;
    for (const auto& [sum, half] : by_sum_) {
      const std::uint64_t sought = field_.negative(sum);
      auto other = std::lower_bound(by_sum_.begin(), by_sum_.end(), std::pair(sought, std::uint32_t{0}));
      for (; other != by_sum_.end() && other->first == sought; ++other) {
        const std::int64_t weight = halves_[half].weight + halves_[other->second].weight;
        if (weight >= 1 && weight <= most_ && apart(half, other->second)) return SmallSet::found;
        if (++matches > max_matches) return SmallSet::unknown;
      }
    }
    return SmallSet::none;
  }

  const Elements& elements_;
  std::int64_t most_;
  const PrimeField& field_;
  std::vector<std::uint64_t> functional_;
  std::vector<Half> halves_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_sum_;
};

}  // namespace

SmallSet small_set(const SparseSpace& space, const std::vector<std::size_t>& rows, const PublicCells& cells,
                   std::int64_t most, const PrimeField& field) {
  Elements elements;
  if (!make_elements(space, rows, cells, field, elements)) return SmallSet::unknown;
  const SmallSet by_rows = RowSearch(elements, most, field).run();
  return by_rows == SmallSet::unknown ? MeetInTheMiddle(elements, most, field).run() : by_rows;
}

}  // namespace sfumato::queries
