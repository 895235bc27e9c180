// The path of the public reference data. They are not part of the project: a test that needs them is
// skipped, with a message, where they are missing.
#pragma once

#include <string>

namespace sfumato::testing {

// The path of a reference file, or an empty string where it is missing. The folder is
// $SFUMATO_REFERENCE_DATA, else shared/data beside the project.
std::string reference_file(const std::string& name);

}  // namespace sfumato::testing

#define SFUMATO_REQUIRE_REFERENCE(variable, name)                                             \
  const std::string variable = ::sfumato::testing::reference_file(name);                      \
  if (variable.empty()) {                                                                     \
    GTEST_SKIP() << "reference file " << (name) << " is missing; set SFUMATO_REFERENCE_DATA"; \
  }
