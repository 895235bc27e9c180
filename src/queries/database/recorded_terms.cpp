#include "queries/database/recorded_terms.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "io/json.hpp"
#include "io/toml.hpp"
#include "queries/database/terms_file.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t recorded_version = 1;

// The name that users know.
std::string term_name(const std::string& key) { return key == "micro-epsilon" ? "budget" : key; }

// Without texts of several lines, such as a recipe.
std::string recorded_value(const Value* value) {
  if (value == nullptr) return " (not recorded)";
  if (value->is_text() && value->as_text().find('\n') != std::string::npos) return {};
  return " (recorded: " + (value->is_text() ? value->as_text() : io::json_text(*value)) + ")";
}

void add_terms(const Value& recorded, const Value& now, std::vector<std::string>& different) {
  for (const auto& [key, value] : recorded.as_object()) {
    const Value* other = now.find(key);
    if (other == nullptr || *other != value) different.push_back(term_name(key) + recorded_value(&value));
  }
  for (const auto& [key, value] : now.as_object()) {
    if (recorded.find(key) == nullptr) different.push_back(term_name(key) + recorded_value(nullptr));
  }
}

void add_columns(const CatalogueTable& recorded, const CatalogueTable& now,
                 std::vector<std::string>& different) {
  const std::size_t before = different.size();
  for (const CatalogueColumn& column : recorded.columns) {
    const auto other = now.find(column.name);
    if (!other || now.column(*other) != column)
      different.push_back("column " + column.name + " of table " + recorded.name);
  }
  for (const CatalogueColumn& column : now.columns) {
    if (!recorded.find(column.name))
      different.push_back("column " + column.name + " of table " + recorded.name + " (not recorded)");
  }
  if (different.size() == before && recorded != now) different.push_back("table " + recorded.name);
}

void add_tables(const Catalogue& recorded, const Catalogue& now, std::vector<std::string>& different) {
  const std::size_t before = different.size();
  for (const CatalogueTable& table : recorded.tables) {
    const auto other = now.find(table.name);
    if (!other) {
      different.push_back("table " + table.name);
    } else {
      add_columns(table, now.tables[*other], different);
    }
  }
  for (const CatalogueTable& table : now.tables) {
    if (!recorded.find(table.name)) different.push_back("table " + table.name + " (not recorded)");
  }
  if (different.size() == before && recorded != now) different.emplace_back("the order of the tables");
}

std::vector<std::string> recorded_files(const DatabaseTerms& terms, const Catalogue& catalogue) {
  std::vector<std::string> files;
  for (const CatalogueTable& table : catalogue.tables) files.push_back(Database::table_file(table));
  if (terms.protection == Protection::camouflage) files.emplace_back("camouflage.bin");
  return files;
}

void refuse(const Database& database, const std::vector<std::string>& different) {
  if (different.empty()) return;
  std::string list;
  for (const std::string& one : different) list += (list.empty() ? "" : ", ") + one;
  bad_input("'" + database.folder() +
                "' was changed after it was created: its terms or its catalogue differ "
                "from those in its log: " +
                list,
            "restore terms.toml and catalogue.toml from a backup; for other terms, create another database "
            "with sfumato query init");
}

std::optional<RecordedTerms> require_recorded(const Database& database, const std::string& text,
                                              const std::vector<std::string>& different) {
  if (text.empty()) {
    refuse(database, different);
    return std::nullopt;
  }
  RecordedTerms recorded = parse_recorded(text, "the log of '" + database.folder() + "'");
  refuse(database, differences(recorded, database.terms(), database.catalogue()));
  refuse(database, different);
  return recorded;
}

}  // namespace

std::string RecordedTerms::fingerprint_of(const std::string& file) const {
  for (const auto& [name, digest] : files) {
    if (name == file) return digest;
  }
  return {};
}

std::string fingerprint(const std::string& path) {
  constexpr std::size_t block_bytes = 1 << 20;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  std::string digests, block(block_bytes, '\0');
  bool good = file != nullptr;
  while (good) {
    const std::size_t size = std::fread(block.data(), 1, block_bytes, file.get());
    if (size > 0) {
      const Digest digest = sha256({block.data(), size});
      digests.append(reinterpret_cast<const char*>(digest.data()), digest.size());
    }
    if (size < block_bytes) break;
  }
  if (!good || std::ferror(file.get()) != 0) {
    throw Error(ErrorCode::input_output, "cannot read '" + path + "'", "restore the database from a backup");
  }
  return hexadecimal(sha256(digests));
}

std::string recorded_text(const DatabaseTerms& terms, const Catalogue& catalogue, const std::string& folder,
                          const std::string& suffix) {
  Value files = Value::object(), document = Value::object();
  for (const std::string& file : recorded_files(terms, catalogue)) {
    files.set(file, fingerprint(folder + "/" + file + suffix));
  }
  document.set("version", recorded_version)
      .set("terms", terms_document(terms))
      .set("catalogue", catalogue_text(catalogue))
      .set("files", std::move(files));
  return io::json_text(document);
}

RecordedTerms parse_recorded(const std::string& text, const std::string& source) {
  const Value document = io::parse_json(text, source);
  const Value* found = document.find("version");
  const Value* terms = document.find("terms");
  const Value* catalogue = document.find("catalogue");
  const Value* files = document.find("files");
  if (found == nullptr || *found != Value(recorded_version) || terms == nullptr || !terms->is_object() ||
      catalogue == nullptr || !catalogue->is_text() || files == nullptr || !files->is_object()) {
    bad_input(source + " records terms that this version cannot read",
              "use the version of sfumato that created the database");
  }
  RecordedTerms recorded;
  recorded.terms = read_terms(*terms, source);
  recorded.catalogue = parse_catalogue(io::parse_toml(catalogue->as_text(), source), source);
  for (const auto& [name, digest] : files->as_object()) {
    if (digest.is_text()) recorded.files.emplace_back(name, digest.as_text());
  }
  return recorded;
}

std::vector<std::string> differences(const RecordedTerms& recorded, const DatabaseTerms& terms,
                                     const Catalogue& catalogue) {
  std::vector<std::string> different;
  add_terms(terms_document(recorded.terms), terms_document(terms), different);
  add_tables(recorded.catalogue, catalogue, different);
  return different;
}

std::optional<RecordedTerms> require_same_terms(const Database& database, const LedgerTerms& log) {
  std::vector<std::string> different;
  if (log.cap != database.terms().budget) different.emplace_back("budget");
  if (log.neighbours != database.terms().neighbours) different.emplace_back("neighbours");
  return require_recorded(database, log.recorded, different);
}

std::optional<RecordedTerms> require_same_terms(const Database& database, const RestrictionTerms& log,
                                                const std::string& recorded) {
  const RestrictionTerms& now = database.terms().restriction;
  std::vector<std::string> different;
  if (log.least != now.least) different.emplace_back("least");
  if (log.overlap != now.overlap) different.emplace_back("overlap");
  return require_recorded(database, recorded, different);
}

void require_same_file(const Database& database, const RecordedTerms& recorded, const std::string& file) {
  const std::string path = database.folder() + "/" + file;
  if (fingerprint(path) == recorded.fingerprint_of(file)) return;
  bad_input("'" + path + "' was changed after the database was created",
            "restore the database from a backup, or create another one");
}

std::optional<RecordedTerms> require_same_terms(const Database& database) {
  if (database.terms().protection != Protection::restrict) {
    return require_same_terms(database, Ledger(database.ledger_path()).terms());
  }
  const DecisionHistory history(database.restriction_path());
  return require_same_terms(database, history.terms(), history.recorded());
}

}  // namespace sfumato::queries
