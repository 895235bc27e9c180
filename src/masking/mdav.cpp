// MDAV microaggregation. Records are grouped by nearness, at least k to a group, and each value
// becomes the mean of its group, or a central category, so that no record can be distinguished from k − 1
// others.
#include <algorithm>

#include "core/method.hpp"
#include "masking/microaggregation.hpp"
#include "masking/mixed_microaggregation.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/mdav_groups.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct Mdav {
  std::int64_t k = 3;
  std::int64_t together = 0;
  stats::GroupSeeds seeds = stats::GroupSeeds::farthest;
  GroupCentre centre = GroupCentre::mean;
  bool fill = false;
  ColumnTexts hierarchy;  // read before, into the schema

  static MethodInfo info() {
    return {
        .name = "mdav",
        .title = "MDAV microaggregation",
        .family = Family::microaggregation,
        .summary = "Replaces each record by the mean of a group of at least k similar ones.",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .reference =
            "Domingo-Ferrer, Torra (2005), Ordinal, continuous and heterogeneous k-anonymity through "
            "microaggregation, Data Mining and Knowledge Discovery 11; Domingo-Ferrer, Sánchez, "
            "Rufian-Torrell (2013), Anonymization of nominal data based on semantic marginality, Information "
            "Sciences 242",
        .random = false,
        .practical_rows = 2'000'000};
  }

  static void params(ParamList<Mdav>& list) {
    group_size_param(list);
    list.integer("together", &Mdav::together)
        .range(0, 1e6)
        .unit("columns")
        .doc("Columns grouped at a time, in file order; 0 means all.");
    list.choice(
            "seeds", &Mdav::seeds,
            {{"farthest", stats::GroupSeeds::farthest}, {"most-distant", stats::GroupSeeds::most_distant}})
        .doc("Start groups at the record farthest from the centroid, or at the most distant pair.");
    list.pairs("hierarchy", &Mdav::hierarchy)
        .doc("The file of a nominal column's hierarchy, COLUMN=FILE; without, that of the sidecar.");
    centre_param(list);
    fill_param(list);
  }

  // Consecutive blocks of `together` columns; the last one absorbs the remainder.
  std::vector<ColumnSet> column_blocks(ColumnSet columns) const {
    std::sort(columns.begin(), columns.end());
    const auto size = static_cast<std::size_t>(together);
    const std::size_t count = size == 0 ? 1 : std::max<std::size_t>(1, columns.size() / size);
    std::vector<ColumnSet> blocks;
    for (std::size_t block = 0; block < count; ++block) {
      const auto begin = columns.begin() + static_cast<std::ptrdiff_t>(block * size);
      blocks.emplace_back(begin,
                          block + 1 == count ? columns.end() : begin + static_cast<std::ptrdiff_t>(size));
    }
    return blocks;
  }

  // Blocks are independent of each other, so that they are grouped in parallel.
  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    const std::vector<ColumnSet> blocks = column_blocks(columns);
    std::vector<GroupedBlock> grouped(blocks.size());
    run.parallel(blocks.size(),
                 [&](std::size_t block) { grouped[block] = group_block(original, blocks[block], run); });
    Table masked = original;  // columns stay shared until edited
    Counts counts;
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      aggregate(masked, blocks[block], grouped[block], counts, run);
    }
    Value details = grouping_details(original, masked, columns, counts.groups, counts.thin);
    if (has_categories(original, columns)) details.set("changed_categories", counts.changed);
    if (blocks.size() > 1) details.set("column_blocks", blocks.size());
    Masked result{.tables = {masked}, .details = details};
    for (const ColumnSet& block : blocks) result.promises.push_back(group_promise(original, block, k));
    return result;
  }

  struct Counts {
    std::size_t groups = 0;
    std::size_t thin = 0;     // means of fewer than k values
    std::size_t changed = 0;  // cells of categories
  };
  struct GroupedBlock {
    stats::Grouping grouping;
    std::vector<stats::GowerColumn> coded;  // empty where all columns are numbers
  };

  GroupedBlock group_block(const Table& original, const ColumnSet& block, const Run& run) const {
    GroupedBlock result;
    if (has_categories(original, block)) {
      require_group_size(k, original.rows());
      result.coded = gower_columns(original, block);
      result.grouping = stats::mdav_groups(result.coded, static_cast<std::size_t>(k), seeds, run);
    } else {
      const stats::Matrix scores = stats::standardized(stats::numbers(original, block));
      require_group_size(k, scores);
      result.grouping = stats::mdav_groups(scores, static_cast<std::size_t>(k), seeds, run);
    }
    return result;
  }

  void aggregate(Table& masked, const ColumnSet& block, const GroupedBlock& grouped, Counts& counts,
                 const Run& run) const {
    const std::vector<stats::GowerColumn>& coded = grouped.coded;
    counts.groups += grouped.grouping.groups.size();
    if (!coded.empty()) counts.changed += centre_groups(masked, block, coded, grouped.grouping, fill, run);
    ColumnSet numbers;
    for (std::size_t j = 0; j < block.size(); ++j) {
      if (coded.empty() || !coded[j].categorical) numbers.push_back(block[j]);
    }
    if (!numbers.empty()) {
      std::vector<char> filled;
      if (!coded.empty()) filled = groups_to_fill(masked, block, grouped.grouping, k);
      counts.thin += average_groups(masked, numbers, grouped.grouping, k, fill, run, centre, filled);
    }
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(mdav, Mdav)
