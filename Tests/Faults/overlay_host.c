/*
 * The host that overlays.py stops at every step.
 *
 *     overlay_host STORAGE IN_APPS
 *
 * gets the in-apps, presents each of them in turn, has its action carried out
 * and dismisses it. It prints a line for each thing the engine has confirmed:
 * "queued N", "wanted N", "presented N", "clicked N", "dismissed N".
 *
 *     overlay_host STORAGE
 *
 * gets nothing new, presents what still waits and prints the same, then
 * "sent JSON" with the requests that told the vendor. Both end with "end".
 */
#include <personalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static personalize_t *engine;
static personalize_error_t *error;

static void check(int result) {
    if (result >= 0)
        return;
    fprintf(stderr, "%s\n", personalize_error_json(error));
    exit(3);
}

/* The text of a member of an update, which is one level deep. */
static const char *member(const char *update, const char *name) {
    static char value[64];
    char label[64];
    const char *begin;
    size_t length;
    snprintf(label, sizeof label, "\"%s\":", name);
    begin = strstr(update, label);
    if (begin == NULL)
        return "";
    begin += strlen(label);
    if (*begin == '"')
        begin++;
    length = strcspn(begin, "\",}");
    snprintf(value, sizeof value, "%.*s", (int)length, begin);
    return value;
}

static void say(const char *what, const char *campaign) {
    printf("%s %s\n", what, campaign);
    fflush(stdout);
}

static void present(uint64_t id, const char *campaign, int is_template) {
    char *path = NULL;
    if (is_template) {
        FILE *file;
        check(personalize_presentation_file(engine, id, "image", PERSONALIZE_NTS, &path, &error));
        file = path != NULL ? fopen(path, "rb") : NULL;
        if (file == NULL || fgetc(file) != 'x') {
            fprintf(stderr, "the file of %s is not there\n", campaign);
            exit(4);
        }
        fclose(file);
        personalize_free(path);
    }
    check(personalize_presentation_presented(engine, id, &error));
    say("presented", campaign);
    if (is_template) {
        check(personalize_presentation_trigger(engine, id, "go", PERSONALIZE_NTS, &error));
        say("clicked", campaign);
    }
    check(personalize_presentation_dismissed(engine, id, &error));
    say("dismissed", campaign);
}

/* Takes the updates, and presents what is wanted. Gives whether there was any. */
static int take(void) {
    const char *update;
    int count = 0;
    while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK) {
        char campaign[64];
        char name[64];
        uint64_t id = strtoull(member(update, "presentation_id"), NULL, 10);
        int is_template = strcmp(member(update, "template"), "Card") == 0;
        count++;
        snprintf(name, sizeof name, "%s", member(update, "update"));
        snprintf(campaign, sizeof campaign, "%s%s", member(update, "campaign_id"),
                 strstr(update, "\"action\":true") != NULL ? "+" : "");
        if (strcmp(name, "overlay.queued") == 0)
            say("queued", campaign);
        if (strcmp(name, "overlay.dropped") == 0)
            say("dropped", campaign);
        if (strcmp(name, "presentation.wanted") == 0) {
            say("wanted", campaign);
            present(id, campaign, is_template);
        }
    }
    return count > 0;
}

static void open_engine(const char *storage) {
    static const char templates[] =
        "{\"presenters\": [\"template\", \"function\"], \"definitions\": {"
        "\"Card\": {\"type\": \"template\", \"arguments\": {\"image\": {\"type\": \"file\"}, "
        "\"go\": {\"type\": \"action\"}}},"
        "\"Curtain\": {\"type\": \"function\", \"isVisual\": true}}}";
    char configuration[1024];
    char *json;
    snprintf(configuration, sizeof configuration,
             "{\"version\": 1, \"storage\": \"%s\", \"transport\": \"scripted\", \"seed\": 1, "
             "\"clock\": {\"manual\": {\"wall_ms\": 1790000000000}}, \"vendors\": [{\"id\": "
             "\"ct\", \"kind\": \"clevertap\", \"account_id\": \"TEST-ABC-DEF-GHIJ\", \"token\": "
             "\"abc-d12\", \"base_url\": \"https://ct.example.test\"}]}",
             storage);
    check(personalize_open(configuration, PERSONALIZE_NTS, &engine, &error));
    check(personalize_templates_define(engine, templates, PERSONALIZE_NTS, &json, &error));
    personalize_free(json);
}

/* Of a process that gets in-apps the vendor takes the first batch and no other,
 * so that what is tracked then is stored until it is counted. */
static void script(const char *in_apps) {
    char rules[8192];
    snprintf(rules, sizeof rules,
             "[{\"match\": {\"purpose\": \"file\"}, \"answer\": {\"body\": \"xyz\"}},"
             "{\"match\": {\"purpose\": \"batch\"}, \"times\": %s, \"answer\": {\"body\": "
             "{\"imc\": 1000, \"imp\": 1000, \"inapp_notifs\": %s}}},"
             "{\"answer\": {\"fault\": \"unreachable\"}}]",
             in_apps != NULL ? "1" : "null", in_apps != NULL ? in_apps : "[]");
    check(personalize_script(engine, rules, PERSONALIZE_NTS, &error));
}

static void print_sent(void) {
    char *json;
    check(personalize_script_sent(engine, &json, &error));
    say("sent", json);
    personalize_free(json);
}

int main(int count, char **arguments) {
    int round;
    if (count != 2 && count != 3)
        return 2;
    open_engine(arguments[1]);
    script(count == 3 ? arguments[2] : NULL);
    check(personalize_start(engine, &error));
    while (take())
        ;
    for (round = 0; round < 3; round++) {
        check(personalize_advance(engine, 1000, &error));
        while (take())
            ;
    }
    if (count == 2)
        print_sent();
    say("end", "");
    check(personalize_close(engine, &error));
    return 0;
}
