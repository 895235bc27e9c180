// OpenSSL's context of a server, checked before anything is served.
#include "server/tls_context.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <fstream>

#include "core/error.hpp"
#include "io/private_path.hpp"

namespace sfumato::server {
namespace {

void require_readable(std::string_view param, const std::string& path) {
  if (!std::ifstream(path).good()) {
    bad_param(param, "cannot read '" + path + "'", "name a PEM file with " + param_reference(param));
  }
}

}  // namespace

void FreeTlsContext::operator()(ssl_ctx_st* context) const { SSL_CTX_free(context); }

TlsContext make_tls_context(const TlsFiles& files) {
  TlsContext context(SSL_CTX_new(TLS_server_method()));
  SSL_CTX* tls = context.get();
  if (tls == nullptr) throw Error(ErrorCode::internal, "OpenSSL does not start");
  SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
  SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  // A key with a password would otherwise be asked for on the terminal.
  SSL_CTX_set_default_passwd_cb(tls, [](char*, int, int, void*) { return 0; });
  require_readable("tls-cert", files.certificate);
  require_readable("tls-key", files.key);
  io::require_private_file(files.key, "TLS key");
  const bool certificate = SSL_CTX_use_certificate_chain_file(tls, files.certificate.c_str()) == 1;
  const bool key = certificate && SSL_CTX_use_PrivateKey_file(tls, files.key.c_str(), SSL_FILETYPE_PEM) == 1;
  const bool pair = key && SSL_CTX_check_private_key(tls) == 1;
  ERR_clear_error();
  if (!certificate) {
    bad_param("tls-cert", "'" + files.certificate + "' holds no certificate", "‹tls-cert› takes a PEM file");
  }
  if (!pair) {
    bad_param("tls-key", "'" + files.key + "' holds no key to the certificate in '" + files.certificate + "'",
              "‹tls-key› takes the PEM file of the certificate's key, without a password");
  }
  return context;
}

}  // namespace sfumato::server
