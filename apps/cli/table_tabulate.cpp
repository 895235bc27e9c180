// `sfumato table tabulate`: records into a table with all its margins. What to tabulate comes from options or
// from a file, and what the columns mean may come from a tau-Argus .rda.
#include <algorithm>
#include <limits>
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "release/key_file.hpp"
#include "report/cell_table.hpp"
#include "tables/formats/argus_microdata.hpp"
#include "tables/formats/codelist.hpp"
#include "tables/formats/recode_file.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/tabulation/specification_file.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::cli {
namespace {

struct Tabulate {
  std::optional<std::string> data;
  std::vector<std::string> by, sums, means, hierarchies, totals, recodes, request_codes, missing;
  std::optional<std::string> specification, lead, weight, holding, shadow, request, cost, metadata, roles,
      format, record_key, key, new_key;
  std::optional<std::int64_t> decimals, keep, record_key_range;
  bool counts = false;
  CellTableOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
  void check_options() const;
  std::vector<std::string> inputs() const;
  tables::ArgusMicrodata read(const Run& run) const;
  tables::Specification specified(tables::Specification base) const;
};

void Tabulate::check_options() const {
  if (!request_codes.empty() && !request && !specification) {
    bad_input("--request-codes are of no use without --request", "name the column that says who asked");
  }
  if (key && new_key) bad_input("--key and --new-key contradict each other", "leave one of them out");
  if (record_key_range && (key || new_key)) {
    bad_input("record keys made with a secret have no range", "leave out --record-key-range");
  }
  for (const auto& [option, given] : {std::pair("--format", format.has_value()),
                                      {"--roles", roles.has_value()},
                                      {"--missing", !missing.empty()}}) {
    if (given && metadata) {
      bad_input(std::string(option) + " and --metadata both say how the data are read",
                "leave one of them out");
    }
  }
  if (!specification) {
    if (by.empty()) {
      bad_input("there is nothing to cross",
                "name columns with --by a,b, or a file that says what to tabulate with --spec");
    }
    return;
  }
  for (const auto& [option, given] : {std::pair("--by", !by.empty()),
                                      {"--sum", !sums.empty()},
                                      {"--mean", !means.empty()},
                                      {"--counts", counts},
                                      {"--hierarchy", !hierarchies.empty()},
                                      {"--total", !totals.empty()}}) {
    if (given) {
      bad_input(std::string(option) + " and --spec both say what to tabulate",
                "write it into the file, or leave --spec out");
    }
  }
}

std::vector<std::string> Tabulate::inputs() const {
  std::vector<std::string> result{*data};
  for (const auto& named : {specification, metadata, roles}) {
    if (named) result.push_back(*named);
  }
  if (!metadata) result.push_back(io::sidecar_path(*data));
  for (const auto& named : {key, new_key}) {
    if (named) result.push_back(*named);
  }
  for (const std::string& typed : hierarchies) result.push_back(for_column("--hierarchy", typed).what);
  for (const std::string& typed : recodes)
    result.push_back(for_column("--recode", typed, "region=region.grc").what);
  return result;
}

tables::ArgusMicrodata Tabulate::read(const Run& run) const {
  if (metadata) return tables::read_argus_microdata(*data, *metadata, run);
  io::ReadOptions options;
  options.format = format.value_or("");
  options.missing = missing;
  options.roles = roles.value_or("");
  tables::ArgusMicrodata result;
  result.records = io::read_table(*data, options, run).table;
  return result;
}

tables::DimensionSpecification& dimension_of(tables::Specification& specification,
                                             const std::string& column) {
  const auto known = std::find_if(specification.dimensions.begin(), specification.dimensions.end(),
                                  [&](const auto& dimension) { return dimension.column == column; });
  if (known != specification.dimensions.end()) return *known;
  tables::DimensionSpecification& added = specification.dimensions.emplace_back();
  added.column = column;
  return added;
}

// Of a column that an option names beside --by.
tables::DimensionSpecification& crossed_dimension(tables::Specification& specification,
                                                  const std::string& option, const std::string& column) {
  for (const auto& table : specification.tables) {
    if (std::find(table.begin(), table.end(), column) != table.end()) {
      return dimension_of(specification, column);
    }
  }
  bad_input(option + " names column '" + column + "', which no table crosses", "name it in --by, too");
}

// The columns that some table crosses, in the order in which they are named first.
void keep_crossed_dimensions(tables::Specification& specification) {
  std::vector<tables::DimensionSpecification> crossed;
  for (const auto& table : specification.tables) {
    for (const std::string& column : table) {
      const bool known = std::any_of(crossed.begin(), crossed.end(),
                                     [&](const auto& dimension) { return dimension.column == column; });
      if (!known) crossed.push_back(dimension_of(specification, column));
    }
  }
  specification.dimensions = std::move(crossed);
}

void set_cost(tables::Specification& specification, const std::string& typed) {
  specification.cost_column.reset();
  if (typed == "value") {
    specification.cost = tables::CellCost::value;
  } else if (typed == "frequency") {
    specification.cost = tables::CellCost::frequency;
  } else if (typed == "unity") {
    specification.cost = tables::CellCost::unity;
  } else {
    specification.cost_column = typed;
  }
}

// What a specification leaves open is as the metadata describe it.
void take_described(tables::Specification& wanted, const tables::Specification& described) {
  if (!wanted.holding) wanted.holding = described.holding;
  if (!wanted.request) {
    wanted.request = described.request;
    wanted.request_codes = described.request_codes;
  }
  for (tables::DimensionSpecification& dimension : wanted.dimensions) {
    if (!dimension.hierarchies.empty() || !dimension.labels.empty()) continue;
    const auto known = std::find_if(described.dimensions.begin(), described.dimensions.end(),
                                    [&](const auto& other) { return other.column == dimension.column; });
    if (known == described.dimensions.end()) continue;
    dimension.hierarchies = known->hierarchies;
    dimension.labels = known->labels;
    if (dimension.total == tables::DimensionSpecification().total) dimension.total = known->total;
  }
}

// What a file of metadata says of the columns, then what to tabulate, then single options.
tables::Specification Tabulate::specified(tables::Specification base) const {
  base.weight.reset();  // weights are used where somebody asks for them
  if (specification) {
    tables::Specification wanted =
        tables::read_specification(*specification, {tables::read_code_tree, tables::read_codelist});
    take_described(wanted, base);
    base = std::move(wanted);
  }
  for (const std::string& typed : by) base.tables.push_back(split_list(typed));
  keep_crossed_dimensions(base);
  base.sums.insert(base.sums.end(), sums.begin(), sums.end());
  base.means.insert(base.means.end(), means.begin(), means.end());
  base.counts = base.counts || counts;
  for (auto& [column, trees] : read_trees(hierarchies, lead.value_or("@"))) {
    crossed_dimension(base, "--hierarchy", column).hierarchies = trees;
  }
  for (const std::string& typed : totals) {
    const ForColumn named = for_column("--total", typed, "region=Everywhere");
    crossed_dimension(base, "--total", named.column).total = named.what;
  }
  if (weight) base.weight = weight;
  if (holding) base.holding = holding;
  if (shadow) base.shadow = shadow;
  if (request) base.request = request;
  if (!request_codes.empty()) base.request_codes = request_codes;
  if (cost) set_cost(base, *cost);
  if (record_key) base.record_key = record_key;
  if (record_key_range) base.record_key_range = record_key_range;
  if (key || new_key) base.record_key_secret = release::read_secret(key ? *key : *new_key);
  if (decimals) base.decimals = static_cast<int>(*decimals);
  if (keep) base.kept = static_cast<std::size_t>(*keep);
  return base;
}

int Tabulate::operator()(Console& console) const {
  check_options();
  output.check(inputs());
  Work work(run_options, console);
  tables::ArgusMicrodata source = read(work.run());
  std::optional<release::NewKeyFile> made_key;
  if (new_key) made_key.emplace(*new_key);
  tables::Specification wanted = specified(source.specification_base);
  for (const std::string& typed : recodes) {
    const ForColumn named = for_column("--recode", typed, "region=region.grc");
    tables::apply_recode(crossed_dimension(wanted, "--recode", named.column), source.records,
                         tables::read_recode(named.what));
  }
  if (source.specification_base.weight && !wanted.weight) {
    source.notes.push_back("'" + *source.specification_base.weight +
                           "' has weights, and the table is without: say --weight " +
                           *source.specification_base.weight + " to use them");
  }
  tables::Tabulated made = tables::tabulate(source.records, wanted, work.run());
  const std::vector<std::string> lost = output.write(made.table, inputs());
  if (made_key) made_key->keep();
  work.hide_progress();
  report::Report report = report::describe(made.table);
  report.document.set("records", source.records.rows())
      .set("output", output.path ? Value(*output.path) : Value());
  report.warnings = source.notes;
  report.warnings.insert(report.warnings.end(), made.notes.begin(), made.notes.end());
  report.warnings.insert(report.warnings.end(), lost.begin(), lost.end());
  if (key) {
    for (const std::string& warning : release::key_warnings({*key}, "undo the noise of perturbed tables")) {
      report.warnings.push_back(warning);
    }
  }
  if (output.path) report.blocks.push_back(report::Paragraph{"Written to " + *output.path + "."});
  if (!run_options.quiet || run_options.json || !output.path) console.show(report, run_options.json);
  return 0;
}

OptionGroup table_group(Tabulate& options) {
  return {"The table",
          {{"--by", "A,B", "Columns to cross. May be repeated: tables of one specification are linked.",
            Texts{&options.by}},
           {"--sum", "A,B", "Columns to add up; without --sum and --mean, records are counted.",
            List{&options.sums}},
           {"--mean", "A,B", "Columns to publish as means: their sums and the counts, linked.",
            List{&options.means}},
           {"--counts", "", "Count records beside the sums.", Flag{&options.counts}},
           {"--hierarchy", "COLUMN=FILE",
            "Hierarchy of a crossed column (.hrc or .csv). May be repeated, for one column too.",
            Texts{&options.hierarchies}},
           {"--lead", "TEXT", "What marks the levels in .hrc files; '@' unless given.", Text{&options.lead}},
           {"--total", "COLUMN=CODE", "The code of a column's total; 'Total' unless given.",
            Texts{&options.totals}},
           {"--recode", "COLUMN=FILE", "A .grc file that makes a crossed column coarser.",
            Texts{&options.recodes}},
           {"--spec", "FILE", "What to tabulate, in a TOML file instead of options.",
            Text{&options.specification}}}};
}

OptionGroup respondents_group(Tabulate& options) {
  return {"Who stands behind the records",
          {{"--weight", "A", "The column with sampling weights; without it every record counts once.",
            Text{&options.weight}},
           {"--holding", "A", "The column that says which records belong to the same holding.",
            Text{&options.holding}},
           {"--shadow", "A", "The column that rules look at instead of the one that is added up.",
            Text{&options.shadow}},
           {"--request", "A", "The column that says who asked for protection.", Text{&options.request}},
           {"--request-codes", "A,B", "Its codes for asking, by rule; '1,2' unless given.",
            List{&options.request_codes}},
           {"--cost",
            "A",
            "What suppressing a cell costs: value, frequency, unity, or a column to add up.",
            Text{&options.cost},
            false,
            {"value", "frequency", "unity"}},
           {"--decimals", "N", "Round every contribution to this many decimals first.",
            Whole{&options.decimals, 0, 9}},
           {"--keep", "N", "Largest contributions to keep per cell, for the rules; 10 unless given.",
            Whole{&options.keep, 0, 1000}}}};
}

OptionGroup keys_group(Tabulate& options) {
  return {
      "Keys for perturbed counts",
      {{"--record-key", "A", "The column of random keys in [0, 1), one for each record.",
        Text{&options.record_key}},
       {"--record-key-range", "N", "The keys are whole numbers from 0 to N - 1.",
        Whole{&options.record_key_range, 2, std::numeric_limits<std::int64_t>::max()}},
       {"--key", "FILE", "--record-key names an identifier: make keys of it with the secret in FILE.",
        Text{&options.key}},
       {"--new-key", "FILE", "Make a secret, write it to FILE for you alone to read, and use it as --key.",
        Text{&options.new_key}}}};
}

OptionGroup data_group(Tabulate& options) {
  return {"The data",
          {{"--metadata", "FILE", "A tau-Argus .rda that describes DATA, of fixed or free format.",
            Text{&options.metadata}},
           {"--roles", "FILE", "What the columns mean, instead of the sidecar beside DATA.",
            Text{&options.roles}},
           {"--missing", "TOKEN,…", "What stands for a missing value, beside an empty field.",
            List{&options.missing}},
           {"--format", "NAME", "Format of DATA, where its extension does not tell.", Text{&options.format},
            false, io::format_names(false)}}};
}

}  // namespace

Command tabulate_command() {
  const auto options = std::make_shared<Tabulate>();
  return {
      .name = "tabulate",
      .summary = "Makes a table with all its margins from records.",
      .description =
          "Sums are exact. The largest contributions to each cell are kept in the .json for 'table check': "
          "the "
          "file is as confidential as the records, and so is what this command prints.",
      .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
      .groups = {table_group(*options),
                 respondents_group(*options),
                 keys_group(*options),
                 data_group(*options),
                 {"The output",
                  options->output.options("Where the table goes; without it it is only shown.")},
                 options->run_options.group()},
      .examples = {"sfumato table tabulate companies.csv --by region,sector --sum turnover --holding holding "
                   "-o t.json",
                   "sfumato table tabulate patients.csv --by disease,town --by disease,gender -o linked.json",
                   "sfumato table tabulate tau.asc --metadata tau.rda --by Size,Region --sum Var2 -o t.json"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
