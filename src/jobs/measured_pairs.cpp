// Columns are matched by name. A masked table from elsewhere has no sidecar, so what is known of the
// original's columns holds for its columns too, unless it says otherwise itself.
#include "jobs/measured_pairs.hpp"

#include <algorithm>
#include <numeric>

#include "compare/row_agreement.hpp"
#include "compare/row_correspondence.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "jobs/record_map.hpp"
#include "jobs/row_proposals.hpp"
#include "release/file_exposure.hpp"
#include "release/hierarchies.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::jobs {
namespace {

using compare::TablePair;

bool read_alike(const ColumnInfo& a, const ColumnInfo& b) {
  return a.kind == b.kind && a.missing == b.missing && a.order == b.order;
}

// Texts in place of numbers: neither numbers or dates nor tokens of missing values.
bool has_labels(const Column& column, const ColumnInfo& wanted) {
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr || wanted.kind != Kind::numeric) return false;
  return std::any_of(codes->labels.begin(), codes->labels.end(), [&](const std::string& label) {
    std::int32_t day = 0;
    const bool token = std::find(wanted.missing.begin(), wanted.missing.end(), label) != wanted.missing.end();
    return !token && !parse_number(label) && !parse_date(label, day);
  });
}

Mapping mapping_of(const io::Sidecar& sidecar) {
  const Value* mapping = sidecar.release.find("mapping");
  if (mapping == nullptr || !mapping->is_text()) return Mapping::same_rows;
  if (mapping->as_text() == to_text(Mapping::subset)) return Mapping::subset;
  return mapping->as_text() == to_text(Mapping::none) ? Mapping::none : Mapping::same_rows;
}

// Reads a masked table again where columns do not mean what they mean in the original: the same kinds,
// orders and missing tokens. Columns that it lacks are an error that names them. Hierarchies of `folder`,
// where one is named, come before those of its sidecar.
void read_as_original(io::TableFile& masked, const Table& original, const ColumnSet& columns,
                      const DataReader& source, const std::string& folder, const Run& run) {
  const ColumnSet ids = compare::counterparts(original, masked.table, columns, "'" + source.name + "'");
  Declarations declared;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ColumnInfo& wanted = original.info(columns[i]);
    if (read_alike(wanted, masked.table.info(ids[i]))) continue;
    const auto own = masked.sidecar.columns.find(wanted.name);
    const bool known = own != masked.sidecar.columns.end() && own->second.kind;
    if (known && (!source.in_memory || masked.table.info(ids[i]).missing == wanted.missing)) continue;
    ColumnDeclaration& said = declared[wanted.name];
    said.missing = wanted.missing;
    if (known) {  // words stay words, but for codes of missing values
      said.kind = own->second.kind;
      continue;
    }
    said.kind = has_labels(masked.table.column(ids[i]), wanted) ? Kind::nominal : wanted.kind;
    said.order = wanted.order;
  }
  if (!declared.empty()) masked = source.read(declared, run);
  release::load_used_hierarchies(masked, original, run);
  if (folder.empty()) return;
  if (!run.reads_files()) {
    bad_input("'hierarchies' names a folder, and this request has no files",
              "give the masked table with the sidecar of its release");
  }
  release::load_hierarchy_folder(masked.table, folder);
}

bool says_mapping(const io::Sidecar& sidecar) { return sidecar.release.find("mapping") != nullptr; }

std::string unequal_rows_warning(const TablePair& pair, const MeasureRequest& request,
                                 const std::string& name) {
  return "'" + name + "' has " + std::to_string(pair.masked.rows()) + " rows and '" + request.original.name +
         "' has " + std::to_string(pair.original.rows()) +
         ", so that row i is not the same record in both; if the file is synthetic, set ‹synthetic›, and if "
         "records were dropped, name the controller's map with ‹map›";
}

TablePair pair_with(const MeasureRequest& request, const Table& original, const ColumnChoice& choice,
                    const io::TableFile& masked, const DataReader& source, const Run& run, Warnings& warnings,
                    std::uint8_t& doubted) {
  TablePair pair =
      compare::pair_of(original, masked.table, choice, "'" + source.name + "'", mapping_of(masked.sidecar));
  if (request.no_mapping || request.synthetic) pair.mapping = Mapping::none;
  if (request.map) {
    return compare::aligned(
        pair, record_map(*request.map, request.map_name, pair.masked.rows(), pair.original.rows()));
  }
  if (pair.mapping == Mapping::subset) {
    warnings.add(
        "'" + source.name +
            "' holds a part of the original records, and no map says which: rank-linkage, cm1 and other "
            "measures that need no mapping compare them with all records, and can look safe although "
            "every released record is found; name the controller's map with ‹map›",
        WarningGrade::stop);
  }
  if (pair.mapping != Mapping::same_rows) return pair;
  if (pair.masked.rows() != pair.original.rows()) {
    pair.mapping = Mapping::none;
    warnings.add(unequal_rows_warning(pair, request, source.name), WarningGrade::mind);
    return pair;
  }
  if (auto doubt = row_doubt(request.original.file.table, request.original.name, masked.table, source.name,
                             says_mapping(masked.sidecar), run)) {
    doubted = 1;
    warnings.push_back(std::move(*doubt));
  }
  return pair;
}

// Which original record each masked one is; none where rows do not correspond, or only those of an intruder.
std::optional<release::Origins> origins_of(const MeasureRequest& request, const io::TableFile& masked) {
  const std::size_t originals = request.original.file.table.rows(), rows = masked.table.rows();
  if (request.map) {
    if (request.intruder) return std::nullopt;
    const compare::RecordMap map = record_map(*request.map, request.map_name, rows, originals);
    release::Origins origins(rows, release::no_origin);
    for (std::size_t i = 0; i < map.masked.size(); ++i) origins[map.masked[i]] = map.original[i];
    return origins;
  }
  const bool same =
      !request.no_mapping && !request.synthetic && mapping_of(masked.sidecar) == Mapping::same_rows;
  if (!same || originals != rows) return std::nullopt;
  release::Origins origins(rows);
  std::iota(origins.begin(), origins.end(), std::size_t{0});
  return origins;
}

// The original, where named keys are quasi-identifiers too.
Table with_named_keys(Table original, const std::vector<std::string>& keys) {
  for (const std::string& name : keys) {
    const ColumnId id = original.require(name);
    ColumnInfo info = original.info(id);
    info.role = Role::quasi_identifier;
    original.set_info(id, std::move(info));
  }
  return original;
}

// A warning of one file among several names it.
void add_exposure(const MeasureRequest& request, const io::TableFile& masked, const std::string& name,
                  const Run& run, Warnings& warnings) {
  if (!request.exposure || request.synthetic) return;
  std::optional<Table> named;
  if (!request.keys.empty()) named = with_named_keys(request.original.file.table, request.keys);
  const Table& original = named ? *named : request.original.file.table;
  for (Warning& warning : release::file_warnings(original, masked.table, origins_of(request, masked), run)) {
    if (request.masked.size() > 1) warning.text = "'" + name + "': " + warning.text;
    warnings.push_back(std::move(warning));
  }
}

// Declared keys that a release does not have are not its keys; named ones must be there.
ColumnSet released_keys(const MeasureRequest& request, const Table& original,
                        const std::vector<io::TableFile>& files) {
  if (request.intruder) return {};
  ColumnSet keys = declared_keys(original, request.keys);
  if (!request.keys.empty()) return keys;
  std::erase_if(keys, [&](ColumnId key) {
    return std::any_of(files.begin(), files.end(), [&](const io::TableFile& file) {
      return !file.table.find(original.info(key).name).has_value();
    });
  });
  return keys;
}

}  // namespace

std::optional<Warning> row_doubt(const Table& original, const std::string& original_name, const Table& masked,
                                 const std::string& masked_name, bool said, const Run& run) {
  if (const auto moved = compare::moved_rows(original, masked, run)) {
    return Warning(compare::moved_rows_warning(*moved, original_name, masked_name), WarningGrade::stop);
  }
  if (said || !compare::agree_by_chance(original, masked, run)) return std::nullopt;
  return Warning(
      "rows of '" + masked_name + "' agree with those of '" + original_name +
          "' no more than in a random order, so that row i may not be the same record in both, and "
          "measures which take it so mean nothing; if the file is synthetic, set ‹synthetic›",
      WarningGrade::mind);
}

bool MeasuredPairs::all_mapped() const {
  return std::all_of(pairs.begin(), pairs.end(),
                     [](const KeyedPair& one) { return one.compared.mapping == Mapping::same_rows; });
}

std::vector<TablePair> MeasuredPairs::compared() const {
  std::vector<TablePair> result;
  for (const KeyedPair& pair : pairs) result.push_back(pair.compared);
  return result;
}

std::vector<io::TableFile> read_masked(const MeasureRequest& request, const Run& run) {
  std::vector<io::TableFile> files;
  for (const DataReader& source : request.masked) files.push_back(source.read({}, run));
  return files;
}

Table read_holdout(const MeasureRequest& request, const Table& original, const ColumnSet& columns,
                   const Run& run) {
  return read_release(*request.holdout, original, columns, run).table;
}

io::TableFile read_release(const DataReader& source, const Table& original, const ColumnSet& columns,
                           const Run& run) {
  io::TableFile file = source.read({}, run);
  read_as_original(file, original, columns, source, "", run);
  return file;
}

Mapping release_mapping(const io::TableFile& released, const Table& original, const Run& run) {
  if (released.table.rows() != original.rows()) return Mapping::none;
  if (says_mapping(released.sidecar))
    return mapping_of(released.sidecar) == Mapping::same_rows ? Mapping::same_rows : Mapping::none;
  return compare::agree_by_chance(original, released.table, run) ? Mapping::none : Mapping::same_rows;
}

MeasuredPairs read_pairs(const MeasureRequest& request, std::vector<io::TableFile> files,
                         const Table& original, const ColumnChoice& choice, const ColumnSet& beside,
                         const Run& run, Warnings& warnings) {
  MeasuredPairs result;
  result.keys = released_keys(request, original, files);
  if (request.synthetic && request.keys.empty()) {
    std::erase_if(result.keys, [&](ColumnId key) {
      return std::find(choice.columns.begin(), choice.columns.end(), key) == choice.columns.end();
    });
  }
  const ColumnChoice wide = with_keys(with_keys(choice, result.keys), beside);
  for (std::size_t i = 0; i < files.size(); ++i) {
    read_as_original(files[i], original, wide.columns, request.masked[i], request.hierarchies, run);
    std::uint8_t& doubted = result.doubted.emplace_back(std::uint8_t{0});
    result.pairs.push_back(
        keyed_pair(pair_with(request, original, wide, files[i], request.masked[i], run, warnings, doubted),
                   choice, result.keys, wide));
    if (!request.intruder && request.count.empty() &&
        add_row_proposals(request, files[i], request.masked[i].name, original.names(choice.columns), run,
                          warnings)) {
      doubted = 1;
    }
    add_exposure(request, files[i], request.masked[i].name, run, warnings);
    files[i] = {};
  }
  if (request.synthetic && request.holdout) {
    const std::string& name = request.holdout->name;
    result.holdout =
        keyed_pair(compare::pair_of(original, run.table(name), wide, "'" + name + "'", Mapping::none), choice,
                   result.keys, wide);
  }
  if (files.empty()) {
    result.doubted.push_back(0);
    result.pairs.push_back(
        keyed_pair(compare::pair_of(original, original, wide, "'" + request.original.name + "'"), choice,
                   result.keys, wide));
  }
  return result;
}

}  // namespace sfumato::jobs
