#include "arguments.h"
#include "calls.h"

static int call_authorization_set(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text token = argument_text(call->with, "token");
    int code = personalize_authorization_set(call->engine->handle, vendor.bytes, vendor.length,
                                             token.bytes, token.length, &call->error);
    argument_free(&vendor);
    argument_free(&token);
    return code;
}

static int call_identify_with(struct call *call) {
    struct text ids = argument_json(call->with, "ids");
    struct text properties = argument_json(call->with, "properties");
    struct text options = argument_json(call->with, "options");
    int code =
        personalize_identify_with(call->engine->handle, ids.bytes, ids.length, properties.bytes,
                                  properties.length, options.bytes, options.length, &call->error);
    argument_free(&ids);
    argument_free(&properties);
    argument_free(&options);
    return code;
}

static int call_segments(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    struct text options = argument_json(call->with, "options");
    char *json = NULL;
    int code = personalize_segments(call->engine->handle, vendor.bytes, vendor.length,
                                    options.bytes, options.length, &json, &call->error);
    argument_free(&vendor);
    argument_free(&options);
    return call_take_json(call, code, json);
}

static int call_stop(struct call *call) {
    return personalize_stop(call->engine->handle, &call->error);
}

static int call_clear_local_data(struct call *call) {
    struct text configuration = argument_json(call->with, "configuration");
    int code =
        personalize_clear_local_data(configuration.bytes, configuration.length, &call->error);
    argument_free(&configuration);
    return code;
}

const struct call_entry authorization_calls[] = {
    {"authorization_set", call_authorization_set},
    {"identify_with", call_identify_with},
    {"segments", call_segments},
    {"stop", call_stop},
    {"clear_local_data", call_clear_local_data},
    {NULL, NULL},
};
