/*
 * A tour of all vendors at once: the C host of the tour in `make demo`.
 *
 *     tour CONFIGURATION TEMPLATES
 *
 * Both are JSON files. The host draws nothing. It does what a shop's interface
 * would do, and prints what the engine tells it as lines of JSON, so that the
 * same job done by the C, the Python and the Swift host can be compared line by
 * line. The configuration's "extra" says what is printed: the rest differs
 * between runs (times, ids that were drawn) or is of no interest to somebody who
 * looks on.
 */
#include <jansson.h>
#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static personalize_t *engine;

/* The vendor instances, after "" for updates that concern none. */
static json_t *vendors;

/* Names of members, and of updates that are not told, as keys. */
static json_t *members;
static json_t *untold;

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

/* What is told of a value. */
static json_t *told(json_t *value) {
    json_t *result;
    json_t *member;
    const char *name;
    size_t index;
    if (json_is_object(value)) {
        result = json_object();
        json_object_foreach (value, name, member)
            if (json_object_get(members, name) != NULL)
                json_object_set_new(result, name, told(member));
        return result;
    }
    if (json_is_array(value)) {
        result = json_array();
        json_array_foreach (value, index, member)
            json_array_append_new(result, told(member));
        return result;
    }
    return json_incref(value);
}

/* Prints a line of the transcript, and lets go of it. */
static void say(json_t *line) {
    char *json = json_dumps(line, JSON_COMPACT);
    puts(json);
    free(json);
    json_decref(line);
}

static void step(const char *name) {
    say(json_pack("{s:s}", "step", name));
}

/* Tells what the host does. */
static void act(const char *verb, const char *what) {
    say(json_pack("{s:s, s:s}", "host", verb, "what", what));
}

static json_t *parsed(char *owned) {
    json_t *value = json_loads(owned, 0, NULL);
    personalize_free(owned);
    return value;
}

/* Tells what the engine answers to a question, and frees it. */
static void answer(const char *question, char *owned) {
    json_t *value = parsed(owned);
    say(json_pack("{s:s, s:o}", "question", question, "answer", told(value)));
    json_decref(value);
}

static const char *text(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value == NULL ? "" : value;
}

static json_t *stats(void) {
    char *json;
    DO(personalize_stats(engine, &json, &error));
    return parsed(json);
}

/* Whether something is on its way to or from a vendor. */
static int is_busy(void) {
    char *json;
    json_int_t busy;
    json_t *state;
    json_t *accounts = stats();
    const json_t *runtime;
    size_t index;
    json_t *account;
    DO(personalize_state(engine, &json, &error));
    state = parsed(json);
    runtime = json_object_get(state, "runtime");
    busy = json_integer_value(json_object_get(runtime, "requests_active")) +
           json_integer_value(json_object_get(runtime, "requests_held"));
    json_array_foreach (json_object_get(accounts, "vendors"), index, account)
        busy += json_integer_value(json_object_get(account, "pending"));
    json_decref(accounts);
    json_decref(state);
    return busy != 0;
}

/* Does what an update asks the host for. */
static void serve(const json_t *update) {
    uint64_t presentation;
    if (strcmp(text(update, "update"), "presentation.wanted") != 0)
        return;
    presentation = (uint64_t)json_integer_value(json_object_get(update, "presentation_id"));
    DO(personalize_presentation_presented(engine, presentation, &error));
    if (strcmp(text(update, "kind"), "function") == 0)
        DO(personalize_presentation_dismissed(engine, presentation, &error));
}

/* Runs the engine until nothing is on its way, and tells what happened. Vendors
 * answer in any order, so their updates are told one vendor after the other. */
static void settle(void) {
    json_t *updates = json_array();
    json_t *vendor;
    json_t *update;
    size_t position;
    size_t index;
    DO(personalize_process(engine, &error));
    for (;;) {
        const char *json;
        while (personalize_next_update(engine, &json, NULL, NULL) == PERSONALIZE_OK) {
            update = json_loads(json, 0, NULL);
            serve(update);
            json_array_append_new(updates, update);
        }
        if (!is_busy())
            break;
        DO(personalize_wait(engine, 20000, &error));
    }
    json_array_foreach (vendors, position, vendor)
        json_array_foreach (updates, index, update)
            if (strcmp(text(update, "vendor"), json_string_value(vendor)) == 0 &&
                json_object_get(untold, text(update, "update")) == NULL)
                say(told(update));
    json_decref(updates);
}

/* Tracks an event of the shop's own, and lets it have its effects. */
static void track(const char *event, const char *properties) {
    act("tracks", event);
    DO(personalize_track(engine, event, PERSONALIZE_NTS, properties, PERSONALIZE_NTS, NULL, 0,
                         &error));
    settle();
}

/* Comes to a screen; the placements opened next belong to it. */
static void screen(const char *name) {
    act("comes to", name);
    DO(personalize_screen(engine, name, PERSONALIZE_NTS, NULL, 0, &error));
}

/* Opens a placement and lets it find something to show. */
static uint64_t open_placement(const char *name, const char *kind, const char *vendor) {
    json_t *specification =
        json_pack("{s:s, s:s*, s:s*}", "placement", name, "kind", kind, "vendor", vendor);
    char *json = json_dumps(specification, 0);
    uint64_t placement;
    act("opens", name);
    DO(personalize_placement_open(engine, json, PERSONALIZE_NTS, &placement, &error));
    free(json);
    json_decref(specification);
    settle();
    return placement;
}

static void ask(const char *question, const char *subject) {
    char *json;
    DO(personalize_explain(engine, subject, PERSONALIZE_NTS, &json, &error));
    answer(question, json);
}

static void ask_display(void) {
    char *json;
    DO(personalize_display(engine, "{\"command\": \"state\"}", PERSONALIZE_NTS, &json, &error));
    answer("display", json);
}

static void ask_inbox(const char *question, const char *vendor) {
    char *json;
    DO(personalize_inbox_list(engine, vendor, PERSONALIZE_NTS, NULL, 0, &json, &error));
    answer(question, json);
}

/* Placements of one vendor, and of several. */
static void places(void) {
    uint64_t banner;
    step("A home screen with a banner of one vendor");
    screen("home");
    banner = open_placement("home_banner", NULL, "inline");

    step("A place that two vendors may fill");
    open_placement("home_top", NULL, NULL);
    ask("why home_top", "{\"placement\": \"home_top\"}");

    step("A place of the house");
    open_placement("help_corner", NULL, "house");
    ask("why help_corner", "{\"placement\": \"help_corner\", \"vendor\": \"house\"}");

    step("Ada follows the banner to a product, and puts something cheap into the cart");
    act("uses", "home_banner");
    DO(personalize_placement_select(engine, banner, "{\"part\": \"image\"}", PERSONALIZE_NTS,
                                    &error));
    settle();
    screen("product");
    open_placement("product_coupon", "data", "inline");
    track("Added To Cart", "{\"price\": 50}");
    ask("why product_coupon", "{\"placement\": \"product_coupon\", \"vendor\": \"inline\"}");

    step("And something dear");
    track("Added To Cart", "{\"price\": 150}");

    step("The vendor of the next place is down");
    screen("cart");
    open_placement("delivery_note", NULL, NULL);
    ask("why delivery_note", "{\"placement\": \"delivery_note\"}");
}

/* Uses the card that is on show. */
static void use_card(void) {
    uint64_t card;
    char *json;
    DO(personalize_presentation_find(engine, NULL, 0, "Promo card", PERSONALIZE_NTS, &card,
                                     &error));
    DO(personalize_presentation_arguments(engine, card, &json, &error));
    answer("arguments", json);
    act("uses", "onAccept");
    DO(personalize_presentation_trigger(engine, card, "onAccept", PERSONALIZE_NTS, &error));
    settle();
    act("takes away", "Promo card");
    DO(personalize_presentation_dismissed(engine, card, &error));
    settle();
}

/* Overlays: one that is used, one that stays, and others that wait. */
static void overlays(void) {
    step("An event brings a card");
    track("Product Viewed", "{\"price\": 150}");
    use_card();

    step("The same event brings nothing now");
    track("Product Viewed", "{\"price\": 150}");
    ask("overlays", "{\"overlay\": true, \"vendor\": \"cards\", \"event\": \"Product Viewed\","
                    " \"properties\": {\"price\": 150}}");

    step("A survey comes, and what comes after it waits");
    track("Checkout Started", NULL);
    track("Receipt Printed", NULL);
    ask_display();
}

/* The inboxes of two vendors. */
static void inbox(void) {
    step("Ada looks into her inbox");
    act("fetches the inbox of", "shop");
    DO(personalize_inbox_fetch(engine, "shop", PERSONALIZE_NTS, NULL, 0, &error));
    settle();
    act("reads", "welcome");
    DO(personalize_inbox_item_click(engine, "house", PERSONALIZE_NTS, "welcome", PERSONALIZE_NTS,
                                    NULL, 0, &error));
    settle();
    ask_inbox("inbox shop", "shop");
    ask_inbox("inbox house", "house");
}

/* One vendor is told no more. */
static void end(void) {
    char *json;
    step("Ada takes back what she allowed one vendor");
    act("denies consent to", "shop");
    DO(personalize_consent(engine, "shop", PERSONALIZE_NTS, NULL, 0, PERSONALIZE_CONSENT_DENIED,
                           &error));
    settle();
    track("Order Placed", "{\"total\": 150}");

    step("At the end");
    DO(personalize_stats(engine, &json, &error));
    answer("accounts", json);
    ask_display();
    ask_inbox("inbox shop", "shop");
    ask_inbox("inbox house", "house");
    DO(personalize_close(engine, &error));
}

static json_t *read_file(const char *path) {
    json_error_t problem;
    json_t *value = json_load_file(path, 0, &problem);
    if (value == NULL) {
        fprintf(stderr, "%s: %s\n", path, problem.text);
        exit(1);
    }
    return value;
}

/* The texts of an array as the keys of an object, to look them up. */
static json_t *keys(const json_t *array) {
    json_t *object = json_object();
    size_t index;
    json_t *name;
    json_array_foreach (array, index, name)
        json_object_set_new(object, json_string_value(name), json_true());
    return object;
}

static void open_engine(const char *path) {
    json_t *configuration = read_file(path);
    const json_t *extra = json_object_get(configuration, "extra");
    char *json = json_dumps(configuration, 0);
    json_t *accounts;
    json_t *account;
    size_t index;
    members = keys(json_object_get(extra, "members"));
    untold = keys(json_object_get(extra, "untold"));
    DO(personalize_open(json, PERSONALIZE_NTS, &engine, &error));
    free(json);
    json_decref(configuration);

    accounts = stats();
    vendors = json_pack("[s]", "");
    json_array_foreach (json_object_get(accounts, "vendors"), index, account)
        json_array_append(vendors, json_object_get(account, "vendor"));
    json_decref(accounts);
}

/* Says what this host can present. */
static void define_templates(const char *path) {
    json_t *request = json_pack("{s:o, s:[s, s]}", "definitions", read_file(path), "presenters",
                                "template", "function");
    char *json = json_dumps(request, 0);
    char *defined;
    DO(personalize_templates_define(engine, json, PERSONALIZE_NTS, &defined, &error));
    personalize_free(defined);
    free(json);
    json_decref(request);
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: %s CONFIGURATION TEMPLATES\n", arguments[0]);
        return 2;
    }
    open_engine(arguments[1]);
    define_templates(arguments[2]);

    step("The shop opens");
    DO(personalize_start(engine, &error));
    settle();

    step("Ada logs in");
    DO(personalize_identify(engine, "{\"registered\": \"ada@example.test\"}", PERSONALIZE_NTS,
                            "{\"first_name\": \"Ada\"}", PERSONALIZE_NTS, NULL, 0, &error));
    settle();

    places();
    overlays();
    inbox();
    end();
    json_decref(vendors);
    json_decref(members);
    json_decref(untold);
    return 0;
}
