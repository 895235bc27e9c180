// Addresses of tables in databases, wherever the path of a data file can stand: postgres://…?table=T,
// sqlite:FILE?table=T and duckdb:FILE?table=T. An address never holds a password, so that it can be shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

struct DatabaseAddress {
  std::string system;    // "postgres", "sqlite" or "duckdb"
  std::string location;  // the file, or the address of the server without our own options
  std::string schema;    // empty: that of the database
  std::string table;
  std::string sidecar;  // the file that describes the table's columns
  std::string text;     // the whole address, for messages

  // A server has no file.
  bool is_file() const { return system != "postgres"; }
  // "schema.table", or "table", for messages.
  std::string name() const;
};

// Does a path mean a table in a database?
bool is_database(std::string_view path);

// Errors: no table, an unknown option, a password. None of them shows a password.
DatabaseAddress database_address(const std::string& path);

// The file that a path is about: of a database in a file this file, of any other path the path itself; empty
// for a server.
std::string file_of_path(const std::string& path);

// The same table, by any spelling that can be compared without asking the database?
bool is_same_table(const std::string& path, const std::string& other);

// The address of copy number `copy`: table T becomes T-1, and a sidecar that it names people-1.toml.
std::string address_of_copy(const std::string& path, std::size_t copy);

// A path that a document in `folder` names, seen from where the program runs.
std::string path_from(const std::string& folder, const std::string& path);

}  // namespace sfumato::io
