#include "internal.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// ---- Many transfers ---------------------------------------------------------------------------------------------------

struct cc_transfer {
    CURL *easy;
    cc_listener listener;
    struct curl_slist *headers, *connect_to, *resolve;
    cc_tls tls;
    char error[CURL_ERROR_SIZE];
};

static CURLM *handle(cc_multi *multi) { return (CURLM *)multi; }

cc_multi *cc_multi_new(void) { return cc_load() == NULL ? (cc_multi *)cc_lib.curl_multi_init() : NULL; }

void cc_multi_free(cc_multi *multi) {
    cc_enter();
    cc_lib.curl_multi_cleanup(handle(multi));
    cc_leave();
}

bool cc_multi_add(cc_multi *multi, cc_transfer *transfer) {
    return cc_lib.curl_multi_add_handle(handle(multi), transfer->easy) == CURLM_OK;
}

void cc_multi_remove(cc_multi *multi, cc_transfer *transfer) {
    cc_enter();
    cc_lib.curl_multi_remove_handle(handle(multi), transfer->easy);
    cc_leave();
}

void cc_multi_perform(cc_multi *multi) {
    int running = 0;
    cc_enter();
    cc_lib.curl_multi_perform(handle(multi), &running);
    cc_leave();
}

void cc_multi_wait(cc_multi *multi, int milliseconds) {
    cc_lib.curl_multi_poll(handle(multi), NULL, 0, milliseconds < 0 ? 86400000 : milliseconds, NULL);
}

void cc_multi_wake(cc_multi *multi) { cc_lib.curl_multi_wakeup(handle(multi)); }

cc_transfer *cc_multi_next_ended(cc_multi *multi, int *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = cc_lib.curl_multi_info_read(handle(multi), &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = (int)message->data.result;
        char *transfer = NULL;
        cc_lib.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        return (cc_transfer *)transfer;
    }
    return NULL;
}

// ---- What libcurl calls -----------------------------------------------------------------------------------------------

static size_t on_head(char *bytes, size_t size, size_t count, void *user) {
    cc_transfer *transfer = user;
    size_t length = size * count;
    bool is_empty = length > 0 && (bytes[0] == '\r' || bytes[0] == '\n');
    bool is_end = is_empty && cc_transfer_status(transfer) >= 200;
    return transfer->listener.head(transfer->listener.context, length, is_end) ? length : 0;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *user) {
    cc_listener *listener = user;
    return listener->body(listener->context, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static curl_socket_t on_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    cc_listener *listener = user;
    bool allowed = false;
    if (address->family == AF_INET) {
        allowed = listener->allows(listener->context, (uint8_t *)&((struct sockaddr_in *)&address->addr)->sin_addr, 4);
    } else if (address->family == AF_INET6) {
        allowed = listener->allows(listener->context, (uint8_t *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
    }
    if (!allowed) return CURL_SOCKET_BAD;
#ifdef __linux__
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    int made = socket(address->family, address->socktype, address->protocol);
    if (made >= 0) fcntl(made, F_SETFD, FD_CLOEXEC);
    return made;
#endif
}

static int on_request(void *user, char *address, char *local, int port, int local_port) {
    (void)local, (void)port, (void)local_port;
    cc_transfer *transfer = user;
    cc_listener *listener = &transfer->listener;
    cc_read_tls(transfer->easy, &transfer->tls);
    uint8_t bytes[16];
    if (inet_pton(AF_INET, address, bytes) == 1) {
        return listener->allows(listener->context, bytes, 4) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
    }
    if (inet_pton(AF_INET6, address, bytes) == 1) {
        return listener->allows(listener->context, bytes, 16) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
    }
    return CURL_PREREQFUNC_ABORT;
}

// ---- One transfer -----------------------------------------------------------------------------------------------------

static struct curl_slist *list(const char *const *texts) {
    struct curl_slist *made = NULL;
    for (; texts != NULL && *texts != NULL; texts++) made = cc_lib.curl_slist_append(made, *texts);
    return made;
}

#define SET(option, value) cc_lib.curl_easy_setopt(easy, option, value)

cc_transfer *cc_transfer_new(const cc_setting *setting, cc_listener listener) {
    cc_transfer *transfer = calloc(1, sizeof *transfer);
    CURL *easy = transfer == NULL ? NULL : cc_lib.curl_easy_init();
    if (easy == NULL) {
        free(transfer);
        return NULL;
    }
    transfer->easy = easy;
    transfer->listener = listener;
    transfer->connect_to = list(setting->connect_to);
    transfer->resolve = list(setting->resolve);

    SET(CURLOPT_PRIVATE, (char *)transfer);
    SET(CURLOPT_ERRORBUFFER, transfer->error);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_USERAGENT, setting->user_agent);
    SET(CURLOPT_ACCEPT_ENCODING, "");
    // Most pages fit into one piece. The buffer is allocated for each transfer and freed after the transfer. If a buffer has 64 KiB or
    // more, freeing it makes the allocator compact its heap and return the end of the heap to the system.
    SET(CURLOPT_BUFFERSIZE, 32L << 10);
    SET(CURLOPT_NOSIGNAL, 1L);
    // A cancelled transfer must not wait for a name lookup.
    SET(CURLOPT_QUICK_EXIT, 1L);
    SET(CURLOPT_NOPROXY, "");
    // The header lines of the proxy's response are not part of the page.
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // Each connection makes a full TLS handshake, even if an earlier TLS session could be resumed.
    SET(CURLOPT_SSL_SESSIONID_CACHE, 0L);
    if (setting->certificates != NULL) SET(CURLOPT_CAINFO, setting->certificates);
    if (transfer->connect_to != NULL) SET(CURLOPT_CONNECT_TO, transfer->connect_to);
    if (transfer->resolve != NULL) SET(CURLOPT_RESOLVE, transfer->resolve);

    SET(CURLOPT_HEADERFUNCTION, on_head);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, on_body);
    SET(CURLOPT_WRITEDATA, &transfer->listener);
    SET(CURLOPT_OPENSOCKETFUNCTION, on_socket);
    SET(CURLOPT_OPENSOCKETDATA, &transfer->listener);
    SET(CURLOPT_PREREQFUNCTION, on_request);
    SET(CURLOPT_PREREQDATA, transfer);
    return transfer;
}

void cc_transfer_set_headers(cc_transfer *transfer, const char *const *lines) {
    CURL *easy = transfer->easy;
    struct curl_slist *old = transfer->headers;
    transfer->headers = list(lines);
    SET(CURLOPT_HTTPHEADER, transfer->headers);
    cc_lib.curl_slist_free_all(old);
}

void cc_transfer_set_request(cc_transfer *transfer, const cc_request *request) {
    CURL *easy = transfer->easy;
    transfer->error[0] = 0;
    transfer->tls = (cc_tls){0};
    SET(CURLOPT_URL, request->url);
    // The transfer may have made another request before. HTTPGET comes first, because it resets the body and the HEAD method of that
    // request.
    SET(CURLOPT_HTTPGET, 1L);
    if (request->body_count > 0 || strcmp(request->method, "POST") == 0) {
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
        SET(CURLOPT_COPYPOSTFIELDS, request->body_count > 0 ? (const char *)request->body : "");
    }
    if (strcmp(request->method, "HEAD") == 0) SET(CURLOPT_NOBODY, 1L);
    SET(CURLOPT_CUSTOMREQUEST, strcmp(request->method, "GET") == 0 && request->body_count == 0 ? NULL : request->method);
    SET(CURLOPT_PROXY, request->proxy);
    // libcurl does not reuse a connection whose certificate was not checked for a request that checks it.
    SET(CURLOPT_SSL_VERIFYPEER, request->checks_certificate ? 1L : 0L);
    SET(CURLOPT_SSL_VERIFYHOST, request->checks_certificate ? 2L : 0L);
    SET(CURLOPT_TIMEOUT_MS, request->milliseconds);
}

#undef SET

void cc_transfer_free(cc_transfer *transfer) {
    cc_enter();
    cc_lib.curl_easy_cleanup(transfer->easy);
    cc_leave();
    cc_lib.curl_slist_free_all(transfer->headers);
    cc_lib.curl_slist_free_all(transfer->connect_to);
    cc_lib.curl_slist_free_all(transfer->resolve);
    free(transfer);
}

int cc_transfer_status(cc_transfer *transfer) {
    long status = 0;
    cc_lib.curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    return (int)status;
}

bool cc_transfer_next_field(cc_transfer *transfer, cc_field *field) {
    // -1 selects the last request of the transfer. libcurl follows no redirects here.
    enum { last_request = -1 };
    struct curl_header *next = cc_lib.curl_easy_nextheader(transfer->easy, CURLH_HEADER, last_request, (struct curl_header *)field->place);
    if (next == NULL) return false;
    *field = (cc_field){.name = next->name, .value = next->value, .place = next};
    return true;
}

cc_facts cc_transfer_facts(cc_transfer *transfer) {
    cc_facts facts = {0};
    char *address = NULL;
    curl_off_t microseconds = 0, received = 0;
    cc_lib.curl_easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &address);
    cc_lib.curl_easy_getinfo(transfer->easy, CURLINFO_TOTAL_TIME_T, &microseconds);
    cc_lib.curl_easy_getinfo(transfer->easy, CURLINFO_SIZE_DOWNLOAD_T, &received);
    if (address != NULL) snprintf(facts.address, sizeof facts.address, "%s", address);
    snprintf(facts.error, sizeof facts.error, "%s", transfer->error);
    facts.tls = transfer->tls;
    facts.microseconds = microseconds;
    facts.received = received;
    return facts;
}

const char *cc_code_text(int code) { return cc_lib.curl_easy_strerror((CURLcode)code); }
