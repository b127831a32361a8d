/*
 * Everything a host can get wrong: each mistake is an error with a reason, and
 * nothing else happens.
 */
#include "check.h"

static void library(void) {
    CHECK(personalize_abi() == PERSONALIZE_ABI);
    CHECK(strcmp(personalize_version(), "0.1.0") == 0);
    CHECK(personalize_version() == personalize_version());
    CHECK(strstr(personalize_build_info(), "\"adapters\":[\"exponea\",") != NULL);
    CHECK(strcmp(personalize_code_name(PERSONALIZE_E_CONFIG), "config") == 0);
    CHECK(strcmp(personalize_code_name(-999), "unknown") == 0);
    personalize_free(NULL);
    personalize_error_free(NULL);
    CHECK(personalize_error_code(NULL) == PERSONALIZE_OK);
    CHECK(strcmp(personalize_error_reason(NULL), "") == 0);
    CHECK(strcmp(personalize_error_message(NULL), "") == 0);
    CHECK(strcmp(personalize_error_path(NULL), "") == 0);
    CHECK(strcmp(personalize_error_hint(NULL), "") == 0);
    CHECK(strcmp(personalize_error_vendor(NULL), "") == 0);
    CHECK(strcmp(personalize_error_json(NULL), "") == 0);
}

static void errors(void) {
    personalize_error_t *error = NULL;
    personalize_t *engine = NULL;
    int result = personalize_open("{\"version\": 1, \"vendors\": [{\"id\": \"shop\", "
                                  "\"kind\": \"exponea\", \"base_ulr\": \"x\"}]}",
                                  PERSONALIZE_NTS, &engine, &error);
    CHECK(result == PERSONALIZE_E_CONFIG && engine == NULL);
    CHECK(personalize_error_code(error) == result);
    CHECK(strcmp(personalize_error_reason(error), "unknown_key") == 0);
    CHECK(strcmp(personalize_error_path(error), "$.vendors[0].base_ulr") == 0);
    CHECK(strcmp(personalize_error_hint(error), "Did you mean \"base_url\"?") == 0);
    CHECK(strcmp(personalize_error_vendor(error), "shop") == 0);
    CHECK(strstr(personalize_error_json(error), "\"code\":\"config\"") != NULL);
    personalize_error_free(error);
}

/* Every function that takes an engine, with the same bad handle. */
static void handle(personalize_t *bad) {
    const int code = PERSONALIZE_E_HANDLE;
    const char *text;
    char *owned = NULL;
    char buffer[8];
    size_t length;
    uint64_t placement;
    int64_t milliseconds;
    int fd;
    FAILS(code, personalize_start(bad, &error));
    FAILS(code, personalize_reopen(bad, ":memory:", PERSONALIZE_NTS, &error));
    FAILS(code, personalize_state(bad, &owned, &error));
    FAILS(code, personalize_stats(bad, &owned, &error));
    FAILS(code, personalize_fd(bad, &fd, &error));
    FAILS(code, personalize_timeout(bad, &milliseconds, &error));
    FAILS(code, personalize_process(bad, &error));
    FAILS(code, personalize_wait(bad, 0, &error));
    FAILS(code, personalize_next_update(bad, &text, &length, &error));
    FAILS(code, personalize_on_update(bad, NULL, NULL, NULL, &error));
    FAILS(code, personalize_on_log(bad, 1, NULL, NULL, NULL, &error));
    FAILS(code, personalize_next_request(bad, &text, &length, &error));
    FAILS(code, personalize_finish_request(bad, 1, "{}", PERSONALIZE_NTS, &error));
    FAILS(code, personalize_script(bad, "[]", PERSONALIZE_NTS, &error));
    FAILS(code, personalize_script_sent(bad, &owned, &error));
    FAILS(code, personalize_advance(bad, 1, &error));
    FAILS(code, personalize_set_time(bad, 1, &error));
    FAILS(code, personalize_identify(bad, "{}", 2, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_anonymize(bad, &error));
    FAILS(code, personalize_consent(bad, NULL, 0, NULL, 0, 1, &error));
    FAILS(code, personalize_session_start(bad, &error));
    FAILS(code, personalize_session_end(bad, &error));
    FAILS(code, personalize_foreground(bad, 1, &error));
    FAILS(code, personalize_track(bad, "e", 1, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_flush(bad, &error));
    FAILS(code, personalize_offline(bad, 1, &error));
    FAILS(code, personalize_refresh(bad, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_ingest(bad, "v", 1, "k", 1, "{}", 2, &error));
    FAILS(code, personalize_prefetch(bad, "[]", 2, NULL, 0, &error));
    FAILS(code, personalize_placement_open(bad, "{}", 2, &placement, &error));
    FAILS(code, personalize_placement_reload(bad, 1, NULL, 0, &error));
    FAILS(code, personalize_placement_content(bad, 1, &text, &length, &error));
    FAILS(code, personalize_placement_content_copy(bad, 1, buffer, 8, &length, &error));
    FAILS(code, personalize_placement_click(bad, 1, "u", 1, &error));
    FAILS(code, personalize_placement_dismiss(bad, 1, &error));
    FAILS(code, personalize_placement_report(bad, 1, "{}", 2, &error));
    FAILS(code, personalize_placement_close(bad, 1, &error));
    FAILS(code,
          personalize_hook_set(bad, "click_override", PERSONALIZE_NTS, NULL, NULL, NULL, &error));
    FAILS(code, personalize_hook_answer(bad, 1, "{}", 2, &error));
    FAILS(code, personalize_explain(bad, "{\"placement\":\"a\"}", PERSONALIZE_NTS, &owned, &error));
    CHECK(personalize_start(bad, NULL) == code);
    CHECK(owned == NULL);
}

static void handles(void) {
    personalize_t *closed = open_engine(SCRIPTED);
    personalize_t *other;
    int local = 0;
    GIVES(PERSONALIZE_OK, personalize_close(closed, &error));
    GIVES(PERSONALIZE_OK, personalize_close(NULL, &error));
    handle(NULL);
    handle(closed);
    handle((personalize_t *)&local);
    handle((personalize_t *)(uintptr_t)1);
    handle((personalize_t *)UINTPTR_MAX);
    FAILS(PERSONALIZE_E_HANDLE, personalize_close(closed, &error));
    /* The next engine has the place of the closed one, and another handle. */
    other = open_engine(SCRIPTED);
    CHECK(other != closed);
    FAILS(PERSONALIZE_E_HANDLE, personalize_start(closed, &error));
    GIVES(PERSONALIZE_OK, personalize_start(other, &error));
    FAILS(PERSONALIZE_E_STATE, personalize_reopen(other, ":memory:", PERSONALIZE_NTS, &error));
    GIVES(PERSONALIZE_OK, personalize_close(other, &error));
}

static void texts(personalize_t *engine) {
    const int code = PERSONALIZE_E_ARGUMENT;
    char *owned = NULL;
    const char *lent = NULL;
    uint64_t placement = 7;
    personalize_t *none = NULL;
    FAILS(code, personalize_open(NULL, 0, &none, &error));
    FAILS(code, personalize_open("{}", PERSONALIZE_NTS, NULL, &error));
    FAILS(code, personalize_open("{}", -2, &none, &error));
    FAILS(code, personalize_open("{\"version\": 1, \"storage\": \"\xff\"}", PERSONALIZE_NTS, &none,
                                 &error));
    FAILS(PERSONALIZE_E_JSON, personalize_open("", 0, &none, &error));
    FAILS(PERSONALIZE_E_STORAGE, personalize_open("{\"version\": 1, \"storage\": \"/nowhere/x\"}",
                                                  PERSONALIZE_NTS, &none, &error));
    CHECK(none == NULL);
    FAILS(code, personalize_track(engine, NULL, 0, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_track(engine, "a\0b", 3, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_track(engine, "\xc3\x28", 2, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_track(engine, "a", PTRDIFF_MIN, NULL, 0, NULL, 0, &error));
    FAILS(PERSONALIZE_E_LIMIT,
          personalize_track(engine, "a", PTRDIFF_MAX, NULL, 0, NULL, 0, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_track(engine, "a", 1, "{", 1, NULL, 0, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_track(engine, "a", 1, "[]", 2, NULL, 0, &error));
    FAILS(PERSONALIZE_E_JSON,
          personalize_track(engine, "a", 1, NULL, 0, "{\"vendor\": []}", PERSONALIZE_NTS, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND,
          personalize_track(engine, "a", 1, NULL, 0, "{\"vendors\": [\"x\"]}", PERSONALIZE_NTS,
                            &error));
    FAILS(code, personalize_identify(engine, NULL, 0, NULL, 0, NULL, 0, &error));
    FAILS(code,
          personalize_identify(engine, "{\"a\": 1}", PERSONALIZE_NTS, NULL, 0, NULL, 0, &error));
    FAILS(code, personalize_consent(engine, NULL, 0, NULL, 0, 3, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND, personalize_consent(engine, "x", 1, NULL, 0, 1, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND, personalize_consent(engine, NULL, 0, "x", 1, 1, &error));
    FAILS(code, personalize_foreground(engine, 2, &error));
    FAILS(code, personalize_offline(engine, -1, &error));
    FAILS(code, personalize_wait(engine, -2, &error));
    FAILS(PERSONALIZE_E_STATE, personalize_wait(engine, -1, &error));
    FAILS(code, personalize_advance(engine, -1, &error));
    FAILS(code, personalize_advance(engine, INT64_MAX, &error));
    FAILS(code, personalize_set_time(engine, INT64_MIN, &error));
    FAILS(code, personalize_state(engine, NULL, &error));
    FAILS(code, personalize_fd(engine, NULL, &error));
    FAILS(code, personalize_next_update(engine, NULL, NULL, &error));
    FAILS(code, personalize_on_log(engine, 5, NULL, NULL, NULL, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND,
          personalize_hook_set(engine, "click_overide", PERSONALIZE_NTS, NULL, NULL, NULL, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND, personalize_hook_answer(engine, 1, "{}", 2, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_hook_answer(engine, 1, "{\"yes\":1}", 9, &error));
    FAILS(code, personalize_next_request(engine, NULL, NULL, &error));
    FAILS(PERSONALIZE_E_STATE, personalize_next_request(engine, &lent, NULL, &error));
    FAILS(PERSONALIZE_E_STATE, personalize_finish_request(engine, 1, "{}", 2, &error));
    FAILS(code, personalize_script(engine, "{}", 2, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND,
          personalize_ingest(engine, "x", 1, "definitions", PERSONALIZE_NTS, "{}", 2, &error));
    FAILS(code, personalize_ingest(engine, "shop", 4, "x", 1, "{}", 2, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_prefetch(engine, "{}", 2, NULL, 0, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_prefetch(engine, "[1]", 3, NULL, 0, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_placement_open(engine, "{}", 2, &placement, &error));
    FAILS(code, personalize_placement_open(engine, "{\"placement\": \"\"}", PERSONALIZE_NTS,
                                           &placement, &error));
    FAILS(code, personalize_placement_open(engine, "{\"placement\": \"a\", \"kind\": \"x\"}",
                                           PERSONALIZE_NTS, &placement, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND,
          personalize_placement_open(engine, "{\"placement\": \"a\", \"vendor\": \"x\"}",
                                     PERSONALIZE_NTS, &placement, &error));
    CHECK(placement == 7);
    FAILS(PERSONALIZE_E_JSON, personalize_explain(engine, "{}", 2, &owned, &error));
    FAILS(code, personalize_replay("{}", 2, &owned, &error));
    CHECK(owned == NULL);
}

static void placements(personalize_t *engine) {
    const int code = PERSONALIZE_E_HANDLE;
    uint64_t bad[] = {0, 1, UINT64_MAX, (uint64_t)INT64_MAX, 0};
    const char *text = "untouched";
    size_t needed = 99;
    size_t index;
    char buffer[4];
    uint64_t placement = 0;
    GIVES(PERSONALIZE_OK, personalize_placement_open(engine, "{\"placement\": \"a\"}",
                                                     PERSONALIZE_NTS, &placement, &error));
    CHECK(placement != 0 && placement < ((uint64_t)1 << 53));
    GIVES(PERSONALIZE_NONE, personalize_placement_content(engine, placement, &text, NULL, &error));
    CHECK(text == NULL);
    FAILS(PERSONALIZE_E_STATE, personalize_placement_dismiss(engine, placement, &error));
    FAILS(PERSONALIZE_E_JSON, personalize_placement_report(engine, placement, "{}", 2, &error));
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_placement_report(engine, placement, "{\"height\": -1}", PERSONALIZE_NTS,
                                       &error));
    GIVES(PERSONALIZE_OK, personalize_placement_close(engine, placement, &error));
    bad[4] = placement;
    for (index = 0; index < sizeof bad / sizeof bad[0]; index++) {
        FAILS(code, personalize_placement_content(engine, bad[index], &text, NULL, &error));
        FAILS(code, personalize_placement_content_copy(engine, bad[index], buffer, sizeof buffer,
                                                       &needed, &error));
        FAILS(code, personalize_placement_reload(engine, bad[index], NULL, 0, &error));
        FAILS(code, personalize_placement_click(engine, bad[index], "u", 1, &error));
        FAILS(code, personalize_placement_dismiss(engine, bad[index], &error));
        FAILS(code, personalize_placement_close(engine, bad[index], &error));
        FAILS(code, personalize_placement_report(engine, bad[index], "{\"attached\": true}",
                                                 PERSONALIZE_NTS, &error));
    }
    CHECK(needed == 99);
}

/* Builders of templates: handles, texts and a host that goes on. */
static void builders(personalize_t *engine) {
    personalize_template_builder_t *builder = NULL;
    personalize_template_builder_t *foreign = (personalize_template_builder_t *)engine;
    char *json = NULL;
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_template_builder_new("card", PERSONALIZE_NTS, 1, &builder, &error));
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_template_builder_new("template", PERSONALIZE_NTS, 2, &builder, &error));
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_template_builder_new("template", PERSONALIZE_NTS, 1, NULL, &error));
    FAILS(PERSONALIZE_E_HANDLE, personalize_template_builder_set_presenter(NULL, &error));
    FAILS(PERSONALIZE_E_HANDLE, personalize_template_builder_set_presenter(foreign, &error));
    FAILS(PERSONALIZE_E_HANDLE, personalize_template_builder_build(foreign, &json, &error));
    personalize_template_builder_free(foreign);
    personalize_template_builder_free(NULL);
    GIVES(PERSONALIZE_OK,
          personalize_template_builder_new("template", PERSONALIZE_NTS, 1, &builder, &error));
    /* A builder is no engine either. */
    FAILS(PERSONALIZE_E_HANDLE, personalize_start((personalize_t *)builder, &error));
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_template_builder_set_name(builder, NULL, PERSONALIZE_NTS, &error));
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_template_builder_set_name(builder, "a\0b", 3, &error));
    FAILS(PERSONALIZE_E_ARGUMENT,
          personalize_template_builder_set_name(builder, "\xff", 1, &error));
    FAILS(PERSONALIZE_E_ARGUMENT, personalize_template_builder_set_name(builder, "", 0, &error));
    GIVES(PERSONALIZE_OK, personalize_template_builder_set_name(builder, "t", 1, &error));
    FAILS(PERSONALIZE_E_JSON,
          personalize_template_builder_add(builder, "a", 1, "string", PERSONALIZE_NTS, "{",
                                           PERSONALIZE_NTS, &error));
    FAILS(PERSONALIZE_E_ARGUMENT, personalize_template_builder_add(
                                      builder, "a", 1, "string", PERSONALIZE_NTS, NULL, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_template_builder_add(builder, "a", 1, "file", PERSONALIZE_NTS,
                                                           NULL, 0, &error));
    FAILS(PERSONALIZE_E_ARGUMENT, personalize_template_builder_build(builder, &json, &error));
    GIVES(PERSONALIZE_OK, personalize_template_builder_set_presenter(builder, &error));
    FAILS(PERSONALIZE_E_ARGUMENT, personalize_template_builder_build(builder, NULL, &error));
    GIVES(PERSONALIZE_OK, personalize_template_builder_build(builder, &json, &error));
    CHECK(json != NULL && strstr(json, "{\"name\":\"a\",\"type\":\"file\"}") != NULL);
    personalize_free(json);
    personalize_template_builder_free(builder);
    personalize_template_builder_free(builder);
    FAILS(PERSONALIZE_E_HANDLE, personalize_template_builder_build(builder, &json, &error));
    /* The engine has no vendor with templates. */
    FAILS(PERSONALIZE_E_STATE, personalize_templates_define(engine, "{\"definitions\": {}}",
                                                            PERSONALIZE_NTS, &json, &error));
    FAILS(PERSONALIZE_E_JSON,
          personalize_templates_define(engine, "[]", PERSONALIZE_NTS, &json, &error));
    FAILS(PERSONALIZE_E_STATE, personalize_templates_payload(engine, NULL, 0, &json, &error));
}

int main(void) {
    personalize_t *engine;
    library();
    errors();
    handles();
    engine = open_engine(SCRIPTED);
    texts(engine);
    placements(engine);
    builders(engine);
    /* Nothing of all that counted. */
    {
        char *stats = NULL;
        GIVES(PERSONALIZE_OK, personalize_stats(engine, &stats, &error));
        CHECK(stats != NULL && strstr(stats, "\"accepted\":0,") != NULL);
        personalize_free(stats);
    }
    GIVES(PERSONALIZE_OK, personalize_close(engine, &error));
    return finish("misuse");
}
