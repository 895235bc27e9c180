// `sfumato app`: the browser app on this machine. It listens on loopback alone, and prints the address whose
// token gives access.
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <ostream>
#include <thread>

#include "app/service.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/run_options.hpp"
#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "report/report.hpp"
#include "server/http_server.hpp"

namespace sfumato::cli {
namespace {

struct App {
  std::optional<std::string> folder, listen, pages, upload_limit;
  bool no_browser = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  void show(const std::string& url, const server::ListenAddress& address, Console& console) const;
};

// By the program that opens addresses on desktops; where there is none, the printed address is enough.
void open_browser(std::string url) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
  }
  std::string program = "xdg-open";
  char* arguments[] = {program.data(), url.data(), nullptr};
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), &files, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
}

void App::show(const std::string& url, const server::ListenAddress& address, Console& console) const {
  report::Report report;
  report.document.set("url", url).set("port", address.port).set("folder", folder.value_or("."));
  report.blocks.emplace_back(report::Paragraph{"The app runs in " + folder.value_or("this folder") +
                                               ". Open this address in your browser; it works once:"});
  report.blocks.emplace_back(report::Paragraph{url});
  report.blocks.emplace_back(report::Paragraph{"Nothing leaves this machine. Ctrl-C ends it."});
  if (run_options.json || !run_options.quiet) console.show(report, run_options.json);
  console.out.flush();
}

// A signal can only set a token; the page's own stop and the signal end the same server.
int App::operator()(Console& console) const {
  const server::ListenAddress address = server::parse_listen_address(listen.value_or("127.0.0.1:0"));
  if (!address.is_loopback()) {
    bad_input("the app listens on this machine alone, and " + address.host + " can be reached from others",
              "listen at 127.0.0.1");
  }
  std::stop_source stop;
  app::AppOptions options;
  if (pages) options.pages = std::filesystem::absolute(*pages).string();
  // In the folder itself, so that commands and reports name files as a user there would.
  if (folder && ::chdir(folder->c_str()) != 0) {
    bad_input("cannot work in '" + *folder + "'", "name a folder that you can read and write");
  }
  if (upload_limit) options.upload_limit = memory_size(*upload_limit);
  if (run_options.memory) options.memory = memory_size(*run_options.memory);
  options.threads = static_cast<int>(run_options.threads.value_or(0));
  options.stop = [&stop] { stop.request_stop(); };
  app::AppService service(std::move(options));
  server::HttpServer http(address, app::AppService::limits(), std::nullopt, service.handlers());
  service.listens_at(http.address());
  const std::string url = service.start_url();
  show(url, http.address(), console);
  if (!no_browser) open_browser(url);
  const std::jthread watcher([&stop](const std::stop_token& ended) {
    while (!ended.stop_requested() && !interrupt_token().stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    stop.request_stop();
  });
  http.run(stop.get_token());
  return 0;
}

}  // namespace

Command app_command() {
  const auto options = std::make_shared<App>();
  return {
      .name = "app",
      .summary = "The browser app: from a file to a signed release without typing a command.",
      .description =
          "It works in FOLDER, where your data are and where releases and projects go (projects in "
          "FOLDER/.sfumato). It listens on this machine alone, and the address that it prints gives access "
          "once. On a machine that you share with others, give --no-browser and open the address yourself: "
          "the program that opens browsers shows it in the list of processes for a moment.",
      .arguments = {{"FOLDER", "The folder to work in; the current one unless given.", Text{&options->folder},
                     false}},
      .groups = {{"The app",
                  {{"--listen", "ADDRESS:PORT",
                    "Address to listen on; 127.0.0.1 and any free port unless given.",
                    Text{&options->listen}},
                   {"--no-browser", "", "Print the address and do not open it.", Flag{&options->no_browser}},
                   {"--upload-limit", "SIZE", "Largest file that a page may send; 4GB unless given.",
                    Text{&options->upload_limit}},
                   {"--pages", "FOLDER", "Read the pages from here, for those who change them.",
                    Text{&options->pages}}}},
                 options->run_options.group()},
      .examples = {"sfumato app", "sfumato app ~/survey --no-browser --listen 127.0.0.1:8000"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
