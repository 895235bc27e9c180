#include "release/block_sketch.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "masking/category_census.hpp"
#include "release/hierarchies.hpp"

namespace sfumato::release {
namespace {

constexpr std::size_t most_leaves = 1 << 20;  // values of a column with a hierarchy

using io::StoredTable;

bool needs_hierarchies(const masking::Recipe& recipe) {
  return std::any_of(recipe.steps.begin(), recipe.steps.end(), [](const masking::RecipeStep& step) {
    return step.method->info.made_for == MadeFor::hierarchies;
  });
}

// Every value of each column once; a column of very many has none of them.
Table value_sketch(const StoredTable& table, const Run& run) {
  std::vector<masking::CategoryCensus> censuses(table.column_count());
  std::vector<char> many(table.column_count(), 0);
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    const Table part = table.block(block, run);
    run.parallel(censuses.size(), [&](std::size_t id) {
      if (many[id] != 0 || table.info(id).role == Role::identifier) return;
      censuses[id].observe(part.column(id), block * table.block_rows());
      if (censuses[id].found() <= most_leaves) return;
      many[id] = 1;
      censuses[id] = masking::CategoryCensus();
    });
  }
  std::size_t rows = 0;
  for (masking::CategoryCensus& census : censuses) {
    census.finish();
    rows = std::max(rows, census.size());
  }
  const Table outline = table.outline();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    columns.push_back(padded(censuses[id].size() > 0 ? censuses[id].values() : outline.column(id), rows));
  }
  return Table(outline.schema(), std::move(columns));
}

}  // namespace

// Hierarchies are built from the values of the data, which the sketch has.
Table block_sketch(const masking::Recipe& recipe, io::StoredFile& file,
                   const std::vector<std::string>& columns, const Run& run) {
  if (!needs_hierarchies(recipe)) return file.table.outline();
  run.say("values of columns");
  io::TableFile sketch{value_sketch(file.table, run), file.sidecar, file.missing_token};
  load_step_hierarchies(sketch, recipe, columns, run);
  for (ColumnId id = 0; id < sketch.table.column_count(); ++id) {
    const ColumnInfo& info = sketch.table.info(id);
    const bool empty = sketch.table.column(id).missing_count() == sketch.table.rows();
    if (info.tree && empty && file.table.column(id).facts().present > 0) {
      bad_input("column '" + info.name + "' has more than " + std::to_string(most_leaves) +
                    " values, too many for a hierarchy in blocks of records",
                "give more memory with ‹memory›, or leave out the column");
    }
    file.table.set_info(id, info);
  }
  return sketch.table;
}

}  // namespace sfumato::release
