// The sidecar of a data file, data.csv → data.toml: what its columns mean and, for a release, how
// it was made. A file of roles has the same keys.
#pragma once

#include <string>

#include "core/schema.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "io/text_form.hpp"

namespace sfumato::io {

struct Sidecar {
  Declarations columns;  // [columns.NAME] kind, role, domain, decimals, missing, order, categories,
                         // date, hierarchy, label, labels
  TextForm text;         // [text] delimiter, decimal, encoding: how a CSV file is written
  Value release;         // [release] method, parameters, mapping, …; null when there is none
  std::string path;      // where it was read from; empty: there is none
};

// "data.csv" and "data.csv.gz" have the sidecar "data.toml", sqlite:data.db?table=people has
// "data.db.people.toml", and a table of a server has one in the current folder.
std::string sidecar_path(const std::string& data_path);

// A plan (lists of tables `methods` or `targets`) or a recipe (`steps`) and no release: such a file beside
// data of the same name does not describe its columns.
bool is_plan_or_recipe(const Value& document);

// The sidecar that lies beside a data file. None where there is no such file, and where it is a plan or a
// recipe; anything else that is not a sidecar is an error.
Sidecar sidecar_beside(const std::string& data_path);

// Errors name the file, the line or the key, and say what is allowed.
Sidecar read_sidecar(const std::string& path);
// `source` names the text in errors.
Sidecar parse_sidecar(std::string_view text, const std::string& source);

// The declarations in a table of columns, in any document; errors name `source` and the column.
Declarations column_declarations(const Value& columns, const std::string& source);

// A sidecar for a table, as a document and as text: every column with what is known of it, then the release.
// `text` is how a CSV file is written; of it only what a reader could not know is in the document.
Value sidecar_value(const Table& table, const Value& release, const TextForm& text = {});
std::string sidecar_text(const Table& table, const Value& release);

}  // namespace sfumato::io
