// MDAV, k = 3, ten columns: against a plain textbook implementation in the same run, with the same
// partition. `mdav_bench 1000000` adds a size without the textbook.
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

void compare(bench::Shape shape, std::size_t requested) {
  std::printf("\n%s\n%10s %12s %12s %8s\n", to_text(shape), "records", "textbook s", "sfumato s", "ratio");
  const Run run({.seed = 1});
  std::vector<double> sizes, times;
  double textbook_growth = 2.0, last_textbook = 0.0;
  for (const std::size_t n : {std::size_t{10000}, std::size_t{50000}, std::size_t{100000}, requested}) {
    if (n == 0) continue;
    const stats::Matrix points = stats::standardized(bench::records(n, shape));
    Groups groups;
    const double time = bench::seconds(n <= 10000 ? 3 : 1, [&] {
      groups = stats::mdav_groups(points, 3, stats::GroupSeeds::farthest, run).groups;
    });
    double textbook = 0.0;
    if (n <= 50000) {
      Groups expected;
      textbook = bench::seconds(1, [&] { expected = Textbook(points, 3).groups(); });
      bench::require(groups == expected, "MDAV's partition differs from the textbook's");
      if (!sizes.empty())
        textbook_growth = bench::growth(sizes.back(), last_textbook, static_cast<double>(n), textbook);
    } else {
      textbook = last_textbook * std::pow(static_cast<double>(n) / sizes.back(), textbook_growth);
    }
    std::printf("%10zu %11.2f%s %12.3f %8.1f\n", n, textbook, n <= 50000 ? " " : "*", time, textbook / time);
    std::fflush(stdout);
    sizes.push_back(static_cast<double>(n));
    times.push_back(time);
    last_textbook = textbook;
  }
  std::printf("sfumato's time grows as n^%.2f, n^%.2f; the textbook's as n^%.2f (* extrapolated)\n",
              bench::growth(sizes[0], times[0], sizes[1], times[1]),
              bench::growth(sizes[1], times[1], sizes[2], times[2]), textbook_growth);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t requested = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  compare(bench::Shape::correlated, requested);
  compare(bench::Shape::skewed, requested);
}
