#include "jobs/table_batch_tables.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/utf8.hpp"
#include "jobs/tabulate.hpp"
#include "tables/formats/apriori.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/rules/marked_cells.hpp"
#include "tables/tabulation/record_dimension.hpp"
#include "tables/view_table.hpp"

namespace sfumato::jobs {
namespace {

using tables::ArbApriori;
using tables::ArbRecode;
using tables::CellTable;

template <class Work>
auto at_place(const std::string& place, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code != ErrorCode::bad_input) throw;
    throw error.at(place);
  }
}

// The cuts that leave `level` levels below the total.
tables::Recode recode_to_level(const tables::Specification& described, const ArbRecode& wanted,
                               const std::string& place) {
  const auto dimension = std::find_if(described.dimensions.begin(), described.dimensions.end(),
                                      [&](const auto& one) { return one.column == wanted.variable; });
  if (dimension == described.dimensions.end() || dimension->hierarchies.size() != 1) {
    bad_input(io::quoted(wanted.variable) + " has no hierarchy that could be cut at a level",
              "name a .grc file in double quotes");
  }
  const std::vector<tables::TreeNode>& nodes = dimension->hierarchies[0].nodes;
  tables::Recode recode;
  recode.source = place;
  recode.tree = true;
  std::vector<std::size_t> depth(nodes.size(), 1);
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (nodes[node].parent) depth[node] = depth[*nodes[node].parent] + 1;
    if (depth[node] == wanted.level) recode.cuts.emplace_back(nodes[node].code, 0);
  }
  if (recode.cuts.empty()) {
    bad_input(io::quoted(wanted.variable) + " has fewer than " + std::to_string(wanted.level) + " levels",
              "write a smaller level");
  }
  return recode;
}

// The tables that are made at once.
std::vector<const PlannedTable*> chosen(const BatchSession& session, std::size_t number) {
  std::vector<const PlannedTable*> result;
  for (const PlannedTable& table : session.tables) {
    if (number == 0 || table.number == number) result.push_back(&table);
  }
  return result;
}

std::string cost_of(const tables::ArbSpecifyTable& specification) {
  if (specification.cost == "-1") return "frequency";
  if (specification.cost == "-2") return "unity";
  if (specification.cost.empty() || specification.cost == specification.response) return "value";
  return specification.cost;
}

void use_weights(TabulateRequest& request, const BatchChecks& checks, std::vector<std::string>& notes) {
  std::optional<std::string>& weight = request.described.weight;
  if (checks.weighted) {
    if (!weight) bad_input("WGT(1) asks for weights, and the .rda names none", "mark one with <WEIGHT>");
    request.weight = *weight;
  } else if (weight) {
    notes.push_back("'" + *weight + "' has weights, and the table is without: write WGT(1) to use them");
    weight.reset();
  }
}

// Rules that ask for something that the .rda does not name would never hit.
void check_described(const BatchChecks& checks, const tables::Specification& described) {
  for (const CheckRequest& check : checks.checks) {
    if (check.holdings && !described.holding) {
      bad_input("there are rules for holdings, and the .rda names none",
                "mark their variable with <HOLDING>");
    }
    const bool request = std::any_of(check.rules.begin(), check.rules.end(),
                                     [](const std::string& rule) { return rule.starts_with("request="); });
    if (request && !described.request) {
      bad_input("REQ asks who asked for protection, and the .rda does not say",
                "mark their variable with <REQUEST>");
    }
  }
}

TabulateRequest tabulation(const BatchPlan& plan, const std::vector<const PlannedTable*>& planned,
                           const BatchChecks& checks, const BatchMicrodata& microdata,
                           std::vector<std::string>& notes) {
  const tables::ArbSpecifyTable& first = planned.front()->specification;
  TabulateRequest request;
  for (const PlannedTable* one : planned) {
    std::vector<std::string> names;
    for (const std::string& name : one->specification.by) names.push_back('"' + name + '"');
    request.by.push_back(joined(names, ","));
  }
  if (!first.response.empty()) request.sums = {first.response};
  request.shadow = first.shadow == first.response ? "" : first.shadow;
  request.cost = cost_of(first);
  request.keep = checks.keep;
  request.records = microdata.records;
  request.described = microdata.specification_base;
  use_weights(request, checks, notes);
  std::vector<std::string> recoded;
  for (const PlannedTable* one : planned) {
    for (const AtLine<ArbRecode>& recode : one->recodes) {
      const std::string& variable = recode.action.variable;
      if (std::find(recoded.begin(), recoded.end(), variable) != recoded.end()) continue;
      recoded.push_back(variable);
      const std::string place = plan.at(recode.line);
      request.recodes.emplace_back(variable, at_place(place, [&] {
                                     return recode.action.path.empty()
                                                ? recode_to_level(request.described, recode.action, place)
                                                : tables::read_recode(recode.action.path);
                                   }));
    }
  }
  return request;
}

void append(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  notes.insert(notes.end(), more.begin(), more.end());
}

CellTable tabulated(const BatchPlan& plan, const std::vector<const PlannedTable*>& planned,
                    const BatchChecks& checks, const BatchMicrodata& microdata, const Run& run,
                    std::vector<std::string>& notes) {
  return at_place(plan.at(planned.front()->line), [&] {
    TabulateResult made = tabulate(tabulation(plan, planned, checks, microdata, notes), run);
    append(notes, made.notes);
    return std::move(made.table);
  });
}

// The table of the file must be the one that <SPECIFYTABLE> names.
CellTable read_table(const BatchPlan& plan, const BatchSession& session, const PlannedTable& planned,
                     const Run& run, std::vector<std::string>& notes) {
  const BatchSource& source = session.sources[planned.source];
  CellTable table = at_place(plan.at(source.line), [&] {
    return tables::read_cell_table(source.data, {.format = "tab", .metadata = source.metadata}, run, &notes);
  });
  return at_place(plan.at(planned.line), [&] {
    std::vector<std::string> has;
    for (const tables::Dimension& dimension : table.dimensions) has.push_back(dimension.name);
    std::vector<std::string> wanted = planned.specification.by;
    const std::string names = quoted_names(has);
    std::sort(has.begin(), has.end());
    std::sort(wanted.begin(), wanted.end());
    if (has != wanted) {
      bad_input("the table crosses other variables than " + source.data + " has",
                "name all of " + names + ": margins of a table are in it already");
    }
    const tables::Response& response = table.responses.front();
    const bool same = planned.specification.response.empty()
                          ? response.counts
                          : response.name == planned.specification.response;
    if (!same) {
      bad_input("the response of " + source.data + " is '" + response.name + "'",
                response.counts ? "write <freq>, or its name" : "write its name in <SPECIFYTABLE>");
    }
    return std::move(table);
  });
}

// What a-priori files say of one of the tables, applied to its cells in the whole table.
void lay_over(CellTable& whole, const PlannedTable& planned, const BatchPlan& plan,
              std::vector<std::string>& notes) {
  for (const AtLine<ArbApriori>& apriori : planned.apriori) {
    const tables::AprioriOptions options{apriori.action.separator, apriori.action.ignore_errors, &notes};
    at_place(plan.at(apriori.line), [&] {
      if (whole.views.size() == 1) {
        tables::apply_apriori(whole, apriori.action.path, options);
        return;
      }
      tables::ViewTable view = tables::table_of_view(whole, view_of(whole, planned.specification.by));
      tables::apply_apriori(view.table, apriori.action.path, options);
      for (std::size_t cell = 0; cell < view.cells.size(); ++cell) {
        whole.cells[view.cells[cell]] = view.table.cells[cell];
      }
    });
  }
}

}  // namespace

BatchMicrodata read_batch_microdata(const BatchPlan& plan, const BatchSession& session, const Run& run) {
  const BatchSource& source = session.sources.front();
  if (!source.microdata) return {};
  return at_place(plan.at(source.line),
                  [&] { return tables::read_argus_microdata(source.data, source.metadata, run); });
}

std::size_t view_of(const CellTable& table, const std::vector<std::string>& by) {
  for (std::size_t view = 0; view < table.views.size(); ++view) {
    std::vector<std::string> names;
    for (const std::size_t d : table.views[view].dimensions) names.push_back(table.dimensions[d].name);
    if (names == by) return view;
  }
  throw Error(ErrorCode::internal, "no view crosses " + quoted_names(by));
}

CellTable make_batch_table(const BatchPlan& plan, const BatchSession& session,
                           const BatchMicrodata& microdata, std::size_t number, const Run& run,
                           std::vector<std::string>& notes) {
  const std::vector<const PlannedTable*> planned = chosen(session, number);
  const PlannedTable& first = *planned.front();
  const bool from_records = session.sources.front().microdata;
  BatchChecks checks = batch_checks(plan, first);
  if (from_records) {
    at_place(plan.at(first.rules.line), [&] { check_described(checks, microdata.specification_base); });
  }
  CellTable table = from_records ? tabulated(plan, planned, checks, microdata, run, notes)
                                 : read_table(plan, session, first, run, notes);
  if (!from_records && checks.weighted) notes.emplace_back("WGT has no meaning for a table that is read");
  if (!from_records && checks.missing_safe) {
    notes.emplace_back("MIS has no meaning for a table that is read: its statuses say what is safe");
  }
  at_place(plan.at(first.rules.line), [&] {
    for (CheckRequest& request : checks.checks) {
      request.table = std::move(table);
      CheckResult made = check(std::move(request), run);
      table = std::move(made.checked.table);
      append(notes, made.checked.notes);
      append(notes, made.notes);
    }
  });
  if (from_records && checks.missing_safe) tables::exempt_code(table, tables::missing_code);
  for (const PlannedTable* one : planned) lay_over(table, *one, plan, notes);
  if (checks.marked) tables::set_marked_levels(table, *checks.marked);
  return table;
}

}  // namespace sfumato::jobs
