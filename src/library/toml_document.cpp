#include "library/toml_document.hpp"

#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::library {

Outcome toml_document(const Value& request, const Inputs&, const Run&) {
  const Value* text = request.find("text");
  const Value* document = request.find("document");
  if ((text == nullptr) == (document == nullptr)) {
    bad_input("the request must have either a \"text\" or a \"document\"");
  }
  Outcome outcome;
  if (text != nullptr) {
    if (!text->is_text()) bad_param("text", "\"text\" must be a text");
    outcome.report.document.set("document", io::parse_toml(text->as_text(), "the text"));
  } else {
    if (!document->is_object()) bad_param("document", "\"document\" must be an object");
    outcome.report.document.set("text", io::toml_text(*document));
  }
  return outcome;
}

}  // namespace sfumato::library
