// `sfumato query serve`: a database that answers over HTTP to users with a token.
#include <unistd.h>

#include <memory>
#include <ostream>

#include "cli/interrupt.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "io/output_place.hpp"
#include "report/report.hpp"
#include "server/http_server.hpp"
#include "server/query_service.hpp"

namespace sfumato::cli {
namespace {

struct Serve {
  std::optional<std::string> database, listen, certificate, key, log, key_file, kept;
  std::optional<std::int64_t> workers, rate, body, seconds;
  RunOptions run_options;

  int operator()(Console& console) const;
  std::optional<server::TlsFiles> tls_files() const;
  server::ServerLimits server_limits() const;
  server::ServiceLimits service_limits() const;
};

// Lines are appended, each by one write, so that several programs may share a file. A line that cannot be
// written is lost; the server continues to answer.
class LogFile {
 public:
  explicit LogFile(const std::optional<std::string>& path) {
    if (path) file_ = io::open_for_appending(*path);
  }
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  ~LogFile() {
    if (file_ != STDERR_FILENO) ::close(file_);
  }
  void add(const std::string& line) const {
    [[maybe_unused]] const ssize_t ignored = ::write(file_, line.data(), line.size());
  }

 private:
  int file_ = STDERR_FILENO;
};

std::optional<server::TlsFiles> Serve::tls_files() const {
  if (!certificate && !key) return std::nullopt;
  if (!certificate || !key) bad_input("TLS needs a certificate and its key", "give --tls-cert and --tls-key");
  return server::TlsFiles{*certificate, *key};
}

server::ServerLimits Serve::server_limits() const {
  server::ServerLimits limits;
  if (workers) limits.threads = static_cast<std::size_t>(*workers);
  if (body) limits.message.body_bytes = static_cast<std::size_t>(*body);
  if (seconds) limits.request = limits.answer = std::chrono::seconds(*seconds);
  return limits;
}

server::ServiceLimits Serve::service_limits() const {
  server::ServiceLimits limits;
  if (rate) {
    limits.requests_per_second = static_cast<double>(*rate);
    limits.burst = 2 * limits.requests_per_second;
  }
  return limits;
}

int Serve::operator()(Console& console) const {
  const server::ListenAddress address = server::parse_listen_address(listen.value_or("127.0.0.1:8080"));
  const std::optional<server::TlsFiles> tls = tls_files();
  const queries::Database base(*database);
  const LogFile file(log);
  queries::QuerySession session(base, key_file.value_or(""), kept);
  queries::TokenFile tokens(base.tokens_path(), &session.ledger());
  server::QueryService service(session, tokens, service_limits(),
                               [&file](const std::string& line) { file.add(line); });
  server::HttpServer http(address, server_limits(), tls,
                          {[&service](const server::Request& request, const std::stop_token& stop) {
                             return service.answer(request, stop);
                           },
                           [&service](int status) { return service.refuse(status); }});
  const std::string url = server::url_of(http.address(), tls.has_value());
  report::Report report;
  const std::string head = queries::head_text(session.head());
  report.document.set("database", *database)
      .set("url", url)
      .set("port", http.address().port)
      .set("head", head);
  report.blocks.emplace_back(report::Paragraph{"Serving " + *database + " at " + url + "; Ctrl-C ends it."});
  report.blocks.emplace_back(report::KeyValues{{{"head of the log", head}}});
  report.warnings = session.notes();
  if (tokens.holders().empty()) {
    report.warnings.push_back("there is no token yet: create one with sfumato query token");
  }
  if (run_options.json || !run_options.quiet) console.show(report, run_options.json);
  console.out.flush();
  http.run(interrupt_token());
  session.keep_head();
  return 0;
}

}  // namespace

Command query_serve_command() {
  const auto options = std::make_shared<Serve>();
  return {
      .name = "serve",
      .summary = "Answers questions over HTTP to users with a token.",
      .description =
          "GET /openapi.json describes it. 127.0.0.1 can be reached from this computer only; every other "
          "address needs TLS. The log has a line of JSON for each request, without questions and answers. "
          "If other programs change the terms, the catalogue, the data or the log, it answers no more "
          "questions: status 500. Ctrl-C completes current requests, then stops.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}}},
      .groups = {{"The server",
                  {{"--listen", "ADDRESS:PORT",
                    "Address to listen on; 127.0.0.1:8080 unless given. Port 0: any free port.",
                    Text{&options->listen}},
                   {"--tls-cert", "FILE", "The server's certificate chain (PEM).",
                    Text{&options->certificate}},
                   {"--tls-key", "FILE", "The private key of the certificate (PEM).", Text{&options->key}},
                   {"--key", "FILE", "The key of a camouflaged database; DB.key unless given.",
                    Text{&options->key_file}},
                   {"--kept", "HEAD",
                    "A head of the log that was shown earlier, or a file with one, which is updated: a log "
                    "that was rolled back or replaced since then is refused.",
                    Text{&options->kept}},
                   {"--log", "FILE", "Append the log to a file; standard error unless given.",
                    Text{&options->log}}}},
                 {"Limits",
                  {{"--rate", "N", "Rate limit: requests of one user per second; 100 unless given.",
                    Whole{&options->rate, 1, 1'000'000}},
                   {"--max-body", "BYTES", "Largest body of a request; 262144 unless given.",
                    Whole{&options->body, 1, 1 << 30}},
                   {"--time-limit", "SECONDS",
                    "Limit for receiving a request (10 unless given) and for answering it (60 unless given).",
                    Whole{&options->seconds, 1, 86'400}},
                   {"--workers", "N", "Threads that answer requests; 8 unless given.",
                    Whole{&options->workers, 1, 256}}}},
                 options->run_options.group()},
      .examples =
          {"sfumato query serve clinic --listen 127.0.0.1:8080",
           "sfumato query serve clinic --listen 0.0.0.0:8443 --tls-cert server.pem --tls-key server.key"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
