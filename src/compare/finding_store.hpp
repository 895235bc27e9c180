// Findings on disk, one JSON line each, appended as they are made: a run that was killed can continue, and
// plans that share cells share their findings. The name of a finding includes all that it depends on.
#pragma once

#include <map>
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

class StoredFindings final : public FindingStore {
 public:
  enum class Use { read, append, fresh };  // fresh: existing findings are deleted

  // In `folder`/cells. `content` is the fingerprint of all that findings depend on besides their keys: data,
  // seed, program. Without `read` the folder is made, and it belongs to one process at a time.
  StoredFindings(const std::string& folder, const Fingerprint& content, Use use);
  StoredFindings(const StoredFindings&) = delete;
  StoredFindings& operator=(const StoredFindings&) = delete;
  ~StoredFindings() override;

  std::optional<Finding> find(const std::string& key) override;
  void keep(const std::string& key, const Finding& finding) override;

  std::size_t size() const;
  std::size_t bad_lines() const { return bad_lines_; }
  const std::string& path() const { return path_; }

 private:
  void open(Use use);
  void load();
  void append(std::string_view text);
  Fingerprint::Bits name_of(const std::string& key) const { return Fingerprint(content_).add(key).bits(); }

  std::string path_;
  Fingerprint content_;
  int descriptor_ = -1;
  mutable std::mutex mutex_;
  FindingMap findings_;
  std::size_t bad_lines_ = 0;
};

}  // namespace sfumato::compare
