// Keys that are not numbers are read as texts, so that the categories "1" and "1.0" differ, as they do for a
// reader of the file.
#include "release/verification.hpp"

#include <algorithm>
#include <cstdint>

#include "core/error.hpp"
#include "io/formula_cells.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"

namespace sfumato::release {
namespace {

Declarations declarations(const WrittenTable& written, Declarations declared,
                          const std::vector<ClassPromise>& promises) {
  if (!written.format.starts_with("csv") && !written.format.starts_with("tsv")) return declared;
  for (const ClassPromise& promise : promises) {
    for (const std::string& key : promise.keys) {
      if (!written.released.column(written.released.require(key)).is_text()) continue;
      ColumnDeclaration texts;
      texts.kind = Kind::nominal;
      texts.missing = declared[key].missing;
      declared[key] = texts;
    }
  }
  return declared;
}

Table read_back(const WrittenTable& written, const std::vector<ClassPromise>& promises, const Run& run) {
  io::Sidecar sidecar = io::parse_sidecar(written.sidecar, "the sidecar");
  io::ReadOptions options{.format = written.format,
                          .text = sidecar.text,
                          .declared = declarations(written, std::move(sidecar.columns), promises)};
  if (!written.missing_token.empty()) options.missing.push_back(written.missing_token);
  // The file was just written from a table in memory, which may compress to very little.
  const Run trusting = run.with_memory(SIZE_MAX / 2);
  options.alone = static_cast<bool>(written.read);  // a sidecar that lies there is that of an earlier table
  Table table = written.read ? io::described_table(written.read(), written.path, options).table
                             : io::read_table(written.path, options, trusting).table;
  if (written.formulas_quoted) table = io::with_formulas_unquoted(std::move(table));
  if (table.rows() != written.released.rows()) {
    throw Error(ErrorCode::internal, "the data as written have " + std::to_string(table.rows()) +
                                         " records, and should have " +
                                         std::to_string(written.released.rows()));
  }
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const auto from = written.released.find(table.info(id).name);
    if (!from) continue;
    ColumnInfo info = table.info(id);
    info.tree = written.released.info(*from).tree;
    for (const ColumnInfo& before : written.original) {
      if (!info.tree && before.name == info.name) info.tree = before.tree;
    }
    table.set_info(id, info);
  }
  // The columns of strata and of units may not be released.
  for (const ClassPromise& promise : promises) {
    for (const std::string& name : {promise.within, promise.unit}) {
      if (name.empty() || table.find(name)) continue;
      const ColumnId id = written.released.require(name);
      std::vector<ColumnInfo> schema = table.schema();
      std::vector<Column> columns;
      for (ColumnId c = 0; c < table.column_count(); ++c) columns.push_back(table.column(c));
      schema.push_back(written.released.info(id));
      columns.push_back(written.released.column(id));
      table = Table(std::move(schema), std::move(columns));
    }
  }
  return table;
}

}  // namespace

namespace {

// What a promise about records is worth for units, where some have several records.
std::string unit_note(const Table& table, const ClassPromise& promise, const Run& run) {
  if (!promise.unit.empty() || !promise.population.empty()) return {};
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::unit) continue;
    ClassPromise by_unit = promise;
    by_unit.unit = table.info(id).name;
    const verify::PromiseFinding found = verify::check_promise(table, by_unit, nullptr, run);
    if (!found.broken()) return {};
    return "records are promised, not units of '" + by_unit.unit + "': " + verify::broken_words(found);
  }
  return {};
}

}  // namespace

void require_kept(const verify::PromiseFinding& finding) {
  if (!finding.broken()) return;
  throw Error(ErrorCode::refused,
              "the " + finding.counted_in + " breaks its promise: " + verify::broken_words(finding),
              "nothing was released; leave out rules or steps that change keys afterwards, or report this "
              "as a fault");
}

std::vector<verify::PromiseFinding> verify_table(const Table& table,
                                                 const std::vector<ClassPromise>& promises, const Run& run,
                                                 const std::string& counted_in) {
  std::vector<verify::PromiseFinding> findings;
  for (const ClassPromise& promise : promises) {
    std::optional<Table> population;
    if (!promise.population.empty()) {
      population = run.has_table(promise.population) ? run.table(promise.population)
                                                     : io::read_table(promise.population, {}, run).table;
    }
    findings.push_back(verify::check_promise(table, promise, population ? &*population : nullptr, run));
    findings.back().counted_in = counted_in;
    findings.back().unit_note = unit_note(table, promise, run);
    require_kept(findings.back());
  }
  return findings;
}

std::vector<verify::PromiseFinding> verify_written(const WrittenTable& written,
                                                   const std::vector<ClassPromise>& promises,
                                                   const Run& run) {
  return verify_table(read_back(written, promises, run), promises, run,
                      written.read ? "table as written" : "file as written");
}

Warnings unverified_warnings(const std::vector<ClassPromise>& promises,
                             const std::vector<verify::PromiseFinding>& findings) {
  Warnings warnings;
  if (findings.empty()) {
    for (const ClassPromise& promise : promises) {
      const Value value = to_value(promise);
      warnings.add(to_text(value.at("models")) + " of " + to_text(value.at("keys")) +
                       " is promised and was not verified in the file as written",
                   WarningGrade::stop);
    }
    return warnings;
  }
  for (const verify::PromiseFinding& finding : findings) {
    if (!finding.unit_note.empty()) warnings.add(finding.unit_note, WarningGrade::stop);
    for (const verify::ModelFinding& model : finding.models) {
      if (model.found || model.note.empty()) continue;
      warnings.add(model.model + " is promised and was not verified: " + model.note, WarningGrade::stop);
    }
  }
  return warnings;
}

}  // namespace sfumato::release
