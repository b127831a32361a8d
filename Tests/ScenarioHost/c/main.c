/*
 * scenario-host-c FILE: runs the resolved scenario in FILE and prints one line
 * of JSON per step.
 */
#include "canonical.h"
#include "host.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void take(json_t *record, const char *name, json_t *list) {
    if (json_array_size(list) > 0) {
        json_t *copy = json_copy(list);
        json_object_set_new(record, name, copy);
    }
    json_array_clear(list);
}

static void print(json_t *record) {
    canonical_write(record, stdout);
    putchar('\n');
    fflush(stdout);
}

static void run(struct host *host, const json_t *step) {
    const char *call = json_string_value(json_object_get(step, "call"));
    const json_t *number = json_object_get(step, "step");
    if (call != NULL && strcmp(call, "kill") == 0) {
        print(json_pack("{s:s, s:O, s:n, s:n}", "call", call, "step", number, "error", "result"));
        kill(getpid(), SIGKILL);
    }
    json_t *record = host_call(host, step);
    struct engine *engine = host_engine(host, step);
    if (engine->is_open) {
        if (!json_is_false(json_object_get(step, "settle")))
            host_settle(host, engine);
        if (!json_is_false(json_object_get(step, "collect")))
            host_collect(host, engine);
    }
    json_object_set(record, "step", (json_t *)number);
    take(record, "updates", host->updates);
    take(record, "requests", host->requests);
    take(record, "questions", host->questions);
    take(record, "log", host->log);
    if (host->shows_dropped)
        take(record, "dropped", host->dropped);
    print(record);
    json_decref(record);
}

int main(int count, char **arguments) {
    if (count != 2)
        host_refuse("usage", "scenario-host-c FILE");
    json_error_t error;
    json_t *scenario = json_load_file(arguments[1], JSON_ALLOW_NUL, &error);
    if (scenario == NULL)
        host_refuse(arguments[1], error.text);
    struct host host = {
        .names = json_object(),
        .is_scripted = json_is_true(json_object_get(scenario, "scripted")),
        .shows_dropped = json_is_true(json_object_get(scenario, "dropped")),
        .updates = json_array(),
        .requests = json_array(),
        .questions = json_array(),
        .log = json_array(),
        .dropped = json_array(),
    };
    size_t index;
    json_t *step;
    json_array_foreach (json_object_get(scenario, "steps"), index, step)
        run(&host, step);
    for (int i = 0; i < HOST_ENGINES; i++)
        if (host.engines[i].is_open)
            personalize_close(host.engines[i].handle, NULL);
    json_decref(host.names);
    json_decref(host.updates);
    json_decref(host.requests);
    json_decref(host.questions);
    json_decref(host.log);
    json_decref(host.dropped);
    json_decref(scenario);
    return 0;
}
