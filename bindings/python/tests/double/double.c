/*
 * A stand-in for the library that keeps the header's promises and has no engine
 * behind them. It notes every call with its arguments, so that a test can see
 * what the binding passed, and does on request what an engine does rarely:
 * fail in every way, call back, ask, hang.
 *
 * personalize_track() is the switch: its event says what to do, its properties
 * with what (see `perform`). personalize_state() answers with the notes.
 */
#define _GNU_SOURCE
#include "personalize.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define ENGINES 64
#define WAITING 256

#ifndef DOUBLE_ABI
#define DOUBLE_ABI PERSONALIZE_ABI
#endif

struct personalize_error {
    int code;
    char reason[64], message[256], path[64], hint[64], vendor[64];
};

struct callback {
    void (*function)(void);
    void *user;
    personalize_drop_fn drop;
};

struct engine {
    bool open, started;
    pid_t owner;
    int event;
    char *notes;
    char *content;
    char *borrowed;
    char *updates[WAITING];
    size_t update_count;
    char *pending[WAITING];
    size_t pending_count;
    struct callback on_update, on_log, hook;
    int log_level;
    int64_t asked;
    uint64_t placements;
};

static struct engine engines[ENGINES];
static int drops;

static char *copy(const char *text, ptrdiff_t length) {
    if (text == NULL) return NULL;
    size_t size = length < 0 ? strlen(text) : (size_t)length;
    char *result = malloc(size + 1);
    memcpy(result, text, size);
    result[size] = 0;
    return result;
}

static int fail(personalize_error_t **error, int code, const char *reason) {
    if (error == NULL) return code;
    *error = calloc(1, sizeof **error);
    (*error)->code = code;
    snprintf((*error)->reason, sizeof (*error)->reason, "%s", reason);
    snprintf((*error)->message, sizeof (*error)->message, "It failed with %d.", code);
    return code;
}

/* Appends one entry of the state's list: name, then texts and numbers by `kinds`. */
static void note(struct engine *engine, const char *name, const char *kinds, ...) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "%s%s[\"%s\"", engine->notes ? engine->notes : "", engine->notes ? "," : "", name);
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i') {
            fprintf(out, ",%lld", (long long)va_arg(list, int64_t));
            continue;
        }
        char *value = va_arg(list, char *);
        ptrdiff_t length = va_arg(list, ptrdiff_t);
        if (value == NULL) {
            fputs(",null", out);
            continue;
        }
        fputs(",\"", out);
        for (ptrdiff_t at = 0; at < length; at++) {
            unsigned char byte = (unsigned char)value[at];
            if (byte == '"' || byte == '\\') fprintf(out, "\\%c", byte);
            else if (byte < 32) fprintf(out, "\\u%04x", byte);
            else fputc(byte, out);
        }
        fputc('"', out);
    }
    va_end(list);
    fputc(']', out);
    fclose(out);
    free(engine->notes);
    engine->notes = text;
}

/* The engine of a handle; NULL after having failed. */
static struct engine *find(personalize_t *handle, int *code, personalize_error_t **error) {
    if (error) *error = NULL;
    uintptr_t index = (uintptr_t)handle;
    if (index == 0 || index > ENGINES || !engines[index - 1].open) {
        *code = fail(error, PERSONALIZE_E_HANDLE, "stale_handle");
        return NULL;
    }
    if (engines[index - 1].owner != getpid()) {
        *code = fail(error, PERSONALIZE_E_FORKED, "forked");
        return NULL;
    }
    return &engines[index - 1];
}

#define FIND(engine)                                                                               \
    int found = 0;                                                                                 \
    struct engine *engine = find(handle, &found, error);                                           \
    if (engine == NULL) return found

static void drop(struct callback *callback) {
    struct callback old = *callback;
    memset(callback, 0, sizeof *callback);
    if (old.function && old.drop) {
        drops++;
        old.drop(old.user);
    }
}

static void deliver(struct engine *engine, const char *text) {
    if (engine->on_update.function) {
        ((personalize_update_fn)engine->on_update.function)(engine->on_update.user, text,
                                                            strlen(text));
    } else if (engine->update_count < WAITING) {
        engine->updates[engine->update_count++] = copy(text, PERSONALIZE_NTS);
    }
}

static void set(struct callback *callback, void (*function)(void), void *user,
                personalize_drop_fn dropped) {
    drop(callback);
    if (function) *callback = (struct callback){function, user, dropped};
}

uint32_t personalize_abi(void) { return DOUBLE_ABI; }
const char *personalize_version(void) { return "0.0.1-double"; }
const char *personalize_build_info(void) { return "{\"version\":\"0.0.1-double\",\"abi\":1}"; }
const char *personalize_code_name(int code) { return code == 0 ? "ok" : "unknown"; }
void personalize_free(void *memory) { free(memory); }

int personalize_error_code(const personalize_error_t *error) { return error ? error->code : 0; }
#define ERROR_TEXT(member)                                                                         \
    const char *personalize_error_##member(const personalize_error_t *error) {                     \
        return error ? error->member : "";                                                         \
    }
ERROR_TEXT(reason)
ERROR_TEXT(message)
ERROR_TEXT(path)
ERROR_TEXT(hint)
ERROR_TEXT(vendor)
const char *personalize_error_json(const personalize_error_t *error) { return error ? "{}" : ""; }
void personalize_error_free(personalize_error_t *error) { free(error); }

int personalize_open(const char *configuration, ptrdiff_t length, personalize_t **engine,
                     personalize_error_t **error) {
    if (error) *error = NULL;
    char *text = copy(configuration, length);
    bool bad = text == NULL || strstr(text, "\"version\":1") == NULL;
    if (bad) {
        free(text);
        return fail(error, PERSONALIZE_E_CONFIG, "version");
    }
    for (uintptr_t index = 0; index < ENGINES; index++) {
        struct engine *each = &engines[index];
        if (each->open) continue;
        memset(each, 0, sizeof *each);
        each->open = true;
        each->owner = getpid();
        each->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        note(each, "open", "t", text, (ptrdiff_t)strlen(text));
        free(text);
        *engine = (personalize_t *)(index + 1);
        return PERSONALIZE_OK;
    }
    free(text);
    return fail(error, PERSONALIZE_E_LIMIT, "engines");
}

int personalize_start(personalize_t *handle, personalize_error_t **error) {
    FIND(engine);
    engine->started = true;
    note(engine, "start", "");
    return PERSONALIZE_OK;
}

int personalize_stop(personalize_t *handle, personalize_error_t **error) {
    FIND(engine);
    note(engine, "stop", "");
    return PERSONALIZE_OK;
}

int personalize_clear_local_data(const char *configuration, ptrdiff_t length,
                                 personalize_error_t **error) {
    if (error) *error = NULL;
    if (length == 2 && memcmp(configuration, "{}", 2) == 0)
        return fail(error, PERSONALIZE_E_CONFIG, "missing_key");
    return PERSONALIZE_OK;
}

int personalize_close(personalize_t *handle, personalize_error_t **error) {
    if (error) *error = NULL;
    if (handle == NULL) return PERSONALIZE_OK;
    FIND(engine);
    deliver(engine, "{\"update\":\"closing\",\"sequence\":999}");
    drop(&engine->on_update);
    drop(&engine->on_log);
    drop(&engine->hook);
    engine->open = false;
    close(engine->event);
    return PERSONALIZE_OK;
}

int personalize_reopen(personalize_t *handle, const char *storage, ptrdiff_t length,
                       personalize_error_t **error) {
    if (error) *error = NULL;
    struct engine *engine = &engines[(uintptr_t)handle - 1];
    if (engine->owner == getpid()) return fail(error, PERSONALIZE_E_STATE, "not_forked");
    engine->owner = getpid();
    engine->started = false;
    engine->update_count = 0;
    memset(&engine->on_update, 0, sizeof engine->on_update);
    note(engine, "reopen", "t", storage, length);
    return PERSONALIZE_OK;
}

int personalize_state(personalize_t *handle, char **json, personalize_error_t **error) {
    FIND(engine);
    if (asprintf(json, "{\"drops\":%d,\"calls\":[%s]}", drops, engine->notes ? engine->notes : "")
        < 0)
        return fail(error, PERSONALIZE_E_INTERNAL, "memory");
    return PERSONALIZE_OK;
}

int personalize_stats(personalize_t *handle, char **json, personalize_error_t **error) {
    FIND(engine);
    *json = strdup("{\"vendors\":[{\"vendor\":\"shop\",\"accepted\":3}]}");
    return PERSONALIZE_OK;
}

int personalize_fd(personalize_t *handle, int *fd, personalize_error_t **error) {
    FIND(engine);
    *fd = engine->event;
    return PERSONALIZE_OK;
}

int personalize_timeout(personalize_t *handle, int64_t *milliseconds, personalize_error_t **error) {
    FIND(engine);
    *milliseconds = engine->pending_count ? 250 : -1;
    return engine->pending_count ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_process(personalize_t *handle, personalize_error_t **error) {
    FIND(engine);
    uint64_t count;
    (void)!read(engine->event, &count, sizeof count);
    for (size_t at = 0; at < engine->pending_count; at++) {
        deliver(engine, engine->pending[at]);
        free(engine->pending[at]);
    }
    engine->pending_count = 0;
    return PERSONALIZE_OK;
}

int personalize_wait(personalize_t *handle, int64_t milliseconds, personalize_error_t **error) {
    FIND(engine);
    if (engine->update_count == 0) {
        struct pollfd poller = {engine->event, POLLIN, 0};
        if (poll(&poller, 1, (int)milliseconds) > 0) personalize_process(handle, NULL);
    }
    return engine->update_count ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

static int take(struct engine *engine, const char **json, size_t *length) {
    if (engine->update_count == 0) return PERSONALIZE_NONE;
    free(engine->borrowed);
    engine->borrowed = engine->updates[0];
    memmove(engine->updates, engine->updates + 1, --engine->update_count * sizeof(char *));
    *json = engine->borrowed;
    if (length) *length = strlen(engine->borrowed);
    return PERSONALIZE_OK;
}

int personalize_next_update(personalize_t *handle, const char **json, size_t *length,
                            personalize_error_t **error) {
    FIND(engine);
    if (engine->on_log.function && engine->log_level == PERSONALIZE_LOG_VERBOSE)
        ((personalize_log_fn)engine->on_log.function)(engine->on_log.user, PERSONALIZE_LOG_VERBOSE,
                                                      "", "taking");
    return take(engine, json, length);
}

int personalize_on_update(personalize_t *handle, personalize_update_fn callback, void *user,
                          personalize_drop_fn dropped, personalize_error_t **error) {
    FIND(engine);
    set(&engine->on_update, (void (*)(void))callback, user, dropped);
    while (callback && engine->update_count) {
        const char *text;
        take(engine, &text, NULL);
        deliver(engine, text);
    }
    return PERSONALIZE_OK;
}

int personalize_on_log(personalize_t *handle, int level, personalize_log_fn callback, void *user,
                       personalize_drop_fn dropped, personalize_error_t **error) {
    FIND(engine);
    if (level < 0 || level > 4) return fail(error, PERSONALIZE_E_ARGUMENT, "level");
    set(&engine->on_log, (void (*)(void))callback, user, dropped);
    engine->log_level = level;
    return PERSONALIZE_OK;
}

int personalize_next_request(personalize_t *handle, const char **json, size_t *length,
                             personalize_error_t **error) {
    FIND(engine);
    return take(engine, json, length);
}

int personalize_finish_request(personalize_t *handle, int64_t request, const char *answer,
                               ptrdiff_t length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "finish_request", "it", request, answer, length);
    return PERSONALIZE_OK;
}

int personalize_script(personalize_t *handle, const char *rules, ptrdiff_t length,
                       personalize_error_t **error) {
    FIND(engine);
    note(engine, "script", "t", rules, length);
    return PERSONALIZE_OK;
}

int personalize_script_sent(personalize_t *handle, char **json, personalize_error_t **error) {
    FIND(engine);
    *json = strdup("[{\"id\":1}]");
    return PERSONALIZE_OK;
}

#define NUMBER(name)                                                                               \
    int personalize_##name(personalize_t *handle, int64_t value, personalize_error_t **error) {    \
        FIND(engine);                                                                              \
        note(engine, #name, "i", value);                                                           \
        return PERSONALIZE_OK;                                                                     \
    }
NUMBER(advance)
NUMBER(set_time)

#define FLAG(name)                                                                                 \
    int personalize_##name(personalize_t *handle, int value, personalize_error_t **error) {        \
        FIND(engine);                                                                              \
        note(engine, #name, "i", (int64_t)value);                                                  \
        return PERSONALIZE_OK;                                                                     \
    }
FLAG(foreground)
FLAG(offline)

#define PLAIN(name)                                                                                \
    int personalize_##name(personalize_t *handle, personalize_error_t **error) {                   \
        FIND(engine);                                                                              \
        note(engine, #name, "");                                                                   \
        return PERSONALIZE_OK;                                                                     \
    }
PLAIN(anonymize)
PLAIN(session_start)
PLAIN(session_end)
PLAIN(flush)

int personalize_identify_with(personalize_t *handle, const char *ids, ptrdiff_t ids_length,
                              const char *properties, ptrdiff_t properties_length,
                              const char *options, ptrdiff_t options_length,
                              personalize_error_t **error) {
    FIND(engine);
    note(engine, "identify_with", "ttt", ids, ids_length, properties, properties_length, options,
         options_length);
    return PERSONALIZE_OK;
}

int personalize_authorization_set(personalize_t *handle, const char *vendor,
                                  ptrdiff_t vendor_length, const char *token,
                                  ptrdiff_t token_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "authorization_set", "tt", vendor, vendor_length, token, token_length);
    return PERSONALIZE_OK;
}

int personalize_identify(personalize_t *handle, const char *ids, ptrdiff_t ids_length,
                         const char *properties, ptrdiff_t properties_length, const char *key,
                         ptrdiff_t key_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "identify", "ttt", ids, ids_length, properties, properties_length, key,
         key_length);
    return PERSONALIZE_OK;
}

int personalize_consent(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                        const char *purpose, ptrdiff_t purpose_length, int consent,
                        personalize_error_t **error) {
    FIND(engine);
    note(engine, "consent", "tti", vendor, vendor_length, purpose, purpose_length,
         (int64_t)consent);
    return PERSONALIZE_OK;
}

/* "emit": an update. "log": a line. "ask": a question. "fail": the error with the
 * number given. Anything else only is noted. */
static int perform(struct engine *engine, const char *event, const char *with,
                   personalize_error_t **error) {
    if (strcmp(event, "emit") == 0) deliver(engine, with);
    if (strcmp(event, "log") == 0 && engine->on_log.function)
        ((personalize_log_fn)engine->on_log.function)(engine->on_log.user, engine->log_level,
                                                      "shop", with);
    if (strcmp(event, "ask") == 0 && engine->hook.function) {
        engine->asked = 7;
        ((personalize_hook_fn)engine->hook.function)(engine->hook.user, engine->asked, with,
                                                     strlen(with));
        engine->asked = 0;
    }
    int code = 0;
    if (strcmp(event, "fail") == 0 && sscanf(with, "{\"code\":%d", &code) == 1) {
        deliver(engine, "{\"update\":\"diagnostic\"}");
        fail(error, code, "asked_for");
        if (code == PERSONALIZE_E_CONFIG && error) {
            snprintf((*error)->path, 64, "$.vendors[0]");
            snprintf((*error)->hint, 64, "did you mean \"kind\"?");
            snprintf((*error)->vendor, 64, "shop");
        }
        return code;
    }
    return PERSONALIZE_OK;
}

int personalize_track(personalize_t *handle, const char *event, ptrdiff_t event_length,
                      const char *properties, ptrdiff_t properties_length, const char *options,
                      ptrdiff_t options_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "track", "ttt", event, event_length, properties, properties_length, options,
         options_length);
    char *name = copy(event, event_length);
    char *with = copy(properties, properties_length);
    int code = perform(engine, name, with ? with : "", error);
    free(name);
    free(with);
    return code;
}

static void promise(struct engine *engine, const char *update, const char *key,
                    ptrdiff_t key_length) {
    char *name = copy(key, key_length);
    char *text = NULL;
    if (asprintf(&text, "{\"update\":\"%s\",\"sequence\":5,\"key\":\"%s\"}", update,
                 name ? name : "") >= 0)
        engine->pending[engine->pending_count++] = text;
    free(name);
    uint64_t one = 1;
    (void)!write(engine->event, &one, sizeof one);
}

int personalize_refresh(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                        const char *key, ptrdiff_t key_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "refresh", "tt", vendor, vendor_length, key, key_length);
    if (vendor && vendor_length == 6 && memcmp(vendor, "nobody", 6) == 0)
        return fail(error, PERSONALIZE_E_NOT_FOUND, "vendor");
    promise(engine, "content.refreshed", key, key_length);
    return PERSONALIZE_OK;
}

int personalize_ingest(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                       const char *kind, ptrdiff_t kind_length, const char *payload,
                       ptrdiff_t payload_length, personalize_error_t **error) {
    FIND(engine);
    free(engine->content);
    engine->content = copy(payload, payload_length);
    note(engine, "ingest", "tti", vendor, vendor_length, kind, kind_length,
         (int64_t)payload_length);
    return PERSONALIZE_OK;
}

int personalize_prefetch(personalize_t *handle, const char *placements, ptrdiff_t length,
                         const char *key, ptrdiff_t key_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "prefetch", "tt", placements, length, key, key_length);
    promise(engine, "content.prefetched", key, key_length);
    return PERSONALIZE_OK;
}

int personalize_placement_open(personalize_t *handle, const char *specification, ptrdiff_t length,
                               uint64_t *placement, personalize_error_t **error) {
    FIND(engine);
    note(engine, "placement_open", "t", specification, length);
    *placement = (UINT64_C(1) << 52) + ++engine->placements;
    deliver(engine, "{\"update\":\"placement.ready\"}");
    return PERSONALIZE_OK;
}

int personalize_placement_reload(personalize_t *handle, uint64_t placement, const char *options,
                                 ptrdiff_t length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "placement_reload", "it", (int64_t)placement, options, length);
    return PERSONALIZE_OK;
}

int personalize_placement_content(personalize_t *handle, uint64_t placement, const char **json,
                                  size_t *length, personalize_error_t **error) {
    FIND(engine);
    (void)placement;
    *json = engine->content;
    if (length) *length = engine->content ? strlen(engine->content) : 0;
    return engine->content ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_placement_content_copy(personalize_t *handle, uint64_t placement, char *buffer,
                                       size_t capacity, size_t *needed,
                                       personalize_error_t **error) {
    FIND(engine);
    (void)placement;
    if (engine->content == NULL) return PERSONALIZE_NONE;
    *needed = strlen(engine->content) + 1;
    if (*needed > capacity) return fail(error, PERSONALIZE_E_LIMIT, "capacity");
    memcpy(buffer, engine->content, *needed);
    return PERSONALIZE_OK;
}

#define PLACEMENT_TEXT(name)                                                                       \
    int personalize_placement_##name(personalize_t *handle, uint64_t placement, const char *text,  \
                                     ptrdiff_t length, personalize_error_t **error) {              \
        FIND(engine);                                                                              \
        note(engine, "placement_" #name, "it", (int64_t)placement, text, length);                  \
        return PERSONALIZE_OK;                                                                     \
    }
PLACEMENT_TEXT(click)
PLACEMENT_TEXT(report)
PLACEMENT_TEXT(invoke)
PLACEMENT_TEXT(track)
PLACEMENT_TEXT(configure)
PLACEMENT_TEXT(select)

#define PLACEMENT(name)                                                                            \
    int personalize_placement_##name(personalize_t *handle, uint64_t placement,                    \
                                     personalize_error_t **error) {                                \
        FIND(engine);                                                                              \
        note(engine, "placement_" #name, "i", (int64_t)placement);                                 \
        return PERSONALIZE_OK;                                                                     \
    }
PLACEMENT(dismiss)
PLACEMENT(close)

int personalize_placement_state(personalize_t *handle, uint64_t placement, char **json,
                                personalize_error_t **error) {
    FIND(engine);
    note(engine, "placement_state", "i", (int64_t)placement);
    *json = strdup("{\"kind\":\"static\"}");
    return PERSONALIZE_OK;
}

int personalize_cell_prepare(personalize_t *handle, uint64_t placement,
                             personalize_error_t **error) {
    FIND(engine);
    note(engine, "cell_prepare", "i", (int64_t)placement);
    return PERSONALIZE_NONE;
}

#define CAROUSEL(name)                                                                             \
    int personalize_carousel_##name(personalize_t *handle, uint64_t placement,                     \
                                    personalize_error_t **error) {                                 \
        FIND(engine);                                                                              \
        note(engine, "carousel_" #name, "i", (int64_t)placement);                                  \
        return PERSONALIZE_OK;                                                                     \
    }
CAROUSEL(next)
CAROUSEL(previous)
CAROUSEL(pause)
CAROUSEL(resume)
CAROUSEL(release)

#define INBOX(name)                                                                                \
    int personalize_inbox_##name(personalize_t *handle, const char *vendor, ptrdiff_t vendors,     \
                                 const char *message, ptrdiff_t messages, const char *other,       \
                                 ptrdiff_t others, personalize_error_t **error) {                  \
        FIND(engine);                                                                              \
        note(engine, "inbox_" #name, "ttt", vendor, vendors, message, messages, other, others);    \
        return PERSONALIZE_OK;                                                                     \
    }
INBOX(mark_read)
INBOX(opened)
INBOX(item_click)

#define INBOX_WITH_URL(name)                                                                       \
    int personalize_inbox_##name(personalize_t *handle, const char *vendor, ptrdiff_t vendors,     \
                                 const char *message, ptrdiff_t messages, const char *url,         \
                                 ptrdiff_t urls, const char *other, ptrdiff_t others,              \
                                 personalize_error_t **error) {                                    \
        FIND(engine);                                                                              \
        note(engine, "inbox_" #name, "tttt", vendor, vendors, message, messages, url, urls, other, \
             others);                                                                              \
        return PERSONALIZE_OK;                                                                     \
    }
INBOX_WITH_URL(clicked)
INBOX_WITH_URL(action_click)

#define INBOX_READ(name)                                                                           \
    int personalize_inbox_##name(personalize_t *handle, const char *vendor, ptrdiff_t vendors,     \
                                 const char *query, ptrdiff_t queries, char **json,                \
                                 personalize_error_t **error) {                                    \
        FIND(engine);                                                                              \
        note(engine, "inbox_" #name, "tt", vendor, vendors, query, queries);                       \
        *json = strdup("{\"is\":\"" #name "\"}");                                                  \
        return PERSONALIZE_OK;                                                                     \
    }
INBOX_READ(list)
INBOX_READ(view)

int personalize_inbox_fetch(personalize_t *handle, const char *vendor, ptrdiff_t vendors,
                            const char *key, ptrdiff_t keys, personalize_error_t **error) {
    FIND(engine);
    note(engine, "inbox_fetch", "tt", vendor, vendors, key, keys);
    return PERSONALIZE_OK;
}

int personalize_inbox_message(personalize_t *handle, const char *vendor, ptrdiff_t vendors,
                              const char *message, ptrdiff_t messages, const char *key,
                              ptrdiff_t keys, char **json, personalize_error_t **error) {
    FIND(engine);
    note(engine, "inbox_message", "ttt", vendor, vendors, message, messages, key, keys);
    *json = NULL;
    if (messages == 4 && memcmp(message, "none", 4) == 0) return PERSONALIZE_NONE;
    *json = strdup("{\"is\":\"message\"}");
    return PERSONALIZE_OK;
}

int personalize_hook_set(personalize_t *handle, const char *name, ptrdiff_t length,
                         personalize_hook_fn hook, void *user, personalize_drop_fn dropped,
                         personalize_error_t **error) {
    FIND(engine);
    if (length != 14 || memcmp(name, "click_override", 14) != 0)
        return fail(error, PERSONALIZE_E_NOT_FOUND, "hook");
    set(&engine->hook, (void (*)(void))hook, user, dropped);
    return PERSONALIZE_OK;
}

int personalize_hook_add(personalize_t *handle, const char *name, ptrdiff_t length,
                         const char *registration, ptrdiff_t registration_length,
                         personalize_hook_fn hook, void *user, personalize_drop_fn dropped,
                         personalize_error_t **error) {
    FIND(engine);
    if (registration_length == 0) return fail(error, PERSONALIZE_E_ARGUMENT, "registration");
    note(engine, "hook_add", "tt", name, length, registration, registration_length);
    set(&engine->hook, (void (*)(void))hook, user, dropped);
    return PERSONALIZE_OK;
}

int personalize_hook_remove(personalize_t *handle, const char *name, ptrdiff_t length,
                            const char *registration, ptrdiff_t registration_length,
                            personalize_error_t **error) {
    FIND(engine);
    note(engine, "hook_remove", "tt", name, length, registration, registration_length);
    bool existed = engine->hook.function != NULL;
    drop(&engine->hook);
    return existed ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_screen(personalize_t *handle, const char *name, ptrdiff_t name_length,
                       const char *data, ptrdiff_t data_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "screen", "tt", name, name_length, data, data_length);
    return PERSONALIZE_OK;
}

int personalize_screen_data(personalize_t *handle, const char *data, ptrdiff_t length,
                            personalize_error_t **error) {
    FIND(engine);
    note(engine, "screen_data", "t", data, length);
    return PERSONALIZE_OK;
}

int personalize_campaign_track(personalize_t *handle, const char *campaign,
                               ptrdiff_t campaign_length, const char *event,
                               ptrdiff_t event_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "campaign_track", "tt", campaign, campaign_length, event, event_length);
    return PERSONALIZE_OK;
}

int personalize_hook_answer(personalize_t *handle, int64_t token, const char *answer,
                            ptrdiff_t length, personalize_error_t **error) {
    FIND(engine);
    if (token != engine->asked) return fail(error, PERSONALIZE_E_NOT_FOUND, "token");
    note(engine, "hook_answer", "it", token, answer, length);
    return PERSONALIZE_OK;
}

int personalize_segments(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                         const char *options, ptrdiff_t options_length, char **json,
                         personalize_error_t **error) {
    FIND(engine);
    note(engine, "segments", "tt", vendor, vendor_length, options, options_length);
    *json = strdup("{\"segments\":null,\"fresh\":false}");
    return PERSONALIZE_OK;
}

int personalize_charge(personalize_t *handle, const char *details, ptrdiff_t details_length,
                       const char *items, ptrdiff_t items_length, const char *options,
                       ptrdiff_t options_length, personalize_error_t **error) {
    FIND(engine);
    note(engine, "charge", "ttt", details, details_length, items, items_length, options,
         options_length);
    return PERSONALIZE_OK;
}

int personalize_profile(personalize_t *handle, const char *operations, ptrdiff_t operations_length,
                        const char *options, ptrdiff_t options_length,
                        personalize_error_t **error) {
    FIND(engine);
    note(engine, "profile", "tt", operations, operations_length, options, options_length);
    return PERSONALIZE_OK;
}

int personalize_locate(personalize_t *handle, const char *location, ptrdiff_t length,
                       personalize_error_t **error) {
    FIND(engine);
    note(engine, "locate", "t", location, length);
    return PERSONALIZE_OK;
}

int personalize_opt_out(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                        int opted_out, int allow_system, personalize_error_t **error) {
    FIND(engine);
    note(engine, "opt_out", "tii", vendor, vendor_length, (int64_t)opted_out,
         (int64_t)allow_system);
    return PERSONALIZE_OK;
}

int personalize_unmute(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                       personalize_error_t **error) {
    FIND(engine);
    note(engine, "unmute", "t", vendor, vendor_length);
    return PERSONALIZE_OK;
}

int personalize_clear_queue(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                            personalize_error_t **error) {
    FIND(engine);
    note(engine, "clear_queue", "t", vendor, vendor_length);
    return PERSONALIZE_OK;
}

int personalize_overlays_fetch(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                               const char *key, ptrdiff_t key_length,
                               personalize_error_t **error) {
    FIND(engine);
    note(engine, "overlays_fetch", "tt", vendor, vendor_length, key, key_length);
    promise(engine, "overlays.fetched", key, key_length);
    return PERSONALIZE_OK;
}

int personalize_templates_sync(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                               const char *key, ptrdiff_t key_length,
                               personalize_error_t **error) {
    FIND(engine);
    note(engine, "templates_sync", "tt", vendor, vendor_length, key, key_length);
    promise(engine, "templates.synced", key, key_length);
    return PERSONALIZE_OK;
}

/* A builder is noted like an engine, and gives its notes when it builds. */
int personalize_template_builder_new(const char *kind, ptrdiff_t length, int visual,
                                     personalize_template_builder_t **builder,
                                     personalize_error_t **error) {
    if (error) *error = NULL;
    struct engine *notes = calloc(1, sizeof *notes);
    note(notes, "new", "ti", kind, length, (int64_t)visual);
    *builder = (personalize_template_builder_t *)notes;
    return PERSONALIZE_OK;
}

int personalize_template_builder_set_name(personalize_template_builder_t *builder,
                                          const char *name, ptrdiff_t length,
                                          personalize_error_t **error) {
    if (error) *error = NULL;
    if (length == 0) return fail(error, PERSONALIZE_E_ARGUMENT, "name_empty");
    note((struct engine *)builder, "set_name", "t", name, length);
    return PERSONALIZE_OK;
}

int personalize_template_builder_set_presenter(personalize_template_builder_t *builder,
                                               personalize_error_t **error) {
    if (error) *error = NULL;
    note((struct engine *)builder, "set_presenter", "");
    return PERSONALIZE_OK;
}

int personalize_template_builder_add(personalize_template_builder_t *builder, const char *name,
                                     ptrdiff_t name_length, const char *type,
                                     ptrdiff_t type_length, const char *value,
                                     ptrdiff_t value_length, personalize_error_t **error) {
    if (error) *error = NULL;
    note((struct engine *)builder, "add", "ttt", name, name_length, type, type_length, value,
         value_length);
    return PERSONALIZE_OK;
}

int personalize_template_builder_build(personalize_template_builder_t *builder, char **json,
                                       personalize_error_t **error) {
    if (error) *error = NULL;
    if (asprintf(json, "{\"calls\":[%s]}", ((struct engine *)builder)->notes) < 0)
        return fail(error, PERSONALIZE_E_INTERNAL, "memory");
    return PERSONALIZE_OK;
}

void personalize_template_builder_free(personalize_template_builder_t *builder) {
    if (builder != NULL) free(((struct engine *)builder)->notes);
    free(builder);
}

int personalize_templates_define(personalize_t *handle, const char *request, ptrdiff_t length,
                                 char **json, personalize_error_t **error) {
    FIND(engine);
    note(engine, "templates_define", "t", request, length);
    *json = strdup("{\"defined\":[]}");
    return PERSONALIZE_OK;
}

int personalize_templates_payload(personalize_t *handle, const char *vendor,
                                  ptrdiff_t vendor_length, char **json,
                                  personalize_error_t **error) {
    FIND(engine);
    note(engine, "templates_payload", "t", vendor, vendor_length);
    *json = strdup("{\"definitions\":{}}");
    return PERSONALIZE_OK;
}

/* A presentation below 10 can be acted on and read once; others are gone. */
#define PRESENTATION(name, kinds, ...)                                                           \
    FIND(engine);                                                                                \
    note(engine, name, kinds, __VA_ARGS__);                                                      \
    if (presentation >= 10) return fail(error, PERSONALIZE_E_HANDLE, "unknown_presentation");

int personalize_presentation_presented(personalize_t *handle, uint64_t presentation,
                                       personalize_error_t **error) {
    PRESENTATION("presented", "i", (int64_t)presentation);
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_dismissed(personalize_t *handle, uint64_t presentation,
                                       personalize_error_t **error) {
    PRESENTATION("dismissed", "i", (int64_t)presentation);
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_trigger(personalize_t *handle, uint64_t presentation,
                                     const char *argument, ptrdiff_t length,
                                     personalize_error_t **error) {
    PRESENTATION("trigger", "it", (int64_t)presentation, argument, length);
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_failed(personalize_t *handle, uint64_t presentation,
                                    const char *message, ptrdiff_t length,
                                    personalize_error_t **error) {
    PRESENTATION("failed", "it", (int64_t)presentation, message, length);
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_release(personalize_t *handle, uint64_t presentation,
                                     personalize_error_t **error) {
    PRESENTATION("release", "i", (int64_t)presentation);
    return PERSONALIZE_OK;
}

int personalize_presentation_string(personalize_t *handle, uint64_t presentation, const char *name,
                                    ptrdiff_t length, char **value, personalize_error_t **error) {
    PRESENTATION("string", "it", (int64_t)presentation, name, length);
    *value = presentation == 1 ? copy(name, length) : NULL;
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_boolean(personalize_t *handle, uint64_t presentation, const char *name,
                                     ptrdiff_t length, int *value, personalize_error_t **error) {
    PRESENTATION("boolean", "it", (int64_t)presentation, name, length);
    *value = presentation == 1;
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_integer(personalize_t *handle, uint64_t presentation, const char *name,
                                     ptrdiff_t length, int64_t *value,
                                     personalize_error_t **error) {
    PRESENTATION("integer", "it", (int64_t)presentation, name, length);
    *value = presentation == 1 ? INT64_MIN : 0;
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_number(personalize_t *handle, uint64_t presentation, const char *name,
                                    ptrdiff_t length, double *value, personalize_error_t **error) {
    PRESENTATION("number", "it", (int64_t)presentation, name, length);
    *value = presentation == 1 ? 12.5 : 0;
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_file(personalize_t *handle, uint64_t presentation, const char *name,
                                  ptrdiff_t length, char **path, personalize_error_t **error) {
    PRESENTATION("file", "it", (int64_t)presentation, name, length);
    *path = presentation == 1 ? strdup("/files/\xc3\xa4.png") : NULL;
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_map(personalize_t *handle, uint64_t presentation, const char *name,
                                 ptrdiff_t length, char **json, personalize_error_t **error) {
    PRESENTATION("map", "it", (int64_t)presentation, name, length);
    *json = presentation == 1 ? strdup("{\"a\":{\"b\":1}}") : NULL;
    return presentation == 1 ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_presentation_arguments(personalize_t *handle, uint64_t presentation, char **json,
                                       personalize_error_t **error) {
    PRESENTATION("arguments", "i", (int64_t)presentation);
    *json = strdup("{\"a.b\":null}");
    return PERSONALIZE_OK;
}

int personalize_presentation_describe(personalize_t *handle, uint64_t presentation, char **text,
                                      personalize_error_t **error) {
    PRESENTATION("describe", "i", (int64_t)presentation);
    *text = strdup("card (template)");
    return PERSONALIZE_OK;
}

int personalize_presentation_find(personalize_t *handle, const char *vendor,
                                  ptrdiff_t vendor_length, const char *template_name,
                                  ptrdiff_t template_length, uint64_t *presentation,
                                  personalize_error_t **error) {
    FIND(engine);
    note(engine, "find", "tt", vendor, vendor_length, template_name, template_length);
    *presentation = template_length == 4 ? UINT64_C(1) << 52 : 0;
    return *presentation ? PERSONALIZE_OK : PERSONALIZE_NONE;
}

int personalize_display(personalize_t *handle, const char *command, ptrdiff_t length, char **json,
                        personalize_error_t **error) {
    FIND(engine);
    note(engine, "display", "t", command, length);
    *json = strdup("{\"mode\":\"resumed\"}");
    return PERSONALIZE_OK;
}

int personalize_clear_files(personalize_t *handle, const char *vendor, ptrdiff_t vendor_length,
                            int expired_only, int64_t *removed, personalize_error_t **error) {
    FIND(engine);
    note(engine, "clear_files", "ti", vendor, vendor_length, (int64_t)expired_only);
    *removed = 3;
    return PERSONALIZE_OK;
}

int personalize_explain(personalize_t *handle, const char *subject, ptrdiff_t length, char **json,
                        personalize_error_t **error) {
    FIND(engine);
    note(engine, "explain", "t", subject, length);
    *json = strdup("{\"candidates\":[]}");
    return PERSONALIZE_OK;
}

int personalize_replay(const char *journal, ptrdiff_t length, char **report,
                       personalize_error_t **error) {
    if (error) *error = NULL;
    if (length == 0) return fail(error, PERSONALIZE_E_ARGUMENT, "empty");
    if (asprintf(report, "{\"identical\":true,\"commands\":%d}", (int)strlen(journal)) < 0)
        return fail(error, PERSONALIZE_E_INTERNAL, "memory");
    return PERSONALIZE_OK;
}
