// A folder in the making: under a temporary name beside its place, and renamed when all that is in it is on
// disk. Nobody but its owner may look into it, and nobody ever sees half of it.
#pragma once

#include <string>
#include <string_view>

namespace sfumato::queries {

class NewFolder {
 public:
  // An error where something is there already, or where nothing can be made.
  explicit NewFolder(std::string path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();  // with all that is in it, unless committed

  // Where a file or folder of that name is until then.
  std::string place(const std::string& name) const { return temporary_ + "/" + name; }
  void add_folder(const std::string& name);
  // An empty file of mode 0600, or one with that text.
  void add_file(const std::string& name, std::string_view text = {});
  // Files of mode 0600 and folders of mode 0700, all on disk, and then in place.
  void commit();

 private:
  std::string path_;
  std::string temporary_;  // empty once committed
};

}  // namespace sfumato::queries
