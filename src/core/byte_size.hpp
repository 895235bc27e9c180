// Sizes in bytes as people write them: "512 MB", "4GB", "1.5 GiB". Options and messages share one form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sfumato {

// A positive number and a unit: B, kB, MB, GB, TB (powers of 1000), KiB, MiB, GiB or TiB (powers of 1024), in
// any case. A number alone counts bytes.
std::optional<std::uint64_t> parse_byte_size(std::string_view text);

// The value of ‹memory›; an error about that parameter where it is not a size of at least 1 MB.
std::uint64_t memory_size(std::string_view text);

// For people: "291.7 kB", "512 MB", "7.2 GB".
std::string byte_size_text(std::uint64_t bytes);

// For ‹memory›: the least of 1GB, 2GB, 3GB, … that is at least so many bytes.
std::string gigabytes_for(std::uint64_t bytes);

}  // namespace sfumato
