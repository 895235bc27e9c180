#include "jobs/table_batch_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "core/version.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "tables/formats/formula_codes.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::jobs {
namespace {

namespace fs = std::filesystem;
using tables::ArbWriteTable;
using tables::ArgusValues;

const char* format_of(int type) { return type == 5 ? "tab" : "jj"; }

// Intermediate and JJ files of tables that are still to be protected are for internal use.
bool may_be_written(const ReadyTable& table, const ArbWriteTable& file) {
  return table.summary.safe || (file.type >= 5 && table.summary.protection.empty());
}

// Does the file have true values that the publication leaves out?
bool is_confidential(const ReadyTable& table, const ArbWriteTable& file) {
  if (table.summary.sensitive + table.summary.secondary == 0) return false;
  const bool with_status = (file.type == 2 || file.type == 3) && file.option("AS");
  return with_status || (file.type >= 4 && table.values == ArgusValues::suppressed);
}

std::vector<std::string> write_file(const ReadyTable& table, const ArbWriteTable& file) {
  if (file.type >= 5) return tables::write_cell_table(table.published, file.path, format_of(file.type));
  tables::ArgusExport how;
  how.status = file.option("AS");
  how.skip_empty = file.option("SE");
  how.names = file.option("FL", file.type == 2);
  how.quotes = file.option("QU", true);
  how.levels = file.type == 4 && file.option("HL");
  how.values = table.values;
  how.by = table.planned->specification.by;
  const auto text_of = file.type == 1   ? tables::argus_csv_text
                       : file.type == 4 ? tables::argus_sbs_text
                                        : tables::argus_records_text;
  const auto mode = is_confidential(table, file) ? std::optional(io::owner_only) : std::nullopt;
  io::write_text_file(file.path, text_of(table.original, table.published, how), mode);
  if (file.type == 4) return {};  // fixed columns of tau-Argus, not CSV
  std::vector<std::string> notes;
  for (const io::FormulaCells& one : tables::formula_cells(table.published)) {
    notes.push_back("'" + one.column + "' has " + std::to_string(one.cells) +
                    " cells that a spreadsheet may run as formulas");
  }
  return notes;
}

std::string log_text(const BatchPlan& plan, const TableBatchResult& result) {
  std::string text;
  for (const tables::ArbStep& step : plan.steps) {
    text += "line " + std::to_string(step.line) + ": " + step.text + "\n";
  }
  for (const BatchTable& table : result.tables) {
    text += "table " + std::to_string(table.number) + ", " + table.title + ": " +
            std::to_string(table.cells) + " cells, " + std::to_string(table.sensitive) + " sensitive, " +
            (table.protection.empty() ? "not protected" : table.protection + " " + table.status) + ", " +
            (table.safe ? "safe" : "not safe") + "\n";
    for (const std::string& path : table.files) text += "written: " + path + "\n";
    for (const std::string& path : table.refused) text += "not written: " + path + "\n";
  }
  for (const std::string& note : result.notes) text += "note: " + note + "\n";
  return text;
}

void write_further(const BatchPlan& plan, TableBatchResult& result) {
  const std::string version = "sfumato " + std::string(program_version());
  if (!plan.version_info.empty()) {
    io::write_text_file(plan.version_info, version + "\n");
    result.further_files.push_back(plan.version_info);
  }
  if (plan.logbook.empty()) return;
  io::write_text_file(plan.logbook, version + ", " + plan.source + "\n" + log_text(plan, result));
  result.further_files.push_back(plan.logbook);
}

// `claimed` has the files that are written beside others so far.
void check_beside(const BatchPlan& plan, const ReadyTable& table, const AtLine<ArbWriteTable>& write,
                  std::set<std::string>& claimed) {
  const std::string& path = write.action.path;
  std::error_code ignored;
  const bool fresh = !fs::exists(path, ignored);
  for (const std::string& beside :
       tables::written_paths(table.published, path, format_of(write.action.type))) {
    if (beside == path) continue;
    const bool other = std::find(plan.outputs.begin(), plan.outputs.end(), beside) != plan.outputs.end() ||
                       !claimed.insert(beside).second;
    if (!other && !fs::exists(beside, ignored)) continue;
    io::check_output_place(beside, plan.inputs);
    if (!other && !fresh) continue;
    bad_input(
        plan.at(write.line) + ": '" + beside + "', which describes '" + path + "', would be overwritten",
        "choose another name for the file, or move that one away");
  }
}

}  // namespace

void check_batch_files(const BatchPlan& plan, const std::vector<ReadyTable>& tables) {
  std::set<std::string> claimed;
  for (const ReadyTable& table : tables) {
    for (const AtLine<ArbWriteTable>& write : table.planned->writes) {
      if (write.action.type < 5 || !may_be_written(table, write.action)) continue;
      check_beside(plan, table, write, claimed);
    }
  }
}

void write_batch_files(const BatchPlan& plan, const std::string& folder, std::vector<ReadyTable>& tables,
                       TableBatchResult& result) {
  if (!folder.empty()) io::make_folder(folder);
  std::vector<std::string> confidential;
  for (ReadyTable& table : tables) {
    for (const AtLine<ArbWriteTable>& write : table.planned->writes) {
      const std::string& path = write.action.path;
      if (!may_be_written(table, write.action)) {
        table.summary.refused.push_back(path);
        continue;
      }
      for (const std::string& note : write_file(table, write.action)) {
        result.notes.push_back(plan.at(write.line) + ": " + note);
      }
      table.summary.files.push_back(path);
      if (is_confidential(table, write.action)) confidential.push_back(path);
    }
    result.tables.push_back(table.summary);
  }
  if (!confidential.empty()) {
    result.notes.push_back("not for the public, with true values of suppressed cells: " +
                           joined(confidential));
  }
  write_further(plan, result);
}

}  // namespace sfumato::jobs
