#include "arguments.h"
#include "calls.h"

static int call_screen(struct call *call) {
    struct text name = argument_text(call->with, "name");
    struct text data = argument_json(call->with, "data");
    int code = personalize_screen(call->engine->handle, name.bytes, name.length, data.bytes,
                                  data.length, &call->error);
    argument_free(&name);
    argument_free(&data);
    return code;
}

static int call_screen_data(struct call *call) {
    struct text data = argument_json(call->with, "data");
    int code = personalize_screen_data(call->engine->handle, data.bytes, data.length, &call->error);
    argument_free(&data);
    return code;
}

static int call_campaign_track(struct call *call) {
    struct text campaign = argument_text(call->with, "campaign");
    struct text event = argument_json(call->with, "event");
    int code = personalize_campaign_track(call->engine->handle, campaign.bytes, campaign.length,
                                          event.bytes, event.length, &call->error);
    argument_free(&campaign);
    argument_free(&event);
    return code;
}

static int call_placement_select(struct call *call) {
    struct text part = argument_json(call->with, "part");
    uint64_t placement = (uint64_t)argument_number(call->host, call->with, "placement");
    int code = personalize_placement_select(call->engine->handle, placement, part.bytes,
                                            part.length, &call->error);
    argument_free(&part);
    return code;
}

const struct call_entry screen_calls[] = {
    {"screen", call_screen},
    {"screen_data", call_screen_data},
    {"campaign_track", call_campaign_track},
    {"placement_select", call_placement_select},
    {"hook_add", call_hook_add},
    {"hook_remove", call_hook_remove},
    {NULL, NULL},
};
