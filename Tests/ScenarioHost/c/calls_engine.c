#include "arguments.h"
#include "calls.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int call_take_json(struct call *call, int code, char *json) {
    if (code == PERSONALIZE_OK)
        call->result = json_loads(json, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (code >= 0)
        personalize_free(json);
    return code;
}

static int call_abi(struct call *call) {
    call->result = json_integer(personalize_abi());
    return PERSONALIZE_OK;
}

static int call_version(struct call *call) {
    call->result = json_string(personalize_version());
    return PERSONALIZE_OK;
}

static int call_build_info(struct call *call) {
    call->result = json_loads(personalize_build_info(), 0, NULL);
    return PERSONALIZE_OK;
}

static int call_code_name(struct call *call) {
    int code = (int)argument_number(call->host, call->with, "code");
    call->result = json_string(personalize_code_name(code));
    return PERSONALIZE_OK;
}

static int call_open(struct call *call) {
    struct text configuration = argument_json(call->with, "configuration");
    int code = personalize_open(configuration.bytes, configuration.length, &call->engine->handle,
                                &call->error);
    argument_free(&configuration);
    if (code >= 0)
        call->engine->is_open = true;
    return code;
}

static int call_start(struct call *call) {
    return personalize_start(call->engine->handle, &call->error);
}

static int call_close(struct call *call) {
    host_collect(call->host, call->engine);
    call->engine->is_open = false;
    return personalize_close(call->engine->handle, &call->error);
}

static int call_reopen(struct call *call) {
    struct text storage = argument_text(call->with, "storage");
    int code =
        personalize_reopen(call->engine->handle, storage.bytes, storage.length, &call->error);
    argument_free(&storage);
    return code;
}

static int call_state(struct call *call) {
    char *json = NULL;
    int code = personalize_state(call->engine->handle, &json, &call->error);
    return call_take_json(call, code, json);
}

static int call_stats(struct call *call) {
    char *json = NULL;
    int code = personalize_stats(call->engine->handle, &json, &call->error);
    return call_take_json(call, code, json);
}

/* The number of a descriptor is the process's own business. */
static int call_fd(struct call *call) {
    int fd = -1;
    int code = personalize_fd(call->engine->handle, &fd, &call->error);
    if (code >= 0)
        call->result = json_boolean(fd >= 0);
    return code;
}

static int call_timeout(struct call *call) {
    int64_t milliseconds = 0;
    int code = personalize_timeout(call->engine->handle, &milliseconds, &call->error);
    if (code == PERSONALIZE_OK)
        call->result = json_integer(milliseconds);
    return code;
}

static int call_process(struct call *call) {
    return personalize_process(call->engine->handle, &call->error);
}

static int call_wait(struct call *call) {
    json_int_t milliseconds = argument_number(call->host, call->with, "milliseconds");
    int code = personalize_wait(call->engine->handle, milliseconds, &call->error);
    if (code >= 0)
        call->result = json_boolean(code == PERSONALIZE_OK);
    return code;
}

static int call_next_update(struct call *call) {
    const char *json = NULL;
    int code = personalize_next_update(call->engine->handle, &json, NULL, &call->error);
    if (code == PERSONALIZE_OK)
        call->result = json_loads(json, JSON_ALLOW_NUL, NULL);
    return code;
}

static int call_next_request(struct call *call) {
    const char *json = NULL;
    int code = personalize_next_request(call->engine->handle, &json, NULL, &call->error);
    if (code == PERSONALIZE_OK)
        call->result = json_loads(json, JSON_ALLOW_NUL, NULL);
    return code;
}

static int call_finish_request(struct call *call) {
    struct text answer = argument_json(call->with, "answer");
    int code = personalize_finish_request(call->engine->handle,
                                          argument_number(call->host, call->with, "request"),
                                          answer.bytes, answer.length, &call->error);
    argument_free(&answer);
    return code;
}

static int call_script(struct call *call) {
    struct text rules = argument_json(call->with, "rules");
    int code = personalize_script(call->engine->handle, rules.bytes, rules.length, &call->error);
    argument_free(&rules);
    return code;
}

static int call_script_sent(struct call *call) {
    char *json = NULL;
    int code = personalize_script_sent(call->engine->handle, &json, &call->error);
    return call_take_json(call, code, json);
}

static int call_advance(struct call *call) {
    return personalize_advance(call->engine->handle,
                               argument_number(call->host, call->with, "milliseconds"),
                               &call->error);
}

static int call_set_time(struct call *call) {
    return personalize_set_time(call->engine->handle,
                                argument_number(call->host, call->with, "wall_ms"), &call->error);
}

/* The child goes on with the scenario; the parent waits and ends as it did. */
static int call_fork(struct call *call) {
    (void)call;
    fflush(NULL);
    pid_t child = fork();
    if (child != 0) {
        int status = 1;
        waitpid(child, &status, 0);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    }
    return PERSONALIZE_OK;
}

const struct call_entry engine_calls[] = {
    {"abi", call_abi},
    {"version", call_version},
    {"build_info", call_build_info},
    {"code_name", call_code_name},
    {"open", call_open},
    {"start", call_start},
    {"close", call_close},
    {"reopen", call_reopen},
    {"state", call_state},
    {"stats", call_stats},
    {"fd", call_fd},
    {"timeout", call_timeout},
    {"process", call_process},
    {"wait", call_wait},
    {"next_update", call_next_update},
    {"on_update", call_on_update},
    {"on_log", call_on_log},
    {"next_request", call_next_request},
    {"finish_request", call_finish_request},
    {"script", call_script},
    {"script_sent", call_script_sent},
    {"advance", call_advance},
    {"set_time", call_set_time},
    {"fork", call_fork},
    {NULL, NULL},
};
