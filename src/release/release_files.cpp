// Checks come before work, and a release that fails puts back the files that it has already replaced.
#include "release/release_files.hpp"

#include <filesystem>
#include <memory>

#include "core/error.hpp"
#include "io/database_table.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "release/companion_files.hpp"
#include "release/fitted.hpp"
#include "release/key_file.hpp"
#include "release/verification.hpp"
#include "release/written_files.hpp"
#include "release/written_parts.hpp"

namespace sfumato::release {
namespace {

// y.csv → y-1.csv, y.csv.gz → y-1.csv.gz.
std::string copy_path(const std::string& output, std::size_t copy) {
  if (io::is_database(output)) return io::address_of_copy(output, copy);
  const std::string sidecar = io::sidecar_path(output);
  const std::size_t stem = sidecar.size() - std::string_view(".toml").size();
  return output.substr(0, stem) + "-" + std::to_string(copy) + output.substr(stem);
}

std::vector<std::string> release_paths(const std::string& output, std::size_t copies) {
  if (copies == 1) return {output};
  std::vector<std::string> paths;
  for (std::size_t copy = 1; copy <= copies; ++copy) paths.push_back(copy_path(output, copy));
  return paths;
}

bool written_by_us(const std::string& sidecar) {
  try {
    return !io::read_sidecar(sidecar).release.is_null();
  } catch (const Error& failure) {
    if (failure.code == ErrorCode::input_output) throw;  // the disk fails: what the file is cannot be known
    return false;
  }
}

void check_sidecar(const std::string& path, const std::vector<std::string>& inputs) {
  const std::string sidecar = io::sidecar_path(path);
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (!std::filesystem::equivalent(sidecar, io::sidecar_path(input), ignored)) continue;
    bad_param("output", "the output's sidecar '" + sidecar + "' would overwrite that of '" + input + "'",
              "choose another name for the output, or set ‹force›");
  }
  if (!io::exists(sidecar) || written_by_us(sidecar)) return;
  bad_param("output",
            "'" + sidecar + "' already exists and does not describe a release; it would be overwritten",
            "choose another name for the output, move that file away, or set ‹force›");
}

void check_path(const std::string& path, const ReleaseTarget& target) {
  if (io::is_database(path)) {
    io::check_output(path, target.format, target.inputs, target.force);
    if (!target.force) check_sidecar(path, target.inputs);
    return;
  }
  if (target.force) {
    io::check_output(path, target.format, {});
    return;
  }
  std::error_code ignored;
  for (const std::string& input : target.inputs) {
    if (std::filesystem::equivalent(path, io::file_of_path(input), ignored)) {
      bad_param("output", "the output '" + path + "' is the input '" + input + "'",
                "choose another name, or set ‹force› to overwrite it");
    }
  }
  io::check_output(path, target.format, target.inputs);
  if (path != "-") check_sidecar(path, target.inputs);
}

void check_beside(const std::string& path, const std::vector<std::string>& taken) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const std::string& named : taken) {
    const std::string other = io::file_of_path(named);
    if (other.empty()) continue;  // on a server
    const bool same = fs::absolute(path).lexically_normal() == fs::absolute(other).lexically_normal();
    if (!same && !fs::equivalent(path, other, ignored)) continue;
    bad_input("'" + path + "' would be written over '" + other + "'", "choose another name");
  }
  if (path == "-") bad_input("only the data can go to standard output", "name a file");
  const fs::path folder = fs::absolute(path).parent_path();
  if (!io::is_folder(folder.string())) {
    bad_input("cannot write '" + path + "': there is no folder '" + folder.string() + "'", "make it first");
  }
  if (fs::is_directory(path, ignored)) bad_input("'" + path + "' is a folder", "choose another name");
}

// A fitted file of before is replaced; a sidecar, a recipe or any other file is not.
void check_fitted_file(const std::string& path, const std::vector<std::string>& inputs) {
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (!std::filesystem::equivalent(path, io::sidecar_path(input), ignored)) continue;
    bad_param("fit", "'" + path + "' is the sidecar of '" + input + "'", "choose another name");
  }
  if (!io::exists(path)) return;
  try {
    static_cast<void>(parse_fitted(io::parse_toml(io::read_text_file(path), path), path));
  } catch (const Error& failure) {
    if (failure.code == ErrorCode::input_output) throw;
    bad_param("fit", "'" + path + "' already exists and is not a fitted file; it would be overwritten",
              "choose another name, or set ‹force›");
  }
}

}  // namespace

Table described_table(const Table& table, const ReleaseTarget& target, const std::string& path) {
  namespace fs = std::filesystem;
  Table result = table.taking_columns(released_columns(table));
  for (ColumnId id = 0; id < result.column_count(); ++id) {
    ColumnInfo info = result.info(id);
    const fs::path hierarchy = info.hierarchy;
    if (info.hierarchy.empty() || hierarchy.is_absolute() || target.sidecar.empty()) continue;
    std::error_code failure;
    const fs::path moved = fs::relative(fs::absolute(target.sidecar).parent_path() / hierarchy,
                                        fs::absolute(io::sidecar_path(path)).parent_path(), failure);
    if (!failure && !moved.empty()) info.hierarchy = moved.generic_string();
    result.set_info(id, std::move(info));
  }
  return result;
}

namespace {

// Files beside the data, with their texts.
struct CompanionFile {
  std::string path;
  std::string text;
};

std::vector<CompanionFile> companion_files(const MaskingResult& result, const ReleaseTarget& target) {
  std::vector<CompanionFile> files;
  if (!target.map.empty()) {
    const std::vector<Table> maps = map_tables(result);
    const std::vector<std::string> paths = release_paths(target.map, maps.size());
    for (std::size_t i = 0; i < maps.size(); ++i) files.push_back({paths[i], map_text(maps[i])});
  }
  if (!target.reveal.empty()) {
    files.push_back({target.reveal, reveal_text(result.masked, result.release, target.reveal)});
  }
  if (!target.fit.empty()) files.push_back({target.fit, result.fitted});
  return files;
}

// Every file of the release: data, sidecars, companions.
std::vector<std::string> all_paths(const std::vector<std::string>& paths,
                                   const std::vector<CompanionFile>& companions) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    if (path == "-") continue;
    if (!io::is_database(path)) all.push_back(path);
    all.push_back(io::sidecar_path(path));
  }
  for (const CompanionFile& file : companions) all.push_back(file.path);
  return all;
}

// A pipe or a device may have passed on data before a failure, so the charge is not refunded there.
bool unseen_by_others(const std::string& output) {
  if (io::is_database(output)) return true;  // until the transaction ends
  std::error_code ignored;
  return output != "-" &&
         (!std::filesystem::exists(output, ignored) || std::filesystem::is_regular_file(output, ignored));
}

}  // namespace

std::unique_ptr<io::OutputFile> prepared_file(const std::string& path, const std::string& text,
                                              std::optional<unsigned> mode) {
  auto file = std::make_unique<io::OutputFile>(path, mode);
  file->write(text);
  return file;
}

namespace {

// Tables in a database: all copies in one transaction, which is committed when every file is in place,
// because only files can be put back.
struct DatabaseRelease {
  std::unique_ptr<io::DatabaseOutput> output = nullptr;  // none: the release has files alone
  std::vector<std::unique_ptr<io::OutputFile>> sidecars = {};

  void add(const Table& table, const std::string& path, bool replace, const Run& run) {
    const io::DatabaseAddress address = io::database_address(path);
    if (!output) output = io::database_system(address).open(address, run);
    output->create(address, table, replace, run);
    output->append(table, run);
  }
  void commit(const Run& run) {
    for (const auto& sidecar : sidecars) sidecar->commit();
    if (output) output->commit(run);
  }
};

// Every table with its sidecar. Sidecars are written first, so that a full disk is found before a file is
// replaced.
Delivery write_tables(const MaskingResult& result, const ReleaseTarget& target,
                      const std::vector<std::string>& paths, DatabaseRelease& database, const Run& run) {
  const Masked& masked = result.masked;
  io::WriteOptions options{.format = target.format,
                           .missing_token = target.missing_token,
                           .text = target.text,
                           .sheet = target.sheet};
  const bool delimited = io::is_delimited(paths.front(), target.format);
  const bool quoted = delimited && target.formulas == io::Formulas::quote;
  Delivery delivery;
  delivery.paths = paths;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    run.check_stop();
    Table table = with_written_codes(described_table(masked.tables[i], target, paths[i]), result, i,
                                     target.codes, delimited);
    if (quoted) table = io::with_formulas_quoted(std::move(table));
    if (delimited && i == 0) delivery.warnings = io::formula_warnings(io::formula_cells(table));
    Value release = result.release;
    if (!target.codes.suppressed.empty()) release.set("suppressed_code", target.codes.suppressed);
    const Value sidecar = io::sidecar_value(table, release, target.text);
    const std::string text = io::toml_text(sidecar);
    if (i == 0) delivery.sidecar = sidecar;
    if (io::is_database(paths[i])) {
      database.sidecars.push_back(prepared_file(io::sidecar_path(paths[i]), text));
      database.add(table, paths[i], target.force, run);
      if (masked.promises.empty()) continue;
      delivery.findings =
          verify_written({paths[i], "database", target.missing_token, text, masked.tables[i],
                          result.original.schema(), false, [&] { return database.output->read_back(run); }},
                         masked.promises, run);
      continue;
    }
    if (!masked.promises.empty()) {
      options.verify = [&](const std::string& path, const std::string& format) {
        delivery.findings = verify_written(
            {path, format, target.missing_token, text, masked.tables[i], result.original.schema(), quoted},
            masked.promises, run);
      };
    }
    const auto beside = paths[i] == "-" ? nullptr : prepared_file(io::sidecar_path(paths[i]), text);
    io::write_table(table, paths[i], options, run);
    if (beside) beside->commit();
  }
  if ((!target.codes.missing.empty() || !target.codes.suppressed.empty()) && !masked.promises.empty()) {
    delivery.warnings.add(
        "codes tell cells that were missing from suppressed ones, so that a missing key no longer "
        "stands for any value: where k-anonymity counts it so, these records are easier to find",
        WarningGrade::mind);
  }
  for (Warning& warning : unverified_warnings(masked.promises, delivery.findings)) {
    delivery.warnings.push_back(std::move(warning));
  }
  return delivery;
}

}  // namespace

void check_release(const ReleaseTarget& target, const masking::Recipe& recipe) {
  check_path(target.output, target);
  std::vector<std::string> taken = target.inputs;
  std::vector<std::string> written{io::file_of_path(target.output), io::sidecar_path(target.output)};
  taken.insert(taken.end(), written.begin(), written.end());
  if (!target.fit.empty() && !target.force) check_fitted_file(target.fit, target.inputs);
  for (const std::string& path : {target.map, target.reveal, target.fit}) {
    if (path.empty()) continue;
    check_beside(path, taken);
    taken.push_back(path);
    written.push_back(path);
  }
  spare_key_files(recipe, written);
  if (!target.budget) return;
  target.budget->check(recipe.steps.size() == 1 && recipe.steps.front().method->info.differential, written);
}

Delivery write_release(const MaskingResult& result, const ReleaseTarget& target, const Run& run) {
  const std::vector<std::string> paths = release_paths(target.output, result.masked.tables.size());
  if (target.output == "-" && paths.size() > 1) {
    bad_param("output", "several copies do not fit into one pipe", "name a file");
  }
  if (target.before_writing) target.before_writing();
  if (paths.size() > 1) {
    for (const std::string& path : paths) check_path(path, target);
  }
  const std::vector<CompanionFile> companions = companion_files(result, target);
  std::vector<std::string> taken = target.inputs;
  for (const std::string& path : paths) taken.insert(taken.end(), {path, io::sidecar_path(path)});
  for (const CompanionFile& file : companions) check_beside(file.path, taken);
  std::optional<Charge> charge;
  if (target.budget) {
    charge = charge_budget(*target.budget, target.data, result.original, result.release, target.output);
  }
  WrittenFiles written(all_paths(paths, companions));
  const bool unseen = unseen_by_others(target.output);
  DatabaseRelease database;
  try {
    std::vector<std::unique_ptr<io::OutputFile>> beside;
    for (const CompanionFile& file : companions)
      beside.push_back(prepared_file(file.path, file.text, io::owner_only));
    Delivery delivery = write_tables(result, target, paths, database, run);
    for (const auto& file : beside) file->commit();
    database.commit(run);
    if (charge && !charge->warning.empty()) delivery.warnings.push_back(charge->warning);
    delivery.charge = std::move(charge);
    return delivery;
  } catch (...) {
    const bool in_doubt = database.output && database.output->may_be_there();
    database.output.reset();
    const bool undone = written.undo() && !in_doubt;
    if (charge && unseen && undone) refund_budget(*charge);
    throw;
  }
}

}  // namespace sfumato::release
