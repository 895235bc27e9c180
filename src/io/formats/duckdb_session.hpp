// One connection to a DuckDB file, and its statements and results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "io/formats/duckdb_library.hpp"

namespace sfumato::io {

// A name in quotes, whatever characters it has.
std::string duckdb_identifier(std::string_view name);

class DuckdbResult;

class DuckdbSession {
 public:
  enum class Use { read, write };

  // For reading the file must exist; for writing it is made where it does not. No extension is loaded, and no
  // other file is opened, whatever the views of the database say.
  DuckdbSession(std::string path, Use use);
  ~DuckdbSession();
  DuckdbSession(const DuckdbSession&) = delete;
  DuckdbSession& operator=(const DuckdbSession&) = delete;

  // One statement, with texts for $1, $2, …; rows come as they are fetched.
  DuckdbResult query(const std::string& statement, const std::vector<std::string>& parameters = {});
  [[noreturn]] void failed(const char* message) const;

  duck::Connection connection() const { return connection_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  const duck::Library& library_;
  duck::Database database_ = nullptr;
  duck::Connection connection_ = nullptr;
};

class DuckdbResult {
 public:
  DuckdbResult(const DuckdbSession& session, duck::Prepared statement);
  ~DuckdbResult();
  DuckdbResult(const DuckdbResult&) = delete;
  DuckdbResult& operator=(const DuckdbResult&) = delete;

  std::size_t columns();
  std::string name(std::size_t column);
  duck::Type type(std::size_t column);

  // The next rows, some thousand at most; 0: there are none.
  std::size_t fetch();
  // Cells of these rows.
  bool missing(std::size_t column, std::size_t row) const;
  template <class T>
  T value(std::size_t column, std::size_t row) const {
    return static_cast<const T*>(data_[column])[row];
  }
  std::string_view text(std::size_t column, std::size_t row) const;

 private:
  const DuckdbSession& session_;
  const duck::Library& library_;
  duck::Prepared statement_;
  duck::Result result_{};
  duck::Chunk chunk_ = nullptr;
  std::vector<const void*> data_;
  std::vector<const std::uint64_t*> valid_;
};

}  // namespace sfumato::io
