#include "arguments.h"
#include "calls.h"

#include <stdlib.h>
#include <string.h>

static int call_identify(struct call *call) {
    struct text ids = argument_json(call->with, "ids");
    struct text properties = argument_json(call->with, "properties");
    struct text key = argument_text(call->with, "key");
    int code = personalize_identify(call->engine->handle, ids.bytes, ids.length, properties.bytes,
                                    properties.length, key.bytes, key.length, &call->error);
    argument_free(&ids);
    argument_free(&properties);
    argument_free(&key);
    return code;
}

static int call_anonymize(struct call *call) {
    return personalize_anonymize(call->engine->handle, &call->error);
}

/* A word, or a number for one that is none. */
static int consent_value(const struct call *call) {
    const char *word = json_string_value(json_object_get(call->with, "consent"));
    if (word == NULL)
        return (int)argument_number(call->host, call->with, "consent");
    if (strcmp(word, "granted") == 0)
        return PERSONALIZE_CONSENT_GRANTED;
    if (strcmp(word, "denied") == 0)
        return PERSONALIZE_CONSENT_DENIED;
    if (strcmp(word, "unknown") == 0)
        return PERSONALIZE_CONSENT_UNKNOWN;
    host_refuse("unknown consent", word);
}

static int call_consent(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text purpose = argument_text(call->with, "purpose");
    int code = personalize_consent(call->engine->handle, vendor.bytes, vendor.length, purpose.bytes,
                                   purpose.length, consent_value(call), &call->error);
    argument_free(&vendor);
    argument_free(&purpose);
    return code;
}

static int call_session_start(struct call *call) {
    return personalize_session_start(call->engine->handle, &call->error);
}

static int call_session_end(struct call *call) {
    return personalize_session_end(call->engine->handle, &call->error);
}

static int call_foreground(struct call *call) {
    return personalize_foreground(call->engine->handle,
                                  json_is_true(json_object_get(call->with, "foreground")),
                                  &call->error);
}

static int call_track(struct call *call) {
    struct text event = argument_text(call->with, "event");
    struct text properties = argument_json(call->with, "properties");
    struct text options = argument_json(call->with, "options");
    int code = personalize_track(call->engine->handle, event.bytes, event.length, properties.bytes,
                                 properties.length, options.bytes, options.length, &call->error);
    argument_free(&event);
    argument_free(&properties);
    argument_free(&options);
    return code;
}

static int call_flush(struct call *call) {
    return personalize_flush(call->engine->handle, &call->error);
}

static int call_offline(struct call *call) {
    return personalize_offline(call->engine->handle,
                               json_is_true(json_object_get(call->with, "offline")), &call->error);
}

static int call_refresh(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text key = argument_text(call->with, "key");
    int code = personalize_refresh(call->engine->handle, vendor.bytes, vendor.length, key.bytes,
                                   key.length, &call->error);
    argument_free(&vendor);
    argument_free(&key);
    return code;
}

static int call_ingest(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text kind = argument_text(call->with, "kind");
    struct text payload = argument_json(call->with, "payload");
    int code = personalize_ingest(call->engine->handle, vendor.bytes, vendor.length, kind.bytes,
                                  kind.length, payload.bytes, payload.length, &call->error);
    argument_free(&vendor);
    argument_free(&kind);
    argument_free(&payload);
    return code;
}

static int call_prefetch(struct call *call) {
    struct text placements = argument_json(call->with, "placements");
    struct text key = argument_text(call->with, "key");
    int code = personalize_prefetch(call->engine->handle, placements.bytes, placements.length,
                                    key.bytes, key.length, &call->error);
    argument_free(&placements);
    argument_free(&key);
    return code;
}

static int call_placement_open(struct call *call) {
    struct text specification = argument_json(call->with, "specification");
    uint64_t placement = 0;
    int code = personalize_placement_open(call->engine->handle, specification.bytes,
                                          specification.length, &placement, &call->error);
    argument_free(&specification);
    if (code >= 0)
        call->result = json_integer((json_int_t)placement);
    return code;
}

static uint64_t placement_argument(const struct call *call) {
    return (uint64_t)argument_number(call->host, call->with, "placement");
}

static int call_placement_reload(struct call *call) {
    struct text options = argument_json(call->with, "options");
    int code = personalize_placement_reload(call->engine->handle, placement_argument(call),
                                            options.bytes, options.length, &call->error);
    argument_free(&options);
    return code;
}

static int call_placement_content(struct call *call) {
    const char *json = NULL;
    int code = personalize_placement_content(call->engine->handle, placement_argument(call), &json,
                                             NULL, &call->error);
    if (code == PERSONALIZE_OK)
        call->result = json_loads(json, JSON_ALLOW_NUL, NULL);
    return code;
}

/* With a "capacity" of its own; otherwise as much as is needed. */
static int call_placement_content_copy(struct call *call) {
    size_t needed = 0;
    size_t capacity = (size_t)argument_number(call->host, call->with, "capacity");
    bool is_given = json_object_get(call->with, "capacity") != NULL;
    char *buffer = NULL;
    int code;
    for (;;) {
        buffer = malloc(capacity + 1);
        code = personalize_placement_content_copy(call->engine->handle, placement_argument(call),
                                                  buffer, capacity, &needed, &call->error);
        if (is_given || code != PERSONALIZE_E_LIMIT)
            break;
        personalize_error_free(call->error);
        call->error = NULL;
        free(buffer);
        capacity = needed;
    }
    if (code == PERSONALIZE_OK)
        call->result = json_loads(buffer, JSON_ALLOW_NUL, NULL);
    free(buffer);
    return code;
}

static int call_placement_click(struct call *call) {
    struct text url = argument_text(call->with, "url");
    int code = personalize_placement_click(call->engine->handle, placement_argument(call),
                                           url.bytes, url.length, &call->error);
    argument_free(&url);
    return code;
}

static int call_placement_dismiss(struct call *call) {
    return personalize_placement_dismiss(call->engine->handle, placement_argument(call),
                                         &call->error);
}

static int call_placement_report(struct call *call) {
    struct text report = argument_json(call->with, "report");
    int code = personalize_placement_report(call->engine->handle, placement_argument(call),
                                            report.bytes, report.length, &call->error);
    argument_free(&report);
    return code;
}

static int call_placement_close(struct call *call) {
    return personalize_placement_close(call->engine->handle, placement_argument(call),
                                       &call->error);
}

static int call_hook_answer(struct call *call) {
    struct text answer = argument_json(call->with, "answer");
    int code = personalize_hook_answer(call->engine->handle,
                                       argument_number(call->host, call->with, "token"),
                                       answer.bytes, answer.length, &call->error);
    argument_free(&answer);
    return code;
}

static int call_explain(struct call *call) {
    struct text subject = argument_json(call->with, "subject");
    char *json = NULL;
    int code = personalize_explain(call->engine->handle, subject.bytes, subject.length, &json,
                                   &call->error);
    argument_free(&subject);
    return call_take_json(call, code, json);
}

/* A journal is a file of the scenario's own, written by its engine. */
static int call_replay(struct call *call) {
    struct text journal = argument_text(call->with, "journal");
    const char *path = json_string_value(json_object_get(call->with, "file"));
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (file != NULL) {
        char chunk[65536];
        size_t count;
        while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) {
            journal.bytes = realloc(journal.bytes, (size_t)journal.length + count);
            if (journal.bytes == NULL)
                abort();
            memcpy(journal.bytes + journal.length, chunk, count);
            journal.length += (ptrdiff_t)count;
        }
        fclose(file);
    }
    char *report = NULL;
    int code = personalize_replay(journal.bytes, journal.length, &report, &call->error);
    argument_free(&journal);
    return call_take_json(call, code, report);
}

const struct call_entry content_calls[] = {
    {"identify", call_identify},
    {"anonymize", call_anonymize},
    {"consent", call_consent},
    {"session_start", call_session_start},
    {"session_end", call_session_end},
    {"foreground", call_foreground},
    {"track", call_track},
    {"flush", call_flush},
    {"offline", call_offline},
    {"refresh", call_refresh},
    {"ingest", call_ingest},
    {"prefetch", call_prefetch},
    {"placement_open", call_placement_open},
    {"placement_reload", call_placement_reload},
    {"placement_content", call_placement_content},
    {"placement_content_copy", call_placement_content_copy},
    {"placement_click", call_placement_click},
    {"placement_dismiss", call_placement_dismiss},
    {"placement_report", call_placement_report},
    {"placement_close", call_placement_close},
    {"hook_set", call_hook_set},
    {"hook_answer", call_hook_answer},
    {"explain", call_explain},
    {"replay", call_replay},
    {NULL, NULL},
};
