// What Fetching needs of libcurl, in plain C types.
//
// <curl/curl.h> stays inside this target: its setters are variadic, which Swift cannot call. The library is loaded at the first fetch
// and not with the program: it brings thirty others along, which cost every start 6 ms, and most runs fetch nothing.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Many transfers on one thread. Only `cc_multi_wake` may be called from another.
typedef struct cc_multi cc_multi;

/// One request and its response, and after that another one.
typedef struct cc_transfer cc_transfer;

/// Loads libcurl if it is not there yet; NULL when it is, else why it cannot be had. The text lives as long as the program.
const char *_Nullable cc_load(void);

// ---- Many transfers -------------------------------------------------------------------------------------------------

cc_multi *_Nullable cc_multi_new(void);
void cc_multi_free(cc_multi *_Nonnull multi);

bool cc_multi_add(cc_multi *_Nonnull multi, cc_transfer *_Nonnull transfer);

/// Takes a transfer out, finished or not. It does not wait for a name that is being looked up.
void cc_multi_remove(cc_multi *_Nonnull multi, cc_transfer *_Nonnull transfer);

/// Does what can be done without waiting.
void cc_multi_perform(cc_multi *_Nonnull multi);

/// Waits until there is something to do, until `cc_multi_wake`, or so long. Less than 0: as long as it takes.
void cc_multi_wait(cc_multi *_Nonnull multi, int milliseconds);

void cc_multi_wake(cc_multi *_Nonnull multi);

/// The next transfer that has ended, and libcurl's code of how; NULL when there is none. It is to be removed.
cc_transfer *_Nullable cc_multi_next_ended(cc_multi *_Nonnull multi, int *_Nonnull code);

// ---- One transfer ---------------------------------------------------------------------------------------------------

/// What all requests of a transfer have in common. Strings are copied; NULL stands for "none".
typedef struct {
    const char *_Nonnull user_agent;
    /// A file with the certificates to trust instead of the system's.
    const char *_Nullable certificates;
    /// As curl's --connect-to and --resolve have them, ended by NULL.
    const char *_Nullable const *_Nullable connect_to;
    const char *_Nullable const *_Nullable resolve;
} cc_setting;

/// What to ask for. Strings are copied.
typedef struct {
    const char *_Nonnull url;
    /// The proxy's address, or "": the environment is not asked.
    const char *_Nonnull proxy;
    long milliseconds;
    /// Whether there is something to remark: how the connection is secured.
    bool is_secure;
} cc_request;

/// Who is told, on the thread that performs, while it performs.
typedef struct {
    void *_Nonnull context;
    /// A line of the head, with its end. False ends the transfer.
    bool (*_Nonnull head)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
    /// A piece of the body, decoded. False ends the transfer.
    bool (*_Nonnull body)(void *_Nonnull context, const uint8_t *_Nonnull bytes, size_t count);
    /// Before connecting to an address of 4 or 16 bytes, and before a request goes over a connection that is there. False refuses it.
    bool (*_Nonnull allows)(void *_Nonnull context, const uint8_t *_Nonnull address, size_t count);
    /// What libcurl says about how the connection is secured.
    void (*_Nonnull remark)(void *_Nonnull context, const uint8_t *_Nonnull text, size_t count);
} cc_listener;

/// What is known of a transfer at its end.
typedef struct {
    char address[64];
    int port;
    int64_t microseconds;
    /// Bytes of the body as they came, before they were decoded.
    int64_t received;
    /// libcurl's own words of what went wrong, or "".
    char error[256];
} cc_facts;

cc_transfer *_Nullable cc_transfer_new(const cc_setting *_Nonnull setting, cc_listener listener);

/// The lines to send, `Name: value`, ended by NULL; they stay until others are set.
void cc_transfer_set_headers(cc_transfer *_Nonnull transfer, const char *_Nullable const *_Nullable lines);

/// What to ask for when it is added the next time.
void cc_transfer_set_request(cc_transfer *_Nonnull transfer, const cc_request *_Nonnull request);

void cc_transfer_free(cc_transfer *_Nonnull transfer);
cc_facts cc_transfer_facts(cc_transfer *_Nonnull transfer);

/// What a code means, in libcurl's words.
const char *_Nonnull cc_code_text(int code);

/// The codes that are told apart.
enum {
    cc_code_ok = 0,
    cc_code_bad_url = 3,
    cc_code_no_proxy_host = 5,
    cc_code_no_host = 6,
    cc_code_no_connection = 7,
    cc_code_partial = 18,
    cc_code_too_late = 28,
    cc_code_tls = 35,
    cc_code_empty = 52,
    cc_code_tls_certificate_problem = 58,
    cc_code_tls_cipher = 59,
    cc_code_not_verified = 60,
    cc_code_bad_encoding = 61,
    cc_code_bad_certificate_file = 77,
};
