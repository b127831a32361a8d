#include "arguments.h"
#include "calls.h"

#include <stdlib.h>
#include <string.h>

/* Belongs to the library from its registration until it is dropped. */
struct registration {
    struct host *host;
    struct engine *engine;
    char *name;
    /* Among several who are asked; NULL for the only one. */
    char *registration;
    /* What to answer, in order; NULL for nothing. */
    json_t *answers;
    size_t asked;
};

static struct registration *make_registration(struct call *call, const char *name) {
    struct registration *registration = calloc(1, sizeof *registration);
    if (registration == NULL)
        abort();
    registration->host = call->host;
    registration->engine = call->engine;
    registration->name = strdup(name);
    registration->answers = json_incref(json_object_get(call->with, "answers"));
    return registration;
}

static void free_registration(struct registration *registration) {
    json_decref(registration->answers);
    free(registration->name);
    free(registration->registration);
    free(registration);
}

static void dropped(void *user) {
    struct registration *registration = user;
    json_array_append_new(registration->host->dropped, json_string(registration->name));
    free_registration(registration);
}

static void took_update(void *user, const char *json, size_t length) {
    struct registration *registration = user;
    json_array_append_new(registration->host->updates,
                          json_loadb(json, length, JSON_ALLOW_NUL, NULL));
}

static const char *level_name(int level) {
    static const char *const names[] = {"none", "error", "warning", "info", "verbose"};
    return level >= 0 && level <= PERSONALIZE_LOG_VERBOSE ? names[level] : "unknown";
}

static void took_line(void *user, int level, const char *vendor, const char *message) {
    struct registration *registration = user;
    json_array_append_new(registration->host->log,
                          json_pack("{s:s, s:s, s:s}", "level", level_name(level), "vendor", vendor,
                                    "message", message));
}

/* An answer is an object {"calls": [...], "answer": ...}: steps to carry out
 * from inside the hook, and what to answer, if anything. */
static void took_question(void *user, int64_t token, const char *question, size_t length) {
    struct registration *registration = user;
    struct host *host = registration->host;
    const json_t *script = json_array_get(registration->answers, registration->asked);
    registration->asked += 1;
    json_t *record = json_object();
    json_object_set_new(record, "hook", json_string(registration->name));
    if (registration->registration != NULL)
        json_object_set_new(record, "registration", json_string(registration->registration));
    json_object_set_new(record, "question", json_loadb(question, length, JSON_ALLOW_NUL, NULL));
    json_array_append_new(host->questions, record);

    size_t index;
    json_t *step;
    json_t *calls = json_array();
    json_array_foreach (json_object_get(script, "calls"), index, step)
        json_array_append_new(calls, host_call(host, step));
    if (json_array_size(calls) > 0)
        json_object_set(record, "calls", calls);
    json_decref(calls);

    struct text answer = argument_json(script, "answer");
    if (answer.bytes == NULL)
        return;
    personalize_error_t *error = NULL;
    int code = personalize_hook_answer(registration->engine->handle, token, answer.bytes,
                                       answer.length, &error);
    if (code < 0)
        json_object_set_new(record, "error", json_string(personalize_error_reason(error)));
    personalize_error_free(error);
    argument_free(&answer);
}

int call_hook_set(struct call *call) {
    struct text name = argument_text(call->with, "name");
    int code;
    if (json_is_null(json_object_get(call->with, "answers"))) {
        code = personalize_hook_set(call->engine->handle, name.bytes, name.length, NULL, NULL, NULL,
                                    &call->error);
    } else {
        struct registration *registration =
            make_registration(call, name.bytes == NULL ? "" : name.bytes);
        code = personalize_hook_set(call->engine->handle, name.bytes, name.length, took_question,
                                    registration, dropped, &call->error);
        if (code < 0)
            free_registration(registration);
    }
    argument_free(&name);
    return code;
}

int call_hook_add(struct call *call) {
    struct text name = argument_text(call->with, "name");
    struct text own = argument_text(call->with, "registration");
    struct registration *registration =
        make_registration(call, name.bytes == NULL ? "" : name.bytes);
    registration->registration = strdup(own.bytes == NULL ? "" : own.bytes);
    int code = personalize_hook_add(call->engine->handle, name.bytes, name.length, own.bytes,
                                    own.length, took_question, registration, dropped, &call->error);
    if (code < 0)
        free_registration(registration);
    argument_free(&name);
    argument_free(&own);
    return code;
}

int call_hook_remove(struct call *call) {
    struct text name = argument_text(call->with, "name");
    struct text own = argument_text(call->with, "registration");
    int code = personalize_hook_remove(call->engine->handle, name.bytes, name.length, own.bytes,
                                       own.length, &call->error);
    if (code >= 0)
        call->result = json_boolean(code == PERSONALIZE_OK);
    argument_free(&name);
    argument_free(&own);
    return code;
}

int call_on_update(struct call *call) {
    if (!json_is_true(json_object_get(call->with, "enabled")))
        return personalize_on_update(call->engine->handle, NULL, NULL, NULL, &call->error);
    struct registration *registration = make_registration(call, "on_update");
    int code = personalize_on_update(call->engine->handle, took_update, registration, dropped,
                                     &call->error);
    if (code < 0)
        free_registration(registration);
    return code;
}

int call_on_log(struct call *call) {
    static const char *const names[] = {"none", "error", "warning", "info", "verbose"};
    const char *word = json_string_value(json_object_get(call->with, "level"));
    int level = PERSONALIZE_LOG_NONE;
    while (word != NULL && level < PERSONALIZE_LOG_VERBOSE && strcmp(names[level], word) != 0)
        level++;
    if (level == PERSONALIZE_LOG_NONE)
        return personalize_on_log(call->engine->handle, level, NULL, NULL, NULL, &call->error);
    struct registration *registration = make_registration(call, "on_log");
    int code = personalize_on_log(call->engine->handle, level, took_line, registration, dropped,
                                  &call->error);
    if (code < 0)
        free_registration(registration);
    return code;
}
