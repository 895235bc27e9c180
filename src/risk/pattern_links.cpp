// Links by the heaviest record and by assignment.
#include "risk/pattern_links.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "stats/transport/assignment.hpp"

namespace sfumato::risk {
namespace {

// The weights that occur, ascending.
std::vector<double> occurring_weights(const Linkage& linkage) {
  std::vector<double> levels;
  for (std::size_t pattern = 0; pattern < linkage.counts.size(); ++pattern) {
    if (linkage.counts[pattern] > 0) levels.push_back(linkage.weights[pattern]);
  }
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

// The weights of all pairs in these orders.
stats::CodedWeights coded(const stats::PairPatterns& patterns, const Linkage& linkage,
                          const std::vector<std::uint32_t>& row_order,
                          const std::vector<std::uint32_t>& column_order, const Run& run) {
  stats::CodedWeights result{row_order.size(), column_order.size(), {}, occurring_weights(linkage)};
  std::vector<std::uint16_t> code_of(linkage.weights.size());
  for (std::size_t pattern = 0; pattern < code_of.size(); ++pattern) {
    const auto place = std::lower_bound(result.levels.begin(), result.levels.end(), linkage.weights[pattern]);
    code_of[pattern] = static_cast<std::uint16_t>(place - result.levels.begin());
  }
  result.codes.resize(result.rows * result.columns);
  run.blocks(result.rows, 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> row(result.columns);
    for (std::size_t i = begin; i < end; ++i) {
      patterns.row(row_order[i], row);
      std::uint16_t* codes = result.codes.data() + i * result.columns;
      for (std::size_t k = 0; k < row.size(); ++k) {
        codes[k] = code_of[row[column_order[k]] & (code_of.size() - 1)];
      }
    }
  });
  return result;
}

std::vector<std::uint32_t> shuffled(std::size_t size, Rng& rng) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  rng.shuffle(std::span(order));
  return order;
}

// How often a column agrees, of the pairs for which it is known.
struct AgreementRate {
  double agreeing = 0.0, known = 0.0;
  void add(const stats::PatternLayout& layout, std::uint32_t pattern, std::size_t j, double count) {
    if (!layout.known(pattern, j)) return;
    known += count;
    if (layout.agrees(pattern, j)) agreeing += count;
  }
};

}  // namespace

stats::LatentClasses true_classes(const stats::PairPatterns& patterns, const Linkage& linkage,
                                  std::size_t records) {
  const stats::PatternLayout& layout = patterns.layout();
  std::vector<AgreementRate> partners(linkage.columns), all(linkage.columns);
  for (std::size_t i = 0; i < records; ++i) {
    const std::uint32_t pattern = patterns.pattern(i, i);
    for (std::size_t j = 0; j < linkage.columns; ++j) partners[j].add(layout, pattern, j, 1.0);
  }
  for (std::uint32_t pattern = 0; pattern < linkage.counts.size(); ++pattern) {
    for (std::size_t j = 0; j < linkage.columns; ++j) {
      all[j].add(layout, pattern, j, static_cast<double>(linkage.counts[pattern]));
    }
  }
  stats::LatentClasses classes;
  classes.prevalence = static_cast<double>(records) / static_cast<double>(patterns.pairs());
  for (std::size_t j = 0; j < linkage.columns; ++j) {
    const double others = all[j].known - partners[j].known;
    classes.match.push_back(partners[j].known > 0.0 ? partners[j].agreeing / partners[j].known : 0.0);
    classes.other.push_back(others > 0.0 ? (all[j].agreeing - partners[j].agreeing) / others : 0.0);
  }
  return classes;
}

std::vector<double> unknown_shares(const Linkage& linkage, const stats::PatternLayout& layout) {
  std::vector<double> shares(linkage.columns);
  double pairs = 0.0;
  for (std::uint32_t pattern = 0; pattern < linkage.counts.size(); ++pattern) {
    const auto count = static_cast<double>(linkage.counts[pattern]);
    pairs += count;
    for (std::size_t j = 0; j < shares.size(); ++j) shares[j] += layout.known(pattern, j) ? 0.0 : count;
  }
  for (double& share : shares) share = pairs > 0.0 ? share / pairs : 0.0;
  return shares;
}

LinkShares argmax_links(const stats::PairPatterns& patterns, const std::vector<Linkage>& linkages,
                        std::size_t originals, const Run& run) {
  LinkShares shares(linkages.size(), std::vector<double>(originals));
  patterns.for_each_row(
      [&](std::size_t i, std::span<const stats::PatternCount> found) {
        const std::uint32_t own = patterns.pattern(i, i);
        for (std::size_t l = 0; l < linkages.size(); ++l) {
          const std::vector<double>& weights = linkages[l].weights;
          const double partner = weights[own & (weights.size() - 1)];
          std::uint64_t equals = 0;
          bool heavier = false;
          for (const auto& [pattern, count] : found) {
            const double weight = weights[pattern & (weights.size() - 1)];
            if (weight == partner) equals += count;
            heavier = heavier || weight > partner;
          }
          if (!heavier) shares[l][i] = 1.0 / static_cast<double>(equals);
        }
      },
      run);
  return shares;
}

LinkShares assignment_links(const stats::PairPatterns& patterns, const std::vector<Linkage>& linkages,
                            std::size_t originals, std::size_t masked, const Run& run) {
  Rng rng = run.rng("shuffle");
  const std::vector<std::uint32_t> row_order = shuffled(originals, rng), column_order = shuffled(masked, rng);
  LinkShares shares(linkages.size(), std::vector<double>(originals));
  for (std::size_t l = 0; l < linkages.size(); ++l) {
    const std::vector<std::uint32_t> columns =
        stats::assignment(coded(patterns, linkages[l], row_order, column_order, run), run);
    for (std::size_t i = 0; i < originals; ++i) {
      shares[l][row_order[i]] = column_order[columns[i]] == row_order[i] ? 1.0 : 0.0;
    }
  }
  return shares;
}

bool codes_suffice(const Linkage& linkage) {
  constexpr std::size_t most = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;
  return linkage.counts.size() <= most || occurring_weights(linkage).size() <= most;
}

}  // namespace sfumato::risk
