/*
 * What the library promises to be quick at, each beside something to compare
 * it with, in one run. Prints a line for each figure; ratios are what counts,
 * for they hold on any machine.
 */
#define _POSIX_C_SOURCE 200809L
#include <personalize.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(int result, personalize_error_t *error) {
    if (result >= 0)
        return;
    fprintf(stderr, "%s\n", personalize_error_json(error));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return difference < 0 ? -1 : difference > 0;
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}

/* A list of campaigns: ten for the placement measured, the others elsewhere. */
static char *definitions(int count) {
    char *json = malloc((size_t)count * 512 + 128);
    size_t length = 0;
    int index;
    if (json == NULL)
        exit(1);
    length += (size_t)sprintf(json, "{\"success\": true, \"in_app_content_blocks\": [");
    for (index = 0; index < count; index++)
        length += (size_t)sprintf(
            json + length,
            "%s{\"id\": \"block-%06d\", \"name\": \"Block %d\", \"date_filter\": {\"enabled\": "
            "false}, \"frequency\": \"always\", \"load_priority\": %d, \"content_type\": "
            "\"html\", \"content\": {\"html\": \"<html><body><p>Block %d</p><a href='shop://b/%d'>"
            "See</a></body></html>\"}, \"placeholders\": [\"%s_%d\"]}",
            index == 0 ? "" : ", ", index, index, index, index, index,
            index % (count / 10) == 0 ? "measured" : "other",
            index % (count / 10) == 0 ? 0 : index % 97);
    sprintf(json + length, "]}");
    return json;
}

static personalize_t *engine_with(int campaigns, const char *storage) {
    char configuration[512];
    personalize_t *engine;
    personalize_error_t *error = NULL;
    char *payload = definitions(campaigns);
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"storage\": \"%s\", \"transport\": \"host\", \"vendors\": [{"
             "\"id\": \"shop\", \"kind\": \"exponea\", \"project_token\": \"p\", "
             "\"authorization\": \"Token k\", \"automatic_session_tracking\": false, "
             "\"consent\": \"denied\"}]}",
             storage);
    check(personalize_open(configuration, PERSONALIZE_NTS, &engine, &error), error);
    check(personalize_ingest(engine, "shop", PERSONALIZE_NTS, "definitions", PERSONALIZE_NTS,
                             payload, PERSONALIZE_NTS, &error),
          error);
    check(personalize_start(engine, &error), error);
    free(payload);
    return engine;
}

static uint64_t open_measured(personalize_t *engine) {
    uint64_t placement;
    personalize_error_t *error = NULL;
    const char *content;
    check(personalize_placement_open(engine, "{\"placement\": \"measured_0\"}", PERSONALIZE_NTS,
                                     &placement, &error),
          error);
    if (personalize_placement_content(engine, placement, &content, NULL, &error) !=
        PERSONALIZE_OK) {
        fprintf(stderr, "the placement shows nothing\n");
        exit(1);
    }
    return placement;
}

static void drain(personalize_t *engine) {
    const char *update;
    while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK)
        ;
}

#define ROUNDS 301

static void measure_reload(const char *folder) {
    static double small[ROUNDS], large[ROUNDS];
    char path[2][256];
    personalize_t *engines[2];
    uint64_t placements[2];
    double *times[2] = {small, large};
    int counts[2] = {100, 10000};
    int which, round;
    personalize_error_t *error = NULL;
    double one, two;
    for (which = 0; which < 2; which++) {
        snprintf(path[which], sizeof path[which], "%s/%d.db", folder, counts[which]);
        engines[which] = engine_with(counts[which], path[which]);
        placements[which] = open_measured(engines[which]);
    }
    for (round = 0; round < ROUNDS; round++)
        for (which = 0; which < 2; which++) {
            double begin = now();
            check(personalize_placement_reload(engines[which], placements[which], NULL, 0, &error),
                  error);
            times[which][round] = now() - begin;
            drain(engines[which]);
        }
    one = median(small, ROUNDS);
    two = median(large, ROUNDS);
    printf("reload: %.1f us among 100 campaigns, %.1f us among 10000, ratio %.2f (budget 1.5)\n",
           one * 1e6, two * 1e6, two / one);
    for (which = 0; which < 2; which++)
        check(personalize_close(engines[which], &error), error);
}

static void measure_content(void) {
    enum { CALLS = 200000, BATCHES = 31 };
    static double getter[BATCHES], floor[BATCHES];
    personalize_t *engine = engine_with(100, ":memory:");
    uint64_t placement = open_measured(engine);
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    personalize_error_t *error = NULL;
    size_t total = 0;
    int batch, call;
    double one, two;
    for (batch = 0; batch < BATCHES; batch++) {
        double begin = now();
        for (call = 0; call < CALLS; call++) {
            const char *json;
            size_t length = 0;
            personalize_placement_content(engine, placement, &json, &length, NULL);
            total += length;
        }
        getter[batch] = (now() - begin) / CALLS;
        begin = now();
        for (call = 0; call < CALLS; call++) {
            pthread_mutex_lock(&mutex);
            total++;
            pthread_mutex_unlock(&mutex);
        }
        floor[batch] = (now() - begin) / CALLS;
    }
    one = median(getter, BATCHES);
    two = median(floor, BATCHES);
    printf("content: %.3f us a call (budget 0.5), a bare mutex %.3f us, ratio %.1f%s\n", one * 1e6,
           two * 1e6, one / two, total == 0 ? " (nothing read)" : "");
    check(personalize_close(engine, &error), error);
}

static void measure_track(const char *folder) {
    enum { EVENTS = 2001 };
    static double times[EVENTS];
    char path[256], configuration[512];
    personalize_t *engine;
    personalize_error_t *error = NULL;
    int event;
    snprintf(path, sizeof path, "%s/track.db", folder);
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"storage\": \"%s\", \"transport\": \"host\", \"vendors\": [{"
             "\"id\": \"shop\", \"kind\": \"exponea\", \"project_token\": \"p\", "
             "\"authorization\": \"Token k\"}]}",
             path);
    check(personalize_open(configuration, PERSONALIZE_NTS, &engine, &error), error);
    check(personalize_start(engine, &error), error);
    for (event = 0; event < EVENTS; event++) {
        double begin = now();
        check(personalize_track(engine, "scanned", PERSONALIZE_NTS, "{\"sku\": \"4711\"}",
                                PERSONALIZE_NTS, NULL, 0, &error),
              error);
        times[event] = now() - begin;
        drain(engine);
    }
    printf("track: %.1f us an event, stored\n", median(times, EVENTS) * 1e6);
    check(personalize_close(engine, &error), error);
}

static void measure_opening(const char *folder) {
    char configuration[512];
    personalize_t *engine;
    personalize_error_t *error = NULL;
    double times[11];
    int round;
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"storage\": \"%s/10000.db\", \"transport\": \"host\", "
             "\"vendors\": [{\"id\": \"shop\", \"kind\": \"exponea\", \"project_token\": \"p\", "
             "\"authorization\": \"Token k\"}]}",
             folder);
    for (round = 0; round < 11; round++) {
        double begin = now();
        check(personalize_open(configuration, PERSONALIZE_NTS, &engine, &error), error);
        times[round] = now() - begin;
        check(personalize_close(engine, &error), error);
    }
    printf("open: %.1f ms with 10000 stored campaigns\n", median(times, 11) * 1e3);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    measure_content();
    measure_reload(arguments[1]);
    measure_track(arguments[1]);
    measure_opening(arguments[1]);
    return 0;
}
