// The elements of an XML file one after the other, as they are unpacked. Files are untrusted: document types
// (and with them entities), deep nesting and tags of megabytes are errors.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "io/formats/zip_archive.hpp"

namespace sfumato::io {

// The attributes of an element, by name without its prefix.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}
  // Empty where there is none.
  std::string_view operator[](std::string_view name) const;

 private:
  const char** pairs_;
};

// Names come without their prefix.
class XmlEvents {
 public:
  virtual ~XmlEvents() = default;
  virtual void opened(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void closed(std::string_view name) = 0;
  // A piece of text; an element may have several.
  virtual void text(std::string_view piece) = 0;
};

// Reads one file of an archive. What `events` throws is thrown; XML that is not well formed is an error that
// names `source` and the file.
void read_xml(ZipArchive& archive, const std::string& file, const std::string& source, XmlEvents& events);

}  // namespace sfumato::io
