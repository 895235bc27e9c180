// Secrets on disk: a key or a database that other users can read is refused, as PostgreSQL refuses its key
// and its data folder, because what it protects may already be known to them.
#pragma once

#include <string>
#include <string_view>

namespace sfumato::io {

// `noun` says what it is: "key file". The owner must be the current user or root, and others have no access;
// a file of root may be readable for its group. A missing file is not an error here.
void require_private_file(const std::string& path, std::string_view noun);

// The same for a folder; neither the group nor others have access.
void require_private_folder(const std::string& path, std::string_view noun);

}  // namespace sfumato::io
