#include "support/source_folder.hpp"

namespace sfumato::testing {

std::string source_folder() { return SFUMATO_SOURCE_DIR; }

}  // namespace sfumato::testing
