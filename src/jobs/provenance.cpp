// Pipes cannot be read twice, and the file of a database changes with every other table in it, so that they
// have no fingerprint.
#include "jobs/provenance.hpp"

#include "io/database_address.hpp"
#include "io/file_digest.hpp"
#include "io/file_error.hpp"

namespace sfumato::jobs {
namespace {

bool is_pipe(const std::string& path) {
  return path == "-" || io::is_database(path) || (io::exists(path) && !io::is_regular_file(path));
}

}  // namespace

std::string ProvenanceFile::fingerprint() const {
  if (!sha256.empty()) return sha256;
  if (io::is_database(path)) return "a table in a database: no fingerprint";
  return std::string(what == "release" ? "written to" : "read from") + " a pipe: no fingerprint";
}

ProvenanceFile provenance_file(const std::string& what, const std::string& path) {
  return {what, path, is_pipe(path) ? "" : io::file_sha256(path)};
}

void Provenance::add_file(const std::string& what, const std::string& path) {
  if (path.empty() || (!io::is_database(path) && io::is_folder(path))) return;
  files.push_back(provenance_file(what, path));
}

}  // namespace sfumato::jobs
