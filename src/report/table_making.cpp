#include "report/table_making.hpp"

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "core/version.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::report {
namespace {

using tables::CellTable;

// A word that a shell would split is quoted.
std::string word(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_of(" '\"\\$`&|;<>()*?#~\t\n") == std::string::npos;
  if (plain) return text;
  std::string quoted = "'";
  for (const char letter : text) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

void add_parameter(std::string& command, const std::string& name, const Value& value) {
  if (value.is_null()) return;
  const std::string flag = " ‹" + name + "›";
  if (value.is_bool()) {
    if (value.as_bool()) command += flag;
    return;
  }
  if (!value.is_array()) {
    const std::string text = to_text(value);
    if (!text.empty()) command += flag + " " + word(text);
    return;
  }
  for (const Value& one : value.as_array()) command += flag + " " + word(to_text(one));
}

std::size_t cells_of_rule(const CellTable& table, std::size_t rule) {
  std::size_t cells = 0;
  for (const std::uint64_t hits : table.hits) cells += hits >> rule & 1U;
  return cells;
}

// "n = 1, k = 85", from the rule as typed.
std::string numbers_of(const tables::Rule& rule) {
  std::string text;
  std::string_view rest = rule.text;
  const std::size_t equals = rest.find('=');
  if (equals == std::string_view::npos) return "none";
  rest.remove_prefix(equals + 1);
  for (const ParamInfo& param : rule.type->params) {
    if (rest.empty()) break;
    const std::size_t comma = rest.find(',');
    text += (text.empty() ? "" : ", ") + param.name + " = " + std::string(rest.substr(0, comma));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return text;
}

Value rules_value(const CellTable& table) {
  Value list = Value::array();
  for (std::size_t r = 0; r < table.rules.size() && r < 64; ++r) {
    const tables::Rule rule = tables::parse_rule(table.rules[r]);
    Value one = Value::object();
    list.push(one.set("rule", table.rules[r])
                  .set("title", rule.type->info.title)
                  .set("parameters", numbers_of(rule))
                  .set("meaning", rule.type->info.summary)
                  .set("cells", cells_of_rule(table, r)));
  }
  return list;
}

Block rules_block(const CellTable& table) {
  TableBlock block{{{"rule"}, {"parameters"}, {"which cells are sensitive"}, {"cells", Align::right}}, {}};
  for (std::size_t r = 0; r < table.rules.size() && r < 64; ++r) {
    const tables::Rule rule = tables::parse_rule(table.rules[r]);
    block.rows.push_back(
        {table.rules[r], numbers_of(rule), rule.type->info.summary, std::to_string(cells_of_rule(table, r))});
  }
  if (block.rows.empty()) {
    return Paragraph{"None: the table has its own sensitive cells and protection levels."};
  }
  return block;
}

}  // namespace

std::string table_compare_parameters(const ParamValues& given, const std::string& ptable_source) {
  const auto& list = param_list<jobs::TableCompareRequest>();
  std::string command;
  for (const auto& [name, value] : resolve_params(list.infos(), given, "table-compare")) {
    if (name == "ptable") {
      if (!ptable_source.empty()) add_parameter(command, name, Value(ptable_source));
      continue;
    }
    add_parameter(command, name, value);
  }
  return command.empty() ? command : command.substr(1);
}

std::vector<std::string> attacker_words(const CellTable& table, const jobs::TableCompareRequest& request) {
  std::vector<std::string> words{
      "The attacker knows all that is published, how the table adds up, which protection was used and with "
      "which parameters, and the bounds of cells that the table gives; other cells are known to be 0 or "
      "more."};
  if (request.prior) {
    words.push_back("Before publication the attacker knows each cell within " + shortest(*request.prior) +
                    " % of its value.");
  }
  if (request.ignore_singletons) {
    words.emplace_back("Contributors who know their own cells were not taken into account.");
  } else if (table.contributors.empty()) {
    words.emplace_back(
        "Contributors who know their own cells could not be taken into account: the table has none.");
  } else {
    words.emplace_back(
        "The only contributor to a cell knows its value, and attacks the other cells with it.");
  }
  if (request.whole) words.emplace_back("The attacker knows that counts are integers.");
  if (!tables::outside_of(table).empty()) {
    words.emplace_back(
        "For what a margin leaves outside a cell the attacker is an outsider who knows that counts are "
        "integers.");
  }
  return words;
}

std::vector<Block> table_making_blocks(const TableComparison& comparison) {
  const TableMaking& making = comparison.making;
  std::vector<Block> blocks;
  if (making.attacker.empty()) return blocks;
  KeyValues list{{{"program", "sfumato " + std::string(program_version())},
                  {"date", comparison.made_on.empty() ? "not recorded" : comparison.made_on},
                  {"command", making.command.empty() ? "not recorded" : making.command}}};
  if (!making.parameters.empty()) list.entries.emplace_back("all parameters", making.parameters);
  blocks.emplace_back(std::move(list));
  blocks.emplace_back(Heading{"Rules", 3});
  blocks.push_back(rules_block(comparison.original));
  blocks.emplace_back(Heading{"The attacker", 3});
  for (const std::string& sentence : making.attacker) blocks.emplace_back(Paragraph{sentence});
  TableBlock files{{{"file"}, {"what it is"}, {"SHA-256"}}, {}};
  for (const jobs::ProvenanceFile& file : making.files) {
    files.rows.push_back({file.path, file.what, file.fingerprint()});
  }
  if (!files.rows.empty()) {
    blocks.emplace_back(Heading{"Files and their fingerprints", 3});
    blocks.emplace_back(std::move(files));
  }
  return blocks;
}

Value table_making_value(const TableComparison& comparison) {
  const TableMaking& making = comparison.making;
  if (making.attacker.empty()) return {};
  Value files = Value::array();
  for (const jobs::ProvenanceFile& file : making.files) {
    Value one = Value::object();
    files.push(one.set("what", file.what)
                   .set("path", file.path)
                   .set("sha256", file.sha256.empty() ? Value() : Value(file.sha256)));
  }
  Value value = Value::object();
  return value.set("program", "sfumato")
      .set("version", std::string(program_version()))
      .set("date", comparison.made_on.empty() ? Value() : Value(comparison.made_on))
      .set("command", making.command.empty() ? Value() : Value(making.command))
      .set("parameters", making.parameters.empty() ? Value() : Value(making.parameters))
      .set("rules", rules_value(comparison.original))
      .set("attacker", Value::array_of(making.attacker))
      .set("files", std::move(files));
}

}  // namespace sfumato::report
