#include "app/release_request.hpp"

#include <algorithm>
#include <filesystem>

#include "app/responses.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/hmac.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"
#include "jobs/assessment.hpp"
#include "jobs/file_release.hpp"
#include "report/mask_page.hpp"
#include "report/mask_report.hpp"
#include "report/signed_page.hpp"

namespace sfumato::app {
namespace {

namespace fs = std::filesystem;

// What is asked for, in names of the folder.
struct ReleasePlan {
  std::string data, name = "release", format = "csv";
  Value reading = Value::object(), schema = Value::object(), recipe = Value::object();
  std::vector<std::string> accept;
  bool for_public = false, map = false, replace = false, check = false;

  std::string output() const { return name + "." + format; }
  std::string file(const char* ending) const { return name + ending; }
};

std::string text_of(const Value& value, const std::string& name) {
  if (!value.is_text()) bad_param(name, "\"" + name + "\" must be a text");
  return value.as_text();
}

bool truth_of(const Value& value, const std::string& name) {
  if (!value.is_bool()) bad_param(name, "\"" + name + "\" must be true or false");
  return value.as_bool();
}

Value object_of(const Value& value, const std::string& name) {
  if (!value.is_object()) bad_param(name, "\"" + name + "\" must be an object");
  return value;
}

ReleasePlan release_plan(const AppRequest& request) {
  ReleasePlan plan;
  plan.schema = request.common.schema;
  for (const auto& [name, value] : request.members().as_object()) {
    if (name == "data") {
      plan.data = text_of(value, name);
    } else if (name == "name") {
      plan.name = text_of(value, name);
    } else if (name == "format") {
      plan.format = text_of(value, name);
    } else if (name == "reading") {
      plan.reading = object_of(value, name);
    } else if (name == "recipe") {
      plan.recipe = object_of(value, name);
    } else if (name == "accept" && value.is_array()) {
      for (const Value& id : value.as_array()) plan.accept.push_back(text_of(id, name));
    } else if (name == "public") {
      plan.for_public = truth_of(value, name);
    } else if (name == "map") {
      plan.map = truth_of(value, name);
    } else if (name == "replace") {
      plan.replace = truth_of(value, name);
    } else if (name == "check") {
      plan.check = truth_of(value, name);
    } else {
      bad_input("the member '" + io::shown(name) + "' of a release is not known, or has the wrong type");
    }
  }
  if (plan.data.empty())
    bad_param("data", "the request names no data file", R"(such as "data": "survey.csv")");
  return plan;
}

// The same for two draws of a random method, whose warnings differ in their numbers alone.
std::string warning_id(const Warning& warning) {
  std::string words;
  for (const char c : warning.text) {
    if ((c < '0' || c > '9') && c != '.' && c != ',') words += c;
  }
  return std::string(to_text(warning.grade)) + "-" + hexadecimal(sha256(words), 4);
}

Value warning_values(const Warnings& warnings, const std::vector<std::string>& accepted) {
  Value list = Value::array();
  for (const Warning& warning : warnings.worst_first()) {
    const std::string id = warning_id(warning);
    Value entry = Value::object();
    list.push(entry.set("id", id)
                  .set("grade", to_text(warning.grade))
                  .set("text", spelled(warning.text, ParameterSpelling::plain))
                  .set("accepted", std::find(accepted.begin(), accepted.end(), id) != accepted.end()));
  }
  return list;
}

// A release with a warning that stops it goes out only where that one was accepted.
void confirm(const Warnings& warnings, const std::vector<std::string>& accepted) {
  const bool stopped = std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
    return warning.grade == WarningGrade::stop &&
           std::find(accepted.begin(), accepted.end(), warning_id(warning)) == accepted.end();
  });
  if (!stopped) return;
  Failure failure(422, "refused", "the release has warnings that stop it, and nothing was written",
                  "change the release, or accept each of these warnings");
  failure.more.set("warnings", warning_values(warnings, accepted));
  throw failure;
}

std::string quoted_field(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

std::string hierarchy_csv(const Hierarchy& tree) {
  std::string text;
  for (const auto& row : tree.rows()) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + quoted_field(row[i]);
    text += "\n";
  }
  return text;
}

// The files that repeat the release: recipe, roles and hierarchies. Unless the release is made, they become
// what they were before.
class RepeatingFiles {
 public:
  RepeatingFiles(const ReleasePlan& plan, const JobContext& context) : plan_(plan), context_(context) {}
  RepeatingFiles(const RepeatingFiles&) = delete;
  RepeatingFiles& operator=(const RepeatingFiles&) = delete;
  ~RepeatingFiles() {
    std::error_code ignored;
    for (auto one = before_.rbegin(); one != before_.rend(); ++one) {
      try {
        one->second ? io::write_text_file(one->first, *one->second, io::owner_only)
                    : static_cast<void>(fs::remove(one->first, ignored));
      } catch (const Error&) {
        // The file stays as it is; the release says what failed.
      }
    }
  }

  std::string recipe() const { return context_.folder.place(plan_.file(".recipe.toml")); }
  std::string roles() const { return context_.folder.place(plan_.file(".roles.toml")); }

  void write(Table table) {
    const std::string folder = plan_.file(".hierarchies");
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      ColumnInfo info = table.info(id);
      info.hierarchy.clear();
      if (info.tree) {
        const std::string path = context_.folder.inside(folder);
        if (fs::is_symlink(path))
          bad_input("'" + folder + "' is a link", "choose another name for the release");
        if (fs::create_directory(path)) before_.emplace_back(path, std::nullopt);
        // Names of columns can be anything; those of files are numbers.
        const Value& specification = info.tree->specification();
        info.hierarchy = folder + "/" + std::to_string(id + 1) + (specification.is_null() ? ".csv" : ".toml");
        put(context_.folder.inside(info.hierarchy),
            specification.is_null() ? hierarchy_csv(*info.tree) : io::toml_text(specification));
      }
      table.set_info(id, std::move(info));
    }
    put(roles(), io::sidecar_text(table, {}));
    put(recipe(), io::toml_text(plan_.recipe));
  }
  void keep() { before_.clear(); }

 private:
  void put(const std::string& path, const std::string& text) {
    const bool exists = fs::is_regular_file(fs::symlink_status(path));
    before_.emplace_back(path, exists ? std::optional(io::read_text_file(path)) : std::nullopt);
    io::write_text_file(path, text, io::owner_only);
  }

  const ReleasePlan& plan_;
  const JobContext& context_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;  // paths and texts; none: no file
};

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789-_./,:=%+@") == std::string::npos;
  if (plain) return word;
  std::string result = "'";
  for (const char letter : word) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

// As it is typed in the folder. The seed undoes a release, so that reports do not have it.
std::string command_line(const ReleasePlan& plan, const AppRequest& request, bool with_seed) {
  std::vector<std::string> words{"mask",    "--recipe",   plan.file(".recipe.toml"),
                                 plan.data, "--roles",    plan.file(".roles.toml"),
                                 "-o",      plan.output()};
  for (const auto& [name, value] : plan.reading.as_object()) {
    if (value.is_null() || name == "sidecar") continue;
    std::string text = value.is_array() ? "" : value.as_text();
    for (const Value& one : value.is_array() ? value.as_array() : Value::Array{}) {
      const bool comma = one.as_text().find(',') != std::string::npos;
      text += (text.empty() ? "" : ",") + (comma ? "\"" + one.as_text() + "\"" : one.as_text());
    }
    // A value that begins like an option stands behind an equals sign.
    if (text.starts_with('-')) {
      words.push_back("--" + name + "=" + text);
    } else {
      words.insert(words.end(), {"--" + name, text});
    }
  }
  if (plan.for_public) words.emplace_back("--public");
  if (plan.map) words.insert(words.end(), {"--map", plan.file(".map.csv")});
  if (request.common.report) words.insert(words.end(), {"--report", plan.file(".html")});
  if (request.common.seed) {
    words.insert(words.end(), {"--seed", with_seed ? std::to_string(*request.common.seed) : "SEED"});
  }
  std::string text = "sfumato";
  for (const std::string& word : words) text += " " + shell_word(word);
  return text;
}

std::vector<std::string> planned_files(const ReleasePlan& plan, bool report) {
  std::vector<std::string> names{plan.output(), io::sidecar_path(plan.output()), plan.file(".recipe.toml"),
                                 plan.file(".roles.toml")};
  if (plan.map) names.push_back(plan.file(".map.csv"));
  if (report) names.push_back(plan.file(".html"));
  return names;
}

void require_free_names(const ReleasePlan& plan, const JobContext& context, bool report) {
  for (const std::string& name : planned_files(plan, report)) {
    static_cast<void>(context.folder.place(name));
    if (plan.replace || !context.folder.exists(name)) continue;
    Failure failure(409, "conflict", "a file '" + io::shown(name) + "' exists",
                    "choose another name for the release, or replace its files");
    failure.more.set("parameter", "name");
    throw failure;
  }
}

jobs::FileRelease file_release(const ReleasePlan& plan, const AppRequest& request, const JobContext& context,
                               const RepeatingFiles& files) {
  jobs::FileRelease wanted{.mask = {},
                           .data = context.folder.existing(plan.data),
                           .reading = reading_options(plan.reading),
                           .output = context.folder.place(plan.output())};
  wanted.mask.recipe = io::parse_toml(io::read_text_file(files.recipe()), files.recipe());
  wanted.mask.recipe_name = files.recipe();
  wanted.mask.for_public = plan.for_public;
  wanted.mask.confirm = [accept = plan.accept](const Warnings& warnings) { confirm(warnings, accept); };
  wanted.reading.roles = files.roles();
  wanted.recipe_path = files.recipe();
  wanted.force = plan.replace;
  if (plan.map) wanted.map = context.folder.place(plan.file(".map.csv"));
  if (request.common.report) wanted.report = context.folder.place(plan.file(".html"));
  return wanted;
}

// What the release consists of, and what of it may leave.
Value file_values(const ReleasePlan& plan, const std::vector<std::string>& data, bool report,
                  bool hierarchies) {
  Value list = Value::array();
  const auto add = [&](const std::string& name, const char* what, bool may_leave) {
    Value entry = Value::object();
    list.push(entry.set("name", name).set("what", what).set("public", may_leave));
  };
  for (const std::string& path : data) {
    const std::string name = fs::path(path).filename().string();
    add(name, "the released data", true);
    add(io::sidecar_path(name), "what its columns mean and how it was made", true);
  }
  if (report) add(plan.file(".html"), "the report to sign", false);
  if (plan.map) add(plan.file(".map.csv"), "the map of records: keep it secret", false);
  add(plan.file(".recipe.toml"), "the recipe", false);
  add(plan.file(".roles.toml"), "the roles of the original's columns", false);
  if (hierarchies) add(plan.file(".hierarchies"), "the hierarchies of the original's columns", false);
  return list;
}

// The checklist alone, in memory.
AppOutcome checked_release(const ReleasePlan& plan, const AppRequest& request, const JobContext& context,
                           const Table& table, const Run& run) {
  jobs::MaskRequest wanted;
  wanted.recipe = plan.recipe;
  wanted.for_public = plan.for_public;
  wanted.original = {{.table = table, .sidecar = {}, .missing_token = {}}, plan.data};
  const Run closed = run.without_files();
  const jobs::MaskResult result = jobs::mask(wanted, release::TableDestination(), closed);
  AppOutcome outcome = with_report(report::mask_report(result));
  outcome.report.document.set("command", command_line(plan, request, true))
      .set("checklist", warning_values(result.warnings, plan.accept))
      .set("files", Value::array());
  for (const std::string& name : planned_files(plan, request.common.report)) {
    if (context.folder.exists(name)) outcome.report.document.set("exists", true);
  }
  outcome.outputs = result.delivery.tables;
  if (request.common.report) {
    outcome.page = [result, wanted, closed, name = plan.data] {
      return report::mask_page(result, jobs::assess(wanted, result, closed), name);
    };
  }
  return outcome;
}

}  // namespace

AppOutcome release_files(const AppRequest& request, const JobContext& context, const Run& run) {
  const ReleasePlan plan = release_plan(request);
  const auto file = context.sources.file(plan.data, plan.reading, plan.schema, run);
  library::NamedTables tables{{"original", file->table}};
  Value schema = Value::object();
  library::declare_inputs(tables, schema.set("original", plan.schema));
  const Table& table = tables.front().second;
  if (plan.check) return checked_release(plan, request, context, table, run);
  require_free_names(plan, context, request.common.report);
  const Announced announced(context.folder, planned_files(plan, request.common.report));
  RepeatingFiles files(plan, context);
  files.write(table);
  jobs::FileRelease wanted = file_release(plan, request, context, files);
  jobs::MaskResult result = jobs::release_file(wanted, run);
  std::string page;
  if (request.common.report) {
    run.say("report");
    page = report::signed_page(wanted, result, command_line(plan, request, false), run);
    io::write_text_file(wanted.report, page);
  }
  files.keep();
  const bool hierarchies = std::any_of(table.schema().begin(), table.schema().end(),
                                       [](const ColumnInfo& info) { return info.tree != nullptr; });
  const Value written = file_values(plan, result.delivery.paths, request.common.report, hierarchies);
  std::vector<std::string> names;
  for (const Value& one : written.as_array()) names.push_back(one.at("name").as_text());
  context.folder.adopt(names);
  AppOutcome outcome = with_report(report::mask_report(result));
  outcome.report.document.set("command", command_line(plan, request, true))
      .set("checklist", warning_values(result.warnings, plan.accept))
      .set("files", written);
  if (request.common.report) outcome.html = page;
  return outcome;
}

}  // namespace sfumato::app
