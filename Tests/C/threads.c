/*
 * Many threads on one engine: every call is carried out, one after the other, and
 * one thread at a time waits.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include <poll.h>
#include <pthread.h>
#include <time.h>

enum { THREADS = 8, EVENTS = 200 };

#define HOSTED                                                                                     \
    "{\"version\": 1, \"transport\": \"host\", \"vendors\": [{\"id\": \"shop\", "                  \
    "\"kind\": \"exponea\", \"project_token\": \"t\", \"authorization\": null}]}"

struct tally {
    personalize_t *engine;
    pthread_mutex_t lock;
    long long last;
    int tracked;
    int in_order;
};

static void on_update(void *user, const char *json, size_t length) {
    struct tally *tally = user;
    const char *sequence = strstr(json, "\"sequence\":");
    (void)length;
    pthread_mutex_lock(&tally->lock);
    if (sequence == NULL || atoll(sequence + 11) != tally->last + 1)
        tally->in_order = 0;
    tally->last++;
    if (strstr(json, "\"event.tracked\"") != NULL)
        tally->tracked++;
    pthread_mutex_unlock(&tally->lock);
}

static void *track(void *engine) {
    int index;
    for (index = 0; index < EVENTS; index++) {
        uint64_t placement = 0;
        const char *content = NULL;
        char *state = NULL;
        GIVES(PERSONALIZE_OK, personalize_track(engine, "e", 1, NULL, 0, NULL, 0, &error));
        if (index % 20 != 0)
            continue;
        GIVES(PERSONALIZE_OK, personalize_placement_open(engine, "{\"placement\": \"a\"}",
                                                         PERSONALIZE_NTS, &placement, &error));
        GIVES(PERSONALIZE_NONE,
              personalize_placement_content(engine, placement, &content, NULL, &error));
        GIVES(PERSONALIZE_OK, personalize_state(engine, &state, &error));
        personalize_free(state);
        GIVES(PERSONALIZE_OK, personalize_placement_close(engine, placement, &error));
    }
    return NULL;
}

static void together(void) {
    struct tally tally = {0};
    pthread_t threads[THREADS];
    char *stats = NULL;
    int index;
    tally.in_order = 1;
    pthread_mutex_init(&tally.lock, NULL);
    tally.engine = open_engine(HOSTED);
    GIVES(PERSONALIZE_OK, personalize_on_update(tally.engine, on_update, &tally, NULL, &error));
    for (index = 0; index < THREADS; index++)
        pthread_create(&threads[index], NULL, track, tally.engine);
    for (index = 0; index < THREADS; index++)
        pthread_join(threads[index], NULL);
    GIVES(PERSONALIZE_OK, personalize_stats(tally.engine, &stats, &error));
    CHECK(stats != NULL && strstr(stats, "\"accepted\":1600,") != NULL);
    personalize_free(stats);
    CHECK(tally.in_order);
    CHECK(tally.tracked == THREADS * EVENTS);
    GIVES(PERSONALIZE_OK, personalize_close(tally.engine, &error));
}

static void *wait_for(void *engine) {
    static int result;
    result = personalize_wait(engine, -1, NULL);
    return &result;
}

static void pause_for(long milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static int wait_result(pthread_t thread) {
    void *result = NULL;
    pthread_join(thread, &result);
    return result == NULL ? -999 : *(int *)result;
}

static void waiting(void) {
    personalize_t *engine = open_engine(HOSTED);
    struct pollfd poller = {-1, POLLIN, 0};
    const char *update = NULL;
    int64_t milliseconds = 0;
    pthread_t thread;
    GIVES(PERSONALIZE_OK, personalize_fd(engine, &poller.fd, &error));
    CHECK(poll(&poller, 1, 0) == 0);
    GIVES(PERSONALIZE_NONE, personalize_timeout(engine, &milliseconds, &error));
    CHECK(milliseconds == -1);
    GIVES(PERSONALIZE_NONE, personalize_wait(engine, 20, &error));

    /* Another thread's call ends the wait and makes the descriptor readable. */
    pthread_create(&thread, NULL, wait_for, engine);
    pause_for(50);
    FAILS(PERSONALIZE_E_BUSY, personalize_wait(engine, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_track(engine, "e", 1, NULL, 0, NULL, 0, &error));
    CHECK(wait_result(thread) == PERSONALIZE_OK);
    GIVES(PERSONALIZE_OK, personalize_next_update(engine, &update, NULL, &error));
    GIVES(PERSONALIZE_OK, personalize_track(engine, "e", 1, NULL, 0, NULL, 0, &error));
    CHECK(poll(&poller, 1, 1000) == 1);
    GIVES(PERSONALIZE_OK, personalize_process(engine, &error));
    GIVES(PERSONALIZE_OK, personalize_next_update(engine, &update, NULL, &error));
    CHECK(poll(&poller, 1, 0) == 0);

    /* So does closing. */
    pthread_create(&thread, NULL, wait_for, engine);
    pause_for(50);
    GIVES(PERSONALIZE_OK, personalize_close(engine, &error));
    CHECK(wait_result(thread) == PERSONALIZE_E_HANDLE);
}

int main(void) {
    together();
    waiting();
    return finish("threads");
}
