/*
 * A host that carries out the steps of a scenario and writes down what the
 * engine says. It decides and compares nothing; docs/scenarios.md has the
 * steps, and the checker the expectations.
 */
#ifndef SCENARIO_HOST_H
#define SCENARIO_HOST_H

#include <jansson.h>
#include <personalize.h>
#include <stdbool.h>

enum { HOST_ENGINES = 4, HOST_HOOKS = 8 };

/* An engine by the name that steps use. The handle outlives its closing, so
 * that a scenario can use a stale one. */
struct engine {
    char name[32];
    personalize_t *handle;
    bool is_open;
};

struct host {
    struct engine engines[HOST_ENGINES];
    /* Results by the names that steps gave them. */
    json_t *names;
    /* Whether requests are taken from the scripted transport. */
    bool is_scripted;
    /* Whether transcripts tell which callbacks were let go of; the bindings
     * of other languages keep that to themselves. */
    bool shows_dropped;
    /* What the step at hand has led to. */
    json_t *updates;
    json_t *requests;
    json_t *questions;
    json_t *log;
    json_t *dropped;
};

/* The engine a step is about; NULL when there are too many. */
struct engine *host_engine(struct host *host, const json_t *step);

/* Carries out one call and gives its transcript: {"call", "error", "result"}.
 * A new reference. */
json_t *host_call(struct host *host, const json_t *step);

/* Lets an engine work until nothing is due, and collects what it has to say. */
void host_settle(struct host *host, struct engine *engine);
void host_collect(struct host *host, struct engine *engine);

/* Ends the program: the scenario itself is wrong. */
void host_refuse(const char *message, const char *detail) __attribute__((noreturn));

#endif
