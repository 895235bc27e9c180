// A folder that is created atomically: under a temporary name beside its path, and renamed when all content
// is on disk. Only its owner has access, and it is never visible in an incomplete state.
#pragma once

#include <string>
#include <string_view>

namespace sfumato::queries {

class NewFolder {
 public:
  // An error if the path exists, or cannot be created.
  explicit NewFolder(std::string path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();  // removes everything, unless committed

  // The temporary path of a file or folder of that name.
  std::string place(const std::string& name) const { return temporary_ + "/" + name; }
  void add_folder(const std::string& name);
  // An empty file of mode 0600, or one with that text.
  void add_file(const std::string& name, std::string_view text = {});
  // Sets mode 0600 for files and 0700 for folders, syncs all to disk, and renames.
  void commit();

 private:
  std::string path_;
  std::string temporary_;  // empty once committed
};

}  // namespace sfumato::queries
