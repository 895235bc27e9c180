// Findings on disk, one JSON line each, appended as they are made: a run that was killed can continue, and
// plans that share cells share their findings. The name of a finding includes all that it depends on.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "compare/trials.hpp"
#include "core/fingerprint.hpp"

namespace sfumato::compare {

using FindingMap = std::map<Fingerprint::Bits, Finding>;

// One line with its newline; numbers read back to the same bits. Infinite values and NaN are texts in it.
std::string finding_line(const Fingerprint::Bits& name, const Finding& finding);

// Reads a file of findings piece by piece. Of several lines with one name the last one counts; lines that are
// not findings are skipped and counted; a last line without a newline is incomplete and does not count.
class FindingReader {
 public:
  void feed(std::string_view piece);

  const FindingMap& findings() const { return findings_; }
  FindingMap take() { return std::move(findings_); }
  std::size_t bad_lines() const { return bad_lines_; }
  // Bytes after the last newline. `torn_is_a_finding`: they may be the beginning of a finding.
  std::size_t torn_bytes() const { return line_.size() + skipped_; }
  bool torn_is_a_finding() const;

 private:
  void take_line();

  FindingMap findings_;
  std::string line_;         // the one being read
  std::size_t skipped_ = 0;  // bytes of a line that is too long for a finding, beyond what is in line_
  std::size_t bad_lines_ = 0;
};

// The file of findings in a folder, which belongs to one process at a time.
class FindingFile {
 public:
  enum class Use { read, append, fresh };  // fresh: existing findings are deleted

  // In `folder`/cells. Without `read` the folder is made, and it belongs to one process at a time.
  FindingFile(const std::string& folder, Use use);
  FindingFile(const FindingFile&) = delete;
  FindingFile& operator=(const FindingFile&) = delete;
  ~FindingFile();

  // Safe to call from several threads.
  std::optional<Finding> find(const Fingerprint::Bits& name) const;
  void keep(const Fingerprint::Bits& name, const Finding& finding);

  std::size_t size() const;
  std::size_t bad_lines() const { return bad_lines_; }
  const std::string& path() const { return path_; }

 private:
  void open(Use use);
  void load();
  void append(std::string_view text);

  std::string path_;
  int descriptor_ = -1;
  mutable std::mutex mutex_;
  FindingMap findings_;
  std::size_t bad_lines_ = 0;
};

// The findings of one subject in such a file. `content` is the fingerprint of all that they depend on besides
// their keys: data, seed, program. So several subjects, and several plans, share a file.
class StoredFindings final : public FindingStore {
 public:
  using Use = FindingFile::Use;

  StoredFindings(std::shared_ptr<FindingFile> file, const Fingerprint& content)
      : file_(std::move(file)), content_(content) {}
  StoredFindings(const std::string& folder, const Fingerprint& content, Use use)
      : StoredFindings(std::make_shared<FindingFile>(folder, use), content) {}

  std::optional<Finding> find(const std::string& key) override { return file_->find(name_of(key)); }
  void keep(const std::string& key, const Finding& finding) override { file_->keep(name_of(key), finding); }

  std::size_t size() const { return file_->size(); }
  std::size_t bad_lines() const { return file_->bad_lines(); }
  const std::string& path() const { return file_->path(); }

 private:
  Fingerprint::Bits name_of(const std::string& key) const { return Fingerprint(content_).add(key).bits(); }

  std::shared_ptr<FindingFile> file_;
  Fingerprint content_;
};

}  // namespace sfumato::compare
