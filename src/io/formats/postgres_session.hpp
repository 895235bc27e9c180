// One connection to a PostgreSQL server, where every wait can be stopped, and its results. Messages of the
// server are shown in one line, without the password.
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"

namespace sfumato::io {

struct PostgresDeleter {
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
  void operator()(char* memory) const { PQfreemem(memory); }
  void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
template <class T>
using PostgresHandle = std::unique_ptr<T, PostgresDeleter>;
using PostgresResult = PostgresHandle<PGresult>;

class PostgresSession {
 public:
  PostgresSession(const std::string& url, const Run& run);

  // One statement, with texts for $1, $2, …; an error has the message of the server. The stop
  // token of the run ends the statement on the server, too.
  PostgresResult query(const std::string& statement, const std::vector<std::string>& parameters,
                       const Run& run);

  // A name quoted as an identifier, whatever characters it has.
  std::string identifier(const std::string& name) const;

  // COPY … FROM STDIN: starts it, sends bytes, and ends it. A stop of the run cancels the copy.
  void start_copy(const std::string& statement, const Run& run);
  void copy(std::string_view bytes, const Run& run);
  void end_copy(const Run& run);

  // Has the server ended the connection?
  bool is_lost() const { return PQstatus(connection_.get()) != CONNECTION_OK; }

 private:
  void connect(const std::string& url, const Run& run);
  void wait(bool reading, const Run& run) const;
  std::string message(const char* text) const;
  [[noreturn]] void failed(const char* text) const;
  [[noreturn]] void failed(const PGresult* result) const;
  PostgresResult awaited(const Run& run);
  void cancel() const;

  std::string password_;
  PostgresHandle<PGconn> connection_;
};

}  // namespace sfumato::io
