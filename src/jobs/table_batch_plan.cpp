// The order of the commands is tau-Argus's own: data, metadata, tables with their rules, reading; then what
// is done with each table.
#include "jobs/table_batch_plan.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_metadata.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::jobs {
namespace {

namespace fs = std::filesystem;
using namespace tables;

enum class Stage { start, data, metadata, table, rules, read };

class Planner {
 public:
  Planner(std::vector<ArbStep> steps, const std::string& source, const std::string& folder)
      : folder_(folder) {
    plan_.source = source;
    plan_.steps = std::move(steps);
    plan_.inputs.push_back(source);
    plan_.sessions.emplace_back();
  }

  BatchPlan plan() {
    for (const ArbStep& step : plan_.steps) {
      line_ = step.line;
      std::visit([&](const auto& action) { take(action); }, step.action);
    }
    line_ = plan_.steps.back().line;
    if (stage_ != Stage::read && stage_ != Stage::start) {
      fail("the file ends before the data are read", "add <READMICRODATA> or <READTABLE>");
    }
    std::erase_if(plan_.sessions, [](const BatchSession& session) { return session.tables.empty(); });
    if (plan_.sessions.empty()) fail("no table is specified", "add <SPECIFYTABLE>");
    for (const BatchSession& session : plan_.sessions) {
      check_linked(session);
      note_unlinked(session);
    }
    check_outputs();
    return std::move(plan_);
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
    fail_at(line_, message, hint);
  }
  [[noreturn]] void fail_at(std::size_t line, const std::string& message, const std::string& hint) const {
    bad_input(plan_.at(line) + ": " + message, hint);
  }

  BatchSession& session() { return plan_.sessions.back(); }

  void require(bool right, const std::string& command, const std::string& hint) const {
    if (!right) fail(command + " does not belong here", hint);
  }

  std::string input(const std::string& named) {
    plan_.inputs.push_back(argus_file(plan_.source, plan_.at(line_), named));
    return plan_.inputs.back();
  }

  std::string output(const std::string& named) {
    std::string slashed = named;
    std::replace(slashed.begin(), slashed.end(), '\\', '/');
    const std::string name = slashed.substr(slashed.rfind('/') + 1);
    if (name.empty() || name == "-" || name == "." || name == "..") {
      fail("the file to write has no name in " + io::quoted(named), "write \"table.csv\"");
    }
    fs::path path = fs::path(folder_) / name;
    if (folder_.empty()) {
      const bool drive = slashed.size() > 1 && slashed[1] == ':' &&
                         std::isalpha(static_cast<unsigned char>(slashed[0])) != 0;
      if (drive) {
        fail(io::quoted(named) + " lies on a drive of another machine",
             "name a folder for what is written with ‹output›");
      }
      path = fs::path(plan_.source).parent_path() / slashed;
    }
    std::string result = path.lexically_normal().string();
    if (std::find(plan_.outputs.begin(), plan_.outputs.end(), result) != plan_.outputs.end()) {
      fail("'" + result + "' is written twice", "give each file a name of its own");
    }
    plan_.outputs.push_back(result);
    return result;
  }

  PlannedTable& table(std::size_t number, const std::string& command) {
    require(stage_ == Stage::read, command, "it comes after <READMICRODATA> or <READTABLE>");
    if (number > session().tables.size()) {
      fail("there is no table " + std::to_string(number),
           "tables are numbered in the order of <SPECIFYTABLE>; there are " +
               std::to_string(session().tables.size()));
    }
    return session().tables[number - 1];
  }

  void take(const ArbOpenData& action) {
    const bool further = stage_ == Stage::rules && !action.microdata && !session().sources[0].microdata;
    require(stage_ == Stage::start || further, action.microdata ? "<OPENMICRODATA>" : "<OPENTABLEDATA>",
            "write <CLEAR> before the data of another job");
    session().sources.push_back({line_, action.microdata, input(action.path), {}});
    stage_ = Stage::data;
  }

  void take(const ArbOpenMetadata& action) {
    require(stage_ == Stage::data, "<OPENMETADATA>",
            "it comes once after <OPENMICRODATA> or <OPENTABLEDATA>");
    BatchSource& source = session().sources.back();
    source.metadata = input(action.path);
    const ArgusMetadata described =
        read_argus_metadata(source.metadata, source.microdata ? ArgusUse::microdata : ArgusUse::table);
    for (const ArgusVariable& variable : described.variables) {
      if (variable.kind != ArgusKind::dimension) continue;
      for (const std::string& named : {variable.code_list, variable.hierarchy_file}) {
        if (!named.empty()) plan_.inputs.push_back(argus_file(described, variable, named));
      }
    }
    stage_ = Stage::metadata;
  }

  void take(const ArbSpecifyTable& action) {
    require(stage_ == Stage::metadata || stage_ == Stage::rules, "<SPECIFYTABLE>",
            "it comes after <OPENMETADATA>, or after the <SAFETYRULE> of the table before");
    const std::set<std::string> distinct(action.by.begin(), action.by.end());
    if (distinct.size() != action.by.size()) {
      fail("the table crosses a variable twice", "name each spanning variable once");
    }
    if (action.cost == "-3") {
      fail("the distance function (-3) is not supported as a cost",
           "use -1 (frequency), -2 (unity), a variable, or nothing for the response");
    }
    if (action.lambda && *action.lambda != Decimal::whole(1)) {
      fail("costs are not transformed by a lambda of " + action.lambda->text(),
           "leave lambda out, or use -2 (unity) for costs that are all alike");
    }
    PlannedTable planned;
    planned.number = session().tables.size() + 1;
    planned.line = line_;
    planned.source = session().sources.size() - 1;
    planned.specification = action;
    session().tables.push_back(std::move(planned));
    stage_ = Stage::table;
  }

  void take(const ArbSafetyRule& action) {
    require(stage_ == Stage::table, "<SAFETYRULE>", "it comes once after each <SPECIFYTABLE>");
    session().tables.back().rules = {line_, action};
    stage_ = Stage::rules;
  }

  void take(const ArbRead& action) {
    const std::string command = action.microdata ? "<READMICRODATA>" : "<READTABLE>";
    require(stage_ == Stage::rules, command, "it comes once after the <SAFETYRULE> of the last table");
    if (session().sources[0].microdata != action.microdata) {
      fail(command + " does not fit the data that were opened",
           action.microdata ? "use <READTABLE>" : "use <READMICRODATA>");
    }
    if (action.totals) {
      plan_.notes.push_back(plan_.at(line_) +
                            ": totals are read from the table and checked; none is computed");
    }
    session().reads.push_back({line_, action});
    stage_ = Stage::read;
  }

  void take(const ArbApriori& action) {
    PlannedTable& wanted = table(action.table, "<APRIORI>");
    require(wanted.suppress.empty() && session().linked.empty(), "<APRIORI>",
            "it comes before the <SUPPRESS> of its table");
    AtLine<ArbApriori> resolved{line_, action};
    resolved.action.path = input(action.path);
    if (action.expand_trivial) {
      plan_.notes.push_back(plan_.at(line_) +
                            ": trivial levels need no expansion, since cells that are equal are protected "
                            "together");
    }
    wanted.apriori.push_back(std::move(resolved));
  }

  void take(const ArbRecode& action) {
    PlannedTable& wanted = table(action.table, "<RECODE>");
    require(wanted.apriori.empty() && wanted.suppress.empty() && wanted.writes.empty() &&
                session().linked.empty(),
            "<RECODE>", "it comes before <APRIORI>, <SUPPRESS> and <WRITETABLE> of its table");
    if (!session().sources[0].microdata) {
      fail("a table that was read cannot be recoded", "recode the microdata, or write a coarser table");
    }
    const std::vector<std::string>& by = wanted.specification.by;
    if (std::find(by.begin(), by.end(), action.variable) == by.end()) {
      fail("table " + std::to_string(wanted.number) + " does not cross " + io::quoted(action.variable),
           "name one of its spanning variables");
    }
    AtLine<ArbRecode> resolved{line_, action};
    if (!action.path.empty()) resolved.action.path = input(action.path);
    wanted.recodes.push_back(std::move(resolved));
  }

  void take(const ArbSuppress& action) {
    if (action.table == 0) {
      require(stage_ == Stage::read, "<SUPPRESS>", "it comes after <READMICRODATA>");
      require(session().linked.empty(), "a second <SUPPRESS> of all tables", "keep one of them");
      for (const PlannedTable& one : session().tables) check_unprotected(one);
      session().linked.push_back({line_, action});
      return;
    }
    PlannedTable& wanted = table(action.table, "<SUPPRESS>");
    require(session().linked.empty(), "<SUPPRESS>", "all tables are protected together already");
    check_unprotected(wanted);
    wanted.suppress.push_back({line_, action});
  }

  void check_unprotected(const PlannedTable& one) const {
    const std::string name = "table " + std::to_string(one.number);
    if (!one.suppress.empty()) {
      fail(name + " is protected already", "to protect it in two ways, write a second <SPECIFYTABLE> for it");
    }
    if (!one.writes.empty()) {
      fail(name + " is written before it is protected", "move <WRITETABLE> after <SUPPRESS>");
    }
  }

  void take(const ArbWriteTable& action) {
    PlannedTable& wanted = table(action.table, "<WRITETABLE>");
    AtLine<ArbWriteTable> resolved{line_, action};
    resolved.action.path = output(action.path);
    for (const char* option : {"SO", "AR", "HI", "TR"}) {
      if (!action.option(option)) continue;
      plan_.notes.push_back(plan_.at(line_) + ": the option " + option +
                            "+ is ignored: the file has what its format holds");
    }
    wanted.writes.push_back(std::move(resolved));
  }

  void take(const ArbLogbook& action) {
    if (!plan_.logbook.empty()) fail("there is a logbook already", "keep one <LOGBOOK>");
    plan_.logbook = output(action.path);
  }

  void take(const ArbVersionInfo& action) {
    if (!plan_.version_info.empty()) fail("the version is written already", "keep one <VERSIONINFO>");
    plan_.version_info = output(action.path);
  }

  void take(const ArbClear&) {
    require(stage_ == Stage::read || stage_ == Stage::start, "<CLEAR>",
            "read the data of the tables before, or leave their commands out");
    if (stage_ == Stage::read) plan_.sessions.emplace_back();
    stage_ = Stage::start;
  }

  void take(const ArbIgnored& action) { plan_.notes.push_back(plan_.at(line_) + ": " + action.note); }

  // Linked tables are one specification with several tables: what they do not share cannot be linked.
  void check_linked(const BatchSession& linked_session) const {
    if (linked_session.linked.empty()) return;
    const AtLine<ArbSuppress>& linked = linked_session.linked.front();
    const auto refuse = [&](const std::string& message, const std::string& hint) {
      fail_at(linked.line, message, hint);
    };
    if (linked.action.method != "GH" && linked.action.method != "MOD") {
      refuse(linked.action.method + " cannot protect linked tables", "use MOD(0) or GH(0)");
    }
    if (!linked_session.sources[0].microdata) {
      refuse("linked tables must come from the same microdata",
             "open the microdata, or protect the tables one by one");
    }
    const PlannedTable& first = linked_session.tables.front();
    for (const PlannedTable& other : linked_session.tables) {
      const bool same = other.specification.response == first.specification.response &&
                        other.specification.shadow == first.specification.shadow &&
                        other.specification.cost == first.specification.cost;
      if (!same) {
        refuse(
            "table " + std::to_string(other.number) + " differs from table 1 in its response, shadow or cost",
            "linked tables share them");
      }
      if (!same_rules(first.rules.action, other.rules.action)) {
        refuse("table " + std::to_string(other.number) + " has other safety rules than table 1",
               "linked tables share their rules");
      }
      check_linked_recodes(linked_session, other);
    }
  }

  // Tables of one response share cells: what one publishes may give away what the other suppresses.
  void note_unlinked(const BatchSession& one) {
    if (!one.linked.empty()) return;
    for (const PlannedTable& table : one.tables) {
      const auto alike = [&](const PlannedTable& other) {
        return other.number < table.number && !other.writes.empty() && !table.writes.empty() &&
               other.specification.response == table.specification.response;
      };
      if (std::none_of(one.tables.begin(), one.tables.end(), alike)) continue;
      plan_.notes.push_back(
          plan_.at(table.line) + ": table " + std::to_string(table.number) +
          " and an earlier one show the same response and are audited one by one; what they "
          "tell together is known only of linked tables, such as by MOD(0)");
    }
  }

  static bool same_rules(const ArbSafetyRule& left, const ArbSafetyRule& right) {
    return std::equal(left.rules.begin(), left.rules.end(), right.rules.begin(), right.rules.end(),
                      [](const ArbRule& one, const ArbRule& other) {
                        return one.name == other.name && one.numbers == other.numbers;
                      });
  }

  void check_linked_recodes(const BatchSession& linked_session, const PlannedTable& recoded) const {
    for (const AtLine<ArbRecode>& recode : recoded.recodes) {
      for (const PlannedTable& other : linked_session.tables) {
        const std::vector<std::string>& by = other.specification.by;
        if (std::find(by.begin(), by.end(), recode.action.variable) == by.end()) continue;
        const bool same = std::any_of(other.recodes.begin(), other.recodes.end(), [&](const auto& one) {
          return one.action.variable == recode.action.variable && one.action.path == recode.action.path &&
                 one.action.level == recode.action.level;
        });
        if (same) continue;
        fail_at(recode.line,
                io::quoted(recode.action.variable) + " is not recoded alike in table " +
                    std::to_string(other.number),
                "linked tables share their codes: recode it in each table that crosses it");
      }
    }
  }

  void check_outputs() const {
    std::error_code ignored;
    if (!folder_.empty() && !fs::exists(folder_, ignored)) return;  // nothing there to overwrite
    for (const std::string& path : plan_.outputs) io::check_output_place(path, plan_.inputs);
  }

  BatchPlan plan_;
  std::string folder_;
  std::size_t line_ = 0;
  Stage stage_ = Stage::start;
};

}  // namespace

BatchPlan plan_batch(std::vector<ArbStep> steps, const std::string& source, const std::string& folder) {
  return Planner(std::move(steps), source, folder).plan();
}

}  // namespace sfumato::jobs
