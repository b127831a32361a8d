/*
 * A child finds every inherited engine closed to it until it reopens it, however
 * many threads were at work, and the parent notices nothing.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int stopped;
static pthread_mutex_t stop_lock = PTHREAD_MUTEX_INITIALIZER;

static int is_stopped(void) {
    int value;
    pthread_mutex_lock(&stop_lock);
    value = stopped;
    pthread_mutex_unlock(&stop_lock);
    return value;
}

static void *work(void *engine) {
    while (!is_stopped()) {
        const char *update;
        personalize_track(engine, "tick", 4, "{\"n\": 1}", PERSONALIZE_NTS, NULL, 0, NULL);
        while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK)
            ;
    }
    return NULL;
}

static void dropped(void *user) {
    ++*(int *)user;
}

static void ignore(void *user, const char *json, size_t length) {
    (void)user;
    (void)json;
    (void)length;
}

/* In the child; its exit code is the number of checks that failed. */
static void child(personalize_t *engine, const char *own, const char *parents, int *drops,
                  int is_alone) {
    char *stats = NULL;
    uint64_t placement = 0;
    alarm(20);
    failures = 0;
    FAILS(PERSONALIZE_E_FORKED, personalize_start(engine, &error));
    FAILS(PERSONALIZE_E_FORKED, personalize_close(engine, &error));
    FAILS(PERSONALIZE_E_FORKED, personalize_track(engine, "a", 1, NULL, 0, NULL, 0, &error));
    FAILS(PERSONALIZE_E_FORKED, personalize_process(engine, &error));
    FAILS(PERSONALIZE_E_FORKED, personalize_wait(engine, 10, &error));
    FAILS(PERSONALIZE_E_STORAGE_BUSY, personalize_reopen(engine, parents, PERSONALIZE_NTS, &error));
    FAILS(PERSONALIZE_E_ARGUMENT, personalize_reopen(engine, NULL, 0, &error));
    FAILS(PERSONALIZE_E_FORKED, personalize_stats(engine, &stats, &error));
    GIVES(PERSONALIZE_OK, personalize_reopen(engine, own, PERSONALIZE_NTS, &error));
    /* A callback that a thread of the parent's was in is never done in a child. */
    CHECK(*drops == 1 || (*drops == 0 && !is_alone));
    FAILS(PERSONALIZE_E_STATE, personalize_reopen(engine, own, PERSONALIZE_NTS, &error));
    GIVES(PERSONALIZE_OK, personalize_start(engine, &error));
    GIVES(PERSONALIZE_OK, personalize_track(engine, "child", 5, NULL, 0, NULL, 0, &error));
    GIVES(PERSONALIZE_OK, personalize_placement_open(engine, "{\"placement\": \"a\"}",
                                                     PERSONALIZE_NTS, &placement, &error));
    GIVES(PERSONALIZE_OK, personalize_stats(engine, &stats, &error));
    /* The start of the session and the event, and nothing of the parent's. */
    CHECK(stats != NULL && strstr(stats, "\"accepted\":2,") != NULL);
    personalize_free(stats);
    GIVES(PERSONALIZE_OK, personalize_close(engine, &error));
    _exit(failures > 100 ? 100 : failures);
}

int main(void) {
    char folder[] = "/tmp/personalize-forks-XXXXXX";
    char storage[64];
    char own[96];
    char configuration[512];
    pthread_t threads[2];
    personalize_t *engine;
    personalize_t *closed;
    int drops = 0;
    int round;

    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(storage, sizeof storage, "%s/parent.db", folder);
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"transport\": \"host\", \"storage\": \"%s\", \"vendors\": "
             "[{\"id\": \"shop\", \"kind\": \"exponea\", \"project_token\": \"t\", "
             "\"authorization\": null}]}",
             storage);
    closed = open_engine(SCRIPTED);
    personalize_close(closed, NULL);
    engine = open_engine(configuration);
    GIVES(PERSONALIZE_OK, personalize_on_update(engine, ignore, &drops, dropped, &error));
    GIVES(PERSONALIZE_OK, personalize_start(engine, &error));
    for (round = 0; round < 30; round++) {
        int status = 0;
        pid_t process;
        snprintf(own, sizeof own, "%s/child-{worker}.db", folder);
        process = fork();
        if (process == 0)
            child(engine, own, storage, &drops, round == 0);
        CHECK(process > 0 && waitpid(process, &status, 0) == process);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        if (round < 2)
            pthread_create(&threads[round], NULL, work, engine);
    }
    pthread_mutex_lock(&stop_lock);
    stopped = 1;
    pthread_mutex_unlock(&stop_lock);
    for (round = 0; round < 2; round++)
        pthread_join(threads[round], NULL);
    FAILS(PERSONALIZE_E_HANDLE, personalize_start(closed, &error));
    GIVES(PERSONALIZE_OK, personalize_track(engine, "parent", 6, NULL, 0, NULL, 0, &error));
    CHECK(drops == 0);
    GIVES(PERSONALIZE_OK, personalize_close(engine, &error));
    CHECK(drops == 1);
    snprintf(configuration, sizeof configuration, "rm -rf %s", folder);
    CHECK(system(configuration) == 0);
    return finish("forks");
}
