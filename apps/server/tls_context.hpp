// The server's certificate and key, and how TLS is spoken: version 1.2 or later, no renegotiation. OpenSSL's
// types stay behind this.
#pragma once

#include <memory>
#include <string>

struct ssl_ctx_st;

namespace sfumato::server {

struct TlsFiles {
  std::string certificate;  // PEM, the server's own first, then those that vouch for it
  std::string key;          // PEM
};

struct FreeTlsContext {
  void operator()(ssl_ctx_st* context) const;
};
using TlsContext = std::unique_ptr<ssl_ctx_st, FreeTlsContext>;

// Bad input where the files are not readable or not a pair.
TlsContext make_tls_context(const TlsFiles& files);

}  // namespace sfumato::server
