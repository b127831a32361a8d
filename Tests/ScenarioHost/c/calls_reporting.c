#include "arguments.h"
#include "calls.h"

static int call_charge(struct call *call) {
    struct text details = argument_json(call->with, "details");
    struct text items = argument_json(call->with, "items");
    struct text options = argument_json(call->with, "options");
    int code = personalize_charge(call->engine->handle, details.bytes, details.length, items.bytes,
                                  items.length, options.bytes, options.length, &call->error);
    argument_free(&details);
    argument_free(&items);
    argument_free(&options);
    return code;
}

static int call_profile(struct call *call) {
    struct text operations = argument_json(call->with, "operations");
    struct text options = argument_json(call->with, "options");
    int code = personalize_profile(call->engine->handle, operations.bytes, operations.length,
                                   options.bytes, options.length, &call->error);
    argument_free(&operations);
    argument_free(&options);
    return code;
}

static int call_locate(struct call *call) {
    struct text location = argument_json(call->with, "location");
    int code =
        personalize_locate(call->engine->handle, location.bytes, location.length, &call->error);
    argument_free(&location);
    return code;
}

static int call_opt_out(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    int code = personalize_opt_out(call->engine->handle, vendor.bytes, vendor.length,
                                   json_is_true(json_object_get(call->with, "opted_out")),
                                   json_is_true(json_object_get(call->with, "allow_system")),
                                   &call->error);
    argument_free(&vendor);
    return code;
}

static int call_unmute(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    int code = personalize_unmute(call->engine->handle, vendor.bytes, vendor.length, &call->error);
    argument_free(&vendor);
    return code;
}

static int call_clear_queue(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    int code =
        personalize_clear_queue(call->engine->handle, vendor.bytes, vendor.length, &call->error);
    argument_free(&vendor);
    return code;
}

static int call_overlays_fetch(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text key = argument_text(call->with, "key");
    int code = personalize_overlays_fetch(call->engine->handle, vendor.bytes, vendor.length,
                                          key.bytes, key.length, &call->error);
    argument_free(&vendor);
    argument_free(&key);
    return code;
}

static int call_templates_sync(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text key = argument_text(call->with, "key");
    int code = personalize_templates_sync(call->engine->handle, vendor.bytes, vendor.length,
                                          key.bytes, key.length, &call->error);
    argument_free(&vendor);
    argument_free(&key);
    return code;
}

const struct call_entry reporting_calls[] = {
    {"charge", call_charge},
    {"profile", call_profile},
    {"locate", call_locate},
    {"opt_out", call_opt_out},
    {"unmute", call_unmute},
    {"clear_queue", call_clear_queue},
    {"overlays_fetch", call_overlays_fetch},
    {"templates_sync", call_templates_sync},
    {NULL, NULL},
};
