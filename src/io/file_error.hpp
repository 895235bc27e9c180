// Errors of the operating system with files, told apart by what the user can do: a wrong path is bad input, a
// disk that fails or is full is an I/O failure. Questions about files that never take a failing disk for an
// absent file.
#pragma once

#include <string>

#include "core/error.hpp"

namespace sfumato::io {

// bad_input for a path that does not exist or may not be used, and input_output for all else.
ErrorCode file_error_code(int error);

// "cannot WHAT 'PATH': reason".
[[noreturn]] void file_failed(const std::string& what, const std::string& path, int error, std::string hint);

// False if there is none; an error if the disk does not say.
bool exists(const std::string& path);
bool is_regular_file(const std::string& path);
bool is_folder(const std::string& path);

// Return when the bytes of the file, or the names in the folder of `path`, are on disk. A file system that
// cannot do this (EINVAL) is not an error. `path` is for the error.
void sync_file(int descriptor, const std::string& path);
void sync_folder_of(const std::string& path);

}  // namespace sfumato::io
