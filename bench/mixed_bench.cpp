// Mixed columns (three nominal, one of a hierarchy, two of numbers): linkage against comparing every pair for
// a sample of the records, MDAV by Gower's distance against a textbook, and tables of counts against one
// pass.
#include <map>
#include <memory>
#include <numeric>

#include "core/hierarchy.hpp"
#include "masking/mixed_microaggregation.hpp"
#include "ratio.hpp"
#include "risk/mixed_linkage.hpp"
#include "stats/groups/mdav_groups.hpp"
#include "utility/registry.hpp"

namespace {

using namespace sfumato;

Codes codes_of(std::size_t count) {
  Codes codes;
  for (std::size_t i = 0; i < count; ++i) codes.labels.push_back("v" + std::to_string(i));
  return codes;
}

// Skewed categories of 2, 8, 16 and 64 values, the last with a hierarchy of 64, 8 and 1; whole numbers.
Table people(std::size_t rows) {
  Rng rng({rows, 3});
  std::vector<ColumnInfo> infos(6);
  const std::vector<std::size_t> sizes{2, 8, 16, 64};
  std::vector<Column> columns;
  for (std::size_t j = 0; j < infos.size(); ++j) infos[j].name = "V" + std::to_string(j);
  for (std::size_t j = 0; j < 4; ++j) {
    infos[j].kind = Kind::nominal;
    Codes codes = codes_of(sizes[j]);
    for (std::size_t i = 0; i < rows; ++i) {
      const double share = rng.uniform();
      codes.codes.push_back(static_cast<std::int32_t>(share * share * static_cast<double>(sizes[j])));
    }
    columns.emplace_back(std::move(codes));
  }
  std::vector<std::vector<std::string>> tree;
  for (std::size_t i = 0; i < 64; ++i) {
    tree.push_back({"v" + std::to_string(i), "g" + std::to_string(i / 8), "*"});
  }
  infos[3].tree = std::make_shared<const Hierarchy>(tree);
  for (const double width : {80.0, 1000.0}) {
    Numbers values;
    for (std::size_t i = 0; i < rows; ++i) values.push_back(std::floor(rng.uniform() * width));
    columns.emplace_back(std::move(values));
  }
  return {infos, columns};
}

// A fifth of the categories drawn again, a twentieth blank, noise on the numbers.
Table perturbed(const Table& original) {
  Rng rng({7, 7});
  Table masked = original;
  for (ColumnId id = 0; id < 4; ++id) {
    Codes codes = *original.column(id).get_if<Codes>();
    for (std::int32_t& code : codes.codes) {
      if (rng.chance(0.2)) code = static_cast<std::int32_t>(rng.below(codes.labels.size()));
      if (rng.chance(0.05)) code = Codes::missing;
    }
    masked.replace(id, std::move(codes));
  }
  for (const ColumnId id : {ColumnId{4}, ColumnId{5}}) {
    for (double& value : masked.edit_numbers(id)) value += std::floor(5.0 * rng.normal());
  }
  return masked;
}

double squared(const std::vector<stats::MixedColumn>& columns, std::size_t query, std::size_t point) {
  double sum = 0.0;
  for (const stats::MixedColumn& column : columns) {
    if (!column.categorical) {
      const double difference = column.queries[query] - column.points[point];
      sum += difference * difference;
      continue;
    }
    const std::int32_t a = column.query_codes[query], b = column.point_codes[point];
    const double apart = a < 0 || b < 0 ? 1.0 : column.distance.between(a, b);
    sum += column.weight * apart * apart;
  }
  return sum;
}

// The same, with two columns suppressed and two of few values: most distances are ties.
Table coarse(const Table& original) {
  Table masked = original;
  for (ColumnId id = 0; id < 4; ++id) {
    Codes codes = *original.column(id).get_if<Codes>();
    for (std::int32_t& code : codes.codes) code = id >= 2 ? Codes::missing : code / 4;
    masked.replace(id, std::move(codes));
  }
  for (const ColumnId id : {ColumnId{4}, ColumnId{5}}) {
    for (double& value : masked.edit_numbers(id)) value = std::floor(value / 40.0) * 40.0;
  }
  return masked;
}

void linkage(std::size_t rows, bool coarsened) {
  const Table original = people(rows), masked = coarsened ? coarse(original) : perturbed(original);
  std::vector<stats::MixedColumn> columns;
  for (ColumnId id = 0; id < 6; ++id) {
    columns.push_back(risk::mixed_column(original, masked, id, id == 5 ? 300.0 : 25.0, 1.0, true));
  }
  const Run run({.seed = 1});
  std::vector<stats::PartnerPlace> found;
  const double time = bench::seconds(1, [&] { found = stats::partner_places(columns, run); });
  const std::size_t step = std::max<std::size_t>(1, rows / 100);
  std::size_t asked = 0;
  const double plain = bench::seconds(1, [&] {
    for (std::size_t i = 0; i < rows; i += step, ++asked) {
      const double partner = squared(columns, i, i);
      std::uint64_t closer = 0, equal = 0;
      for (std::size_t k = 0; k < rows; ++k) {
        const double distance = squared(columns, i, k);
        closer += distance < partner ? 1 : 0;
        equal += distance == partner ? 1 : 0;
      }
      bench::require(std::min<std::uint64_t>(closer, 2) == found[i].closer, "another place of a partner");
      bench::require(closer >= 2 || equal == found[i].equal, "another number of equals");
    }
  });
  const double all = plain / static_cast<double>(asked) * static_cast<double>(rows);
  std::printf("%-26s %9zu %11.2f %11.3f %8.1f\n", coarsened ? "linkage, coarse" : "linkage", rows, all, time,
              all / time);
}

// MDAV by scanning every record each time.
class Textbook {
  static constexpr std::uint32_t none = ~0U;

 public:
  Textbook(const std::vector<stats::GowerColumn>& columns, std::size_t k) : columns_(columns), k_(k) {
    left_.resize(columns.front().categorical ? columns.front().codes.size() : columns.front().numbers.size());
    std::iota(left_.begin(), left_.end(), 0U);
  }

  std::vector<std::vector<std::uint32_t>> groups() {
    std::vector<std::vector<std::uint32_t>> result;
    while (left_.size() >= 2 * k_) {
      const std::uint32_t r = farthest([&](std::uint32_t row) { return from_centre(row); }, none);
      const std::uint32_t s = farthest([&](std::uint32_t row) { return between(r, row); }, r);
      if (left_.size() < 3 * k_) {
        result.push_back(take(r, none));
        break;
      }
      result.push_back(take(r, s));
      result.push_back(take(s, none));
    }
    if (!left_.empty()) result.push_back(left_);
    return result;
  }

 private:
  double between(std::uint32_t a, std::uint32_t b) const {
    double sum = 0.0;
    for (const stats::GowerColumn& column : columns_) {
      sum += column.categorical ? column.distance.between(column.codes[b], column.codes[a])
                                : std::fabs(column.numbers[b] - column.numbers[a]);
    }
    return sum;
  }
  double from_centre(std::uint32_t row) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      sum += columns_[j].categorical ? columns_[j].distance.between(columns_[j].codes[row], codes_[j])
                                     : std::fabs(columns_[j].numbers[row] - means_[j]);
    }
    return sum;
  }
  void find_centre() {
    codes_.assign(columns_.size(), 0);
    means_.assign(columns_.size(), 0.0);
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      std::map<std::int32_t, std::size_t> counts;
      for (const std::uint32_t row : left_) {
        if (columns_[j].categorical) {
          ++counts[columns_[j].codes[row]];
        } else {
          means_[j] += columns_[j].numbers[row];
        }
      }
      means_[j] /= static_cast<double>(left_.size());
      if (columns_[j].categorical) codes_[j] = stats::centre_of(columns_[j], {counts.begin(), counts.end()});
    }
  }
  template <class Distance>
  std::uint32_t farthest(const Distance& distance, std::uint32_t except) {
    if (except == none) find_centre();
    double most = -1.0;
    std::uint32_t best = 0;
    for (const std::uint32_t row : left_) {
      const double apart = distance(row);
      if (row == except || apart <= most) continue;
      most = apart;
      best = row;
    }
    return best;
  }
  std::vector<std::uint32_t> take(std::uint32_t seed, std::uint32_t except) {
    std::vector<std::pair<double, std::uint32_t>> others;
    for (const std::uint32_t row : left_) {
      if (row != seed && row != except) others.emplace_back(between(seed, row), row);
    }
    std::nth_element(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(k_ - 1), others.end());
    std::vector<std::uint32_t> group{seed};
    for (std::size_t i = 0; i + 1 < k_; ++i) group.push_back(others[i].second);
    std::sort(group.begin(), group.end());
    std::erase_if(left_,
                  [&](std::uint32_t row) { return std::binary_search(group.begin(), group.end(), row); });
    return group;
  }

  const std::vector<stats::GowerColumn>& columns_;
  std::size_t k_;
  std::vector<std::uint32_t> left_;
  std::vector<std::int32_t> codes_;
  std::vector<double> means_;
};

// Beyond 10,000 records the textbook's time is extrapolated from the last, with the square of the size.
double grouping(std::size_t rows, const char* what, const ColumnSet& columns, double reckoned) {
  const Table table = people(rows);
  const std::vector<stats::GowerColumn> coded = masking::gower_columns(table, columns);
  const Run run({.seed = 1});
  std::vector<std::vector<std::uint32_t>> groups, expected;
  const double time = bench::seconds(
      1, [&] { groups = stats::mdav_groups(coded, 3, stats::GroupSeeds::farthest, run).groups; });
  double plain = reckoned;
  if (rows <= 10000) {
    plain = bench::seconds(1, [&] { expected = Textbook(coded, 3).groups(); });
    // Categories alone have exact distances; a centre of numbers is summed in another order.
    bench::require(groups.size() == expected.size(), "another number of groups");
    if (columns.size() == 4) bench::require(groups == expected, "other groups than the textbook's");
  }
  std::printf("%-26s %9zu %10.2f%s %11.3f %8.1f\n", what, rows, plain, rows <= 10000 ? " " : "*", time,
              plain / time);
  std::fflush(stdout);
  return plain;
}

void tables(std::size_t rows) {
  const Table original = people(rows), masked = perturbed(original);
  const Run run({.seed = 1});
  double value = 0.0;
  for (const Measure& measure : utility::measures()) {
    if (measure.info.name != "contingency") continue;
    const double time = bench::seconds(1, [&] {
      value = measure.score(original, masked, {0, 1, 2, 3, 4, 5}, {}, run).value.value();
    });
    // Each of the 15 pairs of columns counted in a map, for one pair.
    double plain = bench::seconds(1, [&] {
      std::map<std::pair<std::int32_t, std::int32_t>, int> counts;
      const Codes *a = original.column(2).get_if<Codes>(), *b = original.column(3).get_if<Codes>();
      const Codes *c = masked.column(2).get_if<Codes>(), *d = masked.column(3).get_if<Codes>();
      for (std::size_t i = 0; i < rows; ++i) {
        ++counts[{a->codes[i], b->codes[i]}];
        --counts[{c->codes[i], d->codes[i]}];
      }
      bench::require(!counts.empty(), "no counts");
    });
    plain *= 15.0;
    bench::require(value > 0.0 && value < 100.0, "a distance out of range");
    std::printf("%-26s %9zu %11.2f %11.3f %8.1f\n", "contingency, 15 pairs", rows, plain, time, plain / time);
  }
}

}  // namespace

int main() {
  std::printf("%-26s %9s %11s %11s %8s\n", "", "records", "plain s", "sfumato s", "ratio");
  for (const std::size_t rows : {std::size_t{10000}, std::size_t{30000}, std::size_t{100000}}) {
    linkage(rows, false);
    linkage(rows, true);
  }
  double categories = 0.0, mixed = 0.0;
  for (const std::size_t rows : {std::size_t{3000}, std::size_t{10000}, std::size_t{100000}}) {
    categories = grouping(rows, "mdav, categories", {0, 1, 2, 3}, 100.0 * categories);
    mixed = grouping(rows, "mdav, categories, numbers", {0, 1, 2, 3, 4, 5}, 100.0 * mixed);
  }
  for (const std::size_t rows : {std::size_t{100000}, std::size_t{300000}, std::size_t{1000000}})
    tables(rows);
  return 0;
}
