// A request becomes a specification: what a file or metadata say first, then the parameters.
#include "jobs/tabulate.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
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

// Of a column that a parameter names beside `by`.
tables::DimensionSpecification& crossed_dimension(tables::Specification& specification,
                                                  const std::string& parameter, const std::string& column) {
  for (const auto& table : specification.tables) {
    if (std::find(table.begin(), table.end(), column) != table.end()) {
      return dimension_of(specification, column);
    }
  }
  bad_param(parameter, "‹" + parameter + "› names column '" + column + "', which no table crosses",
            "name it in ‹by›, too");
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

// "a,b" and "\"x,y\",b" into their items.
std::vector<std::string> crossed_columns(const std::string& typed) {
  std::vector<std::string> items{""};
  bool quoted = false;
  for (const char letter : typed) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      items.emplace_back();
    } else {
      items.back() += letter;
    }
  }
  std::erase(items, "");
  return items;
}

void add_nodes(tables::CodeTree& tree, const Value& codes, std::optional<std::size_t> parent) {
  if (codes.is_null()) return;
  if (!codes.is_object()) {
    bad_param("hierarchy",
              "the hierarchy of " + tree.source + " has something else than codes with the codes below them",
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
  for (const std::string& typed : request.by) base.tables.push_back(crossed_columns(typed));
  keep_crossed_dimensions(base);
  ColumnTrees hierarchies = trees_of(request.hierarchy);
  hierarchies.insert(hierarchies.end(), request.hierarchies.begin(), request.hierarchies.end());
  for (const auto& [column, trees] : hierarchies) {
    crossed_dimension(base, "hierarchy", column).hierarchies = trees;
  }
  for (const auto& [column, code] : request.totals) crossed_dimension(base, "total", column).total = code;
}

// What metadata say of the columns, then what to tabulate, then single parameters.
tables::Specification specified(const TabulateRequest& request) {
  tables::Specification base = request.described;
  base.weight.reset();  // weights are used where somebody asks for them
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
    bad_param("request-codes", "‹request-codes› are of no use without ‹request›",
              "name the column that says who asked");
  }
  if (request.record_key_range && !request.key.empty()) {
    bad_param("record-key-range", "record keys made with a secret have no range",
              "leave out ‹record-key-range›");
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
      .doc("Columns to cross, separated by commas. May be repeated: tables of one specification are linked.");
  list.columns("sum", &R::sums).doc("Columns to add up; without sums and means, records are counted.");
  list.columns("mean", &R::means).doc("Columns to publish as means: their sums and the counts, linked.");
  list.flag("counts", &R::counts).doc("Count records beside the sums.");
  list.tree("hierarchy", &R::hierarchy)
      .doc("For a crossed column its hierarchy: codes, each with the codes below it; or several of them.");
  list.pairs("total", &R::totals).doc("The code of a column's total; 'Total' unless given.");
  list.text("weight", &R::weight)
      .doc("The column with sampling weights; without it every record counts once.");
  list.text("holding", &R::holding).doc("The column that says which records belong to the same holding.");
  list.text("shadow", &R::shadow).doc("The column that rules look at instead of the one that is added up.");
  list.text("request", &R::request).doc("The column that says who asked for protection.");
  list.columns("request-codes", &R::request_codes)
      .doc("Its codes for asking, by rule; 1 and 2 unless given.");
  list.text("cost", &R::cost)
      .doc(
          "What suppressing a cell costs: value, frequency, unity, or a column to add up; value unless "
          "given.");
  list.integer("decimals", &R::decimals)
      .range(0, 9)
      .doc("Round every contribution to this many decimals first.");
  list.integer("keep", &R::keep)
      .range(0, 1000)
      .doc("Largest contributions to keep per cell, for the rules; 10 unless given.");
  list.text("record-key", &R::record_key).doc("The column of random keys in [0, 1), one for each record.");
  list.integer("record-key-range", &R::record_key_range)
      .range(2, 9e18)
      .doc("The keys are whole numbers, from 0 to one below this.");
  list.text("key", &R::key)
      .doc("A secret: the record key is then an identifier, and keys are made of it with the secret.");
}

tables::CodeTree parse_code_tree(const Value& hierarchy, const std::string& column) {
  tables::CodeTree tree;
  tree.source = "'" + column + "'";
  add_nodes(tree, hierarchy, std::nullopt);
  return tree;
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
    result.notes.push_back("'" + *weights + "' has weights, and the table is without: say ‹weight› " +
                           *weights + " to use them");
  }
  tables::Tabulated made = tables::tabulate(request.records, wanted, run);
  result.table = std::move(made.table);
  result.notes.insert(result.notes.end(), made.notes.begin(), made.notes.end());
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(tabulate_job, TabulateRequest)
