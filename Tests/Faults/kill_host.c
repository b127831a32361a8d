/*
 * The host that kill.py kills.
 *
 *     kill_host URL STORAGE FIRST
 *
 * tracks events numbered from FIRST and prints each number once the engine has
 * told that it is accepted, for ever.
 *
 *     kill_host URL STORAGE drain
 *
 * sends what is left and prints the accounts.
 */
#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int result, personalize_error_t *error) {
    if (result >= 0)
        return;
    fprintf(stderr, "%s\n", personalize_error_json(error));
    exit(3);
}

int main(int count, char **arguments) {
    char configuration[2048];
    char properties[64];
    personalize_t *engine;
    personalize_error_t *error = NULL;
    long number;

    if (count != 4)
        return 2;
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"storage\": \"%s\", \"outbox\": {\"maximum_events\": "
             "1000000, \"back_off_base_ms\": 1, \"back_off_ceiling_ms\": 20}, \"vendors\": "
             "[{\"id\": \"shop\", "
             "\"kind\": \"exponea\", \"base_url\": \"%s\", \"project_token\": "
             "\"demo-project\", \"authorization\": \"Token demo-key\"}]}",
             arguments[2], arguments[1]);
    check(personalize_open(configuration, PERSONALIZE_NTS, &engine, &error), error);
    check(personalize_start(engine, &error), error);

    if (strcmp(arguments[3], "drain") == 0) {
        for (;;) {
            char *json;
            int is_done;
            check(personalize_stats(engine, &json, &error), error);
            is_done = strstr(json, "\"pending\":0") != NULL;
            if (is_done)
                puts(json);
            personalize_free(json);
            if (is_done)
                break;
            check(personalize_wait(engine, 1000, &error), error);
            while (personalize_next_update(engine, (const char **)&json, NULL, NULL) ==
                   PERSONALIZE_OK)
                ;
        }
        check(personalize_close(engine, &error), error);
        return 0;
    }

    for (number = strtol(arguments[3], NULL, 10);; number++) {
        const char *update;
        snprintf(properties, sizeof properties, "{\"number\": %ld}", number);
        check(personalize_track(engine, "work", PERSONALIZE_NTS, properties, PERSONALIZE_NTS, NULL,
                                0, &error),
              error);
        printf("%ld\n", number);
        fflush(stdout);
        check(personalize_process(engine, &error), error);
        while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK)
            ;
    }
}
