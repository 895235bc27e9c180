// DuckDB messages can quote a file's content, so that they are shown in one line and shortened.
#include "io/formats/duckdb_session.hpp"

#include <array>
#include <new>
#include <utility>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

std::string first_line(const char* message) {
  std::string text = message == nullptr ? "unknown error" : message;
  text = text.substr(0, std::min<std::size_t>(text.find('\n'), 300));
  return first_invalid_utf8(text) == std::string::npos ? text : "a message that is not UTF-8";
}

}  // namespace

std::string duckdb_identifier(std::string_view name) {
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

DuckdbSession::DuckdbSession(std::string path, Use use) : path_(std::move(path)), library_(duck::library()) {
  if (is_folder(path_)) bad_input("'" + path_ + "' is a folder", "name the file of the database");
  if (use == Use::read && !exists(path_)) {
    bad_input("cannot read '" + path_ + "': there is no such file", "check the name");
  }
  duck::Config config = nullptr;
  if (library_.create_config(&config) != duck::success) throw std::bad_alloc();
  const std::array<std::pair<const char*, const char*>, 5> settings = {
      {{"access_mode", use == Use::read ? "READ_ONLY" : "READ_WRITE"},
       {"threads", "1"},  // rows come in their order
       {"autoinstall_known_extensions", "false"},
       {"autoload_known_extensions", "false"},
       {"enable_external_access", "false"}}};
  for (const auto& [name, value] : settings) library_.set_config(config, name, value);
  // "./" keeps a name such as ":memory:" or "s3://x" the name of a file.
  const std::string name = path_.starts_with('/') ? path_ : "./" + path_;
  char* error = nullptr;
  const duck::State opened = library_.open_ext(name.c_str(), &database_, config, &error);
  library_.destroy_config(&config);
  const std::string message = first_line(error);
  if (error != nullptr) library_.free(error);
  if (opened != duck::success) failed(message.c_str());
  if (library_.connect(database_, &connection_) != duck::success) {
    library_.close(&database_);
    failed("no connection");
  }
}

DuckdbSession::~DuckdbSession() {
  if (connection_ != nullptr) library_.disconnect(&connection_);
  library_.close(&database_);
}

void DuckdbSession::failed(const char* message) const {
  const std::string text = first_line(message);
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  std::string hint = "check the file, and the names of the table and its columns";
  if (has("lock on file")) hint = "another program has it open: wait until it has ended, and try again";
  if (has("version number")) hint = "install a libduckdb.so as new as the DuckDB that made the file";
  if (has("not a valid DuckDB database")) hint = "name a file that DuckDB has made";
  const bool disk = has("No space left") || has("Input/output error");
  if (disk) hint = "free disk space, or choose another folder";
  throw Error(disk ? ErrorCode::input_output : ErrorCode::bad_input,
              "'" + path_ + "': DuckDB: " + shown(text), hint);
}

DuckdbResult DuckdbSession::query(const std::string& statement, const std::vector<std::string>& parameters) {
  duck::Prepared prepared = nullptr;
  if (library_.prepare(connection_, statement.c_str(), &prepared) != duck::success) {
    const std::string message = first_line(library_.prepare_error(prepared));
    library_.destroy_prepare(&prepared);
    failed(message.c_str());
  }
  duck::Index place = 0;
  for (const std::string& text : parameters) {
    library_.bind_varchar_length(prepared, ++place, text.data(), text.size());
  }
  return {*this, prepared};
}

DuckdbResult::DuckdbResult(const DuckdbSession& session, duck::Prepared statement)
    : session_(session), library_(duck::library()), statement_(statement) {
  if (library_.execute_prepared_streaming(statement_, &result_) == duck::success) return;
  const std::string message = first_line(library_.result_error(&result_));
  library_.destroy_result(&result_);
  library_.destroy_prepare(&statement_);
  session_.failed(message.c_str());
}

DuckdbResult::~DuckdbResult() {
  if (chunk_ != nullptr) library_.destroy_data_chunk(&chunk_);
  library_.destroy_result(&result_);
  library_.destroy_prepare(&statement_);
}

std::size_t DuckdbResult::columns() { return library_.column_count(&result_); }

std::string DuckdbResult::name(std::size_t column) { return library_.column_name(&result_, column); }

duck::Type DuckdbResult::type(std::size_t column) { return library_.column_type(&result_, column); }

std::size_t DuckdbResult::fetch() {
  if (chunk_ != nullptr) library_.destroy_data_chunk(&chunk_);
  chunk_ = library_.fetch_chunk(result_);
  if (chunk_ == nullptr) {
    const char* message = library_.result_error(&result_);
    if (message != nullptr && *message != '\0') session_.failed(message);
    return 0;
  }
  data_.clear();
  valid_.clear();
  for (std::size_t column = 0; column < columns(); ++column) {
    const duck::Vector vector = library_.data_chunk_get_vector(chunk_, column);
    data_.push_back(library_.vector_get_data(vector));
    valid_.push_back(library_.vector_get_validity(vector));
  }
  return library_.data_chunk_get_size(chunk_);
}

bool DuckdbResult::missing(std::size_t column, std::size_t row) const {
  const std::uint64_t* valid = valid_[column];  // none: no value is missing
  return valid != nullptr && (valid[row / 64] >> (row % 64) & 1U) == 0;
}

std::string_view DuckdbResult::text(std::size_t column, std::size_t row) const {
  constexpr std::uint32_t longest_inside = 12;
  const duck::Text& text = static_cast<const duck::Text*>(data_[column])[row];
  return {text.length <= longest_inside ? text.start : text.pointer, text.length};
}

}  // namespace sfumato::io
