/*
 * A storage that is full: the call fails and has done nothing, the host is told,
 * and all goes on once there is room again.
 */
#define _XOPEN_SOURCE 700

#include "check.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char folder[] = "/tmp/personalize-storage-XXXXXX";
static char configuration[512];

/* From now on no file grows beyond `bytes`. */
static void limit(rlim_t bytes) {
    struct rlimit sizes;
    CHECK(getrlimit(RLIMIT_FSIZE, &sizes) == 0);
    sizes.rlim_cur = bytes;
    CHECK(setrlimit(RLIMIT_FSIZE, &sizes) == 0);
}

static rlim_t size_of(const char *name) {
    char path[128];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &status) == 0 ? (rlim_t)status.st_size : 0;
}

static long account(personalize_t *engine, const char *name) {
    char *stats = NULL;
    char key[32];
    const char *found;
    long value = -1;
    GIVES(PERSONALIZE_OK, personalize_stats(engine, &stats, &error));
    snprintf(key, sizeof key, "\"%s\":", name);
    found = stats == NULL ? NULL : strstr(stats, key);
    if (found != NULL)
        value = atol(found + strlen(key));
    personalize_free(stats);
    return value;
}

/* Takes all updates; gives how many contain `part`. */
static int updates(personalize_t *engine, const char *part) {
    const char *update = NULL;
    int count = 0;
    while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK)
        count += strstr(update, part) != NULL;
    return count;
}

static int track(personalize_t *engine, personalize_error_t **error) {
    return personalize_track(engine, "visit", PERSONALIZE_NTS, NULL, 0, NULL, 0, error);
}

int main(void) {
    personalize_t *engine;
    rlim_t largest;
    long accepted;
    int index;

    if (mkdtemp(folder) == NULL)
        return 1;
    signal(SIGXFSZ, SIG_IGN);
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"transport\": \"scripted\", \"storage\": \"%s/engine.db\", "
             "\"clock\": {\"manual\": {\"wall_ms\": 1767225600000}}, \"vendors\": [{\"id\": "
             "\"shop\", \"kind\": \"exponea\", \"project_token\": \"t\", \"authorization\": "
             "null}]}",
             folder);
    engine = open_engine(configuration);
    GIVES(PERSONALIZE_OK, personalize_script(engine, SCRIPT, PERSONALIZE_NTS, &error));
    GIVES(PERSONALIZE_OK, personalize_start(engine, &error));
    GIVES(PERSONALIZE_OK, personalize_advance(engine, 1000, &error));
    GIVES(PERSONALIZE_OK, track(engine, &error));
    accepted = account(engine, "accepted");
    updates(engine, "");

    largest = size_of("engine.db-wal");
    CHECK(largest > 0);
    limit(largest);
    for (index = 0; index < 3; index++) {
        FAILS(PERSONALIZE_E_STORAGE, track(engine, &error));
        CHECK(account(engine, "accepted") == accepted);
    }
    {
        /* One diagnostic for each failure, and nothing of what failed. */
        const char *update = NULL;
        int diagnostics = 0;
        int others = 0;
        while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK) {
            if (strstr(update, "\"reason\":\"storage_") != NULL)
                diagnostics++;
            if (strstr(update, "\"event.tracked\"") != NULL)
                others++;
        }
        CHECK(diagnostics >= 3);
        CHECK(others == 0);
    }

    /* An event that cannot be noted as sent is not sent over and over. */
    {
        char *sent = NULL;
        const char *request;
        int requests = 0;
        personalize_advance(engine, 60000, NULL);
        GIVES(PERSONALIZE_OK, personalize_script_sent(engine, &sent, &error));
        for (request = sent; request != NULL; request = strstr(request + 1, "\"purpose\""))
            requests++;
        CHECK(requests < 30);
        personalize_free(sent);
        updates(engine, "");
    }

    limit(RLIM_INFINITY);
    GIVES(PERSONALIZE_OK, track(engine, &error));
    CHECK(account(engine, "accepted") == accepted + 1);
    GIVES(PERSONALIZE_OK, personalize_advance(engine, 120000, &error));
    CHECK(account(engine, "pending") == 0);
    CHECK(account(engine, "sent") == accepted + 1);
    GIVES(PERSONALIZE_OK, personalize_close(engine, &error));

    engine = open_engine(configuration);
    CHECK(account(engine, "accepted") == accepted + 1);
    CHECK(account(engine, "sent") == accepted + 1);
    CHECK(updates(engine, "storage_") == 0);
    GIVES(PERSONALIZE_OK, personalize_close(engine, &error));
    snprintf(configuration, sizeof configuration, "rm -rf %s", folder);
    CHECK(system(configuration) == 0);
    return finish("storage");
}
