// Reports and figures of jobs as responses: a report is a whole document with one style sheet of its own,
// which its policy allows by its hash, and no script.
#pragma once

#include "app/responses.hpp"

namespace sfumato::app {

Response report_response(std::string page);
Response figure_response(std::string picture);

// Base64 of RFC 4648, §4.
std::string base64(std::string_view bytes);

}  // namespace sfumato::app
