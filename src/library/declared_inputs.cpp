// Declarations go the way of those in sidecars; hierarchies are taken out first, because a sidecar names
// files.
#include "library/declared_inputs.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/value_rows.hpp"
#include "io/declared_kind.hpp"
#include "io/sidecar.hpp"
#include "io/utf8.hpp"
#include "release/named_table.hpp"

namespace sfumato::library {
namespace {

using Trees = std::map<std::string, std::shared_ptr<const Hierarchy>>;

std::vector<std::vector<std::string>> listed_rows(const Value& rows, const std::string& where) {
  const std::string hint =
      R"(such as "hierarchy": [["Lyon", "France", "Europe"], ["Bonn", "Germany", "Europe"]])";
  std::vector<std::vector<std::string>> result;
  for (const Value& row : rows.as_array()) {
    if (!row.is_array() || row.as_array().empty())
      bad_input(where + ": a hierarchy has a list of texts in each row", hint);
    std::vector<std::string>& texts = result.emplace_back();
    for (const Value& text : row.as_array()) {
      if (!text.is_text()) bad_input(where + ": a hierarchy has a list of texts in each row", hint);
      texts.push_back(text.as_text());
    }
  }
  if (result.empty()) bad_input(where + ": the hierarchy is empty", hint);
  return result;
}

std::vector<std::vector<std::string>> table_rows(const Table& table) {
  std::vector<std::vector<std::string>> rows(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (ColumnId id = 0; id < table.column_count(); ++id) rows[row].push_back(table.column(id).text(row));
  }
  return rows;
}

const Table& input_named(const NamedTables& tables, const std::string& name, const std::string& where) {
  for (const auto& [known, table] : tables) {
    if (known == name) return table;
  }
  bad_input(where + ": the hierarchy '" + io::shown(name) + "' is not an input of the request",
            "give its rows as an input of that name, or list them here");
}

// Its leaves are the values of the column, which a release does not list.
std::shared_ptr<const Hierarchy> built_tree(const Column& column, const Value& specification,
                                            const std::string& where) {
  Hierarchy tree =
      with_rows_of(column, [&] { return release::built_hierarchy(specification, column, where); });
  return std::make_shared<const Hierarchy>(std::move(tree));
}

// The declarations without hierarchies; these go to `trees`, or to `specifications` where they are to be
// built for the values of their columns.
Value without_trees(const Value& columns, const NamedTables& tables, const std::string& source, Trees& trees,
                    std::map<std::string, Value>& specifications) {
  if (!columns.is_object())
    bad_input(source + " must be an object", R"(such as {"age": {"role": "quasi-identifier"}})");
  Value result = Value::object();
  for (const auto& [name, declared] : columns.as_object()) {
    const Value* given = declared.find("hierarchy");
    if (given == nullptr) {
      result.set(name, declared);
      continue;
    }
    const std::string where = source + ", column '" + io::shown(name) + "'";
    if (!given->is_array() && !given->is_text() && !given->is_object()) {
      bad_input(where + ": a hierarchy is a list of rows, the name of an input, or a specification");
    }
    if (given->is_object()) {
      specifications.emplace(name, *given);
    } else {
      trees[name] = std::make_shared<const Hierarchy>(
          given->is_array() ? listed_rows(*given, where)
                            : table_rows(input_named(tables, given->as_text(), where)),
          where);
    }
    Value rest = Value::object();
    for (const auto& [key, value] : declared.as_object()) {
      if (key != "hierarchy") rest.set(key, value);
    }
    result.set(name, std::move(rest));
  }
  return result;
}

void declare(Table& table, const Value& columns, const NamedTables& tables, const std::string& input) {
  const std::string source = "the schema of input '" + io::shown(input) + "'";
  Trees trees;
  std::map<std::string, Value> specifications;
  const Declarations declared =
      io::column_declarations(without_trees(columns, tables, source, trees, specifications), source);
  table = io::as_declared(std::move(table), declared, {}, "input '" + io::shown(input) + "'");
  io::require_numeric_domains(table.schema(), "input '" + io::shown(input) + "'");
  for (const auto& [name, specification] : specifications) {
    trees[name] = built_tree(table.column(table.require(name)), specification,
                             source + ", column '" + io::shown(name) + "'");
  }
  for (const auto& [name, tree] : trees) {
    const ColumnId id = table.require(name);
    ColumnInfo info = table.info(id);
    info.hierarchy = name;
    info.tree = tree;
    table.set_info(id, std::move(info));
  }
}

}  // namespace

void declare_inputs(NamedTables& tables, const Value& schema) {
  const NamedTables as_they_came = tables;
  for (const auto& [input, columns] : schema.as_object()) {
    bool found = false;
    for (auto& [name, table] : tables) {
      if (name != input) continue;
      found = true;
      declare(table, columns, as_they_came, input);
    }
    if (!found) {
      bad_input(
          "the request's \"schema\" is about '" + io::shown(input) + "', which is not one of its inputs",
          "name the input as \"inputs\" does");
    }
  }
}

}  // namespace sfumato::library
