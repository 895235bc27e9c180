// MDAV, k = 3, ten columns: against a plain textbook implementation in the same run, with the same
// partition, and records with missing values against complete ones. `mdav_bench 1000000` adds a size without
// the textbook. Partitions of 10⁵ records and more have known checksums, of a program that had been compared
// with the textbook.
#include <ctime>
#include <map>

#include "core/run.hpp"
#include "ratio.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/mdav_groups.hpp"

namespace {

using namespace sfumato;
using Groups = std::vector<std::vector<std::uint32_t>>;

// Scalar, one thread, row-major: the centroid summed in row order, squared distances in column order.
class Textbook {
 public:
  Textbook(const stats::Matrix& points, std::size_t k) : m_(points.columns()), k_(k) {
    for (std::uint32_t row = 0; row < points.rows(); ++row) {
      left_.push_back(row);
      for (std::size_t j = 0; j < m_; ++j) data_.push_back(points(row, j));
    }
  }

  Groups groups() {
    while (left_.size() >= 2 * k_) {
      const std::uint32_t r = farthest(centroid());
      if (left_.size() < 3 * k_) {
        take(r, r);
        break;
      }
      const std::uint32_t s = farthest(point(r));
      take(r, s);
      take(s, s);
    }
    if (!left_.empty()) groups_.push_back(left_);
    return groups_;
  }

 private:
  std::vector<double> point(std::uint32_t row) const {
    const auto begin = data_.begin() + static_cast<std::ptrdiff_t>(row * m_);
    return {begin, begin + static_cast<std::ptrdiff_t>(m_)};
  }

  [[gnu::optimize("no-tree-vectorize")]] double squared(std::uint32_t row,
                                                        const std::vector<double>& centre) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < m_; ++j) {
      const double difference = data_[row * m_ + j] - centre[j];
      sum += difference * difference;
    }
    return sum;
  }

  std::vector<double> centroid() const {
    std::vector<double> sum(m_, 0.0);
    for (const std::uint32_t row : left_) {
      for (std::size_t j = 0; j < m_; ++j) sum[j] += data_[row * m_ + j];
    }
    for (double& value : sum) value /= static_cast<double>(left_.size());
    return sum;
  }

  std::uint32_t farthest(const std::vector<double>& centre) const {
    double best = -1.0;
    std::uint32_t result = 0;
    for (const std::uint32_t row : left_) {
      const double distance = squared(row, centre);
      if (distance > best) {
        best = distance;
        result = row;
      }
    }
    return result;
  }

  void take(std::uint32_t seed, std::uint32_t except) {
    const std::vector<double> centre = point(seed);
    std::vector<std::pair<double, std::uint32_t>> others;
    for (const std::uint32_t row : left_) {
      if (row != seed && row != except) others.emplace_back(squared(row, centre), row);
    }
    const auto end = others.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
    std::nth_element(others.begin(), end, others.end());
    std::vector<std::uint32_t> group{seed};
    for (auto other = others.begin(); other != end; ++other) group.push_back(other->second);
    std::sort(group.begin(), group.end());
    std::erase_if(left_,
                  [&](std::uint32_t row) { return std::binary_search(group.begin(), group.end(), row); });
    groups_.push_back(group);
  }

  std::size_t m_, k_;
  std::vector<double> data_;
  std::vector<std::uint32_t> left_;
  Groups groups_;
};

// FNV-1a, with a start of its own, over the rows, and a mark after each group.
std::uint64_t checksum(const Groups& groups) {
  std::uint64_t sum = 1469598103934665603ULL;
  const auto add = [&](std::uint64_t value) { sum = (sum ^ value) * 1099511628211ULL; };
  for (const auto& group : groups) {
    for (const std::uint32_t row : group) add(row);
    add(0xff);
  }
  return sum;
}

const std::map<std::pair<bench::Shape, std::size_t>, std::uint64_t> known{
    {{bench::Shape::correlated, 100'000}, 0x88ded949775131f8},
    {{bench::Shape::correlated, 300'000}, 0x7126676995bf2ab3},
    {{bench::Shape::skewed, 100'000}, 0x98836b3e0d41e40a},
    {{bench::Shape::skewed, 300'000}, 0x3145abfbe5d408d5}};

struct Timed {
  double elapsed = 0.0, processor = 0.0;
  Groups groups;
};

Timed timed(const stats::Matrix& points, std::size_t k, const Run& run) {
  Timed result;
  const std::clock_t start = std::clock();
  result.elapsed = bench::seconds(
      1, [&] { result.groups = stats::mdav_groups(points, k, stats::GroupSeeds::farthest, run).groups; });
  result.processor = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return result;
}

// Processor times of one thread, and what all threads take: elapsed, and processor time by that of one
// thread.
void compare(bench::Shape shape, std::size_t requested) {
  std::printf("\n%s\n%10s %12s %12s %8s %8s %14s %14s\n", to_text(shape), "records", "textbook s",
              "sfumato s", "ratio", "growth", "all, elapsed s", "all by one");
  const Run alone({.seed = 1, .threads = 1}), run({.seed = 1});
  double last_size = 0.0, last_time = 0.0, last_textbook = 0.0;
  for (const std::size_t n :
       {std::size_t{10000}, std::size_t{50000}, std::size_t{100000}, std::size_t{300000}, requested}) {
    if (n == 0) continue;
    const stats::Matrix points = stats::standardized(bench::records(n, shape));
    const Timed one = timed(points, 3, alone), all = timed(points, 3, run);
    bench::require(one.groups == all.groups, "MDAV's partition depends on the number of threads");
    const auto expected = known.find({shape, n});
    bench::require(expected == known.end() || checksum(one.groups) == expected->second,
                   "MDAV's partition has another checksum");
    const auto size = static_cast<double>(n);
    double textbook = last_textbook * (size / std::max(last_size, 1.0)) * (size / std::max(last_size, 1.0));
    if (n <= 50000) {
      Groups plain;
      const std::clock_t start = std::clock();
      plain = Textbook(points, 3).groups();
      textbook = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      bench::require(one.groups == plain, "MDAV's partition differs from the textbook's");
    }
    std::printf("%10zu %11.2f%s %12.3f %8.1f ", n, textbook, n <= 50000 ? " " : "*", one.processor,
                textbook / one.processor);
    if (last_size > 0.0) {
      std::printf("%8.2f", bench::growth(last_size, last_time, size, one.processor));
    } else {
      std::printf("%8s", "");
    }
    std::printf(" %14.3f %14.2f", all.elapsed, all.processor / one.processor);
    std::printf("\n");
    std::fflush(stdout);
    last_size = size;
    last_time = one.processor;
    last_textbook = textbook;
  }
  std::printf("* extrapolated as n²\n");
}

// Four columns, k = 5: every tenth value of some of them is missing.
void compare_missing(std::size_t n) {
  std::printf("\nmissing values, %zu records, four columns, k = 5\n", n);
  const Run alone({.seed = 1, .threads = 1});
  const stats::Matrix ten = stats::standardized(bench::records(n, bench::Shape::correlated));
  const std::vector<std::size_t> columns{0, 1, 2, 3};
  stats::Matrix points = stats::taking_columns(ten, columns);
  const double complete = timed(points, 5, alone).processor;
  std::printf("complete %.2f s", complete);
  Rng rng({2, 2});
  for (const std::size_t j : columns) {
    for (double& value : points.column(j)) {
      if (rng.chance(0.1)) value = std::nan("");
    }
    if (j == 0 || j == 3) {
      std::printf("; %zu columns with missing values %.1f times that", j + 1,
                  timed(points, 5, alone).processor / complete);
    }
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t requested = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  compare(bench::Shape::correlated, requested);
  compare(bench::Shape::skewed, requested);
  compare_missing(100'000);
}
