// Projects: documents of the pages, kept in the app's subfolder so that they survive a restart. A revision
// tells two windows that change the same project apart.
#pragma once

#include <mutex>
#include <string>

#include "app/folder.hpp"

namespace sfumato::app {

class Projects {
 public:
  explicit Projects(const Folder& folder) : folder_(folder) {}

  Value list() const;
  Value get(const std::string& name) const;
  // `body` is {"revision": R or null, "document": …}. A failure with 409 where another revision is kept.
  Value put(const std::string& name, const Value& body);
  void remove(const std::string& name, std::int64_t revision);

 private:
  std::string path_of(const std::string& name) const;

  const Folder& folder_;
  mutable std::mutex mutex_;
};

}  // namespace sfumato::app
