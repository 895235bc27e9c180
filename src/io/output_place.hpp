// Where outputs go: links are replaced and never followed, so that a link that someone planted cannot direct
// confidential data to another place. Only what /dev and /proc offer (/dev/stdout, /dev/fd/3) is followed.
#pragma once

#include <string>

namespace sfumato::io {

std::string folder_of(const std::string& path);

// A device or a pipe: nothing can be renamed over it. Other paths, also links, are replaced.
bool is_written_directly(const std::string& path);

// The descriptor of such an output. A pipe of another user in a folder that all users may write to is an
// error, as with Linux's fs.protected_fifos.
int open_directly(const std::string& path);

// For logs: appends, creates a missing file with mode 0600; an error where the file is a link.
int open_for_appending(const std::string& path);

// An error where a folder of the path is a link of another user in a folder that all users may write to, as
// with Linux's fs.protected_symlinks. The user's own links to folders are followed.
void refuse_foreign_links(const std::string& path);

// Creates a folder and those around it, unless they exist.
void make_folder(const std::string& folder);

}  // namespace sfumato::io
