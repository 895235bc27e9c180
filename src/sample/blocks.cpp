// Blocks are drawn in batches: a batch in parallel, its blocks passed on in order, then the next batch.
#include "sample/blocks.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace sfumato::sample {
namespace {

// A column that grows by another of the same type; labels keep the order of their first appearance, those
// of an ordinal column are the same in all blocks.
struct Appender {
  std::unordered_map<std::string, std::int32_t> positions;

  void append(Numbers& whole, const Numbers& part) { whole.insert(whole.end(), part.begin(), part.end()); }
  void append(Integers& whole, const Integers& part) {
    if (!part.missing.empty()) {
      whole.missing.resize(whole.values.size(), 0);
      whole.missing.insert(whole.missing.end(), part.missing.begin(), part.missing.end());
    } else if (!whole.missing.empty()) {
      whole.missing.resize(whole.values.size() + part.values.size(), 0);
    }
    whole.values.insert(whole.values.end(), part.values.begin(), part.values.end());
  }
  void append(Dates& whole, const Dates& part) {
    whole.days.insert(whole.days.end(), part.days.begin(), part.days.end());
  }
  void append(Timestamps& whole, const Timestamps& part) {
    if (whole.ticks.empty()) whole = part.outline();
    whole.ticks.insert(whole.ticks.end(), part.ticks.begin(), part.ticks.end());
  }
  void append(Codes& whole, const Codes& part) {
    std::vector<std::int32_t> moved;
    for (const std::string& label : part.labels) {
      const auto [place, added] =
          positions.try_emplace(label, static_cast<std::int32_t>(whole.labels.size()));
      if (added) whole.labels.push_back(label);
      moved.push_back(place->second);
    }
    for (const std::int32_t code : part.codes) {
      whole.codes.push_back(code == Codes::missing ? code : moved[static_cast<std::size_t>(code)]);
    }
  }
};

Column stacked(const std::vector<Table>& blocks, ColumnId id) {
  return blocks.front().column(id).visit([&]<class Data>(const Data&) -> Column {
    Data whole;
    Appender appender;
    for (const Table& block : blocks) appender.append(whole, *block.column(id).get_if<Data>());
    return whole;
  });
}

}  // namespace

void draw_in_blocks(const Sample& sample, std::uint64_t rows, const Run& run,
                    const std::function<void(std::span<const Table>)>& sink) {
  const Run own = run.within("sample " + sample.info.name);
  const std::vector<ColumnInfo> schema = sample.schema();
  const std::uint64_t blocks = std::max<std::uint64_t>(1, (rows + block_rows - 1) / block_rows);
  const std::uint64_t wave = 4 * static_cast<std::uint64_t>(run.threads());
  run.expect(blocks);
  std::vector<Table> tables;
  for (std::uint64_t first = 0; first < blocks; first += wave) {
    tables.assign(static_cast<std::size_t>(std::min(wave, blocks - first)), Table());
    run.parallel(tables.size(), [&](std::size_t i) {
      const std::uint64_t block = first + i;
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(block_rows, rows - block * block_rows));
      tables[i] = Table(schema, sample.draw(block, size, own.rng("block", block)));
    });
    sink(tables);
    run.advance(tables.size());
  }
}

Table draw_table(const Sample& sample, std::size_t rows, const Run& run) {
  std::vector<Table> blocks;
  draw_in_blocks(sample, rows, run, [&](std::span<const Table> drawn) {
    blocks.insert(blocks.end(), drawn.begin(), drawn.end());
  });
  std::vector<Column> columns(sample.columns.size());
  run.parallel(columns.size(), [&](std::size_t id) { columns[id] = stacked(blocks, id); });
  return {sample.schema(), std::move(columns)};
}

}  // namespace sfumato::sample
