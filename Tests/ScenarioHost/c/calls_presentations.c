#include "calls.h"

#include "arguments.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Calls about overlays. */

static uint64_t presentation_argument(const struct call *call) {
    return (uint64_t)argument_number(call->host, call->with, "presentation");
}

/* The text without the directory the host runs in, which is another each time.
 * Takes the place of the text. */
static void strip_directory(char *text) {
    char directory[4096];
    if (text == NULL || getcwd(directory, sizeof directory - 1) == NULL)
        return;
    strcat(directory, "/");
    size_t length = strlen(directory);
    for (char *found = strstr(text, directory); found != NULL; found = strstr(found, directory))
        memmove(found, found + length, strlen(found + length) + 1);
}

/* Whether what was said had an effect. */
static int effect(struct call *call, int code) {
    if (code >= 0)
        call->result = json_boolean(code == PERSONALIZE_OK);
    return code;
}

#define SAY(name)                                                                                  \
    static int call_presentation_##name(struct call *call) {                                       \
        int code = personalize_presentation_##name(call->engine->handle,                           \
                                                   presentation_argument(call), &call->error);     \
        return effect(call, code);                                                                 \
    }
SAY(presented)
SAY(dismissed)
SAY(release)

#define SAY_WITH(name, parameter)                                                                  \
    static int call_presentation_##name(struct call *call) {                                       \
        struct text text = argument_text(call->with, parameter);                                   \
        int code =                                                                                 \
            personalize_presentation_##name(call->engine->handle, presentation_argument(call),     \
                                            text.bytes, text.length, &call->error);                \
        argument_free(&text);                                                                      \
        return effect(call, code);                                                                 \
    }
SAY_WITH(trigger, "argument")
SAY_WITH(failed, "message")

/* An argument's value; nothing when it has none. */
#define READ(name, type, json_of)                                                                  \
    static int call_presentation_##name(struct call *call) {                                       \
        struct text text = argument_text(call->with, "name");                                      \
        type value = 0;                                                                            \
        int code =                                                                                 \
            personalize_presentation_##name(call->engine->handle, presentation_argument(call),     \
                                            text.bytes, text.length, &value, &call->error);        \
        argument_free(&text);                                                                      \
        if (code == PERSONALIZE_OK)                                                                \
            call->result = json_of(value);                                                         \
        return code;                                                                               \
    }
READ(boolean, int, json_boolean)
READ(integer, int64_t, json_integer)
READ(number, double, json_real)

static json_t *owned_string(char *text) {
    strip_directory(text);
    json_t *value = json_string(text);
    personalize_free(text);
    return value;
}

static json_t *owned_json(char *text) {
    strip_directory(text);
    json_t *value = json_loads(text, JSON_ALLOW_NUL, NULL);
    personalize_free(text);
    return value;
}

READ(string, char *, owned_string)
READ(file, char *, owned_string)
READ(map, char *, owned_json)

#define READ_ALL(name, json_of)                                                                    \
    static int call_presentation_##name(struct call *call) {                                       \
        char *text = NULL;                                                                         \
        int code = personalize_presentation_##name(                                                \
            call->engine->handle, presentation_argument(call), &text, &call->error);               \
        if (code == PERSONALIZE_OK)                                                                \
            call->result = json_of(text);                                                          \
        return code;                                                                               \
    }
READ_ALL(arguments, owned_json)
READ_ALL(describe, owned_string)

static int call_presentation_find(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text name = argument_text(call->with, "template");
    uint64_t presentation = 0;
    int code = personalize_presentation_find(call->engine->handle, vendor.bytes, vendor.length,
                                             name.bytes, name.length, &presentation, &call->error);
    argument_free(&vendor);
    argument_free(&name);
    if (code == PERSONALIZE_OK)
        call->result = json_integer((json_int_t)presentation);
    return code;
}

static int call_display(struct call *call) {
    struct text command = argument_json(call->with, "command");
    char *json = NULL;
    int code = personalize_display(call->engine->handle, command.bytes, command.length, &json,
                                   &call->error);
    argument_free(&command);
    return call_take_json(call, code, json);
}

static int call_clear_files(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    int expired_only = json_is_true(json_object_get(call->with, "expired_only"));
    int64_t removed = 0;
    int code = personalize_clear_files(call->engine->handle, vendor.bytes, vendor.length,
                                       expired_only, &removed, &call->error);
    argument_free(&vendor);
    if (code == PERSONALIZE_OK)
        call->result = json_integer(removed);
    return code;
}

const struct call_entry presentation_calls[] = {
    {"presentation_presented", call_presentation_presented},
    {"presentation_dismissed", call_presentation_dismissed},
    {"presentation_trigger", call_presentation_trigger},
    {"presentation_failed", call_presentation_failed},
    {"presentation_release", call_presentation_release},
    {"presentation_string", call_presentation_string},
    {"presentation_boolean", call_presentation_boolean},
    {"presentation_integer", call_presentation_integer},
    {"presentation_number", call_presentation_number},
    {"presentation_file", call_presentation_file},
    {"presentation_map", call_presentation_map},
    {"presentation_arguments", call_presentation_arguments},
    {"presentation_describe", call_presentation_describe},
    {"presentation_find", call_presentation_find},
    {"display", call_display},
    {"clear_files", call_clear_files},
    {NULL, NULL},
};
