// DuckDB's C interface, as far as tables need it. The library is loaded when an address asks for it, so that
// the program is built, and runs, without it; the declarations are those of duckdb.h, which DuckDB keeps
// stable.
#pragma once

#include <cstdint>

namespace sfumato::io::duck {

using Index = std::uint64_t;
enum State : int { success = 0, failure = 1 };

// Handles are pointers to what only the library knows.
using Database = struct DatabaseHandle*;
using Connection = struct ConnectionHandle*;
using Config = struct ConfigHandle*;
using Prepared = struct PreparedHandle*;
using Appender = struct AppenderHandle*;
using Chunk = struct ChunkHandle*;
using Vector = struct VectorHandle*;

struct Result {  // passed by value to fetch_chunk; its members are the library's
  Index unused[3];
  void* parts[3];
};

struct Date {
  std::int32_t days;  // since 1970-01-01
};

// A text in a vector: up to 12 bytes lie in the structure itself.
struct Text {
  std::uint32_t length;
  char start[4];
  union {
    const char* pointer;
    char rest[8];
  };
};

enum Type : int {
  boolean = 1,
  tinyint = 2,
  smallint = 3,
  integer = 4,
  bigint = 5,
  utinyint = 6,
  usmallint = 7,
  uinteger = 8,
  ubigint = 9,
  single_float = 10,
  double_float = 11,
  timestamp = 12,
  date = 13,
  hugeint = 16,
  varchar = 17,
  blob = 18,
  decimal = 19,
  timestamp_s = 20,
  timestamp_ms = 21,
  timestamp_ns = 22,
  timestamp_tz = 31,
  uhugeint = 32
};

#define SFUMATO_DUCKDB_FUNCTIONS(FUNCTION)                                                         \
  FUNCTION(State, create_config, (Config*))                                                        \
  FUNCTION(State, set_config, (Config, const char* name, const char* value))                       \
  FUNCTION(void, destroy_config, (Config*))                                                        \
  FUNCTION(State, open_ext, (const char* path, Database*, Config, char** error))                   \
  FUNCTION(void, close, (Database*))                                                               \
  FUNCTION(State, connect, (Database, Connection*))                                                \
  FUNCTION(void, disconnect, (Connection*))                                                        \
  FUNCTION(void, free, (void*))                                                                    \
  FUNCTION(State, prepare, (Connection, const char* query, Prepared*))                             \
  FUNCTION(const char*, prepare_error, (Prepared))                                                 \
  FUNCTION(void, destroy_prepare, (Prepared*))                                                     \
  FUNCTION(State, bind_varchar_length, (Prepared, Index place, const char* text, Index length))    \
  FUNCTION(State, execute_prepared, (Prepared, Result*))                                           \
  FUNCTION(State, execute_prepared_streaming, (Prepared, Result*))                                 \
  FUNCTION(const char*, result_error, (Result*))                                                   \
  FUNCTION(void, destroy_result, (Result*))                                                        \
  FUNCTION(Index, column_count, (Result*))                                                         \
  FUNCTION(const char*, column_name, (Result*, Index column))                                      \
  FUNCTION(Type, column_type, (Result*, Index column))                                             \
  FUNCTION(Chunk, fetch_chunk, (Result))                                                           \
  FUNCTION(void, destroy_data_chunk, (Chunk*))                                                     \
  FUNCTION(Index, data_chunk_get_size, (Chunk))                                                    \
  FUNCTION(Vector, data_chunk_get_vector, (Chunk, Index column))                                   \
  FUNCTION(void*, vector_get_data, (Vector))                                                       \
  FUNCTION(std::uint64_t*, vector_get_validity, (Vector))                                          \
  FUNCTION(State, appender_create, (Connection, const char* schema, const char* table, Appender*)) \
  FUNCTION(const char*, appender_error, (Appender))                                                \
  FUNCTION(State, appender_end_row, (Appender))                                                    \
  FUNCTION(State, appender_close, (Appender))                                                      \
  FUNCTION(State, appender_destroy, (Appender*))                                                   \
  FUNCTION(State, append_int64, (Appender, std::int64_t))                                          \
  FUNCTION(State, append_double, (Appender, double))                                               \
  FUNCTION(State, append_date, (Appender, Date))                                                   \
  FUNCTION(State, append_varchar_length, (Appender, const char* text, Index length))               \
  FUNCTION(State, append_null, (Appender))

struct Library {
#define SFUMATO_DUCKDB_MEMBER(result, name, arguments) result(*name) arguments;
  SFUMATO_DUCKDB_FUNCTIONS(SFUMATO_DUCKDB_MEMBER)
#undef SFUMATO_DUCKDB_MEMBER
};

// The library, loaded at the first call: the file that the environment variable SFUMATO_DUCKDB names, or else
// libduckdb.so where the system finds it. An error says how to get it.
const Library& library();

}  // namespace sfumato::io::duck
