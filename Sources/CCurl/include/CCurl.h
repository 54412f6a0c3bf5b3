// The part of libcurl that Fetching uses, in plain C types.
//
// <curl/curl.h> stays inside this target, because its setters are variadic, and Swift cannot call variadic functions. The library is loaded
// at the first fetch and not at the start of the program, because most runs fetch nothing. libcurl loads thirty other libraries, which
// takes 6 ms.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Runs many transfers on one thread. Only `cc_multi_wake` may be called from another thread.
typedef struct cc_multi cc_multi;

/// A request and its response. A transfer can be reused for further requests.
typedef struct cc_transfer cc_transfer;

/// Loads libcurl if necessary. Returns NULL on success, otherwise the reason for the failure. The string stays valid until the program
/// ends.
const char *_Nullable cc_load(void);

// ---- Many transfers -------------------------------------------------------------------------------------------------

cc_multi *_Nullable cc_multi_new(void);
void cc_multi_free(cc_multi *_Nonnull multi);

bool cc_multi_add(cc_multi *_Nonnull multi, cc_transfer *_Nonnull transfer);

/// Removes a transfer, finished or not. Does not wait for a running name lookup.
void cc_multi_remove(cc_multi *_Nonnull multi, cc_transfer *_Nonnull transfer);

/// Does all work that is possible without waiting.
void cc_multi_perform(cc_multi *_Nonnull multi);

/// Waits until there is work, until `cc_multi_wake`, or for `milliseconds`. If `milliseconds` is negative, waits at most a day.
void cc_multi_wait(cc_multi *_Nonnull multi, int milliseconds);

void cc_multi_wake(cc_multi *_Nonnull multi);

/// Returns the next transfer that has ended and stores libcurl's code for it; NULL if no transfer has ended. The caller must remove
/// the transfer.
cc_transfer *_Nullable cc_multi_next_ended(cc_multi *_Nonnull multi, int *_Nonnull code);

// ---- One transfer ---------------------------------------------------------------------------------------------------

/// The settings for all requests of a transfer. The strings are copied. NULL means that there is no value.
typedef struct {
    const char *_Nonnull user_agent;
    /// A file of certificates to trust instead of the system's.
    const char *_Nullable certificates;
    /// Lists in the format of curl's --connect-to and --resolve, terminated by NULL.
    const char *_Nullable const *_Nullable connect_to;
    const char *_Nullable const *_Nullable resolve;
} cc_setting;

/// A request. Strings are copied.
typedef struct {
    const char *_Nonnull method;
    const char *_Nonnull url;
    /// The body, which is copied too. NULL for a request without a body.
    const uint8_t *_Nullable body;
    size_t body_count;
    /// The proxy's address, or "" for no proxy. The proxy variables of the environment are ignored.
    const char *_Nonnull proxy;
    /// Whether the server must have a certificate that is trusted and names the host.
    bool checks_certificate;
    long milliseconds;
} cc_request;

/// Callbacks of a transfer. They are called on the thread that calls `cc_multi_perform`, during that call.
typedef struct {
    void *_Nonnull context;
    /// Receives the size of a line of the head. `is_end` marks the empty line after the final head, when `cc_transfer_next_field` can read
    /// the fields. Returning false ends the transfer.
    bool (*_Nonnull head)(void *_Nonnull context, size_t count, bool is_end);
    /// Receives a piece of the decoded body. Returning false ends the transfer.
    bool (*_Nonnull body)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
    /// Called with an address of 4 or 16 bytes before connecting to it, and before sending a request over a connection to it. Returning
    /// false refuses the address.
    bool (*_Nonnull allows)(void *_Nonnull context, const uint8_t *_Nonnull address, size_t count);
} cc_listener;

/// The protocol version and the cipher of a connection, as the TLS library names them; "" if unknown.
typedef struct {
    char version[32];
    char cipher[64];
} cc_tls;

/// A field of a response's head. Pass a value that is all zero to get the first field. The strings are valid until the next call for the
/// same transfer.
typedef struct {
    const char *_Nullable name;
    const char *_Nullable value;
    /// The field in libcurl's list.
    const void *_Nullable place;
} cc_field;

/// Facts about a transfer that has ended.
typedef struct {
    char address[64];
    cc_tls tls;
    int64_t microseconds;
    /// The bytes of the body as received, before decoding.
    int64_t received;
    /// libcurl's error message, or "".
    char error[256];
} cc_facts;

cc_transfer *_Nullable cc_transfer_new(const cc_setting *_Nonnull setting, cc_listener listener);

/// Sets the header lines to send, `Name: value`, terminated by NULL. The lines are sent with each request until they are replaced.
void cc_transfer_set_headers(cc_transfer *_Nonnull transfer, const char *_Nullable const *_Nullable lines);

/// Sets the request to send when the transfer is added next.
void cc_transfer_set_request(cc_transfer *_Nonnull transfer, const cc_request *_Nonnull request);

void cc_transfer_free(cc_transfer *_Nonnull transfer);

/// Returns the status of the latest response, interim responses (1xx) included; 0 before its first line.
int cc_transfer_status(cc_transfer *_Nonnull transfer);

/// Replaces `field` with the next field of the final response. Returns false if there is no next field.
bool cc_transfer_next_field(cc_transfer *_Nonnull transfer, cc_field *_Nonnull field);

cc_facts cc_transfer_facts(cc_transfer *_Nonnull transfer);

/// Returns libcurl's message for a code.
const char *_Nonnull cc_code_text(int code);

/// The codes that callers distinguish.
enum {
    cc_code_bad_url = 3,
    cc_code_no_proxy_host = 5,
    cc_code_no_host = 6,
    cc_code_no_connection = 7,
    cc_code_too_late = 28,
    cc_code_tls = 35,
    cc_code_tls_certificate_problem = 58,
    cc_code_tls_cipher = 59,
    cc_code_not_verified = 60,
    cc_code_bad_encoding = 61,
    cc_code_bad_certificate_file = 77,
};
