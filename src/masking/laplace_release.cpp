// Values become steps, steps become exact means, means get noise, and only then are values converted back to
// doubles.
#include "masking/laplace_release.hpp"

#include <algorithm>
#include <numeric>

#include "stats/groups/consecutive_groups.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t block_rows = 8192;

using Steps = std::vector<std::int64_t>;

// To the nearest step, halves upwards; the sum of n records may need more than 64 bits.
class ExactMean {
 public:
  void add(std::int64_t steps) {
    sum_ += steps;
    ++count_;
  }
  std::int64_t steps() const {
    const Sum doubled = 2 * sum_ + count_, divisor = 2 * static_cast<Sum>(count_);
    const Sum quotient = doubled / divisor;
    return static_cast<std::int64_t>(doubled % divisor < 0 ? quotient - 1 : quotient);
  }

 private:
  __extension__ using Sum = __int128;
  Sum sum_ = 0;
  std::int64_t count_ = 0;
};

Steps steps_of(std::span<const double> values, const stats::Grid& grid) {
  Steps steps(values.size());
  std::transform(values.begin(), values.end(), steps.begin(),
                 [&](double value) { return grid.steps(value); });
  return steps;
}

// Adds a draw to each value; `index` names the stream.
void add_noise(std::span<std::int64_t> steps, const ColumnNoise& noise, ColumnId id, std::size_t index,
               const Run& run) {
  SecureRng rng = run.within("column", id).secure("noise", index);
  const stats::GeometricNoise distribution(noise.lambda);
  Steps draws(std::min(steps.size(), block_rows));
  for (std::size_t begin = 0; begin < steps.size(); begin += block_rows) {
    run.check_stop();
    const std::size_t count = std::min(block_rows, steps.size() - begin);
    distribution.draw(rng, {draws.data(), count});
    for (std::size_t i = 0; i < count; ++i) steps[begin + i] += draws[i];
  }
}

Steps centroids(std::span<const double> values, const stats::Grouping& grouping, const stats::Grid& grid) {
  Steps means;
  means.reserve(grouping.groups.size());
  for (const auto& group : grouping.groups) {
    ExactMean mean;
    for (const std::uint32_t row : group) mean.add(grid.steps(values[row]));
    means.push_back(mean.steps());
  }
  return means;
}

// A column whose domain has no width holds one value, which is public.
bool fill_constant(std::span<double> values, const ColumnNoise& noise) {
  if (noise.lambda > 0.0) return false;
  std::fill(values.begin(), values.end(), noise.domain.lower);
  return true;
}

void release_ranking(std::span<double> values, std::int64_t k, const ColumnNoise& noise, ColumnId id,
                     const Run& run) {
  Steps sorted = steps_of(values, noise.grid);
  std::sort(sorted.begin(), sorted.end());
  run.check_stop();
  const auto starts = stats::consecutive_starts(sorted.size(), static_cast<std::size_t>(k));
  Steps means;
  for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
    ExactMean mean;
    for (std::size_t place = starts[group]; place < starts[group + 1]; ++place) mean.add(sorted[place]);
    means.push_back(mean.steps());
  }
  add_noise(means, noise, id, 0, run);
  for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
    std::fill(values.begin() + starts[group], values.begin() + starts[group + 1],
              noise.grid.value(means[group]));
  }
  run.within("column", id).secure("order").shuffle(values);
}

}  // namespace

std::vector<std::size_t> shuffled_rows(std::size_t rows, const Run& run) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  run.secure("order").shuffle(std::span(order));
  return order;
}

Table noisy_records(const Table& original, const ColumnSet& columns, const std::vector<ColumnNoise>& noises,
                    const Run& run) {
  Table masked = original;  // columns stay shared until edited
  std::vector<std::span<double>> values;
  for (const ColumnId id : columns) values.push_back(masked.edit_numbers(id));
  const std::size_t blocks = (original.rows() + block_rows - 1) / block_rows;
  run.expect(columns.size() * blocks);
  run.parallel(columns.size() * blocks, [&](std::size_t task) {
    const std::size_t j = task / blocks, block = task % blocks, begin = block * block_rows;
    const auto own = values[j].subspan(begin, std::min(block_rows, original.rows() - begin));
    if (!fill_constant(own, noises[j])) {
      Steps steps = steps_of(own, noises[j].grid);
      add_noise(steps, noises[j], columns[j], block, run);
      std::transform(steps.begin(), steps.end(), own.begin(),
                     [&](std::int64_t count) { return noises[j].grid.value(count); });
    }
    run.advance();
  });
  return masked;
}

Table noisy_centroids(const Table& original, const ColumnSet& columns, const stats::Grouping& grouping,
                      const std::vector<ColumnNoise>& noises, const Run& run) {
  Table masked = original;  // columns stay shared until edited
  const std::vector<std::size_t> order = shuffled_rows(grouping.groups.size(), run);
  run.expect(columns.size());
  run.parallel(columns.size(), [&](std::size_t j) {
    const std::span<double> values = masked.edit_numbers(columns[j]);
    if (!fill_constant(values, noises[j])) {
      Steps means = centroids(values, grouping, noises[j].grid);
      add_noise(means, noises[j], columns[j], 0, run);
      auto next = values.begin();
      for (const std::size_t group : order) {
        const auto size = static_cast<std::ptrdiff_t>(grouping.groups[group].size());
        std::fill(next, next + size, noises[j].grid.value(means[group]));
        next += size;
      }
    }
    run.advance();
  });
  return masked;
}

Table noisy_rankings(const Table& original, const ColumnSet& columns, std::int64_t k,
                     const std::vector<ColumnNoise>& noises, const Run& run) {
  Table masked = original;  // columns stay shared until edited
  run.expect(columns.size());
  run.parallel(columns.size(), [&](std::size_t j) {
    const std::span<double> values = masked.edit_numbers(columns[j]);
    if (!fill_constant(values, noises[j])) release_ranking(values, k, noises[j], columns[j], run);
    run.advance();
  });
  return masked;
}

Table noisy_members(const Table& original, const ColumnSet& columns, const stats::Grouping& grouping,
                    const std::vector<ColumnNoise>& noises, const Run& run) {
  Table masked = original;  // columns stay shared until edited
  run.expect(columns.size());
  run.parallel(columns.size(), [&](std::size_t j) {
    const std::span<double> values = masked.edit_numbers(columns[j]);
    if (!fill_constant(values, noises[j])) {
      const Steps means = centroids(values, grouping, noises[j].grid);
      Steps steps(values.size());
      for (std::size_t group = 0; group < means.size(); ++group) {
        for (const std::uint32_t row : grouping.groups[group]) steps[row] = means[group];
      }
      add_noise(steps, noises[j], columns[j], 0, run);
      std::transform(steps.begin(), steps.end(), values.begin(),
                     [&](std::int64_t count) { return noises[j].grid.value(count); });
    }
    run.advance();
  });
  return masked;
}

}  // namespace sfumato::masking
