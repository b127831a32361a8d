/*
 * The program of the header, whole: opens an engine, starts it, and prints what
 * it has to tell.
 *
 *     overview CONFIGURATION [PLACEMENT]...
 *
 * CONFIGURATION is a file with the configuration as JSON. The placements named
 * are opened. It runs until it is interrupted.
 */
#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t length = 0;
    size_t count = 0;
    if (file == NULL)
        return NULL;
    do {
        char *longer = realloc(text, length + 4097);
        if (longer == NULL) {
            free(text);
            text = NULL;
            break;
        }
        text = longer;
        count = fread(text + length, 1, 4096, file);
        length += count;
        text[length] = '\0';
    } while (count > 0);
    fclose(file);
    return text;
}

static int fail(const char *what, personalize_error_t *error) {
    fprintf(stderr, "%s: %s %s\n", what, personalize_error_message(error),
            personalize_error_hint(error));
    personalize_error_free(error);
    return 1;
}

static int open_placement(personalize_t *engine, const char *name) {
    char specification[256];
    uint64_t placement = 0;
    personalize_error_t *error = NULL;
    int length = snprintf(specification, sizeof specification, "{\"placement\": \"%s\"}", name);
    if (length < 0 || (size_t)length >= sizeof specification) {
        fprintf(stderr, "%s: the name is too long\n", name);
        return 1;
    }
    if (personalize_placement_open(engine, specification, length, &placement, &error) < 0)
        return fail(name, error);
    return 0;
}

int main(int count, char **arguments) {
    personalize_t *engine = NULL;
    personalize_error_t *error = NULL;
    char *configuration = count > 1 ? read_file(arguments[1]) : NULL;
    int index;
    int result;

    if (configuration == NULL) {
        fprintf(stderr, "usage: overview CONFIGURATION [PLACEMENT]...\n");
        return 2;
    }
    result = personalize_open(configuration, PERSONALIZE_NTS, &engine, &error);
    free(configuration);
    if (result < 0)
        return fail("open", error);
    for (index = 2; index < count; index++) {
        if (open_placement(engine, arguments[index]) != 0) {
            personalize_close(engine, NULL);
            return 1;
        }
    }
    personalize_start(engine, NULL);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (personalize_wait(engine, -1, &error) >= 0) {
        const char *update;
        while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK)
            puts(update);
    }
    personalize_close(engine, NULL);
    return fail("wait", error);
}
