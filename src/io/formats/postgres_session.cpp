// Non-blocking calls of libpq, with poll() between them: a signal only sets the stop token, so a wait must
// check it at intervals.
#include "io/formats/postgres_session.hpp"

#include <poll.h>

#include <array>
#include <chrono>
#include <string_view>

#include "core/error.hpp"
#include "io/database_password.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr int look_every = 100;  // milliseconds
constexpr std::chrono::seconds patience{30};

bool is_url(std::string_view text) {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

// The parts of the URL. libpq's own message about an invalid one may show all of it, with the password.
std::string password_in(const std::string& url) {
  if (!is_url(url)) {
    bad_input("the source is not an address of a PostgreSQL database",
              "write postgres://user@host:5432/database");
  }
  char* message = nullptr;
  const PostgresHandle<PQconninfoOption> options(PQconninfoParse(url.c_str(), &message));
  const PostgresHandle<char> freed(message);
  if (!options) {
    bad_input("the address of the PostgreSQL database cannot be parsed",
              "write postgres://user@host:5432/database; characters such as @, / or % in a part are written "
              "%40, %2F, %25");
  }
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (std::string_view(option->keyword) == "password" && option->val != nullptr) return option->val;
  }
  return kept_password(url);
}

// In one line, without control characters.
std::string one_line(std::string_view text) {
  constexpr std::size_t most = 500;
  std::string line;
  for (const char c : text.substr(0, most)) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (!control) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (line.ends_with(' ')) line.pop_back();
  return first_invalid_utf8(line) == std::string::npos ? line : "a message that is not UTF-8";
}

}  // namespace

PostgresSession::PostgresSession(const std::string& url, const Run& run) : password_(password_in(url)) {
  connect(url, run);
}

std::string PostgresSession::message(const char* text) const {
  std::string result = one_line(text == nullptr ? "" : text);
  for (std::size_t at = 0; !password_.empty() && (at = result.find(password_, at)) != std::string::npos;) {
    result.replace(at, password_.size(), "***");
    at += 3;
  }
  return result;
}

void PostgresSession::failed(const char* text) const {
  bad_input("PostgreSQL: " + message(text), "check the database, its names and what this user may read");
}

void PostgresSession::wait(bool reading, const Run& run) const {
  pollfd watched{PQsocket(connection_.get()), static_cast<short>(reading ? POLLIN : POLLOUT), 0};
  if (watched.fd >= 0) ::poll(&watched, 1, look_every);
  run.check_stop();
}

void PostgresSession::connect(const std::string& url, const Run& run) {
  // A later value takes the place of an earlier one, but an empty one does not.
  const std::array<const char*, 5> keys = {"dbname", "password", "client_encoding",
                                           "fallback_application_name", nullptr};
  const std::array<const char*, 5> values = {url.c_str(), password_.empty() ? nullptr : password_.c_str(),
                                             "UTF8", "sfumato", nullptr};
  connection_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
  if (!connection_) throw std::bad_alloc();
  const auto give_up = std::chrono::steady_clock::now() + patience;
  const auto cannot = [&](const std::string& why) {
    bad_input("cannot connect to PostgreSQL: " + why,
              "check host, port, user and database, and that the server runs; a password is best kept in "
              "~/.pgpass or PGPASSWORD");
  };
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;
  if (PQstatus(connection_.get()) == CONNECTION_BAD) cannot(message(PQerrorMessage(connection_.get())));
  while (status != PGRES_POLLING_OK) {
    if (std::chrono::steady_clock::now() > give_up) cannot("no answer within 30 seconds");
    wait(status == PGRES_POLLING_READING, run);
    status = PQconnectPoll(connection_.get());
    if (status == PGRES_POLLING_FAILED) cannot(message(PQerrorMessage(connection_.get())));
  }
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
}

PostgresResult PostgresSession::query(const std::string& statement,
                                      const std::vector<std::string>& parameters, const Run& run) {
  PGconn* connection = connection_.get();
  std::vector<const char*> values;
  for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
  if (PQsendQueryParams(connection, statement.c_str(), static_cast<int>(values.size()), nullptr,
                        values.data(), nullptr, nullptr, 0) == 0) {
    failed(PQerrorMessage(connection));
  }
  PostgresResult result = awaited(run);
  while (PostgresResult more{PQgetResult(connection)}) {
  }
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
  failed(result.get());
}

void PostgresSession::cancel() const {
  const PostgresHandle<PGcancel> request(PQgetCancel(connection_.get()));
  std::array<char, 256> ignored{};
  if (request) PQcancel(request.get(), ignored.data(), static_cast<int>(ignored.size()));
}

PostgresResult PostgresSession::awaited(const Run& run) {
  PGconn* connection = connection_.get();
  try {
    while (PQisBusy(connection) != 0) {
      wait(true, run);
      if (PQconsumeInput(connection) == 0) failed(PQerrorMessage(connection));
    }
  } catch (...) {
    cancel();
    throw;
  }
  return PostgresResult(PQgetResult(connection));
}

void PostgresSession::failed(const PGresult* result) const {
  const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  if (state != nullptr && std::string_view(state) == "55P03") {  // lock_not_available
    bad_input("PostgreSQL: the table is locked by another session", "wait until it has ended, and try again");
  }
  failed(primary != nullptr ? primary : PQerrorMessage(connection_.get()));
}

void PostgresSession::start_copy(const std::string& statement, const Run& run) {
  PGconn* connection = connection_.get();
  if (PQsendQuery(connection, statement.c_str()) == 0) failed(PQerrorMessage(connection));
  const PostgresResult result = awaited(run);
  if (PQresultStatus(result.get()) != PGRES_COPY_IN) failed(result.get());
}

void PostgresSession::copy(std::string_view bytes, const Run& run) {
  constexpr std::size_t most = 1 << 20;
  PGconn* connection = connection_.get();
  while (!bytes.empty()) {
    run.check_stop();
    const std::string_view part = bytes.substr(0, most);
    if (PQputCopyData(connection, part.data(), static_cast<int>(part.size())) != 1)
      failed(PQerrorMessage(connection));
    bytes.remove_prefix(part.size());
  }
}

void PostgresSession::end_copy(const Run& run) {
  PGconn* connection = connection_.get();
  if (PQputCopyEnd(connection, nullptr) != 1) failed(PQerrorMessage(connection));
  const PostgresResult result = awaited(run);
  while (PostgresResult more{PQgetResult(connection)}) {
  }
  if (PQresultStatus(result.get()) != PGRES_COMMAND_OK) failed(result.get());
}

std::string PostgresSession::identifier(const std::string& name) const {
  const PostgresHandle<char> quoted(PQescapeIdentifier(connection_.get(), name.data(), name.size()));
  if (!quoted) bad_input("'" + shown(name) + "' cannot be a name", "correct the catalogue");
  return quoted.get();
}

}  // namespace sfumato::io
