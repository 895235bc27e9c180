// tau-Argus's .tab files: the .rda up to a line of "---", then the rows. An accepted table is additive and is
// read back unchanged after writing, unless the writer refuses it.
#include "tables/formats/argus_table.hpp"

#include <unistd.h>

#include <filesystem>

#include "target.hpp"

namespace {

using namespace sfumato;

// A temporary folder, removed at the end.
struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "sfumato-fuzz-XXXXXX").string();
    fuzz::require(::mkdtemp(name.data()) != nullptr, "no folder");
    path = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

void check_round_trip(const tables::CellTable& table, const Run& run) {
  const Folder folder;
  const std::string path = folder.path + "/t.tab";
  if (!fuzz::accepted([&] { return tables::write_argus_table(table, path); })) return;
  std::string refusal;
  const auto again =
      fuzz::accepted([&] { return tables::read_argus_table(path, folder.path + "/t.rda", run); }, &refusal);
  fuzz::require(again.has_value(), "our own table is refused", refusal);
  fuzz::require(again->cells.size() == table.cells.size(), "a cell is lost");
  fuzz::require(again->relations.count() == table.relations.count(), "a relation is lost");
  const tables::CellIndex index(*again);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    std::vector<std::uint32_t> place(table.codes_of(cell).begin(), table.codes_of(cell).end());
    for (std::size_t i = 0; i < table.dimensions.size(); ++i) {
      const auto code = again->dimensions[i].find(table.dimensions[i].codes[place[i]]);
      fuzz::require(code.has_value(), "a code is lost", table.dimensions[i].codes[place[i]]);
      place[i] = static_cast<std::uint32_t>(*code);
    }
    const tables::Cell& back = again->cells[index.find(place).value()];
    fuzz::require(back.value == table.cells[cell].value, "another value");
    fuzz::require(back.cost == table.cells[cell].cost, "another cost");
    fuzz::require(back.status == table.cells[cell].status, "another status");
  }
}

}  // namespace

FUZZ_TARGET(argus_table) {
  const std::string text = fuzz::text_of(data, size);
  const std::string cut = "\n---\n";
  const std::size_t at = text.find(cut);
  if (at == std::string::npos) return 0;
  const std::string described = text.substr(0, at + 1);
  const std::string rows = text.substr(at + cut.size());
  static const Run run({.seed = 1, .threads = 1});
  const auto table = fuzz::accepted([&] {
    tables::ArgusMetadata metadata =
        tables::parse_argus_metadata(described, "fuzz.rda", tables::ArgusUse::table);
    for (tables::ArgusVariable& variable : metadata.variables) {
      variable.code_list.clear();  // the fuzzed names must not open files
      if (!variable.hierarchy_file.empty()) variable.hierarchical = false;
    }
    return tables::parse_argus_table(rows, "fuzz.tab", metadata, run);
  });
  if (!table) return 0;
  tables::check_table(*table);
  if (table->cells.size() < 5000) check_round_trip(*table, run);
  return 0;
}
