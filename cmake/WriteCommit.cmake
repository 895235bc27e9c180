# Writes HEADER with the commit of the sources in SOURCE, twelve digits, and "+changes" when tracked files differ from it.
# Without a git repository the commit comes from cmake/commit.txt, which `git archive` fills in; else it is "unknown".

set(commit "")
if(EXISTS "${SOURCE}/.git")  # a repository further up is not the one of these sources
  execute_process(
    COMMAND git --no-optional-locks -C "${SOURCE}" describe --always --abbrev=12 --exclude=* --dirty=+changes
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
elseif(EXISTS "${SOURCE}/cmake/commit.txt")
  file(STRINGS "${SOURCE}/cmake/commit.txt" commit LIMIT_COUNT 1)
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
if(NOT commit MATCHES "^[0-9a-f]+(\\+changes)?$")
  set(commit "unknown")
endif()

file(CONFIGURE OUTPUT "${HEADER}" CONTENT [[
// Written by cmake/WriteCommit.cmake: the commit that the program is built from.
#pragma once

#include <string_view>

namespace sfumato::cli {

inline constexpr std::string_view source_commit = "@commit@";

}  // namespace sfumato::cli
]] @ONLY)
