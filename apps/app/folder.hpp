// The folder that the app works in: its files by name, uploads into it, and the app's own subfolder with
// projects. Every name stays in the folder: no separators, no hidden files, no links.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/value.hpp"
#include "server/http_message.hpp"

namespace sfumato::app {

// A name of one file: valid UTF-8 without separators and control characters, not hidden, at most 200 bytes.
// Anything else is an error.
void require_file_name(const std::string& name);

// A file that comes over the network: under a name of its own in the app's subfolder, mode 0600, until it is
// complete; gone where that never happens.
class Upload : public server::BodySink {
 public:
  Upload(std::string temporary, std::string name, std::string target, bool replace);
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;
  ~Upload() override;

  void write(std::string_view piece) override;
  const std::string& name() const { return name_; }
  // Gives it its name; a failure with 409 where that is taken and may not be replaced.
  void finish();

 private:
  std::string temporary_, name_, target_;
  bool replace_;
  int descriptor_ = -1;
};

class Folder {
 public:
  // One program at a time works in a folder. What an earlier one left behind when it was killed is removed.
  explicit Folder(const std::string& path);
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  const std::string& path() const { return path_; }
  // The path of a name in it; in the current folder the name itself, as a user would type it.
  std::string inside(const std::string& name) const { return path_ == "." ? name : path_ + "/" + name; }
  // The path of an existing regular file of this name; a failure with 404 where there is none.
  std::string existing(const std::string& name) const;
  // The path of a file of this name, whether it exists or not. An existing link is an error.
  std::string place(const std::string& name) const;
  // A queryable database of this name; a failure with 404 where there is none.
  std::string database(const std::string& name) const;
  bool exists(const std::string& name) const;

  Value listing() const;
  Value file_value(const std::string& name) const;
  std::shared_ptr<Upload> upload(const std::string& name, bool replace);
  // Of a file that the app made or received; others are not the app's to remove.
  void remove(const std::string& name);

  // The app's subfolder.
  std::string own(const std::string& name) const { return inside(".sfumato/" + name); }

  // The app wrote or received these: it may remove them again.
  void adopt(const std::vector<std::string>& names);
  // Files that are about to be written, first beside their names, and that these are written. A start after a
  // crash in between removes what is left.
  void announce(const std::vector<std::string>& names);
  void withdraw(const std::vector<std::string>& names);

 private:
  void remove_leftovers() const;

  void add_names(const std::string& list, const std::vector<std::string>& names);

  std::string path_;
  int lock_ = -1;
  std::mutex mutex_;
};

// Names are announced as long as this exists.
class Announced {
 public:
  Announced(Folder& folder, std::vector<std::string> names) : folder_(folder), names_(std::move(names)) {
    folder_.announce(names_);
  }
  Announced(const Announced&) = delete;
  Announced& operator=(const Announced&) = delete;
  ~Announced() { folder_.withdraw(names_); }

 private:
  Folder& folder_;
  std::vector<std::string> names_;
};

}  // namespace sfumato::app
