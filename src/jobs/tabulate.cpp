// Makes a specification from a request: first the file or metadata, then the parameters.
#include "jobs/tabulate.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/name_list.hpp"
#include "tables/tabulation/partial_cells.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::jobs {
namespace {

tables::DimensionSpecification& dimension_of(tables::Specification& specification,
                                             const std::string& column) {
  const auto known = std::find_if(specification.dimensions.begin(), specification.dimensions.end(),
                                  [&](const auto& dimension) { return dimension.column == column; });
  if (known != specification.dimensions.end()) return *known;
  tables::DimensionSpecification& added = specification.dimensions.emplace_back();
  added.column = column;
  return added;
}

// The dimension of a column that a parameter other than `by` names.
tables::DimensionSpecification& crossed_dimension(tables::Specification& specification,
                                                  const std::string& parameter, const std::string& column) {
  for (const auto& table : specification.tables) {
    if (std::find(table.begin(), table.end(), column) != table.end()) {
      return dimension_of(specification, column);
    }
  }
  bad_param(parameter, "‹" + parameter + "› names column '" + column + "', which is not in any table",
            "name it also in ‹by›");
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

void set_cost(tables::Specification& specification, const std::string& cost) {
  specification.cost_column.reset();
  if (cost == "value") {
    specification.cost = tables::CellCost::value;
  } else if (cost == "frequency") {
    specification.cost = tables::CellCost::frequency;
  } else if (cost == "unity") {
    specification.cost = tables::CellCost::unity;
  } else {
    specification.cost_column = cost;
  }
}

// What a specification does not set comes from the metadata.
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

void add_nodes(tables::CodeTree& tree, const Value& codes, std::optional<std::size_t> parent) {
  if (codes.is_null()) return;
  if (!codes.is_object()) {
    bad_param("hierarchy",
              "the hierarchy of " + tree.source + " has an entry that is not a code with the codes below it",
              "write {\"North\": {\"A\": {}, \"B\": {}}}");
  }
  for (const auto& [code, below] : codes.as_object()) {
    tree.nodes.push_back({code, parent});
    add_nodes(tree, below, tree.nodes.size() - 1);
  }
}

ColumnTrees trees_of(const Value& hierarchy) {
  ColumnTrees result;
  if (hierarchy.is_null()) return result;
  if (!hierarchy.is_object()) {
    bad_param("hierarchy", "‹hierarchy› must have a hierarchy for each column that it names",
              "write {\"region\": {\"North\": {\"A\": {}, \"B\": {}}}}");
  }
  for (const auto& [column, trees] : hierarchy.as_object()) {
    std::vector<tables::CodeTree>& of = result.emplace_back(column, std::vector<tables::CodeTree>()).second;
    if (!trees.is_array()) {
      of.push_back(parse_code_tree(trees, column));
      continue;
    }
    for (const Value& tree : trees.as_array()) of.push_back(parse_code_tree(tree, column));
  }
  return result;
}

void take(std::optional<std::string>& place, const std::string& given) {
  if (!given.empty()) place = given;
}

void add_dimensions(tables::Specification& base, const TabulateRequest& request) {
  for (const std::string& typed : request.by) base.tables.push_back(split_list(typed));
  keep_crossed_dimensions(base);
  ColumnTrees hierarchies = trees_of(request.hierarchy);
  hierarchies.insert(hierarchies.end(), request.hierarchies.begin(), request.hierarchies.end());
  for (const auto& [column, trees] : hierarchies) {
    crossed_dimension(base, "hierarchy", column).hierarchies = trees;
  }
  for (const auto& [column, code] : request.totals) crossed_dimension(base, "total", column).total = code;
}

// First the metadata of the columns, then the specification, then single parameters.
tables::Specification specified(const TabulateRequest& request) {
  tables::Specification base = request.described;
  base.weight.reset();  // weights are used only on request
  if (request.specification) {
    tables::Specification wanted = *request.specification;
    take_described(wanted, base);
    base = std::move(wanted);
  }
  add_dimensions(base, request);
  base.sums.insert(base.sums.end(), request.sums.begin(), request.sums.end());
  base.means.insert(base.means.end(), request.means.begin(), request.means.end());
  base.counts = base.counts || request.counts;
  take(base.weight, request.weight);
  take(base.holding, request.holding);
  take(base.shadow, request.shadow);
  take(base.request, request.request);
  if (!request.request_codes.empty()) base.request_codes = request.request_codes;
  if (!request.cost.empty()) set_cost(base, request.cost);
  take(base.record_key, request.record_key);
  if (request.record_key_range) base.record_key_range = request.record_key_range;
  if (!request.key.empty()) base.record_key_secret = request.key;
  if (request.decimals) base.decimals = static_cast<int>(*request.decimals);
  if (request.keep) base.kept = static_cast<std::size_t>(*request.keep);
  return base;
}

void check_request(const TabulateRequest& request) {
  if (!request.request_codes.empty() && request.request.empty() && !request.specification) {
    bad_param("request-codes", "‹request-codes› needs ‹request›", "name the column of requests");
  }
  if (request.record_key_range && !request.key.empty()) {
    bad_param("record-key-range", "record keys made with a secret have no range",
              "remove ‹record-key-range›");
  }
  if (request.by.empty() && !request.specification) {
    bad_param("by", "there is nothing to cross", "name columns with ‹by›, such as region,sector");
  }
}

}  // namespace

JobInfo TabulateRequest::info() {
  return {.name = "tabulate",
          .title = "Tabulate",
          .summary = "Makes a table with all its margins from records.",
          .inputs = {{.name = "records", .doc = "The records to tabulate."}}};
}

void TabulateRequest::params(ParamList<TabulateRequest>& list) {
  using R = TabulateRequest;
  list.texts("by", &R::by)
      .doc(
          "Columns to cross, separated by commas; put a name with a comma in double quotes. May be "
          "repeated: tables of one specification are linked.");
  list.columns("sum", &R::sums).doc("Columns to sum; without sums and means, records are counted.");
  list.columns("mean", &R::means).doc("Columns to publish as means: their sums and the counts, linked.");
  list.flag("counts", &R::counts).doc("Also count records.");
  list.tree("hierarchy", &R::hierarchy)
      .doc("For a crossed column its hierarchy: codes, each with the codes below it; or several of them.");
  list.pairs("total", &R::totals).doc("The code of a column's total; default 'Total'.");
  list.text("weight", &R::weight)
      .doc("The column with sampling weights; without it every record counts once.");
  list.text("holding", &R::holding)
      .doc("The column of holdings: records with the same value belong to one holding.");
  list.text("shadow", &R::shadow).doc("The column that rules use instead of the summed one.");
  list.text("request", &R::request).doc("The column of requests for protection.");
  list.columns("request-codes", &R::request_codes).doc("Its codes that request protection; default 1 and 2.");
  list.text("cost", &R::cost)
      .doc("Cost of suppressing a cell: value, frequency, unity, or a column to sum; default value.");
  list.integer("decimals", &R::decimals)
      .range(0, 9)
      .doc("Round every contribution to this many decimals first.");
  list.integer("keep", &R::keep)
      .range(0, 1000)
      .doc("Largest contributions to keep per cell, for the rules; default 10.");
  list.text("record-key", &R::record_key).doc("The column of random keys in [0, 1), one for each record.");
  list.integer("record-key-range", &R::record_key_range)
      .range(2, 9e18)
      .doc("The keys are integers from 0 to this number minus 1.");
  list.text("key", &R::key)
      .doc("A secret: the record key is then an identifier, and keys are made from it with the secret.");
}

tables::CodeTree parse_code_tree(const Value& hierarchy, const std::string& column) {
  tables::CodeTree tree;
  tree.source = "'" + column + "'";
  add_nodes(tree, hierarchy, std::nullopt);
  return tree;
}

Table tally_part(TabulateRequest request, std::int64_t first_row, const Run& run) {
  check_request(request);
  if (first_row < 0) bad_input("the number of the first record is negative");
  return tables::tally_part(request.records, specified(request), first_row, run);
}

Table merge_parts(TabulateRequest request, const Run& run) {
  check_request(request);
  return tables::merge_tallies(request.records, specified(request), run);
}

TabulateResult tabulate_parts(TabulateRequest request, std::size_t repeated_keys, const Run& run) {
  check_request(request);
  tables::TabulatedParts found =
      tables::tabulate_tallies(request.records, specified(request), repeated_keys, run);
  TabulateResult result{
      .table = std::move(found.made.table), .records = found.records, .notes = request.notes};
  result.notes.insert(result.notes.end(), found.made.notes.begin(), found.made.notes.end());
  return result;
}

TabulateResult tabulate(TabulateRequest request, const Run& run) {
  check_request(request);
  TabulateResult result{.table = {}, .records = request.records.rows(), .notes = request.notes};
  tables::Specification wanted = specified(request);
  for (const auto& [column, recode] : request.recodes) {
    tables::apply_recode(crossed_dimension(wanted, "recode", column), request.records, recode);
  }
  const std::optional<std::string>& weights = request.described.weight;
  if (weights && !wanted.weight) {
    result.notes.push_back("'" + *weights + "' has weights that the table does not use: set ‹weight› " +
                           *weights + " to use them");
  }
  tables::Tabulated made = tables::tabulate(request.records, wanted, run);
  result.table = std::move(made.table);
  result.notes.insert(result.notes.end(), made.notes.begin(), made.notes.end());
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(tabulate_job, TabulateRequest)
