/* The functions of personalize.h as steps call them. */
#ifndef SCENARIO_CALLS_H
#define SCENARIO_CALLS_H

#include "host.h"

struct call {
    struct host *host;
    struct engine *engine;
    const json_t *step;
    const json_t *with;
    /* What the call gives; owned, NULL for nothing. */
    json_t *result;
    personalize_error_t *error;
};

struct call_entry {
    const char *name;
    /* Answers as the function of personalize.h does. */
    int (*function)(struct call *call);
};

/* Each ends with an entry without a name. */
extern const struct call_entry engine_calls[];
extern const struct call_entry content_calls[];
extern const struct call_entry authorization_calls[];
extern const struct call_entry inbox_calls[];
extern const struct call_entry placement_calls[];
extern const struct call_entry template_calls[];
extern const struct call_entry reporting_calls[];
extern const struct call_entry presentation_calls[];
extern const struct call_entry screen_calls[];

/* Takes an owned text as the result of a call. */
int call_take_json(struct call *call, int code, char *json);

int call_hook_set(struct call *call);
int call_hook_add(struct call *call);
int call_hook_remove(struct call *call);
int call_on_update(struct call *call);
int call_on_log(struct call *call);

#endif
