#include "arguments.h"
#include "calls.h"

#include <stddef.h>

/* The vendor and up to three more texts, which all calls of an inbox take. */
struct texts {
    struct text vendor;
    struct text first;
    struct text second;
    struct text third;
};

enum kind { NOTHING, TEXT, JSON };

static struct text take(const struct call *call, const char *name, enum kind kind) {
    struct text none = {NULL, 0};
    if (kind == NOTHING)
        return none;
    return kind == JSON ? argument_json(call->with, name) : argument_text(call->with, name);
}

static struct texts texts(const struct call *call, const char *first, enum kind first_kind,
                          const char *second, enum kind second_kind, const char *third,
                          enum kind third_kind) {
    struct texts taken = {
        .vendor = argument_text(call->with, "vendor"),
        .first = take(call, first, first_kind),
        .second = take(call, second, second_kind),
        .third = take(call, third, third_kind),
    };
    return taken;
}

static int done(struct texts *texts, int code) {
    argument_free(&texts->vendor);
    argument_free(&texts->first);
    argument_free(&texts->second);
    argument_free(&texts->third);
    return code;
}

static int call_fetch(struct call *call) {
    struct texts t = texts(call, "key", TEXT, NULL, NOTHING, NULL, NOTHING);
    int code = personalize_inbox_fetch(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                       t.first.bytes, t.first.length, &call->error);
    return done(&t, code);
}

static int call_list(struct call *call) {
    struct texts t = texts(call, "query", JSON, NULL, NOTHING, NULL, NOTHING);
    char *json = NULL;
    int code = personalize_inbox_list(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                      t.first.bytes, t.first.length, &json, &call->error);
    return done(&t, call_take_json(call, code, json));
}

static int call_message(struct call *call) {
    struct texts t = texts(call, "message", TEXT, "key", TEXT, NULL, NOTHING);
    char *json = NULL;
    int code = personalize_inbox_message(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                         t.first.bytes, t.first.length, t.second.bytes,
                                         t.second.length, &json, &call->error);
    return done(&t, call_take_json(call, code, json));
}

static int call_mark_read(struct call *call) {
    struct texts t = texts(call, "message", TEXT, "options", JSON, NULL, NOTHING);
    int code = personalize_inbox_mark_read(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                           t.first.bytes, t.first.length, t.second.bytes,
                                           t.second.length, &call->error);
    return done(&t, code);
}

static int call_opened(struct call *call) {
    struct texts t = texts(call, "message", TEXT, "options", JSON, NULL, NOTHING);
    int code = personalize_inbox_opened(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                        t.first.bytes, t.first.length, t.second.bytes,
                                        t.second.length, &call->error);
    return done(&t, code);
}

static int call_clicked(struct call *call) {
    struct texts t = texts(call, "message", TEXT, "action", JSON, "options", JSON);
    int code = personalize_inbox_clicked(
        call->engine->handle, t.vendor.bytes, t.vendor.length, t.first.bytes, t.first.length,
        t.second.bytes, t.second.length, t.third.bytes, t.third.length, &call->error);
    return done(&t, code);
}

static int call_item_click(struct call *call) {
    struct texts t = texts(call, "message", TEXT, "key", TEXT, NULL, NOTHING);
    int code = personalize_inbox_item_click(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                            t.first.bytes, t.first.length, t.second.bytes,
                                            t.second.length, &call->error);
    return done(&t, code);
}

static int call_action_click(struct call *call) {
    struct texts t = texts(call, "message", TEXT, "url", TEXT, "key", TEXT);
    int code = personalize_inbox_action_click(
        call->engine->handle, t.vendor.bytes, t.vendor.length, t.first.bytes, t.first.length,
        t.second.bytes, t.second.length, t.third.bytes, t.third.length, &call->error);
    return done(&t, code);
}

static int call_view(struct call *call) {
    struct texts t = texts(call, "view", JSON, NULL, NOTHING, NULL, NOTHING);
    char *json = NULL;
    int code = personalize_inbox_view(call->engine->handle, t.vendor.bytes, t.vendor.length,
                                      t.first.bytes, t.first.length, &json, &call->error);
    return done(&t, call_take_json(call, code, json));
}

const struct call_entry inbox_calls[] = {
    {"inbox_fetch", call_fetch},
    {"inbox_list", call_list},
    {"inbox_message", call_message},
    {"inbox_mark_read", call_mark_read},
    {"inbox_opened", call_opened},
    {"inbox_clicked", call_clicked},
    {"inbox_item_click", call_item_click},
    {"inbox_action_click", call_action_click},
    {"inbox_view", call_view},
    {NULL, NULL},
};
