// TLS by OpenSSL, which is included here and nowhere else.
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <climits>
#include <fstream>

#include "core/error.hpp"
#include "server/transport.hpp"

namespace sfumato::server {
namespace {

struct FreeSession {
  void operator()(SSL* session) const { SSL_free(session); }
};
struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using Session = std::unique_ptr<SSL, FreeSession>;

int length_of(std::size_t size) { return static_cast<int>(std::min<std::size_t>(size, INT_MAX)); }

class TlsTransport final : public Transport {
 public:
  TlsTransport(int socket, Session session) : Transport(socket), session_(std::move(session)) {}

  Step read(std::span<char> place) override {
    ERR_clear_error();
    return step(SSL_read(session_.get(), place.data(), length_of(place.size())));
  }
  Step write(std::string_view bytes) override {
    if (bytes.empty()) return {};
    ERR_clear_error();
    return step(SSL_write(session_.get(), bytes.data(), length_of(bytes.size())));
  }
  void finish() override {
    ERR_clear_error();
    // What cannot be said at once is not said: the socket is closed soon after.
    if (SSL_is_init_finished(session_.get())) SSL_shutdown(session_.get());
    ERR_clear_error();
    Transport::finish();
  }

 private:
  Step step(int result) const {
    if (result > 0) return {Outcome::done, static_cast<std::size_t>(result)};
    switch (SSL_get_error(session_.get(), result)) {
      case SSL_ERROR_WANT_READ:
        return {Outcome::waits_to_read, 0};
      case SSL_ERROR_WANT_WRITE:
        return {Outcome::waits_to_write, 0};
      default:
        return {Outcome::closed, 0};
    }
  }

  Session session_;
};

void require_readable(std::string_view param, const std::string& path) {
  if (!std::ifstream(path).good()) {
    bad_param(param, "cannot read '" + path + "'", "name a PEM file with " + param_reference(param));
  }
}

}  // namespace

struct TlsServer::Context {
  std::unique_ptr<SSL_CTX, FreeContext> tls{SSL_CTX_new(TLS_server_method())};
};

TlsServer::TlsServer(const TlsFiles& files) : context_(std::make_unique<Context>()) {
  SSL_CTX* tls = context_->tls.get();
  if (tls == nullptr) throw Error(ErrorCode::internal, "OpenSSL does not start");
  SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
  SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(
      tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  // A key with a password would otherwise be asked for on the terminal.
  SSL_CTX_set_default_passwd_cb(tls, [](char*, int, int, void*) { return 0; });
  require_readable("tls-cert", files.certificate);
  require_readable("tls-key", files.key);
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
}

TlsServer::~TlsServer() = default;

std::unique_ptr<Transport> TlsServer::accept(int socket) const {
  Session session(SSL_new(context_->tls.get()));
  if (session != nullptr && SSL_set_fd(session.get(), socket) == 1) {
    SSL_set_accept_state(session.get());
    return std::make_unique<TlsTransport>(socket, std::move(session));
  }
  ERR_clear_error();
  const Transport closing(socket);
  return nullptr;
}

}  // namespace sfumato::server
