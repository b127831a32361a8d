/*
 * Draws one placement, whoever fills it.
 *
 *     neutral CONFIGURATION PLACEMENT
 *
 * CONFIGURATION is a file with the configuration as JSON; it alone says where
 * the content comes from. The program draws in text, follows the first action
 * that does not close, and prints what it did.
 */
#include <jansson.h>
#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static personalize_t *engine;

static void check(int result, personalize_error_t *error, const char *what) {
    if (result >= 0)
        return;
    fprintf(stderr, "%s: %s\n", what, personalize_error_json(error));
    personalize_error_free(error);
    exit(1);
}

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value == NULL ? "" : value;
}

/* The next update with this name; others pass by. */
static json_t *await(const char *name) {
    for (;;) {
        const char *json;
        personalize_error_t *error = NULL;
        while (personalize_next_update(engine, &json, NULL, NULL) == PERSONALIZE_OK) {
            json_t *update = json_loads(json, 0, NULL);
            if (strcmp(text(update, "update"), name) == 0)
                return update;
            json_decref(update);
        }
        if (personalize_wait(engine, 20000, &error) == PERSONALIZE_NONE) {
            fprintf(stderr, "%s did not come\n", name);
            exit(1);
        }
        check(error == NULL ? 0 : -1, error, "personalize_wait");
    }
}

/* Prints a text without its tags, words apart by one space. */
static void draw_text(const char *markup) {
    int inside = 0;
    int is_apart = 0;
    int is_begun = 0;
    for (; *markup != '\0'; markup++) {
        if (*markup == '<' || *markup == '>') {
            inside = *markup == '<';
            is_apart = 1;
        } else if (*markup == ' ' || *markup == '\n') {
            is_apart = 1;
        } else if (!inside) {
            if (is_apart && is_begun)
                putchar(' ');
            putchar(*markup);
            is_apart = 0;
            is_begun = 1;
        }
    }
}

static void draw(const json_t *drawn) {
    const json_t *content = json_object_get(drawn, "content");
    const json_t *values = json_object_get(content, "values");
    printf("draws ");
    if (strcmp(text(content, "type"), "html") == 0)
        draw_text(text(content, "html"));
    else
        draw_text(*text(content, "title") != '\0' ? text(content, "title") : text(values, "title"));
    putchar('\n');
}

int main(int count, char **arguments) {
    personalize_error_t *error = NULL;
    uint64_t placement = 0;
    char specification[256];
    const char *json;
    json_t *configuration;
    json_t *update;
    json_t *drawn;
    json_t *action;
    size_t index;
    char *dumped;
    if (count != 3) {
        fprintf(stderr, "usage: neutral CONFIGURATION PLACEMENT\n");
        return 2;
    }
    configuration = json_load_file(arguments[1], 0, NULL);
    dumped = configuration == NULL ? NULL : json_dumps(configuration, 0);
    if (dumped == NULL) {
        fprintf(stderr, "%s cannot be read\n", arguments[1]);
        return 2;
    }
    check(personalize_open(dumped, PERSONALIZE_NTS, &engine, &error), error, "personalize_open");
    free(dumped);
    json_decref(configuration);
    check(personalize_screen(engine, "home", PERSONALIZE_NTS, NULL, 0, &error), error,
          "personalize_screen");
    snprintf(specification, sizeof specification, "{\"placement\": \"%s\"}", arguments[2]);
    check(personalize_placement_open(engine, specification, PERSONALIZE_NTS, &placement, &error),
          error, "personalize_placement_open");
    check(personalize_start(engine, &error), error, "personalize_start");

    update = await("placement.shown");
    printf("shows %s\n", text(json_object_get(update, "campaign"), "id"));
    json_decref(update);
    check(personalize_placement_content(engine, placement, &json, NULL, &error), error,
          "personalize_placement_content");
    drawn = json_loads(json, 0, NULL);
    draw(drawn);
    json_array_foreach (json_object_get(drawn, "actions"), index, action) {
        if (strcmp(text(action, "type"), "close") == 0)
            continue;
        check(personalize_placement_click(engine, placement, text(action, "url"), PERSONALIZE_NTS,
                                          &error),
              error, "personalize_placement_click");
        update = await("url.open_wanted");
        printf("opens %s as %s\n", text(update, "url"), text(update, "type"));
        json_decref(update);
        break;
    }
    json_decref(drawn);
    check(personalize_close(engine, &error), error, "personalize_close");
    return 0;
}
