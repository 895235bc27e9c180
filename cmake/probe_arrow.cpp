// Links only when Arrow was built with the C++ ABI of this compiler: strings cross the border.
#include <arrow/status.h>

#include <string>

int main() {
  const std::string text = arrow::Status::Invalid(std::string("probe")).ToString();
  return text.find("probe") == std::string::npos ? 1 : 0;
}
