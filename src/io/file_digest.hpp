// The SHA-256 of a file, as `sha256sum` prints it: with it a reader checks a file against a report.
#pragma once

#include <string>

namespace sfumato::io {

// 64 hexadecimal digits in lower case; an error names the file if it cannot be read.
std::string file_sha256(const std::string& path);

}  // namespace sfumato::io
