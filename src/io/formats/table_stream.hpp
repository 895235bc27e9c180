// A table as plain bytes between two processes of this program: the values of each column as they are in
// memory, after their lengths. It is not a file format, so that the receiver parses no untrusted file.
#pragma once

#include <cstddef>
#include <functional>

#include "core/error.hpp"
#include "core/table.hpp"

namespace sfumato::io {

// Takes all the bytes, or throws.
using ByteSink = std::function<void(const void*, std::size_t)>;
// Fills all the bytes, or throws.
using ByteFeed = std::function<void(void*, std::size_t)>;

// Sends what a reader finds: names, kinds, labels, orders and missing codes (not roles, domains,
// decimals and hierarchies, which only a sidecar knows), and the values.
void send_table(const Table& table, const ByteSink& sink);
void send_error(const Error& error, const ByteSink& sink);

// The table, or the error thrown, that the other side has sent; an internal error for anything else.
Table receive_table(const ByteFeed& feed);

}  // namespace sfumato::io
