// Who exchanges values in a class: the distributions of a shuffle and of Sattolo's cycle, and nothing that
// depends on the order in which records come.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/run.hpp"
#include "masking/class_exchange.hpp"

namespace sfumato::masking {
namespace {

using ChosenRows = std::vector<std::vector<std::uint32_t>>;

stats::KeyClasses classes_of_sizes(const std::vector<std::uint32_t>& sizes) {
  stats::KeyClasses classes;
  for (std::uint32_t c = 0; c < sizes.size(); ++c) {
    classes.first.push_back(static_cast<std::uint32_t>(classes.of_row.size()));
    classes.of_row.insert(classes.of_row.end(), sizes[c], c);
  }
  classes.sizes = sizes;
  return classes;
}

DrawThreshold last_ticket(const ClassExchange& exchange, std::uint64_t wanted) {
  DrawThreshold last;
  for (std::size_t pass = 0; pass < DrawThreshold::passes; ++pass) {
    exchange.observe(pass, last);
    last.finish(pass, wanted);
  }
  return last;
}

ChosenRows keyed_choice(const stats::KeyClasses& classes, std::uint64_t wanted, std::uint64_t seed) {
  const sfumato::Run run({.seed = seed});
  const ClassExchange exchange(classes, 0, run.rng("tickets"));
  return exchange.chosen(last_ticket(exchange, wanted), run.rng("choice"));
}

// As it is defined in words: entries of all records are shuffled and drawn one by one.
ChosenRows shuffled_choice(const stats::KeyClasses& classes, std::uint64_t wanted, std::uint64_t seed) {
  Rng rng({seed, 17});
  ChosenRows members(classes.count());
  std::vector<std::uint32_t> tickets;
  for (std::uint32_t row = 0; row < classes.of_row.size(); ++row) {
    members[classes.of_row[row]].push_back(row);
    if (classes.sizes[classes.of_row[row]] > 1) tickets.push_back(classes.of_row[row]);
  }
  for (auto& one : members) rng.shuffle(std::span(one));
  rng.shuffle(std::span(tickets));
  std::vector<std::size_t> drawn(classes.count(), 0);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < tickets.size() && total < wanted; ++i) {
    const std::size_t count = ++drawn[tickets[i]];
    total += count == 1 ? 2 : count == 2 ? 0 : 1;
  }
  for (std::size_t c = 0; c < members.size(); ++c) {
    members[c].resize(drawn[c] == 0 ? 0 : std::max<std::size_t>(2, drawn[c]));
    std::sort(members[c].begin(), members[c].end());
  }
  return members;
}

// Two samples of categories: Σ (a − b)²/(a + b) has about as many degrees of freedom as categories.
TEST(ClassExchange, ChoosesAsAShuffleDoes) {
  const stats::KeyClasses classes = classes_of_sizes({1, 2, 3, 4});
  constexpr std::uint64_t draws = 20000;
  for (const std::uint64_t wanted : {2U, 3U, 5U, 8U}) {
    std::map<ChosenRows, std::pair<double, double>> counts;
    for (std::uint64_t seed = 0; seed < draws; ++seed) {
      ++counts[keyed_choice(classes, wanted, seed)].first;
      ++counts[shuffled_choice(classes, wanted, seed)].second;
    }
    double chi_square = 0.0;
    for (const auto& [chosen, count] : counts) {
      EXPECT_TRUE(chosen[0].empty());
      const double difference = count.first - count.second;
      chi_square += difference * difference / (count.first + count.second);
    }
    const double freedom = static_cast<double>(counts.size());
    EXPECT_LT(chi_square, freedom + 5.0 * std::sqrt(2.0 * freedom)) << wanted;
  }
}

// All 3! cycles through four records are equally likely: 5 degrees of freedom, 0.999999 quantile 35.89.
TEST(ClassExchange, EveryCycleIsEquallyLikely) {
  const stats::KeyClasses classes = classes_of_sizes({4});
  const ChosenRows all{{0, 1, 2, 3}};
  std::map<std::vector<std::size_t>, double> counts;
  constexpr int draws = 24000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const sfumato::Run run({.seed = seed});
    const ClassExchange exchange(classes, 0, run.rng("tickets"));
    const std::vector<std::size_t> source = exchange.exchanged(all, run.rng("cycle"));
    std::size_t row = 0, length = 0;
    do {
      row = source[row];
      ++length;
    } while (row != 0);
    ASSERT_EQ(length, 4U);
    ++counts[source];
  }
  ASSERT_EQ(counts.size(), 6U);
  double chi_square = 0.0;
  for (const auto& [source, count] : counts) chi_square += (count - 4000.0) * (count - 4000.0) / 4000.0;
  EXPECT_LT(chi_square, 35.89);
}

TEST(ClassExchange, ReachesWhatIsWantedOrOneMore) {
  Rng rng({9, 1});
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::uint32_t> sizes(1 + rng.below(12));
    for (auto& size : sizes) size = 1 + static_cast<std::uint32_t>(rng.below(6));
    const stats::KeyClasses classes = classes_of_sizes(sizes);
    std::uint64_t most = 0;
    for (const std::uint32_t size : sizes) most += size > 1 ? size : 0;
    const std::uint64_t wanted = rng.below(classes.of_row.size() + 1);
    std::uint64_t found = 0;
    for (const auto& members : keyed_choice(classes, wanted, static_cast<std::uint64_t>(trial))) {
      EXPECT_NE(members.size(), 1U);
      found += members.size();
    }
    EXPECT_GE(found, std::min(wanted, most));
    EXPECT_LE(found, std::min(wanted == 0 ? 0 : wanted + 1, most));
  }
}

// Records in another order, under their numbers, are chosen alike and take the values of the same records.
TEST(ClassExchange, DependsOnNumbersAlone) {
  const std::vector<std::uint32_t> class_of{0, 0, 1, 1, 1, 2, 0, 1, 2, 2, 3};
  std::vector<std::uint64_t> numbers;
  Rng rng({2, 2});
  for (std::size_t i = 0; i < class_of.size(); ++i) numbers.push_back(rng.bits());
  std::map<std::uint64_t, std::uint64_t> first;
  for (int order = 0; order < 5; ++order) {
    std::vector<std::size_t> rows(class_of.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    rng.shuffle(std::span(rows));
    stats::KeyClasses classes{{}, {3, 4, 3, 1}, {0, 0, 0, 0}};
    std::vector<std::uint64_t> own;
    for (const std::size_t row : rows) classes.of_row.push_back(class_of[row]);
    for (const std::size_t row : rows) own.push_back(numbers[row]);
    const sfumato::Run run({.seed = 5});
    const ClassExchange exchange(classes, RecordNumbers(std::span<const std::uint64_t>(own)),
                                 run.rng("tickets"));
    const ChosenRows chosen = exchange.chosen(last_ticket(exchange, 7), run.rng("choice"));
    const std::vector<std::size_t> source = exchange.exchanged(chosen, run.rng("cycle"));
    std::map<std::uint64_t, std::uint64_t> from;
    for (std::size_t i = 0; i < source.size(); ++i) from[own[i]] = own[source[i]];
    if (order == 0) first = from;
    EXPECT_EQ(from, first);
  }
}

}  // namespace
}  // namespace sfumato::masking
