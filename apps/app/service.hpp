// The routes of the browser app, without sockets: access, pages, files, projects and jobs. web/API.md
// describes them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/access.hpp"
#include "app/app_jobs.hpp"
#include "app/folder.hpp"
#include "app/job_queue.hpp"
#include "app/pages.hpp"
#include "app/projects.hpp"
#include "app/sources.hpp"
#include "server/http_server.hpp"

namespace sfumato::app {

struct AppOptions {
  std::string folder = ".";
  std::optional<std::string> pages = {};  // a folder to read pages from; none: those that are embedded
  std::uint64_t upload_limit = 4ULL << 30;
  std::uint64_t memory = 0;         // of tables that are kept; 0: a quarter of the machine's
  int threads = 0;                  // of one job; 0: as many as the machine has
  std::function<void()> stop = {};  // ends the program
};

class AppService {
 public:
  explicit AppService(AppOptions options);

  void listens_at(const server::ListenAddress& address) { access_.listens_at(address); }
  std::string start_url() const { return access_.start_url(); }

  // Called by several threads at once.
  Response answer(const Request& request, const std::stop_token& stop);
  // Decides about the body of a request: JSON in memory, an upload to a file.
  server::BodyAdmission admit(const Request& head);
  // What is not a request or cannot be accepted.
  static Response refuse(int status);

  server::Handlers handlers();
  static server::ServerLimits limits();

 private:
  using Parts = std::vector<std::string>;  // of the path, without "api"

  Response handle(const Request& request, const std::stop_token& stop);
  Response api(const Request& request, const Parts& parts, const std::stop_token& stop);
  Response session() const;
  Response files(const Request& request, const Parts& parts);
  Response project(const Request& request, const Parts& parts);
  Response job(const Request& request, const Parts& parts, const std::stop_token& stop);
  Response new_job(const Request& request, const std::stop_token& stop);
  Response job_output(const Request& request, const JobRecord& job, const std::string& which);
  JobYield run_job(JobRecord& record);

  const AppOptions options_;
  const std::uint64_t memory_;
  Access access_;
  Pages pages_;
  Folder folder_;
  Projects projects_;
  Sources sources_;
  JobQueue jobs_;  // last: its threads use the others
};

}  // namespace sfumato::app
