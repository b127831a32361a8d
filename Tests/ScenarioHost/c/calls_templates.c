#include "arguments.h"
#include "calls.h"

#include <string.h>

/* Carries out one step of a builder's program. */
static int run_step(personalize_template_builder_t *builder, const json_t *step,
                    personalize_error_t **error) {
    if (json_object_get(step, "set_presenter") != NULL)
        return personalize_template_builder_set_presenter(builder, error);
    if (json_object_get(step, "set_name") != NULL) {
        struct text name = argument_text(step, "set_name");
        int code = personalize_template_builder_set_name(builder, name.bytes, name.length, error);
        argument_free(&name);
        return code;
    }
    struct text name = argument_text(step, "add");
    struct text type = argument_text(step, "type");
    struct text value = argument_json(step, "value");
    if (json_is_null(json_object_get(step, "value")))
        value = (struct text){strdup("null"), 4};
    int code = personalize_template_builder_add(builder, name.bytes, name.length, type.bytes,
                                                type.length, value.bytes, value.length, error);
    argument_free(&name);
    argument_free(&type);
    argument_free(&value);
    return code;
}

static void refused(json_t *list, json_t *step, int code, personalize_error_t *error) {
    json_array_append_new(list, json_pack("{s:o, s:s, s:s, s:s}", "step", step, "code",
                                          personalize_code_name(code), "reason",
                                          personalize_error_reason(error), "path",
                                          personalize_error_path(error)));
    personalize_error_free(error);
}

static int call_template_build(struct call *call) {
    struct text kind = argument_text(call->with, "kind");
    const json_t *visual = json_object_get(call->with, "visual");
    personalize_template_builder_t *builder = NULL;
    int code = personalize_template_builder_new(kind.bytes, kind.length, !json_is_false(visual),
                                                &builder, &call->error);
    argument_free(&kind);
    if (code < 0)
        return code;
    json_t *list = json_array();
    size_t number = 0;
    json_t *step = NULL;
    json_array_foreach (json_object_get(call->with, "program"), number, step) {
        personalize_error_t *error = NULL;
        int result = run_step(builder, step, &error);
        if (result < 0)
            refused(list, json_integer((json_int_t)number), result, error);
    }
    personalize_error_t *error = NULL;
    char *json = NULL;
    int built = personalize_template_builder_build(builder, &json, &error);
    if (built < 0)
        refused(list, json_string("build"), built, error);
    json_t *definition = built < 0 ? json_null() : json_loads(json, JSON_ALLOW_NUL, NULL);
    personalize_free(json);
    personalize_template_builder_free(builder);
    call->result = json_pack("{s:o, s:o}", "definition", definition, "refused", list);
    return PERSONALIZE_OK;
}

/* The request, with what earlier builders gave in the place of their names. */
static json_t *resolved(const struct host *host, const json_t *request) {
    json_t *copy = json_deep_copy(request);
    json_t *list = json_object_get(copy, "definitions");
    size_t number = 0;
    json_t *value = NULL;
    json_array_foreach (list, number, value) {
        const char *name = json_string_value(value);
        if (name == NULL || name[0] != '$')
            continue;
        json_t *built = json_object_get(host->names, name + 1);
        json_array_set(list, number, json_object_get(built, "definition"));
    }
    return copy;
}

static int call_templates_define(struct call *call) {
    json_t *with = json_object();
    json_object_set_new(with, "request",
                        resolved(call->host, json_object_get(call->with, "request")));
    struct text request = argument_json(with, "request");
    json_decref(with);
    char *json = NULL;
    int code = personalize_templates_define(call->engine->handle, request.bytes, request.length,
                                            &json, &call->error);
    argument_free(&request);
    return call_take_json(call, code, json);
}

static int call_templates_payload(struct call *call) {
    struct text vendor = argument_text(call->with, "vendor");
    char *json = NULL;
    int code = personalize_templates_payload(call->engine->handle, vendor.bytes, vendor.length,
                                             &json, &call->error);
    argument_free(&vendor);
    return call_take_json(call, code, json);
}

const struct call_entry template_calls[] = {
    {"template_build", call_template_build},
    {"templates_define", call_templates_define},
    {"templates_payload", call_templates_payload},
    {NULL, NULL},
};
