// What the stand-ins of the C library's calls ask the layer: is this file watched, shall this call fail, and
// what is to be recorded. Used by watched_calls.cpp alone.
#pragma once

#include <optional>
#include <string>

#include "faults/file_calls.hpp"

namespace sfumato::faults {

struct OpenFile {
  int handle = -1;
  std::string path;
};

struct Verdict {
  bool fails = false;  // errno is set
  bool part = false;
};

enum class OpenEffect : std::uint8_t { none, made, emptied };

// The path relative to the watched folder; empty if it is not below it.
std::optional<std::string> watched_path(int folder, const char* path);
std::optional<OpenFile> watched_file(int descriptor);
Verdict judge(Call call, const std::string& path);  // counts the call
void opened(int descriptor, const std::string& path, OpenEffect effect);
void closed(int descriptor);
void done(Call call, int handle, std::int64_t place, const std::string& path, std::string bytes = {});

}  // namespace sfumato::faults
