// The page to sign of a release that was written to files, with the command that makes it again and the
// fingerprints of its files.
#pragma once

#include <string>

#include "jobs/file_release.hpp"

namespace sfumato::report {

// The page as HTML, in which parameters are options of the command line: it documents a command. `result`
// gets the provenance.
std::string signed_page(const jobs::FileRelease& wanted, jobs::MaskResult& result, const std::string& command,
                        const Run& run);

}  // namespace sfumato::report
