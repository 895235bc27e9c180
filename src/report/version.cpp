// The build passes the project's version; it is compiled in here and nowhere else.
#include "report/version.hpp"

namespace sfumato::report {

std::string_view program_version() { return SFUMATO_VERSION; }

}  // namespace sfumato::report
