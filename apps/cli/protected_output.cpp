#include "cli/protected_output.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/output_file.hpp"
#include "tables/formats/publication.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::cli {

OptionGroup ProtectedOutput::group(const std::string& doc) {
  OptionGroup result{"The output", table.options(doc)};
  result.options.push_back(
      {"--publish", "FILE", "The table for the public, as CSV: codes and values, no more.", Text{&publish}});
  result.options.push_back(
      {"--mark", "TEXT", "What stands for a suppressed cell there; 'x' unless given.", Text{&mark}});
  return result;
}

void ProtectedOutput::check(const std::vector<std::string>& inputs) const {
  if (!table.path && !publish) {
    bad_input("the protected table has nowhere to go", "name a file with -o or --publish");
  }
  table.check(inputs);
  if (!publish) return;
  if (!publish->ends_with(".csv")) {
    bad_input("'" + *publish + "' is for the public and written as CSV", "let its name end in .csv");
  }
  if (table.path && *table.path == *publish) {
    bad_input("-o and --publish name the same file", "give each a name of its own");
  }
  io::check_output_place(*publish, inputs);
  if (mark && parse_number(*mark)) {
    bad_input("--mark '" + *mark + "' looks like a value", "take a letter or a sign, such as --mark x");
  }
}

ProtectedOutput ProtectedOutput::without_sums() const {
  if (!table.path) return *this;
  const std::string& path = *table.path;
  const std::string format = tables::table_format(path, table.format.value_or(""));
  if (format == "json") return *this;
  if (format != "csv") {
    bad_input("a table that does not add up cannot be written as '" + format + "'",
              "let the name after -o end in .json or .csv");
  }
  if (publish) bad_input("-o and --publish both ask for a CSV of the same cells", "leave one of them out");
  ProtectedOutput result = *this;
  result.publish = path;
  result.table = {};
  return result;
}

std::vector<std::string> ProtectedOutput::write(const tables::CellTable& made,
                                                const std::vector<std::string>& inputs) const {
  std::vector<std::string> notes = table.write(made, inputs);
  if (publish) tables::write_publication(made, *publish, mark.value_or("x"));
  return notes;
}

void ProtectedOutput::show(report::Report report, bool written, const RunOptions& options,
                           Console& console) const {
  const std::optional<std::string>& first = table.path ? table.path : publish;
  report.document.set("output", written ? Value(*first) : Value())
      .set("published", written && publish ? Value(*publish) : Value());
  if (written) {
    std::string places;
    for (const auto& path : {table.path, publish}) {
      if (path) places += (places.empty() ? "" : " and ") + *path;
    }
    report.blocks.push_back(report::Paragraph{"Written to " + places + "."});
  } else {
    report.blocks.push_back(report::Paragraph{"Nothing was written: the table is not safe."});
  }
  if (!options.quiet || options.json || !written) console.show(report, options.json);
}

std::vector<std::string> require_checked(const tables::CellTable& table) {
  const bool sensitive = std::any_of(table.cells.begin(), table.cells.end(), [](const tables::Cell& cell) {
    return cell.status == tables::CellStatus::primary;
  });
  if (sensitive) return {};
  if (table.rules.empty() && !table.contributors.empty()) {
    bad_input("nobody has said which cells of this table are sensitive",
              "run 'sfumato table check' with a rule first, and take the table that it writes");
  }
  return {"no cell of the table is marked as sensitive: it is taken as it is"};
}

double positive_number(const std::string& option, const std::optional<std::string>& typed, double usual) {
  if (!typed) return usual;
  const std::optional<double> number = parse_number(*typed);
  if (!number || !(*number >= 0))
    bad_input(option + " cannot be '" + *typed + "'", "write a number, 0 or more");
  return *number;
}

}  // namespace sfumato::cli
