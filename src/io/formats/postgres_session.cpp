// Non-blocking calls of libpq, with poll() between them: a signal only sets the stop token, so a wait must
// check it at intervals.
#include "io/formats/postgres_session.hpp"

#include <poll.h>

#include <array>
#include <chrono>
#include <string_view>

#include "core/error.hpp"
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
  return {};
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
  const std::array<const char*, 4> keys = {"dbname", "client_encoding", "fallback_application_name", nullptr};
  const std::array<const char*, 4> values = {url.c_str(), "UTF8", "sfumato", nullptr};
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
  try {
    while (PQisBusy(connection) != 0) {
      wait(true, run);
      if (PQconsumeInput(connection) == 0) failed(PQerrorMessage(connection));
    }
  } catch (...) {
    const PostgresHandle<PGcancel> cancel(PQgetCancel(connection));
    std::array<char, 256> ignored{};
    if (cancel) PQcancel(cancel.get(), ignored.data(), static_cast<int>(ignored.size()));
    throw;
  }
  PostgresResult result(PQgetResult(connection));
  while (PostgresResult more{PQgetResult(connection)}) {
  }
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
  const char* primary = PQresultErrorField(result.get(), PG_DIAG_MESSAGE_PRIMARY);
  failed(primary != nullptr ? primary : PQerrorMessage(connection));
}

std::string PostgresSession::identifier(const std::string& name) const {
  const PostgresHandle<char> quoted(PQescapeIdentifier(connection_.get(), name.data(), name.size()));
  if (!quoted) bad_input("'" + shown(name) + "' cannot be a name", "correct the catalogue");
  return quoted.get();
}

}  // namespace sfumato::io
