/*
 * Updates, callbacks and hooks: in order, after the outputs, once each, and with
 * the engine free to be called.
 */
#include "check.h"

struct host {
    personalize_t *engine;
    uint64_t placement;
    int updates;
    int depth;
    int deepest;
    int drops;
    long long last;
    int shown;
    int clicked;
    int questions;
    const char *answer;
};

static long long number(const char *json, const char *key) {
    const char *found = strstr(json, key);
    return found == NULL ? -1 : atoll(found + strlen(key));
}

static void dropped(void *user) {
    ((struct host *)user)->drops++;
}

static void on_update(void *user, const char *json, size_t length) {
    struct host *host = user;
    long long sequence = number(json, "\"sequence\":");
    CHECK(strlen(json) == length);
    CHECK(sequence > host->last);
    host->last = sequence;
    host->updates++;
    host->depth++;
    if (host->depth > host->deepest)
        host->deepest = host->depth;
    if (strstr(json, "\"update\":\"placement.shown\"") != NULL) {
        const char *content = NULL;
        host->shown++;
        /* The engine answers from inside a callback, and its output was written. */
        CHECK(host->placement != 0);
        CHECK(personalize_placement_content(host->engine, host->placement, &content, NULL, NULL) ==
              PERSONALIZE_OK);
        CHECK(content != NULL && strstr(content, "\"b1\"") != NULL);
        if (host->shown == 1)
            CHECK(personalize_placement_click(host->engine, host->placement, "shop://sale",
                                              PERSONALIZE_NTS, NULL) == PERSONALIZE_OK);
    }
    if (strstr(json, "\"update\":\"placement.clicked\"") != NULL)
        host->clicked++;
    host->depth--;
}

static void on_question(void *user, int64_t token, const char *question, size_t length) {
    struct host *host = user;
    CHECK(strlen(question) == length);
    CHECK(strstr(question, "\"placement\":\"home_top\"") != NULL);
    host->questions++;
    if (host->answer != NULL) {
        GIVES(PERSONALIZE_OK,
              personalize_hook_answer(host->engine, token, host->answer, PERSONALIZE_NTS, &error));
        FAILS(PERSONALIZE_E_NOT_FOUND,
              personalize_hook_answer(host->engine, token + 1, "{}", 2, &error));
    }
}

static void start(struct host *host) {
    GIVES(PERSONALIZE_OK, personalize_script(host->engine, SCRIPT, PERSONALIZE_NTS, &error));
    GIVES(PERSONALIZE_OK, personalize_placement_open(host->engine, "{\"placement\": \"home_top\"}",
                                                     PERSONALIZE_NTS, &host->placement, &error));
    GIVES(PERSONALIZE_OK, personalize_start(host->engine, &error));
    GIVES(PERSONALIZE_OK, personalize_advance(host->engine, 0, &error));
}

static void callbacks(void) {
    struct host host = {0};
    struct host other = {0};
    const char *text = NULL;
    host.engine = open_engine(SCRIPTED);
    other.engine = host.engine;
    GIVES(PERSONALIZE_OK, personalize_track(host.engine, "early", 5, NULL, 0, NULL, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_on_update(host.engine, on_update, &host, dropped, &error));
    CHECK(host.updates > 0);
    start(&host);
    GIVES(PERSONALIZE_OK, personalize_advance(host.engine, 1000, &error));
    CHECK(host.shown >= 2 && host.clicked == 1);
    CHECK(host.deepest == 1);
    GIVES(PERSONALIZE_NONE, personalize_next_update(host.engine, &text, NULL, &error));
    GIVES(PERSONALIZE_OK, personalize_on_update(host.engine, on_update, &other, dropped, &error));
    CHECK(host.drops == 1);
    GIVES(PERSONALIZE_OK, personalize_on_update(host.engine, NULL, NULL, NULL, &error));
    CHECK(other.drops == 1);
    GIVES(PERSONALIZE_OK, personalize_track(host.engine, "late", 4, NULL, 0, NULL, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_next_update(host.engine, &text, NULL, &error));
    CHECK(text != NULL && strstr(text, "event.tracked") != NULL);
    GIVES(PERSONALIZE_OK, personalize_on_log(host.engine, 4, NULL, &host, dropped, &error));
    FAILS(PERSONALIZE_E_NOT_FOUND,
          personalize_hook_set(host.engine, "x", 1, on_question, &host, dropped, &error));
    GIVES(PERSONALIZE_OK, personalize_close(host.engine, &error));
    CHECK(host.drops == 1 && other.drops == 1);
}

static void hooks(const char *answer, int shown) {
    struct host host = {0};
    const char *content = NULL;
    host.answer = answer;
    host.engine = open_engine(SCRIPTED);
    GIVES(PERSONALIZE_OK, personalize_hook_set(host.engine, "campaign_prepared", PERSONALIZE_NTS,
                                               on_question, &host, dropped, &error));
    start(&host);
    CHECK(host.questions == 1);
    GIVES(shown ? PERSONALIZE_OK : PERSONALIZE_NONE,
          personalize_placement_content(host.engine, host.placement, &content, NULL, &error));
    GIVES(PERSONALIZE_OK, personalize_close(host.engine, &error));
    CHECK(host.drops == 1);
}

static void close_inside(void *user, const char *json, size_t length) {
    struct host *host = user;
    (void)json;
    (void)length;
    host->updates++;
    CHECK(host->drops == 0);
    GIVES(PERSONALIZE_OK, personalize_close(host->engine, &error));
    /* What is being called is not let go of. */
    CHECK(host->drops == 0);
}

static void closing_inside_a_callback(void) {
    struct host host = {0};
    host.engine = open_engine(SCRIPTED);
    GIVES(PERSONALIZE_OK, personalize_track(host.engine, "a", 1, NULL, 0, NULL, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_track(host.engine, "b", 1, NULL, 0, NULL, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_on_update(host.engine, close_inside, &host, dropped, &error));
    CHECK(host.updates == 1);
    CHECK(host.drops == 1);
    FAILS(PERSONALIZE_E_HANDLE, personalize_start(host.engine, &error));
}

static void content(void) {
    struct host host = {0};
    const char *text = NULL;
    size_t length = 0;
    size_t needed = 0;
    char *buffer;
    host.engine = open_engine(SCRIPTED);
    start(&host);
    GIVES(PERSONALIZE_OK,
          personalize_placement_content(host.engine, host.placement, &text, &length, &error));
    CHECK(text != NULL && strlen(text) == length);
    FAILS(PERSONALIZE_E_LIMIT, personalize_placement_content_copy(host.engine, host.placement, NULL,
                                                                  0, &needed, &error));
    CHECK(needed == length + 1);
    buffer = malloc(needed);
    FAILS(PERSONALIZE_E_LIMIT,
          personalize_placement_content_copy(host.engine, host.placement, buffer, needed - 1,
                                             &needed, &error));
    GIVES(PERSONALIZE_OK, personalize_placement_content_copy(host.engine, host.placement, buffer,
                                                             needed, &needed, &error));
    CHECK(buffer != NULL && strcmp(buffer, text) == 0);
    free(buffer);
    GIVES(PERSONALIZE_OK, personalize_close(host.engine, &error));
}

int main(void) {
    callbacks();
    hooks(NULL, 1);
    hooks("{\"render\": true}", 1);
    hooks("{\"render\": false}", 0);
    closing_inside_a_callback();
    content();
    return finish("delivery");
}
