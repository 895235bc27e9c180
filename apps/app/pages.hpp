// The pages of the app, embedded into the program when it is built; for development they are read from a
// folder instead.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/responses.hpp"

namespace sfumato::app {

struct EmbeddedPage {
  std::string_view path;  // "app/main.js", from the folder of the pages
  std::string_view bytes;
};

// Made by cmake/WriteWebPages.cmake from web/, and from the pictures of the methods
// ("pictures/methods/mdav.svg").
std::span<const EmbeddedPage> embedded_pages();

// The type of a page by its ending; empty: not a page.
std::string_view page_type(std::string_view path);

class Pages {
 public:
  // Without a folder, those that are embedded.
  explicit Pages(std::optional<std::string> folder) : folder_(std::move(folder)) {}

  // The page at a path of the address, "/" being index.html. The browser keeps it and asks whether it is
  // still the same.
  Response answer(const Request& request) const;

 private:
  std::optional<std::string> bytes_of(const std::string& path) const;

  std::optional<std::string> folder_;
};

}  // namespace sfumato::app
