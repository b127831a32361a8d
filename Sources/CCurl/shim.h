#ifndef PERSONALIZE_CCURL_SHIM_H
#define PERSONALIZE_CCURL_SHIM_H

#include <curl/curl.h>

/* Swift cannot call variadic functions, so each kind of option has a
 * function of its own here. */

static inline CURLcode personalize_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode personalize_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode personalize_curl_set_text(CURL *easy, CURLoption option,
                                                 const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode personalize_curl_set_data(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

/* For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
typedef size_t (*personalize_curl_receive_fn)(char *bytes, size_t size, size_t count, void *user);

static inline CURLcode personalize_curl_set_receive(CURL *easy, CURLoption option,
                                                    personalize_curl_receive_fn function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode personalize_curl_set_open(CURL *easy, curl_opensocket_callback function) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode personalize_curl_set_close(CURL *easy, curl_closesocket_callback function) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}

static inline CURLcode personalize_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode personalize_curl_get_text(CURL *easy, CURLINFO info, const char **value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode personalize_curl_get_data(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode personalize_curl_multi_set_long(CURLM *multi, CURLMoption option,
                                                        long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode personalize_curl_multi_set_data(CURLM *multi, CURLMoption option,
                                                        void *value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode personalize_curl_multi_set_socket(CURLM *multi,
                                                          curl_socket_callback function) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}

static inline CURLMcode personalize_curl_multi_set_timer(CURLM *multi,
                                                         curl_multi_timer_callback function) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}

/* The code of a finished transfer; CURLMsg keeps it in a union. */
static inline CURLcode personalize_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
