#include "host.h"

#include "calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More rounds than this without coming to rest is a fault of the engine. */
enum { SETTLE_ROUNDS = 10000 };

void host_refuse(const char *message, const char *detail) {
    fprintf(stderr, "scenario host: %s: %s\n", message, detail);
    exit(2);
}

struct engine *host_engine(struct host *host, const json_t *step) {
    const char *name = json_string_value(json_object_get(step, "on"));
    if (name == NULL)
        name = "engine";
    for (int i = 0; i < HOST_ENGINES; i++) {
        struct engine *engine = &host->engines[i];
        if (engine->name[0] == '\0')
            snprintf(engine->name, sizeof engine->name, "%s", name);
        if (strcmp(engine->name, name) == 0)
            return engine;
    }
    host_refuse("too many engines", name);
}

static const struct call_entry *find_call(const char *name) {
    const struct call_entry *const tables[] = {
        engine_calls,   content_calls,   authorization_calls, inbox_calls, placement_calls,
        template_calls, reporting_calls, presentation_calls,  screen_calls};
    for (size_t table = 0; table < sizeof tables / sizeof *tables; table++)
        for (const struct call_entry *entry = tables[table]; entry->name != NULL; entry++)
            if (strcmp(entry->name, name) == 0)
                return entry;
    host_refuse("no such call", name);
}

static json_t *describe(int code, const personalize_error_t *error) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "code", personalize_code_name(code),
                     "reason", personalize_error_reason(error), "message",
                     personalize_error_message(error), "path", personalize_error_path(error),
                     "hint", personalize_error_hint(error), "vendor",
                     personalize_error_vendor(error));
}

json_t *host_call(struct host *host, const json_t *step) {
    const char *name = json_string_value(json_object_get(step, "call"));
    struct call call = {
        .host = host,
        .engine = host_engine(host, step),
        .step = step,
        .with = json_object_get(step, "with"),
    };
    int code = find_call(name == NULL ? "" : name)->function(&call);
    json_t *record = json_object();
    json_object_set_new(record, "call", json_string(name));
    json_object_set_new(record, "error", code < 0 ? describe(code, call.error) : json_null());
    json_object_set_new(record, "result", call.result == NULL ? json_null() : call.result);
    const char *as = json_string_value(json_object_get(step, "as"));
    if (as != NULL && code >= 0)
        json_object_set(host->names, as, json_object_get(record, "result"));
    personalize_error_free(call.error);
    return record;
}

void host_settle(struct host *host, struct engine *engine) {
    (void)host;
    int64_t milliseconds = 0;
    for (int round = 0; round < SETTLE_ROUNDS; round++) {
        if (personalize_process(engine->handle, NULL) < 0)
            return;
        int code = personalize_timeout(engine->handle, &milliseconds, NULL);
        if (code != PERSONALIZE_OK || milliseconds > 0)
            return;
    }
    host_refuse("the engine does not come to rest", engine->name);
}

void host_collect(struct host *host, struct engine *engine) {
    const char *update = NULL;
    while (personalize_next_update(engine->handle, &update, NULL, NULL) == PERSONALIZE_OK)
        json_array_append_new(host->updates, json_loads(update, JSON_ALLOW_NUL, NULL));
    char *sent = NULL;
    if (!host->is_scripted || personalize_script_sent(engine->handle, &sent, NULL) < 0)
        return;
    json_t *requests = json_loads(sent, JSON_ALLOW_NUL, NULL);
    json_array_extend(host->requests, requests);
    json_decref(requests);
    personalize_free(sent);
}
