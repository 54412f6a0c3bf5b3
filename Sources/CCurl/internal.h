#pragma once

#include "CCurl.h"

#include <curl/curl.h>

#define FUNCTIONS(EACH)            \
    EACH(curl_global_init)         \
    EACH(curl_slist_append)        \
    EACH(curl_slist_free_all)      \
    EACH(curl_easy_init)           \
    EACH(curl_easy_setopt)         \
    EACH(curl_easy_getinfo)        \
    EACH(curl_easy_nextheader)     \
    EACH(curl_easy_strerror)       \
    EACH(curl_easy_cleanup)        \
    EACH(curl_multi_init)          \
    EACH(curl_multi_cleanup)       \
    EACH(curl_multi_add_handle)    \
    EACH(curl_multi_remove_handle) \
    EACH(curl_multi_perform)       \
    EACH(curl_multi_poll)          \
    EACH(curl_multi_wakeup)        \
    EACH(curl_multi_info_read)

// <curl/curl.h> defines macros with the names of these functions to check arguments. The macros would hide the members of `cc_functions`.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define MEMBER(name) __typeof__(&name) name;

/// The functions of libcurl. `cc_load` fills this table.
struct cc_functions {
    FUNCTIONS(MEMBER)
};
extern struct cc_functions cc_lib;

/// Returns a function of libcurl or of a library that it was built with; NULL if no function has this name.
void *cc_find(const char *name);

/// Reads the TLS version and the cipher of the connection of a transfer that is about to send its request.
void cc_read_tls(CURL *easy, cc_tls *tls);

/// Mark the start and the end of calls in which libcurl may use connections. While the program is exiting, `cc_enter` never returns.
void cc_enter(void);
void cc_leave(void);
