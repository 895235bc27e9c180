// Expat, with its memory limited: it holds one tag at a time, and no tag of a workbook needs megabytes.
#include "io/formats/xml_events.hpp"

#include <expat.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

constexpr int deepest = 64;
constexpr std::size_t most_memory = std::size_t{8} << 20U;

// Expat's functions for memory get no pointer of ours, so that the count is one per thread.
thread_local std::size_t expat_memory = 0;

// The size of each block is kept before it.
constexpr std::size_t block_head = alignof(std::max_align_t);

void* limited_realloc(void* block, std::size_t size) {
  char* const old = block == nullptr ? nullptr : static_cast<char*>(block) - block_head;
  const std::size_t before = old == nullptr ? 0 : *reinterpret_cast<std::size_t*>(old);
  if (size > most_memory || expat_memory - before + size > most_memory) return nullptr;
  char* const made = static_cast<char*>(std::realloc(old, size + block_head));
  if (made == nullptr) return nullptr;
  *reinterpret_cast<std::size_t*>(made) = size;
  expat_memory = expat_memory - before + size;
  return made + block_head;
}

void* limited_malloc(std::size_t size) { return limited_realloc(nullptr, size); }

void limited_free(void* block) {
  if (block == nullptr) return;
  char* const old = static_cast<char*>(block) - block_head;
  expat_memory -= *reinterpret_cast<std::size_t*>(old);
  std::free(old);
}

std::string_view without_prefix(std::string_view name) { return name.substr(name.find(':') + 1); }

struct Reading {
  XML_Parser parser = nullptr;
  XmlEvents& events;
  int depth = 0;
  bool refused = false;  // too deep, or a document type
  std::exception_ptr failure = {};

  // Exceptions must not pass through expat.
  template <class Work>
  void guarded(Work&& work) {
    if (failure || refused) return;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
      XML_StopParser(parser, XML_FALSE);
    }
  }
  void refuse() {
    refused = true;
    XML_StopParser(parser, XML_FALSE);
  }
};

Reading& reading_of(void* data) { return *static_cast<Reading*>(data); }

void on_open(void* data, const char* name, const char** attributes) {
  Reading& reading = reading_of(data);
  if (++reading.depth > deepest) return reading.refuse();
  reading.guarded([&] { reading.events.opened(without_prefix(name), XmlAttributes(attributes)); });
}

void on_close(void* data, const char* name) {
  Reading& reading = reading_of(data);
  --reading.depth;
  reading.guarded([&] { reading.events.closed(without_prefix(name)); });
}

void on_text(void* data, const char* text, int length) {
  Reading& reading = reading_of(data);
  reading.guarded([&] { reading.events.text({text, static_cast<std::size_t>(length)}); });
}

void on_document_type(void* data, const char*, const char*, const char*, int) { reading_of(data).refuse(); }

}  // namespace

std::string_view XmlAttributes::operator[](std::string_view name) const {
  for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
    if (without_prefix(pair[0]) == name) return pair[1];
  }
  return {};
}

void read_xml(ZipArchive& archive, const std::string& file, const std::string& source, XmlEvents& events) {
  const XML_Memory_Handling_Suite memory{limited_malloc, limited_realloc, limited_free};
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate_MM(nullptr, &memory, nullptr), &XML_ParserFree);
  if (!parser) throw std::bad_alloc();
  Reading reading{.parser = parser.get(), .events = events};
  XML_SetUserData(parser.get(), &reading);
  XML_SetElementHandler(parser.get(), on_open, on_close);
  XML_SetCharacterDataHandler(parser.get(), on_text);
  XML_SetStartDoctypeDeclHandler(parser.get(), on_document_type);
  const auto check = [&](XML_Status status) {
    if (reading.failure) std::rethrow_exception(reading.failure);
    if (status == XML_STATUS_OK && !reading.refused) return;
    const std::string why = reading.refused ? "it declares a document type or is nested too deeply"
                            : XML_GetErrorCode(parser.get()) == XML_ERROR_NO_MEMORY
                                ? "it has a tag of megabytes"
                                : XML_ErrorString(XML_GetErrorCode(parser.get()));
    bad_input(source + ": the file '" + file.substr(0, 80) + "' in it is not XML of a workbook: " + why,
              "the file may be damaged: open it with the program that made it and save it again");
  };
  archive.unpack(file, [&](std::string_view part) {
    check(XML_Parse(parser.get(), part.data(), static_cast<int>(part.size()), 0));
  });
  check(XML_Parse(parser.get(), "", 0, 1));
}

}  // namespace sfumato::io
