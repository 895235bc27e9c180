// Warnings come before the first byte is written, and a failure leaves the files of before.
#include "release/block_delivery.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "io/sidecar.hpp"
#include "io/toml.hpp"
#include "release/block_exposure.hpp"
#include "release/companion_files.hpp"
#include "release/written_files.hpp"
#include "release/written_parts.hpp"

namespace sfumato::release {
namespace {

// Cells that a spreadsheet may run, counted while blocks are written.
class FormulaCount {
 public:
  void add(const Table& block, bool first) {
    for (const io::FormulaCells& found : io::formula_cells(block)) {
      // The name of a column counts once.
      const std::size_t name = !first && io::begins_like_formula(found.column) ? 1 : 0;
      cells_[found.column] += found.cells - name;
    }
  }
  // In the order of the columns.
  Warnings warnings(const Table& outline) const {
    std::vector<io::FormulaCells> found;
    for (const std::string& name : outline.names()) {
      const auto cells = cells_.find(name);
      if (cells != cells_.end() && cells->second > 0) found.push_back({name, cells->second});
    }
    Warnings result;
    for (std::string& text : io::formula_warnings(found)) result.push_back(std::move(text));
    return result;
  }

 private:
  std::map<std::string, std::size_t> cells_;
};

void write_data(const BlockRelease& release, const ReleaseTarget& target, Delivery& delivery,
                const Run& run) {
  const Table outline = release.masked.outline();
  const ColumnSet released = released_columns(outline);
  std::vector<io::CsvColumnFacts> facts;
  for (const ColumnId id : released) facts.push_back(io::written_facts(release.masked.column(id)));
  FormulaCount formulas;
  bool first = true;
  const auto written = [&](const Table& block) {
    Table part = described_table(block, target, target.output);
    formulas.add(part, first);
    first = false;
    return part;
  };
  const io::WriteOptions options{
      .format = target.format, .missing_token = target.missing_token, .text = target.text};
  io::write_stored(release.masked, target.output, options, facts, written, run);
  delivery.warnings = formulas.warnings(outline);
}

Delivery write_blocks(const BlockRelease& release, const ReleaseTarget& target, const Run& run) {
  const MaskingResult& described = release.described;
  Delivery delivery;
  delivery.paths = {target.output};
  if (target.before_writing) target.before_writing();
  std::vector<std::string> paths;
  const bool piped = target.output == "-";
  if (!piped) paths = {target.output, io::sidecar_path(target.output)};
  if (!target.reveal.empty()) paths.push_back(target.reveal);
  delivery.sidecar = io::sidecar_value(described_table(release.masked.outline(), target, target.output),
                                       described.release, target.text);
  WrittenFiles files(paths);
  try {
    std::vector<std::unique_ptr<io::OutputFile>> beside;
    if (!piped) {
      beside.push_back(prepared_file(io::sidecar_path(target.output), io::toml_text(delivery.sidecar)));
    }
    if (!target.reveal.empty()) {
      beside.push_back(prepared_file(
          target.reveal, reveal_text(described.masked, described.release, target.reveal), io::owner_only));
    }
    run.say("writing");
    write_data(release, target, delivery, run);
    for (const auto& file : beside) file->commit();
    return delivery;
  } catch (...) {
    files.undo();
    throw;
  }
}

}  // namespace

std::string delivery_hindrance(const ReleaseTarget& target, const DeliveryTerms& terms) {
  if (!io::can_append(target.output, target.format)) return "only CSV and TSV are written in blocks";
  if (terms.shuffle) return "records are released in random order (‹shuffle›)";
  if (terms.renumber) return "households get new numbers (‹renumber›)";
  if (!target.map.empty() || terms.map) return "a map of records is asked for (‹map›)";
  if (target.formulas == io::Formulas::quote) return "formulas are quoted (‹formulas›)";
  return {};
}

Delivery deliver_blocks(const BlockRelease& release, const ReleaseTarget& target, const DeliveryTerms& terms,
                        const std::string& folder, const Run& run) {
  BlockExposure found = block_exposure(release, folder, run);
  if (terms.confirm) {
    Warnings known = release.described.warnings;
    known.insert(known.end(), found.exposed.begin(), found.exposed.end());
    known.insert(known.end(), found.kept.begin(), found.kept.end());
    terms.confirm(known);
  }
  Delivery delivery = write_blocks(release, target, run);
  delivery.unchanged = std::move(found.kept);
  delivery.unchanged.insert(delivery.unchanged.begin(), found.exposed.begin(), found.exposed.end());
  delivery.unchanged_columns = std::move(found.unchanged);
  delivery.exposure = std::move(found.exposure);
  return delivery;
}

}  // namespace sfumato::release
