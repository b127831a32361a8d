/*
 * What the inbox promises: a page of fifty of ten thousand messages, and a
 * synchronisation that costs what is new and not what there is. Prints a line
 * for each figure.
 */
#define _POSIX_C_SOURCE 200809L
#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 21, NEW = 100, PAGES = 501 };

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

/* The answer to a fetch: messages of the numbers from `first` on. Its body is a
 * text within JSON, so its quotes are escaped. */
static char *answer(int first, int count) {
    size_t room = (size_t)count * 1024 + 256, length = 0;
    char *json = malloc(room);
    int index;
    if (json == NULL)
        exit(1);
    length += (size_t)snprintf(json, room,
                               "{\"status\": 200, \"body\": \"{\\\"success\\\":true,"
                               "\\\"sync_token\\\":\\\"t%d\\\",\\\"messages\\\":[",
                               first + count);
    for (index = first; index < first + count; index++)
        length += (size_t)snprintf(
            json + length, room - length,
            "%s{\\\"id\\\":\\\"0703842476%06d\\\",\\\"type\\\":\\\"push\\\",\\\"is_read\\\":%s,"
            "\\\"create_time\\\":%d.25,\\\"content\\\":{\\\"title\\\":\\\"Your order %d shipped"
            "\\\",\\\"message\\\":\\\"Tap to follow the parcel on its way to you\\\",\\\"action"
            "\\\":\\\"deeplink\\\",\\\"url\\\":\\\"shop://orders/"
            "%d\\\",\\\"actions\\\":[{\\\"action"
            "\\\":\\\"browser\\\",\\\"url\\\":\\\"https://shop.example.test/%d\\\",\\\"title"
            "\\\":\\\"Track\\\"}],\\\"attributes\\\":{\\\"campaign_id\\\":\\\"c-%d\\\","
            "\\\"campaign_name\\\":\\\"Shipping\\\"},\\\"has_tracking_consent\\\":true}}",
            index == first ? "" : ",", index, index % 3 == 0 ? "true" : "false", 1767000000 + index,
            index, index, index, index % 50);
    snprintf(json + length, room - length, "]}\"}");
    return json;
}

static personalize_t *opened(const char *folder, int count) {
    char configuration[512];
    personalize_t *engine;
    personalize_error_t *error = NULL;
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"storage\": \"%s/inbox-%d.db\", \"transport\": \"host\", "
             "\"vendors\": [{\"id\": \"shop\", \"kind\": \"exponea\", \"project_token\": \"p\", "
             "\"authorization\": \"Token k\", \"automatic_session_tracking\": false}]}",
             folder, count);
    check(personalize_open(configuration, PERSONALIZE_NTS, &engine, &error), error);
    check(personalize_start(engine, &error), error);
    return engine;
}

/* Fetches messages; gives how long the call and the answer took. */
static double synchronise(personalize_t *engine, int first, int count) {
    char *given = answer(first, count);
    const char *text;
    personalize_error_t *error = NULL;
    double begin = now(), taken;
    int64_t request = 0;
    check(personalize_inbox_fetch(engine, NULL, 0, NULL, 0, &error), error);
    taken = now() - begin;
    while (personalize_next_request(engine, &text, NULL, &error) == PERSONALIZE_OK)
        if (strstr(text, "appinbox/fetch") != NULL)
            request = strtoll(strstr(text, "\"id\":") + 5, NULL, 10);
    begin = now();
    check(personalize_finish_request(engine, request, given, PERSONALIZE_NTS, &error), error);
    taken += now() - begin;
    while (personalize_next_update(engine, &text, NULL, NULL) == PERSONALIZE_OK)
        ;
    free(given);
    return taken;
}

static void measure_synchronisation(personalize_t *const engines[2], int counts[2]) {
    static double times[2][ROUNDS];
    int which, round;
    double one, two;
    for (round = 0; round < ROUNDS; round++)
        for (which = 0; which < 2; which++) {
            times[which][round] = synchronise(engines[which], counts[which], NEW);
            counts[which] += NEW;
        }
    one = median(times[0], ROUNDS);
    two = median(times[1], ROUNDS);
    printf("inbox: %.2f ms for %d new messages among 100, %.2f ms among 10000, ratio %.2f "
           "(budget 1.5)\n",
           one * 1e3, NEW, two * 1e3, two / one);
}

static void measure_pages(personalize_t *engine) {
    static double times[PAGES];
    char query[64];
    personalize_error_t *error = NULL;
    size_t length = 0;
    int page;
    for (page = 0; page < PAGES; page++) {
        char *json = NULL;
        double begin;
        snprintf(query, sizeof query, "{\"offset\": %d, \"limit\": 50}", page * 17);
        begin = now();
        check(personalize_inbox_list(engine, NULL, 0, query, PERSONALIZE_NTS, &json, &error),
              error);
        times[page] = now() - begin;
        length += strlen(json);
        personalize_free(json);
    }
    printf("inbox: %.3f ms for a page of 50 of 10000 messages (budget 1), %zu bytes\n",
           median(times, PAGES) * 1e3, length / PAGES);
}

int main(int count, char **arguments) {
    personalize_t *engines[2];
    personalize_error_t *error = NULL;
    int counts[2] = {100, 10000};
    int which;
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    for (which = 0; which < 2; which++) {
        engines[which] = opened(arguments[1], counts[which]);
        synchronise(engines[which], 0, counts[which]);
    }
    measure_pages(engines[1]);
    measure_synchronisation(engines, counts);
    for (which = 0; which < 2; which++)
        check(personalize_close(engines[which], &error), error);
    return 0;
}
