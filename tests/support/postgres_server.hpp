// A PostgreSQL server of one test, in a folder of its own and reached through a socket there alone; it ends
// with the test, however that ends.
#pragma once

#include <string>
#include <vector>

namespace sfumato::testing {

class PostgresServer {
 public:
  // Where the programs are; empty: they are not installed (scripts/setup does that).
  static std::string programs();

  PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer();

  static constexpr const char* user = "keeper";
  static constexpr const char* password = "s3cret%2Fword";  // as in an address
  std::string url(const std::string& who = std::string(user) + ":" + password,
                  const std::string& database = "postgres") const;
  // Statements, one after the other, by psql; a failure of the test where one fails.
  void run(const std::string& statements) const;

 private:
  int call(const std::vector<std::string>& command) const;

  std::string folder_;
  int process_ = -1;
};

}  // namespace sfumato::testing
