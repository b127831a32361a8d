/*
 * A kiosk: the C host of `make demo`.
 *
 *     kiosk URL STORAGE
 *
 * It draws nothing. It does what a kiosk's interface would do with the engine
 * and prints what a passer-by would notice, so that the same job done by the C,
 * the Python and the Swift host can be compared line by line.
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

static void tell(const json_t *update) {
    const char *name = text(update, "update");
    const json_t *campaign = json_object_get(update, "campaign");
    if (strcmp(name, "placement.shown") == 0) {
        const json_t *actions = json_object_get(update, "actions");
        say("%s shows \"%s\" with %d actions", text(update, "placement"), text(campaign, "name"),
            (int)json_array_size(actions));
    } else if (strcmp(name, "placement.empty") == 0) {
        say("%s shows nothing: %s", text(update, "placement"), text(update, "reason"));
    } else if (strcmp(name, "placement.failed") == 0) {
        say("%s could not show \"%s\": %s", text(update, "placement"), text(campaign, "name"),
            text(update, "reason"));
    } else if (strcmp(name, "placement.clicked") == 0) {
        say("%s: \"%s\" was clicked", text(update, "placement"), text(campaign, "name"));
    } else if (strcmp(name, "placement.closed") == 0) {
        say("%s: \"%s\" was closed", text(update, "placement"), text(campaign, "name"));
    } else if (strcmp(name, "url.open_wanted") == 0) {
        say("open %s as %s", text(update, "url"), text(update, "type"));
    }
}

/* Runs the engine until an update has this name (and, unless NULL, this
 * placement), telling of all on the way. */
static void await(const char *name, const char *placement) {
    for (;;) {
        const char *json;
        int waited;
        personalize_error_t *error = NULL;
        while (personalize_next_update(engine, &json, NULL, NULL) == PERSONALIZE_OK) {
            json_t *update = json_loads(json, 0, NULL);
            int is_it = strcmp(text(update, "update"), name) == 0 &&
                        (placement == NULL || strcmp(text(update, "placement"), placement) == 0);
            tell(update);
            json_decref(update);
            if (is_it)
                return;
        }
        waited = personalize_wait(engine, 20000, &error);
        check(waited, error, "personalize_wait");
    }
}

static uint64_t open_placement(const char *name) {
    char specification[128];
    uint64_t placement = 0;
    snprintf(specification, sizeof specification, "{\"placement\": \"%s\"}", name);
    DO(personalize_placement_open(engine, specification, PERSONALIZE_NTS, &placement, &error));
    await("placement.ready", name);
    return placement;
}

/* Follows the first action of a type that the content offers. */
static void follow(uint64_t placement, const char *name, const char *type) {
    const char *json;
    json_t *content;
    const json_t *actions;
    size_t index;
    json_t *action;
    DO(personalize_placement_content(engine, placement, &json, NULL, &error));
    content = json_loads(json, 0, NULL);
    actions = json_object_get(content, "actions");
    json_array_foreach (actions, index, action) {
        if (strcmp(text(action, "type"), type) == 0) {
            DO(personalize_placement_click(engine, placement, text(action, "url"), PERSONALIZE_NTS,
                                           &error));
            await("placement.ready", name);
            break;
        }
    }
    json_decref(content);
}

static void stats(const char *when) {
    char *json;
    json_t *all;
    const json_t *vendor;
    const char *reason;
    json_t *count;
    json_int_t dropped = 0;
    DO(personalize_stats(engine, &json, &error));
    all = json_loads(json, 0, NULL);
    vendor = json_array_get(json_object_get(all, "vendors"), 0);
    json_object_foreach (json_object_get(vendor, "dropped"), reason, count)
        dropped += json_integer_value(count);
    say("%s: %d accepted = %d sent + %d pending + %d dropped", when,
        (int)json_integer_value(json_object_get(vendor, "accepted")),
        (int)json_integer_value(json_object_get(vendor, "sent")),
        (int)json_integer_value(json_object_get(vendor, "pending")), (int)dropped);
    json_decref(all);
    personalize_free(json);
}

/* Runs the engine until nothing is on its way to the vendor. */
static void deliver(void) {
    for (;;) {
        char *json;
        json_t *all;
        json_int_t pending;
        DO(personalize_stats(engine, &json, &error));
        all = json_loads(json, 0, NULL);
        pending = json_integer_value(
            json_object_get(json_array_get(json_object_get(all, "vendors"), 0), "pending"));
        json_decref(all);
        personalize_free(json);
        if (pending == 0)
            return;
        await("event.sent", NULL);
    }
}

static void explain(const char *placement) {
    char subject[128];
    char *json;
    json_t *explanation;
    size_t index;
    json_t *candidate;
    snprintf(subject, sizeof subject, "{\"placement\": \"%s\"}", placement);
    DO(personalize_explain(engine, subject, PERSONALIZE_NTS, &json, &error));
    explanation = json_loads(json, 0, NULL);
    say("why %s: %s", placement, text(explanation, "reason"));
    json_array_foreach (json_object_get(explanation, "candidates"), index, candidate)
        say("  \"%s\" %s %s", text(candidate, "name"), text(candidate, "verdict"),
            text(candidate, "reason"));
    json_decref(explanation);
    personalize_free(json);
}

static void start(const char *url, const char *storage) {
    json_t *configuration =
        json_pack("{s:i, s:s, s:i, s:[{s:s, s:s, s:s, s:s, s:s}]}", "version", 1, "storage",
                  storage, "seed", 20261121, "vendors", "id", "shop", "kind", "exponea", "base_url",
                  url, "project_token", "demo-project", "authorization", "Token demo-key");
    char *json = json_dumps(configuration, 0);
    DO(personalize_open(json, PERSONALIZE_NTS, &engine, &error));
    free(json);
    json_decref(configuration);
}

int main(int count, char **arguments) {
    uint64_t top, cart;
    if (count != 3) {
        fprintf(stderr, "usage: %s URL STORAGE\n", arguments[0]);
        return 2;
    }
    start(arguments[1], arguments[2]);

    say("-- a passer-by");
    DO(personalize_start(engine, &error));
    top = open_placement("home_top");
    open_placement("product_detail");
    open_placement("kiosk_idle");
    follow(top, "home_top", "deep_link");

    say("-- the passer-by logs in");
    DO(personalize_identify(engine, "{\"registered\": \"ada@example.test\"}", PERSONALIZE_NTS,
                            "{\"first_name\": \"Ada\"}", PERSONALIZE_NTS, NULL, 0, &error));
    cart = open_placement("cart_banner");
    follow(cart, "cart_banner", "close");
    explain("cart_banner");
    deliver();
    stats("online");

    say("-- the network goes away");
    DO(personalize_offline(engine, 1, &error));
    DO(personalize_track(engine, "item_scanned", PERSONALIZE_NTS, "{\"sku\": \"4711\"}",
                         PERSONALIZE_NTS, NULL, 0, &error));
    open_placement("settings_footer");
    stats("offline");

    say("-- the power goes away and comes back");
    DO(personalize_close(engine, &error));
    start(arguments[1], arguments[2]);
    DO(personalize_offline(engine, 1, &error));
    DO(personalize_start(engine, &error));
    open_placement("checkout_notice");
    stats("after the restart");

    say("-- the network comes back");
    DO(personalize_offline(engine, 0, &error));
    deliver();
    stats("at the end");
    DO(personalize_close(engine, &error));
    return 0;
}
