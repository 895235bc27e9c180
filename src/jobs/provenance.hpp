// Where a result comes from: the command, and the files that were read and written with their SHA-256, so
// that a reader of a report can check that a file is the one that it is about.
#pragma once

#include <string>
#include <vector>

namespace sfumato::jobs {

struct ProvenanceFile {
  std::string what;  // "original", "release", "recipe"
  std::string path;
  std::string sha256;  // empty: a pipe, which cannot be read twice, or a table in a database

  // The fingerprint, or why there is none.
  std::string fingerprint() const;
};

struct Provenance {
  std::string command;  // as the front end was asked, without the seed; empty: not recorded
  std::string made_on;  // "2026-11-17"
  std::vector<ProvenanceFile> files;

  // Reads the file. Folders and what came from memory, without a path, are left out.
  void add_file(const std::string& what, const std::string& path);
};

// The file with its SHA-256; without it for a pipe ('-', or a path that is not of a regular file) and for a
// table in a database.
ProvenanceFile provenance_file(const std::string& what, const std::string& path);

}  // namespace sfumato::jobs
