// Reads the TLS version and the cipher of a connection.
//
// libcurl reports neither the version nor the cipher. But it gives access to the session of its TLS library, which knows both values. The
// functions of that library are looked up among libcurl's own dependencies, so linkscope does not link a TLS library. If the TLS library is
// not listed here, or is built into libcurl, the version and the cipher stay unknown.

#include "internal.h"

#include <stdio.h>

static void copy(char *to, size_t size, const char *text) { snprintf(to, size, "%s", text == NULL ? "" : text); }

/// Reads a session of OpenSSL, LibreSSL, BoringSSL or AWS-LC.
static void read_openssl(const void *session, cc_tls *tls) {
    const char *(*version)(const void *) = (const char *(*)(const void *))cc_find("SSL_get_version");
    const void *(*cipher)(const void *) = (const void *(*)(const void *))cc_find("SSL_get_current_cipher");
    const char *(*name)(const void *) = (const char *(*)(const void *))cc_find("SSL_CIPHER_get_name");
    if (version != NULL) copy(tls->version, sizeof tls->version, version(session));
    const void *used = cipher == NULL ? NULL : cipher(session);
    if (used != NULL && name != NULL) copy(tls->cipher, sizeof tls->cipher, name(used));
}

static void read_gnutls(void *session, cc_tls *tls) {
    int (*version)(void *) = (int (*)(void *))cc_find("gnutls_protocol_get_version");
    const char *(*name)(int) = (const char *(*)(int))cc_find("gnutls_protocol_get_name");
    // This function exists since GnuTLS 3.7.4.
    const char *(*cipher)(void *) = (const char *(*)(void *))cc_find("gnutls_ciphersuite_get");
    if (version != NULL && name != NULL) copy(tls->version, sizeof tls->version, name(version(session)));
    if (cipher != NULL) copy(tls->cipher, sizeof tls->cipher, cipher(session));
}

void cc_read_tls(CURL *easy, cc_tls *tls) {
    *tls = (cc_tls){0};
    struct curl_tlssessioninfo *session = NULL;
    if (cc_lib.curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || session == NULL || session->internals == NULL) return;
    if (session->backend == CURLSSLBACKEND_OPENSSL) read_openssl(session->internals, tls);
    if (session->backend == CURLSSLBACKEND_GNUTLS) read_gnutls(session->internals, tls);
}
