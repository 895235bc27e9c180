// PostgreSQL does not run as root, so its programs are started as the user "postgres" there. The server is a
// child that gets a signal when the test dies.
#include "support/postgres_server.hpp"

#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace sfumato::testing {
namespace {

namespace fs = std::filesystem;

const passwd* server_user() { return ::getuid() == 0 ? ::getpwnam("postgres") : nullptr; }

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// In a child: becomes the server's user and runs a program with its output in the folder's log.
[[noreturn]] void execute(const std::vector<std::string>& command, const std::string& folder) {
  if (const passwd* user = server_user()) {
    if (::initgroups(user->pw_name, user->pw_gid) != 0 || ::setgid(user->pw_gid) != 0 ||
        ::setuid(user->pw_uid) != 0) {
      ::_exit(126);
    }
  }
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  ::setenv("PGPASSWORD", "s3cret/word", 1);
  ::setenv("LC_ALL", "C.UTF-8", 1);
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  if (std::freopen((folder + "/log").c_str(), "a", stdout) == nullptr) ::_exit(126);
  ::dup2(STDOUT_FILENO, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

std::string PostgresServer::programs() {
  if (::getuid() == 0 && server_user() == nullptr) return {};
  std::error_code error;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", error)) {
    if (fs::exists(version.path() / "bin" / "initdb")) return (version.path() / "bin").string();
  }
  return {};
}

int PostgresServer::call(const std::vector<std::string>& command) const {
  const pid_t child = ::fork();
  if (child == 0) execute(command, folder_);
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

PostgresServer::PostgresServer() {
  std::string pattern = "/tmp/sfumato-postgres-XXXXXX";  // short: a socket's path has 107 characters at most
  folder_ = ::mkdtemp(pattern.data());
  std::ofstream(folder_ + "/password") << "s3cret/word\n";
  if (const passwd* owner = server_user()) {
    EXPECT_EQ(::chown(folder_.c_str(), owner->pw_uid, owner->pw_gid), 0);
    EXPECT_EQ(::chown((folder_ + "/password").c_str(), owner->pw_uid, owner->pw_gid), 0);
  }
  EXPECT_EQ(
      call({programs() + "/initdb", "-D", folder_ + "/data", "-U", user, "--pwfile", folder_ + "/password",
            "-A", "scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"}),
      0)
      << text_of(folder_ + "/log");
  process_ = ::fork();
  if (process_ == 0) {
    execute({programs() + "/postgres", "-D", folder_ + "/data", "-k", folder_, "-c",
             "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "max_connections=10"},
            folder_);
  }
  for (int tenths = 0; tenths < 600; ++tenths) {
    if (text_of(folder_ + "/data/postmaster.pid").find("ready") != std::string::npos) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ADD_FAILURE() << "the server does not start: " << text_of(folder_ + "/log");
}

PostgresServer::~PostgresServer() {
  if (process_ > 0) {
    ::kill(process_, SIGQUIT);  // at once: nothing of it is needed
    ::waitpid(process_, nullptr, 0);
  }
  std::error_code error;
  fs::remove_all(folder_, error);
}

std::string PostgresServer::url(const std::string& who, const std::string& database) const {
  return "postgres://" + who + "@/" + database + "?host=" + folder_;
}

void PostgresServer::run(const std::string& statements) const {
  const std::string file = folder_ + "/statements.sql";
  std::ofstream(file) << statements;
  EXPECT_EQ(call({programs() + "/psql", "-h", folder_, "-U", user, "-d", "postgres", "-v", "ON_ERROR_STOP=1",
                  "-q", "-X", "-f", file}),
            0)
      << text_of(folder_ + "/log");
}

}  // namespace sfumato::testing
