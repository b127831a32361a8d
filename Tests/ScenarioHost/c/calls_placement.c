#include "calls.h"

#include "arguments.h"

/* Calls about one kind of placement, and about what is on show. */

static uint64_t placement_argument(const struct call *call) {
    return (uint64_t)argument_number(call->host, call->with, "placement");
}

static int call_placement_invoke(struct call *call) {
    struct text url = argument_text(call->with, "url");
    int code = personalize_placement_invoke(call->engine->handle, placement_argument(call),
                                            url.bytes, url.length, &call->error);
    argument_free(&url);
    return code;
}

static int call_placement_track(struct call *call) {
    struct text event = argument_json(call->with, "event");
    int code = personalize_placement_track(call->engine->handle, placement_argument(call),
                                           event.bytes, event.length, &call->error);
    argument_free(&event);
    return code;
}

static int call_placement_configure(struct call *call) {
    struct text options = argument_json(call->with, "options");
    int code = personalize_placement_configure(call->engine->handle, placement_argument(call),
                                               options.bytes, options.length, &call->error);
    argument_free(&options);
    return code;
}

static int call_placement_state(struct call *call) {
    char *json = NULL;
    int code = personalize_placement_state(call->engine->handle, placement_argument(call), &json,
                                           &call->error);
    return call_take_json(call, code, json);
}

static int call_cell_prepare(struct call *call) {
    int code =
        personalize_cell_prepare(call->engine->handle, placement_argument(call), &call->error);
    if (code >= 0)
        call->result = json_boolean(code == PERSONALIZE_OK);
    return code;
}

#define CAROUSEL(name)                                                                             \
    static int call_carousel_##name(struct call *call) {                                           \
        return personalize_carousel_##name(call->engine->handle, placement_argument(call),         \
                                           &call->error);                                          \
    }
CAROUSEL(next)
CAROUSEL(previous)
CAROUSEL(pause)
CAROUSEL(resume)
CAROUSEL(release)

const struct call_entry placement_calls[] = {
    {"placement_invoke", call_placement_invoke},
    {"placement_track", call_placement_track},
    {"placement_configure", call_placement_configure},
    {"placement_state", call_placement_state},
    {"cell_prepare", call_cell_prepare},
    {"carousel_next", call_carousel_next},
    {"carousel_previous", call_carousel_previous},
    {"carousel_pause", call_carousel_pause},
    {"carousel_resume", call_carousel_resume},
    {"carousel_release", call_carousel_release},
    {NULL, NULL},
};
