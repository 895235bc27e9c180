#include "tables/suppression/optimal/local_groups.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "stats/fields/dense_rows.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t most_cells = 13;
constexpr std::size_t most_patterns = 2000;
constexpr std::size_t most_groups = 4000;
constexpr double attackers_tolerance = 1e-6;  // levels below this are met without moving

using Vector = std::vector<std::uint64_t>;  // modulo Field61::prime

// Grows from one relation to others that share two cells or more with the group: relations that share a
// single cell are no stronger together than each alone.
class Growth {
 public:
  explicit Growth(const CutSystem& system) : system_(system), shared_(system.rows(), 0) {}

  std::vector<std::size_t> from(std::size_t row) {
    cells_.clear();
    touched_.clear();
    add(row);
    bool grown = false;
    while (const std::optional<std::size_t> next = best()) {
      add(*next);
      grown = true;
    }
    for (const std::size_t r : touched_) shared_[r] = 0;
    if (!grown) return {};
    return {cells_.begin(), cells_.end()};
  }

 private:
  void add(std::size_t row) {
    for (const CutSystem::Term& term : system_.row(row)) {
      if (!cells_.insert(term.index).second) continue;
      for (const CutSystem::Term& place : system_.column(term.index)) {
        if (shared_[place.index]++ == 0) touched_.push_back(place.index);
      }
    }
  }

  // The relation with the fewest further cells; ties: the one that shares most, then the first.
  std::optional<std::size_t> best() const {
    std::optional<std::size_t> chosen;
    std::size_t fewest = 0;
    for (const std::size_t row : touched_) {
      const std::size_t length = system_.row(row).size(), more = length - shared_[row];
      if (shared_[row] < 2 || more == 0 || cells_.size() + more > most_cells) continue;
      const bool better = !chosen || more < fewest ||
                          (more == fewest && (shared_[row] > shared_[*chosen] ||
                                              (shared_[row] == shared_[*chosen] && row < *chosen)));
      if (!better) continue;
      chosen = row;
      fewest = more;
    }
    return chosen;
  }

  const CutSystem& system_;
  std::set<std::size_t> cells_;
  std::vector<std::size_t> shared_;   // per row: its cells in the group
  std::vector<std::size_t> touched_;  // rows with any
};

// The cells of a group as vectors, in as few coordinates as their rank. Empty where determinants might exceed
// the prime, so that dependence modulo it would not imply dependence (Hadamard's bound: the product of the
// lengths).
std::optional<std::vector<Vector>> coordinates(const Elimination& elimination,
                                               const std::vector<std::size_t>& cells) {
  std::map<std::size_t, Vector> columns;
  double bits = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    double squares = 0;
    for (const CutSystem::Term& term : elimination.of(cells[k])) {
      Vector& column = columns[term.index];
      column.resize(cells.size(), 0);
      column[k] = Field61::of(static_cast<std::int64_t>(term.coefficient));
      squares += term.coefficient * term.coefficient;
    }
    bits += std::log2(std::max(1.0, squares)) / 2;
  }
  if (bits > 60) return std::nullopt;
  EchelonRows<Field61> basis;
  for (const auto& [free, column] : columns) basis.add(column);
  std::vector<Vector> vectors(cells.size());
  for (const Vector& row : basis.rows()) {
    for (std::size_t k = 0; k < cells.size(); ++k) vectors[k].push_back(row[k]);
  }
  return vectors;
}

// All flats, each once: cell by cell it is published, or not; vectors are kept modulo the span of those
// published.
class Flats {
 public:
  Flats(std::vector<Vector> vectors, std::uint32_t must_move) : size_(vectors.size()), must_move_(must_move) {
    bool possible = true;
    for (std::size_t k = 0; k < size_; ++k)
      possible = possible && (!(must_move >> k & 1) || !is_zero(vectors[k]));
    if (possible) look(0, vectors, 0);
  }

  bool too_many() const { return found_.size() > most_patterns; }
  // Bit k: cell k is not in the flat.
  const std::vector<std::uint32_t>& complements() const { return found_; }

 private:
  static bool is_zero(const Vector& vector) { return first_nonzero(vector) == vector.size(); }

  void look(std::size_t cell, const std::vector<Vector>& vectors, std::uint32_t moving) {
    if (too_many()) return;
    while (cell < size_ && is_zero(vectors[cell])) ++cell;
    if (cell == size_) {
      found_.push_back(moving);
      return;
    }
    const std::uint32_t bit = std::uint32_t{1} << cell;
    if (!(must_move_ & bit)) {
      const std::vector<Vector> rest = modulo(vectors, cell);
      bool possible = true;
      for (std::size_t k = 0; k < size_ && possible; ++k) {
        possible = !((moving | must_move_) >> k & 1) || !is_zero(rest[k]);
      }
      if (possible) look(cell + 1, rest, moving);
    }
    look(cell + 1, vectors, moving | bit);
  }

  static std::vector<Vector> modulo(std::vector<Vector> vectors, std::size_t cell) {
    const Vector own = vectors[cell];
    const std::size_t pivot = first_nonzero(own);
    const std::uint64_t scale = Field61::inverse(own[pivot]);
    for (Vector& vector : vectors) {
      if (vector[pivot] == 0) continue;
      const std::uint64_t factor = Field61::multiply(vector[pivot], scale);
      add_multiple<Field61>(Field61(), vector, Field61::negative(factor), own);
    }
    return vectors;
  }

  std::size_t size_;
  std::uint32_t must_move_;
  std::vector<std::uint32_t> found_;
};

// Empty where the group gives no useful cut.
LocalGroup group_of(const CutSystem& system, const Elimination& elimination,
                    const std::vector<std::uint8_t>& demanded, const std::vector<std::size_t>& grown) {
  // Hidden cells without a demand may move or not: the patterns leave them out.
  std::vector<std::size_t> cells;
  for (const std::size_t cell : grown) {
    if (!system.hidden[cell] || demanded[cell]) cells.push_back(cell);
  }
  LocalGroup group;
  const std::optional<std::vector<Vector>> vectors = coordinates(elimination, cells);
  if (!vectors) return group;
  std::uint32_t must_move = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (demanded[cells[k]]) must_move |= std::uint32_t{1} << k;
  }
  const Flats flats(*vectors, must_move);
  if (flats.too_many()) return group;
  for (const std::uint32_t complement : flats.complements()) {
    std::uint32_t pattern = 0, place = 0;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (must_move >> k & 1) continue;
      pattern |= (complement >> k & 1) << place;
      ++place;
    }
    group.patterns.push_back(pattern);
  }
  std::sort(group.patterns.begin(), group.patterns.end());
  group.patterns.erase(std::unique(group.patterns.begin(), group.patterns.end()), group.patterns.end());
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(group.cells),
               [&](std::size_t cell) { return !demanded[cell]; });
  return group;
}

}  // namespace

std::vector<LocalGroup> local_groups(const CutSystem& system, const Elimination& elimination,
                                     const Run& run) {
  std::set<std::vector<std::size_t>> different;
  Growth growth(system);
  for (std::size_t r = 0; r < system.rows() && different.size() < most_groups; ++r) {
    if (system.row(r).size() > most_cells) continue;
    if (std::vector<std::size_t> cells = growth.from(r); !cells.empty()) different.insert(std::move(cells));
  }
  const std::vector<std::vector<std::size_t>> grown(different.begin(), different.end());
  std::vector<std::uint8_t> demanded(system.size(), 0);
  for (const DemandSide& side : system.sides) {
    if (side.level > attackers_tolerance) demanded[side.cell] = 1;
  }
  std::vector<LocalGroup> groups(grown.size());
  run.parallel(grown.size(),
               [&](std::size_t g) { groups[g] = group_of(system, elimination, demanded, grown[g]); });
  std::erase_if(groups, [](const LocalGroup& group) {
    return group.cells.size() < 2 || group.patterns.empty() ||
           group.patterns.size() == std::size_t{1} << group.cells.size();
  });
  return groups;
}

}  // namespace sfumato::tables
