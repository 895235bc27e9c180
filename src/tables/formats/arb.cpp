// Each command has a function that takes its arguments. The syntax is that of the tau-Argus 4.2 manual,
// section 5.7; where the program itself takes more than the manual says, so do we.
#include "tables/formats/arb.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/arb_arguments.hpp"
#include "tables/formats/argus_fields.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 22;
constexpr std::size_t most_tables = 1000;

// How many numbers a rule or a method takes.
struct Arity {
  std::string_view name;
  std::size_t fewest, most;
  std::string_view example;
};

constexpr std::array<Arity, 8> rule_arities = {{{"P", 1, 3, "P(15,1)"},
                                                {"NK", 2, 2, "NK(2,85)"},
                                                {"FREQ", 2, 2, "FREQ(3,30)"},
                                                {"REQ", 3, 4, "REQ(50,25,0,10)"},
                                                {"ZERO", 1, 1, "ZERO(20)"},
                                                {"MIS", 1, 1, "MIS(0)"},
                                                {"WGT", 1, 1, "WGT(1)"},
                                                {"MAN", 1, 1, "MAN(20)"}}};

// Without the number of the table.
constexpr std::array<Arity, 6> method_arities = {{{"GH", 0, 3, "GH(1,75,1)"},
                                                  {"MOD", 0, 5, "MOD(1,5,1,1,1)"},
                                                  {"OPT", 0, 1, "OPT(1,10)"},
                                                  {"NET", 0, 0, "NET(1)"},
                                                  {"RND", 1, 6, "RND(1,5,0,10,0,3)"},
                                                  {"CTA", 0, 0, "CTA(1)"}}};

constexpr std::array<std::string_view, 9> known_options = {"HL", "SO", "AR", "HI", "AS",
                                                           "SE", "FL", "QU", "TR"};

template <std::size_t size>
const Arity* find_arity(const std::array<Arity, size>& known, const std::string& name) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Arity& one) { return one.name == name; });
  return found == known.end() ? nullptr : &*found;
}

template <std::size_t size>
std::string arity_names(const std::array<Arity, size>& known) {
  std::string names;
  for (const Arity& one : known) names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

// "the 2 numbers of NK", "from 1 to 3 numbers".
void check_arity(const ArbArguments& arguments, const Arity& arity, std::size_t count) {
  if (count >= arity.fewest && count <= arity.most) return;
  arguments.fail(std::string(arity.name) + " has " + std::to_string(count) +
                     (count == 1 ? " number" : " numbers") +
                     (count < arity.fewest ? ", which is too few" : ", which is too many"),
                 "write it as " + std::string(arity.example));
}

std::string take_path(ArbArguments& arguments) {
  std::string path = arguments.text("the name of the file");
  arguments.expect_end();
  return path;
}

bool take_flag(ArbArguments& arguments, const std::string& what) { return arguments.whole(what, 1) == 1; }

ArbAction take_open_microdata(ArbArguments& arguments) { return ArbOpenData{true, take_path(arguments)}; }
ArbAction take_open_table_data(ArbArguments& arguments) { return ArbOpenData{false, take_path(arguments)}; }
ArbAction take_open_metadata(ArbArguments& arguments) { return ArbOpenMetadata{take_path(arguments)}; }
ArbAction take_logbook(ArbArguments& arguments) { return ArbLogbook{take_path(arguments)}; }
ArbAction take_version_info(ArbArguments& arguments) { return ArbVersionInfo{take_path(arguments)}; }

ArbAction take_specify_table(ArbArguments& arguments) {
  ArbSpecifyTable table;
  do {
    table.by.push_back(arguments.quoted_text("the name of a spanning variable"));
  } while (!arguments.at_end() && !arguments.at('|'));
  arguments.expect('|');
  const std::string response = arguments.text("the response (a variable or <freq>)");
  if (upper_case(response) != "<FREQ>") table.response = response;
  if (arguments.take('|')) table.shadow = arguments.at_end() ? "" : arguments.optional_text();
  if (arguments.take('|')) table.cost = arguments.at_end() ? "" : arguments.optional_text();
  if (arguments.take('|') || arguments.take(',')) {
    if (!arguments.at_end()) table.lambda = arguments.number("lambda");
  }
  arguments.expect_end();
  return table;
}

ArbRule take_rule(ArbArguments& arguments) {
  const std::string typed = arguments.text("the name of a rule");
  ArbRule rule{upper_case(typed), {}};
  const Arity* arity = find_arity(rule_arities, rule.name);
  if (arity == nullptr) {
    arguments.fail("there is no rule " + io::quoted(typed), "the rules are " + arity_names(rule_arities));
  }
  arguments.expect('(');
  do {
    rule.numbers.push_back(arguments.number("a number of " + rule.name));
  } while (arguments.take(','));
  arguments.expect(')');
  check_arity(arguments, *arity, rule.numbers.size());
  const bool choice = rule.name == "MIS" || rule.name == "WGT";
  if (choice && rule.numbers[0] != Decimal() && rule.numbers[0] != Decimal::whole(1)) {
    arguments.fail(rule.name + " is " + rule.numbers[0].text() + ", and must be 0 or 1");
  }
  return rule;
}

ArbAction take_safety_rules(ArbArguments& arguments) {
  ArbSafetyRule result;
  while (!arguments.at_end()) {
    result.rules.push_back(take_rule(arguments));
    if (arguments.at_end()) break;
    arguments.expect('|');
  }
  return result;
}

ArbAction take_read_microdata(ArbArguments& arguments) {
  arguments.expect_end();
  return ArbRead{true, false};
}

ArbAction take_read_table(ArbArguments& arguments) {
  ArbRead read{false, false};
  if (!arguments.at_end()) read.totals = take_flag(arguments, "whether totals are computed");
  arguments.expect_end();
  return read;
}

std::size_t take_table(ArbArguments& arguments) {
  const std::size_t number = arguments.whole("the number of the table", most_tables);
  if (number == 0) arguments.fail("the number of the table is 0, and tables are numbered from 1");
  return number;
}

ArbAction take_apriori(ArbArguments& arguments) {
  ArbApriori result;
  result.path = arguments.text("the name of the file");
  arguments.expect(',');
  result.table = take_table(arguments);
  if (arguments.take(',')) {
    // A separator may be a tab, which is a blank elsewhere.
    const std::string separator = arguments.at('"') ? arguments.optional_text() : "";
    if (separator.size() > 1 || separator == "\"") {
      arguments.fail("the separator " + io::quoted(separator) + " is not a single character",
                     "write \",\" or \";\"");
    }
    if (!separator.empty()) result.separator = separator[0];
  }
  if (arguments.take(',')) result.ignore_errors = take_flag(arguments, "whether errors are ignored");
  if (arguments.take(','))
    result.expand_trivial = take_flag(arguments, "whether trivial levels are expanded");
  arguments.expect_end();
  return result;
}

ArbAction take_recode(ArbArguments& arguments) {
  ArbRecode result;
  result.table = take_table(arguments);
  arguments.expect(',');
  result.variable = arguments.text("the name of the variable");
  arguments.expect(',');
  if (arguments.at('"')) {
    result.path = arguments.text("the name of the .grc file");
  } else {
    result.level = arguments.whole("the level (a file stands in double quotes)", 100);
    if (result.level == 0) {
      arguments.fail("level 0 leaves the total alone", "leave the variable out of <SPECIFYTABLE> instead");
    }
  }
  arguments.expect_end();
  return result;
}

ArbAction take_suppress(ArbArguments& arguments) {
  const std::string typed = arguments.text("the method");
  ArbSuppress result{upper_case(typed), 0, {}};
  const Arity* arity = find_arity(method_arities, result.method);
  if (result.method == "UWE" || result.method == "CKM") {
    arguments.fail(
        "the method " + result.method + " is not supported",
        result.method == "UWE" ? "use OPT(1) or MOD(1)" : "use 'sfumato table protect perturb' on the table");
  }
  if (arity == nullptr) {
    arguments.fail("there is no method " + io::quoted(typed),
                   "the methods are " + arity_names(method_arities));
  }
  arguments.expect('(');
  result.table = arguments.whole("the number of the table", most_tables);
  while (arguments.take(',')) result.numbers.push_back(arguments.number("a number of " + result.method));
  arguments.expect(')');
  arguments.expect_end();
  check_arity(arguments, *arity, result.numbers.size());
  return result;
}

// "AS+SE-": two letters and a sign each.
std::map<std::string, bool> parse_options(const ArbArguments& arguments, const std::string& typed) {
  std::map<std::string, bool> options;
  std::string packed;
  for (const char letter : upper_case(typed)) {
    if (letter != ' ' && letter != '\t') packed += letter;
  }
  for (std::size_t at = 0; at < packed.size(); at += 3) {
    const std::string name = packed.substr(at, 2);
    const char sign = at + 2 < packed.size() ? packed[at + 2] : ' ';
    const bool known = std::find(known_options.begin(), known_options.end(), name) != known_options.end();
    if (!known || (sign != '+' && sign != '-')) {
      arguments.fail(
          "the options " + io::quoted(typed) + " cannot be understood at " + io::quoted(packed.substr(at)),
          "write each as two letters and a sign: AS, SE, FL, QU, HL, SO, AR, HI or TR, then + or -");
    }
    options[name] = sign == '+';
  }
  return options;
}

ArbAction take_write_table(ArbArguments& arguments) {
  ArbWriteTable result;
  arguments.expect('(');
  result.table = take_table(arguments);
  arguments.expect(',');
  result.type = static_cast<int>(arguments.whole("the type of the file", 99));
  if (result.type < 1 || result.type > 6) {
    arguments.fail("there is no type " + std::to_string(result.type),
                   "the types are 1 (CSV), 2 (pivot), 3 (code-value), 4 (SBS), 5 (intermediate) and 6 (JJ); "
                   "7, perturbed counts, is made by 'sfumato table protect perturb'");
  }
  arguments.expect(',');
  if (!arguments.at(',')) result.options = parse_options(arguments, arguments.optional_text());
  arguments.expect(',');
  result.path = arguments.text("the name of the file");
  arguments.expect(')');
  arguments.expect_end();
  return result;
}

ArbAction take_clear(ArbArguments& arguments) {
  arguments.expect_end();
  return ArbClear{};
}

ArbAction take_interactive(ArbArguments&) {
  return ArbIgnored{"<GOINTERACTIVE> is ignored: there is no window to go on in"};
}

ArbAction take_solver(ArbArguments&) { return ArbIgnored{"<SOLVER> is ignored: HiGHS is used"}; }

ArbAction take_silent(ArbArguments&) {
  return ArbIgnored{"<SILENT> is ignored: the commands need no window"};
}

struct CommandSyntax {
  std::string_view name;
  ArbAction (*take)(ArbArguments& arguments);
  std::string_view example;  // of the arguments
};

constexpr std::array<CommandSyntax, 18> command_syntaxes = {{
    {"OPENMICRODATA", take_open_microdata, "\"records.asc\""},
    {"OPENTABLEDATA", take_open_table_data, "\"table.tab\""},
    {"OPENMETADATA", take_open_metadata, "\"records.rda\""},
    {"SPECIFYTABLE", take_specify_table, "\"region\"\"sector\"|\"turnover\"||"},
    {"SAFETYRULE", take_safety_rules, "P(15,1)|FREQ(3,30)"},
    {"READMICRODATA", take_read_microdata, ""},
    {"READTABLE", take_read_table, ""},
    {"APRIORI", take_apriori, "\"wishes.hst\",1,\",\",0,0"},
    {"APRIORY", take_apriori, "\"wishes.hst\",1,\",\",0,0"},
    {"RECODE", take_recode, "1,\"region\",\"region.grc\""},
    {"SUPPRESS", take_suppress, "MOD(1,5,1,1,1)"},
    {"WRITETABLE", take_write_table, "(1,3,AS-,\"table.txt\")"},
    {"CLEAR", take_clear, ""},
    {"GOINTERACTIVE", take_interactive, ""},
    {"SOLVER", take_solver, "FREE"},
    {"SILENT", take_silent, ""},
    {"LOGBOOK", take_logbook, "\"job.log\""},
    {"VERSIONINFO", take_version_info, "\"version.txt\""},
}};

const CommandSyntax& command_named(const std::string& typed, const TextLines& lines) {
  const std::string upper = upper_case(typed);
  const auto found = std::find_if(command_syntaxes.begin(), command_syntaxes.end(),
                                  [&](const CommandSyntax& one) { return one.name == upper; });
  if (found != command_syntaxes.end()) return *found;
  std::vector<std::string> names;
  for (const CommandSyntax& one : command_syntaxes) names.emplace_back(one.name);
  const std::string near = suggestion(upper, names);
  lines.fail("there is no command <" + io::shown(typed) + ">",
             near.empty() ? "docs/batch-files.md lists the commands" : near);
}

ArbStep step_of(std::string_view line, const TextLines& lines) {
  const std::size_t close = line.find('>');
  if (!line.starts_with('<') || close == std::string_view::npos) {
    lines.fail(io::quoted(line) + " is not a command",
               "begin the line with a command such as <OPENMICRODATA>, or with // for a comment");
  }
  const CommandSyntax& syntax = command_named(std::string(io::trimmed(line.substr(1, close - 1))), lines);
  std::string usage = "write <" + std::string(syntax.name) + ">";
  if (!syntax.example.empty()) usage += " " + std::string(syntax.example);
  ArbArguments arguments(line.substr(close + 1), lines, usage);
  return {lines.number(), std::string(line), syntax.take(arguments)};
}

}  // namespace

std::vector<ArbStep> parse_arb(std::string_view text, const std::string& source) {
  io::require_utf8(text, source);
  TextLines lines(text, source, most_bytes);
  std::vector<ArbStep> steps;
  while (const std::optional<std::string_view> next = lines.next()) {
    std::string_view line = io::trimmed(*next);
    while (line.ends_with('\r')) line = io::trimmed(line.substr(0, line.size() - 1));
    if (line.empty() || line.starts_with("//") || line.starts_with("\\\\")) continue;
    steps.push_back(step_of(line, lines));
  }
  if (steps.empty()) bad_input(source + " has no command", "begin with <OPENMICRODATA> or <OPENTABLEDATA>");
  return steps;
}

std::vector<ArbStep> read_arb(const std::string& path) { return parse_arb(io::read_text_file(path), path); }

}  // namespace sfumato::tables
