/*
 * A kiosk with content that takes the whole screen: the C host of `make demo`
 * for templates and functions.
 *
 *     overlays URL STORAGE
 *
 * It draws nothing. It says what a passer-by would see and do, so that the same
 * job done by the C, the Python and the Swift host can be compared line by line.
 */
#include <jansson.h>
#include <personalize.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const HOST = "c";
static personalize_t *engine;

static void say(const char *format, ...) {
    va_list arguments;
    printf("%s: ", HOST);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* Ends the program when a call that cannot fail here has failed. */
static void check(int result, personalize_error_t *error, const char *what) {
    if (result >= 0)
        return;
    fprintf(stderr, "%s: %s\n", what, personalize_error_json(error));
    personalize_error_free(error);
    exit(1);
}

#define DO(call)                                                                                   \
    do {                                                                                           \
        personalize_error_t *error = NULL;                                                         \
        check((call), error, #call);                                                               \
    } while (0)

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value == NULL ? "" : value;
}

/* Runs the engine until an update has this name; the caller owns it. */
static json_t *await(const char *name) {
    for (;;) {
        const char *json;
        int waited;
        personalize_error_t *error = NULL;
        while (personalize_next_update(engine, &json, NULL, NULL) == PERSONALIZE_OK) {
            json_t *update = json_loads(json, 0, NULL);
            if (strcmp(text(update, "update"), name) == 0)
                return update;
            if (strcmp(text(update, "update"), "overlay.dropped") == 0)
                say("dropped \"%s\": %s", text(update, "template"), text(update, "reason"));
            json_decref(update);
        }
        waited = personalize_wait(engine, 20000, &error);
        check(waited, error, "personalize_wait");
    }
}

/* ----------------------------------------------------------- Definitions */

static void add(personalize_template_builder_t *builder, const char *name, const char *type,
                const char *value) {
    DO(personalize_template_builder_add(builder, name, PERSONALIZE_NTS, type, PERSONALIZE_NTS,
                                        value, PERSONALIZE_NTS, &error));
}

static personalize_template_builder_t *begin(const char *kind, const char *name) {
    personalize_template_builder_t *builder = NULL;
    DO(personalize_template_builder_new(kind, PERSONALIZE_NTS, 0, &builder, &error));
    DO(personalize_template_builder_set_name(builder, name, PERSONALIZE_NTS, &error));
    DO(personalize_template_builder_set_presenter(builder, &error));
    return builder;
}

/* What a builder made, as an element of a list. */
static json_t *built(personalize_template_builder_t *builder) {
    char *json;
    json_t *definition;
    DO(personalize_template_builder_build(builder, &json, &error));
    definition = json_loads(json, 0, NULL);
    personalize_free(json);
    personalize_template_builder_free(builder);
    return definition;
}

static void define(void) {
    personalize_template_builder_t *promotion = begin("template", "Promo card");
    personalize_template_builder_t *settings = begin("function", "Open settings");
    json_t *request, *answer, *name;
    char *json, *reply;
    size_t index;
    add(promotion, "title", "string", "\"Hello\"");
    add(promotion, "style", "map",
        "{\"color\": \"#ffffff\", \"border\": {\"color\": \"#000000\"}}");
    add(promotion, "picture", "file", NULL);
    add(promotion, "onAccept", "action", NULL);
    add(promotion, "onClose", "action", NULL);
    add(settings, "section", "string", "\"general\"");
    request = json_pack("{s:[o, o]}", "definitions", built(promotion), built(settings));
    json = json_dumps(request, 0);
    DO(personalize_templates_define(engine, json, PERSONALIZE_NTS, &reply, &error));
    answer = json_loads(reply, 0, NULL);
    json_array_foreach (json_object_get(answer, "defined"), index, name)
        say("defined \"%s\"", json_string_value(name));
    json_decref(answer);
    json_decref(request);
    personalize_free(reply);
    free(json);
}

/* --------------------------------------------------------- Presentations */

/* Waits for the presentation of a template or function. */
static uint64_t wanted(const char *name) {
    json_t *update = await("presentation.wanted");
    uint64_t presentation =
        (uint64_t)json_integer_value(json_object_get(update, "presentation_id"));
    say("%s \"%s\" of campaign %s", text(update, "kind"), text(update, "template"),
        text(update, "campaign_id"));
    if (strcmp(text(update, "template"), name) != 0)
        exit(1);
    json_decref(update);
    return presentation;
}

static void show_text(uint64_t presentation, const char *name) {
    char *value;
    DO(personalize_presentation_string(engine, presentation, name, PERSONALIZE_NTS, &value,
                                       &error));
    say("  %s: %s", name, value);
    personalize_free(value);
}

static void show_map(uint64_t presentation, const char *name) {
    char *value, *sorted;
    json_t *map;
    DO(personalize_presentation_map(engine, presentation, name, PERSONALIZE_NTS, &value, &error));
    map = json_loads(value, 0, NULL);
    sorted = json_dumps(map, JSON_SORT_KEYS);
    say("  %s: %s", name, sorted);
    free(sorted);
    json_decref(map);
    personalize_free(value);
}

static void show_picture(uint64_t presentation, const char *name) {
    unsigned char start[8] = {0};
    char *path;
    FILE *file;
    long size;
    DO(personalize_presentation_file(engine, presentation, name, PERSONALIZE_NTS, &path, &error));
    file = fopen(path, "rb");
    if (file == NULL || fread(start, 1, sizeof start, file) != sizeof start ||
        fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    size = ftell(file);
    fclose(file);
    say("  %s: %s of %ld bytes", name,
        memcmp(start, "\x89PNG\r\n\x1a\n", sizeof start) == 0 ? "PNG" : "no PNG", size);
    personalize_free(path);
}

static void gone(uint64_t presentation) {
    json_t *update;
    DO(personalize_presentation_dismissed(engine, presentation, &error));
    update = await("presentation.dismissed");
    say("\"%s\" is gone", text(update, "template"));
    json_decref(update);
}

static void show(uint64_t presentation) {
    json_t *update;
    uint64_t settings;
    show_text(presentation, "title");
    show_map(presentation, "style");
    show_picture(presentation, "picture");
    DO(personalize_presentation_presented(engine, presentation, &error));
    json_decref(await("presentation.presented"));

    say("-- the customer accepts");
    DO(personalize_presentation_trigger(engine, presentation, "onAccept", PERSONALIZE_NTS, &error));
    settings = wanted("Open settings");
    show_text(settings, "section");
    DO(personalize_presentation_presented(engine, settings, &error));
    DO(personalize_presentation_dismissed(engine, settings, &error));

    say("-- the customer has seen enough");
    DO(personalize_presentation_trigger(engine, presentation, "onClose", PERSONALIZE_NTS, &error));
    update = await("presentation.close_wanted");
    say("close \"%s\"", text(update, "template"));
    json_decref(update);
    gone(presentation);
}

/* ---------------------------------------------------------------- The job */

/* Runs the engine until nothing is on its way to the vendor. */
static void deliver(void) {
    for (;;) {
        char *json;
        json_t *all;
        const json_t *vendor;
        int pending, accepted, sent;
        DO(personalize_stats(engine, &json, &error));
        all = json_loads(json, 0, NULL);
        vendor = json_array_get(json_object_get(all, "vendors"), 0);
        accepted = (int)json_integer_value(json_object_get(vendor, "accepted"));
        sent = (int)json_integer_value(json_object_get(vendor, "sent"));
        pending = (int)json_integer_value(json_object_get(vendor, "pending"));
        json_decref(all);
        personalize_free(json);
        if (pending == 0) {
            say("%d accepted = %d sent", accepted, sent);
            return;
        }
        json_decref(await("event.sent"));
    }
}

static void start(const char *url, const char *storage) {
    json_t *configuration = json_pack(
        "{s:i, s:s, s:i, s:[{s:s, s:s, s:s, s:s, s:s, s:i}]}", "version", 1, "storage", storage,
        "seed", 20261121, "vendors", "id", "shop", "kind", "clevertap", "base_url", url,
        "account_id", "demo-account", "token", "demo-token", "flush_delay_ms", 0);
    char *json = json_dumps(configuration, 0);
    DO(personalize_open(json, PERSONALIZE_NTS, &engine, &error));
    free(json);
    json_decref(configuration);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s URL STORAGE\n", arguments[0]);
        return 2;
    }
    start(arguments[1], arguments[2]);
    say("-- what this kiosk can present");
    define();
    DO(personalize_start(engine, &error));
    json_decref(await("event.sent"));

    say("-- a customer looks at a product");
    DO(personalize_track(engine, "Product Viewed", PERSONALIZE_NTS, "{\"sku\": \"4711\"}",
                         PERSONALIZE_NTS, NULL, 0, &error));
    show(wanted("Promo card"));

    say("-- what the vendor was told");
    deliver();
    DO(personalize_close(engine, &error));
    return 0;
}
