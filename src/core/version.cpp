// cmake/Version.cmake defines SFUMATO_VERSION for this source alone: a new version recompiles nothing else.
#include "core/version.hpp"

namespace sfumato {

std::string_view program_version() { return SFUMATO_VERSION; }

}  // namespace sfumato
