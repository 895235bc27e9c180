#include "queries/comparison/guessing.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "queries/aggregates/aggregate.hpp"
#include "queries/engine.hpp"
#include "queries/engine/group_places.hpp"
#include "queries/engine/matching.hpp"
#include "stats/linear/cholesky.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t max_sets = 2000;
constexpr std::uint32_t in_none = 0xffffffffU;

// Classes of records that no question distinguishes, and the query sets that contain them.
struct Classes {
  std::vector<std::uint32_t> of_record;
  std::vector<std::size_t> sizes;
  std::vector<std::vector<std::uint32_t>> sets;  // of each class, ascending
};

// The group of each record, or `in_none`.
std::vector<std::uint32_t> places_of(const Query& query, const CatalogueTable& table, const DataTable& data) {
  const Matcher matcher(query.where, table, data);
  const GroupPlaces groups(query, table, data);
  std::vector<std::uint8_t> mask(block_rows), scratch(matcher.scratch_size());
  std::vector<std::uint32_t> result(data.rows);
  for (std::size_t begin = 0; begin < data.rows; begin += block_rows) {
    const std::size_t count = std::min(block_rows, data.rows - begin);
    const std::span some(mask.data(), count);
    matcher.match(begin, some, scratch);
    groups.places(begin, some, std::span(result).subspan(begin, count));
  }
  const auto outside = static_cast<std::uint32_t>(groups.count());
  std::replace(result.begin(), result.end(), outside, in_none);
  return result;
}

void split(Classes& classes, const std::vector<std::uint32_t>& places, std::uint32_t first_set) {
  std::unordered_map<std::uint64_t, std::uint32_t> parts;
  Classes made;
  made.of_record.resize(places.size());
  for (std::size_t row = 0; row < places.size(); ++row) {
    const std::uint32_t before = classes.of_record[row];
    const std::uint64_t key = static_cast<std::uint64_t>(before) << 32 | places[row];
    const auto [found, is_new] = parts.try_emplace(key, static_cast<std::uint32_t>(made.sizes.size()));
    if (is_new) {
      made.sizes.push_back(0);
      made.sets.push_back(classes.sets[before]);
      if (places[row] != in_none) made.sets.back().push_back(first_set + places[row]);
    }
    made.of_record[row] = found->second;
    ++made.sizes[found->second];
  }
  classes = std::move(made);
}

// A linear system with one equation per query set.
class Equations {
 public:
  Equations(std::size_t column, const CatalogueTable& table, const DataTable& data,
            std::span<const AnsweredSum> answered, const Run& run) {
    const CatalogueColumn& declared = table.columns[column];
    unit_ = std::pow(10.0, declared.decimals);
    lower_ = static_cast<double>(declared.lower);
    upper_ = static_cast<double>(declared.upper);
    middle_ = (lower_ + upper_) / 2;
    variance_ = std::pow(upper_ - lower_ + 1, 2) / 12;
    classes_.of_record.assign(data.rows, 0);
    classes_.sizes = {data.rows};
    classes_.sets.resize(1);
    for (const AnsweredSum& one : answered) {
      run.check_stop();
      if (wanted_.size() + one.answers.size() > max_sets) break;
      const auto first = static_cast<std::uint32_t>(wanted_.size());
      split(classes_, places_of(*one.query, table, data), first);
      add(one, first);
    }
  }

  std::vector<double> guesses() const {
    std::vector<double> by_class(classes_.sizes.size(), middle_);
    if (!wanted_.empty()) {
      const std::vector<double> added = multipliers();
      for (std::size_t c = 0; c < by_class.size(); ++c) {
        for (const std::uint32_t set : classes_.sets[c]) by_class[c] += added[set];
        by_class[c] = std::clamp(by_class[c], lower_, upper_);
      }
    }
    std::vector<double> result;
    result.reserve(classes_.of_record.size());
    for (const std::uint32_t c : classes_.of_record) result.push_back(by_class[c]);
    return result;
  }

  std::optional<std::size_t> smallest() const {
    const stats::Matrix both = shared();
    std::optional<double> least;
    const auto take = [&](double records) {
      if (records > 0.5) least = std::min(least.value_or(records), records);
    };
    for (std::size_t set = 0; set < counts_.size(); ++set) {
      if (!has_answer_[set]) continue;
      take(counts_[set]);
      for (std::size_t other = 0; other < counts_.size(); ++other) {
        const bool inside =
            has_answer_[other] && other != set && std::fabs(both(set, other) - counts_[other]) < 0.5;
        if (inside) take(counts_[set] - counts_[other]);
      }
    }
    if (!least) return std::nullopt;
    const stats::Matrix root = stats::cholesky(both);
    for (std::size_t c = 0; c < classes_.sizes.size(); ++c) {
      const auto size = static_cast<double>(classes_.sizes[c]);
      if (size < *least && follows(c, root)) take(size);
    }
    return static_cast<std::size_t>(std::lround(*least));
  }

 private:
  // Sums in units; an average times the number of its records, which is public.
  void add(const AnsweredSum& one, std::uint32_t first) {
    std::vector<double> counts(one.answers.size(), 0);
    for (std::size_t c = 0; c < classes_.sizes.size(); ++c) {
      for (const std::uint32_t set : classes_.sets[c]) {
        if (set >= first) counts[set - first] += static_cast<double>(classes_.sizes[c]);
      }
    }
    for (std::size_t group = 0; group < counts.size(); ++group) {
      const GroupAnswer& answer = one.answers[group];
      const double times =
          unit_ * (record_of(*one.query).revealed_sum == RevealedSum::mean ? counts[group] : 1.0);
      const double deviation = times * (answer.upper95 - answer.lower95) / 3.92;
      const bool has_answer = std::isfinite(answer.value) && std::isfinite(deviation);
      counts_.push_back(counts[group]);
      has_answer_.push_back(has_answer);
      wanted_.push_back(has_answer ? answer.value * times : 0.0);
      noise_.push_back(has_answer ? deviation * deviation / variance_ : 0.0);
    }
  }

  // The number of records in each intersection of two sets. A set that was not answered has a neutral row.
  stats::Matrix shared() const {
    stats::Matrix result(wanted_.size(), wanted_.size());
    for (std::size_t c = 0; c < classes_.sizes.size(); ++c) {
      for (const std::uint32_t row : classes_.sets[c]) {
        for (const std::uint32_t other : classes_.sets[c]) {
          if (has_answer_[row] && has_answer_[other])
            result(row, other) += static_cast<double>(classes_.sizes[c]);
        }
      }
    }
    for (std::size_t set = 0; set < has_answer_.size(); ++set) {
      result(set, set) += has_answer_[set]
                              ? noise_[set] + 1e-12 * (1.0 + counts_[set])  // two sets may be equal
                              : 1.0;
    }
    return result;
  }

  std::vector<double> multipliers() const {
    std::vector<double> right(wanted_.size(), 0.0);
    for (std::size_t set = 0; set < right.size(); ++set) {
      if (has_answer_[set]) right[set] = wanted_[set] - middle_ * counts_[set];
    }
    return stats::solved(stats::cholesky(shared()), std::move(right));
  }

  // Can the sum of a class be derived? Compares the squared distance of its 0/1 vector from the row space
  // with its size.
  bool follows(std::size_t c, const stats::Matrix& root) const {
    std::vector<double> common(wanted_.size(), 0.0);
    const auto size = static_cast<double>(classes_.sizes[c]);
    for (const std::uint32_t set : classes_.sets[c]) common[set] = has_answer_[set] ? size : 0.0;
    const std::vector<double> weights = stats::solved(root, common);
    double explained = 0;
    for (std::size_t set = 0; set < common.size(); ++set) explained += common[set] * weights[set];
    return size - explained < 1e-4 * size;
  }

  double unit_ = 1, lower_ = 0, upper_ = 0, middle_ = 0, variance_ = 1;
  Classes classes_;
  std::vector<bool> has_answer_;  // by set, as the vectors below
  std::vector<double> counts_, wanted_, noise_;
};

}  // namespace

std::vector<double> best_guesses(std::size_t column, const CatalogueTable& table, const DataTable& data,
                                 std::span<const AnsweredSum> answered, const Run& run) {
  return Equations(column, table, data, answered, run).guesses();
}

std::optional<std::size_t> smallest_derivable(std::size_t column, const CatalogueTable& table,
                                              const DataTable& data, std::span<const AnsweredSum> answered,
                                              const Run& run) {
  return Equations(column, table, data, answered, run).smallest();
}

}  // namespace sfumato::queries
