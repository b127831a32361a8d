/* What the C tests share. */
#ifndef CHECK_H
#define CHECK_H

#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* A call that gives exactly this code, and an error object that agrees. */
#define FAILS(code, call)                                                                          \
    do {                                                                                           \
        personalize_error_t *error = NULL;                                                         \
        int result = (call);                                                                       \
        if (result != (code) || personalize_error_code(error) != (code) ||                         \
            personalize_error_message(error)[0] == '\0' ||                                         \
            personalize_error_reason(error)[0] == '\0') {                                          \
            fprintf(stderr, "%s:%d: %s gives %d: %s\n", __FILE__, __LINE__, #call, result,         \
                    personalize_error_json(error));                                                \
            failures++;                                                                            \
        }                                                                                          \
        personalize_error_free(error);                                                             \
    } while (0)

/* A call that gives exactly this result and no error. */
#define GIVES(expected, call)                                                                      \
    do {                                                                                           \
        personalize_error_t *error = (personalize_error_t *)&failures;                             \
        int result = (call);                                                                       \
        if (result != (expected) || error != NULL) {                                               \
            fprintf(stderr, "%s:%d: %s gives %d: %s\n", __FILE__, __LINE__, #call, result,         \
                    error == NULL ? "" : personalize_error_json(error));                           \
            failures++;                                                                            \
            if (result < 0)                                                                        \
                personalize_error_free(error);                                                     \
        }                                                                                          \
    } while (0)

/* An engine whose clock stands still and whose requests a script answers. */
#define SCRIPTED                                                                                   \
    "{\"version\": 1, \"transport\": \"scripted\", \"seed\": 1, "                                  \
    "\"clock\": {\"manual\": {\"wall_ms\": 1767225600000}}, \"vendors\": [{\"id\": \"shop\", "     \
    "\"kind\": \"exponea\", \"project_token\": \"t\", \"authorization\": \"Token k\"}]}"

/* Answers that give the placement home_top one block with one link. */
#define SCRIPT                                                                                     \
    "[{\"match\": {\"purpose\": \"definitions\"}, \"answer\": {\"body\": {\"success\": true, "     \
    "\"data\": [{\"id\": \"b1\", \"name\": \"Hero\", \"placeholders\": [\"home_top\"], "           \
    "\"date_filter\": {\"enabled\": false}, \"load_frequency\": \"always\", "                      \
    "\"load_priority\": 1, \"content_type\": \"html\", \"content\": {\"html\": "                   \
    "\"<a data-actiontype='deep-link' data-link='shop://sale'>Sale</a>\"}}]}}}, "                  \
    "{\"answer\": {\"body\": {\"success\": true}}}]"

static inline personalize_t *open_engine(const char *configuration) {
    personalize_t *engine = NULL;
    personalize_error_t *error = NULL;
    if (personalize_open(configuration, PERSONALIZE_NTS, &engine, &error) < 0) {
        fprintf(stderr, "open: %s\n", personalize_error_json(error));
        exit(1);
    }
    return engine;
}

static inline int finish(const char *name) {
    if (failures > 0)
        fprintf(stderr, "%s: %d checks failed\n", name, failures);
    return failures > 0;
}

#endif
