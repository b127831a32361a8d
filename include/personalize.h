/*
 * libpersonalize - content blocks, inboxes and in-app templates of several
 * vendors, in one headless engine.
 *
 * The engine owns no thread and never waits for the network. The host calls
 * in; the engine answers with updates (what happened), hooks (questions only
 * the host can answer) and, when the host asks for it, requests to carry out.
 * Whatever has to be drawn, the host draws.
 *
 *     personalize_t *engine = NULL;
 *     personalize_error_t *error = NULL;
 *     if (personalize_open(configuration, PERSONALIZE_NTS, &engine, &error) < 0) {
 *         fprintf(stderr, "%s\n", personalize_error_message(error));
 *         personalize_error_free(error);
 *         return 1;
 *     }
 *     personalize_start(engine, NULL);
 *     while (personalize_wait(engine, -1, NULL) >= 0) {
 *         const char *update;
 *         while (personalize_next_update(engine, &update, NULL, NULL) == PERSONALIZE_OK)
 *             puts(update);
 *     }
 *
 * (bindings/c/examples/overview.c is this program, whole.)
 *
 * RESULTS. Functions return an int: PERSONALIZE_OK (0) for done, a positive
 * value for "fine, but there is nothing" (PERSONALIZE_NONE), a negative one,
 * PERSONALIZE_E_..., for failure. The last parameter, `error`, may be NULL;
 * otherwise *error is set to NULL on success and, on failure, to an object
 * that the caller frees with personalize_error_free(). Outputs are written
 * on success only. A failed call has changed nothing.
 *
 * TEXT is UTF-8. Text goes in as pointer and length in bytes; the length
 * PERSONALIZE_NTS says that it ends with a NUL. Text that comes out always
 * ends with a NUL, which its length does not count.
 *
 * OWNERSHIP. `const char *` is borrowed: do not free it, and copy it if it is
 * needed beyond the lifetime the function states. `char **` outputs are
 * owned: free them with personalize_free(). Engines and errors have functions
 * of their own. Every one of these accepts NULL.
 *
 * HANDLES. An engine handle is a value and points nowhere; it is looked up at
 * every call. A handle that was closed, or never was one, gives
 * PERSONALIZE_E_HANDLE and harms nothing. Placement ids likewise.
 *
 * THREADS. Any function may be called from any thread. Calls on one engine
 * are carried out one after the other. Callbacks and hooks run inside a call of
 * the host's and with no lock held: the call that caused them, unless another
 * thread is running callbacks already; then that one takes them over, so that
 * they keep their order. They may call the engine, which then takes its turn.
 *
 * FORK. In a child process every call on an inherited engine answers
 * PERSONALIZE_E_FORKED until personalize_reopen().
 *
 * The library never prints, aborts, exits, installs a signal handler, or
 * changes the locale or the directory.
 *
 * TIMES are integers in milliseconds, and wall-clock times count from 1970
 * UTC, wherever the name ends in _ms.
 *
 * The members of every configuration, update, request and answer are listed
 * in docs/reference.md.
 */
#ifndef PERSONALIZE_H
#define PERSONALIZE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The ABI this header describes. personalize_abi() tells the library's. */
#define PERSONALIZE_ABI 1

/* The length of a text that ends with a NUL. */
#define PERSONALIZE_NTS ((ptrdiff_t)-1)

/* Results. */
#define PERSONALIZE_OK 0
/* Fine, but there is nothing: no update, no request, no content, no time. */
#define PERSONALIZE_NONE 1

/* An argument is not usable: NULL, out of range, or not UTF-8. */
#define PERSONALIZE_E_ARGUMENT (-1)
/* The handle or id is closed, foreign or NULL. */
#define PERSONALIZE_E_HANDLE (-2)
/* The process forked; see personalize_reopen(). */
#define PERSONALIZE_E_FORKED (-3)
/* The configuration is wrong; the error's path says where. */
#define PERSONALIZE_E_CONFIG (-4)
/* A text is not JSON, or not JSON of the form the call takes. */
#define PERSONALIZE_E_JSON (-5)
/* The call does not fit the engine's state or configuration. */
#define PERSONALIZE_E_STATE (-6)
/* What the call names does not exist. */
#define PERSONALIZE_E_NOT_FOUND (-7)
/* The storage failed; nothing of the call was done. */
#define PERSONALIZE_E_STORAGE (-8)
/* Another process or handle has the storage open. */
#define PERSONALIZE_E_STORAGE_BUSY (-9)
/* Something is larger, deeper or more than is accepted. */
#define PERSONALIZE_E_LIMIT (-10)
/* Another thread is already waiting. */
#define PERSONALIZE_E_BUSY (-11)
/* A hook of the host failed. */
#define PERSONALIZE_E_HOOK (-12)
/* The network failed. */
#define PERSONALIZE_E_TRANSPORT (-13)
/* A fault of the library. */
#define PERSONALIZE_E_INTERNAL (-14)

/* An engine. */
typedef struct personalize_engine personalize_t;
/* What went wrong. */
typedef struct personalize_error personalize_error_t;

/* ------------------------------------------------------------- Library */

/* The ABI number of the loaded library. A host compiled against this header
 * works with every library whose number is PERSONALIZE_ABI. */
uint32_t personalize_abi(void);

/* The library's version, such as "0.1.0". Static text. */
const char *personalize_version(void);

/* What the library was built from and with, as JSON:
 * {"version", "abi", "jansson", "sqlite", "curl", "adapters": [...]}.
 * Static text. */
const char *personalize_build_info(void);

/* The name of a result code, such as "config". Static text; "unknown" for a
 * number that is none. */
const char *personalize_code_name(int code);

/* Frees an owned text. */
void personalize_free(void *memory);

/* The code: one of PERSONALIZE_E_... PERSONALIZE_OK for NULL. */
int personalize_error_code(const personalize_error_t *error);
/* A stable word for the exact reason, such as "unknown_key". The texts of an
 * error are borrowed and live as long as it does. For NULL they are "". */
const char *personalize_error_reason(const personalize_error_t *error);
/* One sentence for a person. */
const char *personalize_error_message(const personalize_error_t *error);
/* Where in the input, such as "$.vendors[0].base_url"; "" when nowhere. */
const char *personalize_error_path(const personalize_error_t *error);
/* What to do about it; "" when there is nothing to say. */
const char *personalize_error_hint(const personalize_error_t *error);
/* The vendor instance concerned; "" when none is. */
const char *personalize_error_vendor(const personalize_error_t *error);
/* All of it as one JSON object. */
const char *personalize_error_json(const personalize_error_t *error);
void personalize_error_free(personalize_error_t *error);

/* -------------------------------------------------------------- Engine */

/* Opens an engine. `configuration` is a JSON object (docs/configuration.md):
 *
 *     {"version": 1, "storage": "/var/lib/kiosk/personalize.db",
 *      "vendors": [{"id": "house", "kind": "house",
 *                   "file": "/usr/share/kiosk/house.json"}]}
 *
 * Reads the storage and fetches nothing: that begins with personalize_start(),
 * so that hooks and consent can be set first. A storage that cannot be read
 * is set aside, a new one is begun, and an update "diagnostic" says so.
 *
 * Errors: CONFIG, JSON, LIMIT, STORAGE, STORAGE_BUSY. */
int personalize_open(const char *configuration, ptrdiff_t length, personalize_t **engine,
                     personalize_error_t **error);

/* Lets the engine work: sessions begin, content is fetched, events are sent,
 * placements opened before are loaded. Starting twice does nothing. */
int personalize_start(personalize_t *engine, personalize_error_t **error);

/* Stops for good: the customer leaves the integration. Everything stored about
 * them is removed (events that wait, what they saw, decisions, messages, ids,
 * files); consent stays as it was given. Open placements are told to show
 * nothing ("placement.collapsed"), whoever waits is told that nothing will
 * come, "engine.stopped" ends it. From then on every call answers STATE with
 * the reason "stopped", except personalize_close(), personalize_state(),
 * personalize_stats(), personalize_placement_close(), personalize_hook_set()
 * and those that take updates. A new engine begins like a new installation.
 * Errors: STATE before the start, where there is nothing to stop; see
 * personalize_clear_local_data(). */
int personalize_stop(personalize_t *engine, personalize_error_t **error);

/* Removes what engines of this configuration have stored about their customers,
 * consent excepted, while none of them is open. Files that were set aside and a
 * journal are the host's to remove. Errors: CONFIG, JSON, LIMIT, STORAGE;
 * STORAGE_BUSY while an engine is open, for which there is personalize_stop(). */
int personalize_clear_local_data(const char *configuration, ptrdiff_t length,
                                 personalize_error_t **error);

/* Closes an engine and frees all it holds. What was accepted is stored and
 * goes out after the next opening. NULL is fine. Errors: HANDLE. */
int personalize_close(personalize_t *engine, personalize_error_t **error);

/* Makes an inherited engine usable in a child process. The parent's storage
 * and connections are left alone; the engine opens again from `storage`, a
 * path of its own (":memory:" for none), as if newly opened: call
 * personalize_start() next. Placement ids become invalid. Outside a child it
 * answers STATE. */
int personalize_reopen(personalize_t *engine, const char *storage, ptrdiff_t length,
                       personalize_error_t **error);

/* The whole state as JSON, for a support desk. Secrets are left out. */
int personalize_state(personalize_t *engine, char **json, personalize_error_t **error);

/* The accounts as JSON. For each vendor
 * accepted = sent + pending + the sum of dropped, which is counted by reason:
 * {"vendors": [{"vendor", "accepted", "sent", "pending", "dropped": {...}}]}. */
int personalize_stats(personalize_t *engine, char **json, personalize_error_t **error);

/* ---------------------------------------------------------------- Loop */

/* A descriptor that becomes readable when personalize_process() has
 * something to do. It belongs to the engine; only poll it. */
int personalize_fd(personalize_t *engine, int *fd, personalize_error_t **error);

/* Milliseconds until the engine wants to be processed, 0 for now. Returns
 * PERSONALIZE_NONE, and -1 in *milliseconds, when it waits for nothing but
 * its descriptor. The descriptor covers this time as well. */
int personalize_timeout(personalize_t *engine, int64_t *milliseconds, personalize_error_t **error);

/* Does what is due and returns at once. */
int personalize_process(personalize_t *engine, personalize_error_t **error);

/* Processes until there is an update or a request for the host, or
 * `milliseconds` have passed (-1 for no limit, 0 for at once). Returns
 * PERSONALIZE_OK when there is one, PERSONALIZE_NONE when the time has passed
 * or something was processed that left none. Other threads may call the
 * engine meanwhile. Errors: BUSY when another thread waits already; STATE with
 * a manual clock and milliseconds other than 0. */
int personalize_wait(personalize_t *engine, int64_t milliseconds, personalize_error_t **error);

/* Takes the next update, a JSON object (docs/updates.md). The text is
 * borrowed until the next call of this function on this engine. `length` may
 * be NULL. Returns PERSONALIZE_NONE when there is none, or when a callback
 * takes them. */
int personalize_next_update(personalize_t *engine, const char **json, size_t *length,
                            personalize_error_t **error);

/* Called with each update. The text lives during the call. */
typedef void (*personalize_update_fn)(void *user, const char *json, size_t length);
/* Called exactly once when a callback or hook is let go of: it was replaced or
 * removed, or the engine was closed. */
typedef void (*personalize_drop_fn)(void *user);

/* Has updates delivered to `callback`, beginning with those that wait, instead
 * of through personalize_next_update(). They come in order, after the outputs
 * of the call that caused them are written and before it returns. NULL goes
 * back to waiting. `drop` may be NULL. */
int personalize_on_update(personalize_t *engine, personalize_update_fn callback, void *user,
                          personalize_drop_fn drop, personalize_error_t **error);

#define PERSONALIZE_LOG_NONE 0
#define PERSONALIZE_LOG_ERROR 1
#define PERSONALIZE_LOG_WARNING 2
#define PERSONALIZE_LOG_INFO 3
#define PERSONALIZE_LOG_VERBOSE 4

/* Called with each line of the log. `vendor` is "" when none is concerned. */
typedef void (*personalize_log_fn)(void *user, int level, const char *vendor, const char *message);

/* Has log lines up to `level` delivered to `callback`. NULL for none. */
int personalize_on_log(personalize_t *engine, int level, personalize_log_fn callback, void *user,
                       personalize_drop_fn drop, personalize_error_t **error);

/* ------------------------------------------------------ Host transport */

/* With "transport": "host": takes the next request, a JSON object
 * {"id", "vendor", "purpose", "method", "url", "headers": [{"name", "value"}],
 * "body", "timeout_ms", "maximum_bytes"}. Secrets are filled in. The text is
 * borrowed until the next call of this function on this engine. `length` may
 * be NULL. PERSONALIZE_NONE when there is none. Errors: STATE. */
int personalize_next_request(personalize_t *engine, const char **json, size_t *length,
                             personalize_error_t **error);

/* Answers a request: {"status": 200, "headers": {...}, "body": "..."}, with
 * "body_base64" for a body that is not text, or {"failure": "timed_out",
 * "message": "..."} (docs/reference.md, Answers). Errors: STATE, NOT_FOUND for
 * a request that is unknown, answered or given up, JSON, ARGUMENT. */
int personalize_finish_request(personalize_t *engine, int64_t request, const char *answer,
                               ptrdiff_t length, personalize_error_t **error);

/* -------------------------------------------------- Scripted transport */

/* With "transport": "scripted": adds rules that answer the engine's requests
 * without a network, as a JSON array (docs/reference.md, Scripts). Errors:
 * STATE, JSON, ARGUMENT. */
int personalize_script(personalize_t *engine, const char *rules, ptrdiff_t length,
                       personalize_error_t **error);

/* With "transport": "scripted": the requests sent since the last call, as a
 * JSON array. Errors: STATE. */
int personalize_script_sent(personalize_t *engine, char **json, personalize_error_t **error);

/* --------------------------------------------------------------- Clock */

/* With a manual clock: lets time pass, and does all that falls due in its
 * order, each at its own time. Errors: STATE, ARGUMENT when negative. */
int personalize_advance(personalize_t *engine, int64_t milliseconds, personalize_error_t **error);

/* With a manual clock: sets the wall clock, forward or back, as a person would;
 * no time passes. Errors: STATE. */
int personalize_set_time(personalize_t *engine, int64_t wall_ms, personalize_error_t **error);

/* ------------------------------------------------------------ Customer */

/* Says who the customer is. `ids` is a JSON object of non-empty strings,
 * {"registered": "ada@example.test"}, merged into those known; `properties`
 * a JSON object or NULL. Stored before the call returns, sent to every vendor
 * afterwards. When the ids changed, what was decided for the customer before
 * is dropped; content on show stays until its placement is loaded again. The
 * updates caused carry `key`, which may be NULL. Errors: JSON, ARGUMENT. */
int personalize_identify(personalize_t *engine, const char *ids, ptrdiff_t ids_length,
                         const char *properties, ptrdiff_t properties_length, const char *key,
                         ptrdiff_t key_length, personalize_error_t **error);

/* The same with `options`, a JSON object or NULL: "key", and "tokens", the
 * customer's tokens by vendor instance, {"tokens": {"hub": "eyJhbGciOi..."}}.
 * A vendor that goes by customers' tokens and gets none here, or is told by
 * personalize_identify(), has none from then on. Errors: NOT_FOUND, STATE and
 * LIMIT as well. */
int personalize_identify_with(personalize_t *engine, const char *ids, ptrdiff_t ids_length,
                              const char *properties, ptrdiff_t properties_length,
                              const char *options, ptrdiff_t options_length,
                              personalize_error_t **error);

/* Gives a vendor instance a token by which it trusts the present customer, or
 * takes it back with NULL or an empty one (docs/authorization.md). It is kept
 * in memory only, and taken back by identifying another customer and by
 * personalize_anonymize(); what was accepted until then is still sent with it.
 * The update "authorization.wanted", or the hook "authorization_wanted", says
 * when one is needed. Errors: NOT_FOUND, STATE for a vendor that takes none,
 * ARGUMENT for one that no header can hold, LIMIT. */
int personalize_authorization_set(personalize_t *engine, const char *vendor,
                                  ptrdiff_t vendor_length, const char *token,
                                  ptrdiff_t token_length, personalize_error_t **error);

/* Forgets the customer: a new anonymous one begins. Events already accepted
 * are still sent, with the ids they were tracked under. */
int personalize_anonymize(personalize_t *engine, personalize_error_t **error);

#define PERSONALIZE_CONSENT_DENIED 0
#define PERSONALIZE_CONSENT_GRANTED 1
#define PERSONALIZE_CONSENT_UNKNOWN 2

/* Sets whether something may be done for a vendor (NULL for all). Purposes
 * (NULL for all):
 * "tracking": telling the vendor about the customer. Unknown: events are kept
 * and not sent. Denied: they are dropped and counted, those kept included; what
 * was dropped is never sent.
 * "personalization": asking the vendor what this customer is to see. Unless
 * granted only content that is the same for everybody is shown; denied forgets
 * what was decided.
 * Kept until it is set again, over restarts and customers. Errors: NOT_FOUND,
 * ARGUMENT. */
int personalize_consent(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                        const char *purpose, ptrdiff_t purpose_length, int consent,
                        personalize_error_t **error);

/* Begin and end the session by hand. Beginning while one runs ends that one;
 * ending while none runs does nothing. Errors: STATE before the start. */
int personalize_session_start(personalize_t *engine, personalize_error_t **error);
int personalize_session_end(personalize_t *engine, personalize_error_t **error);

/* Says that the host came to the foreground (1) or left it (0). A session that
 * was left for longer than its timeout is over. */
int personalize_foreground(personalize_t *engine, int foreground, personalize_error_t **error);

/* --------------------------------------------------------- Application */

/* Tracks an event of the host's own. `properties` is a JSON object or NULL;
 * `options` a JSON object or NULL: {"vendors": ["shop"]} names the instances
 * that get it, all when absent. Stored before the call returns. Errors: JSON,
 * ARGUMENT, NOT_FOUND. */
int personalize_track(personalize_t *engine, const char *event, ptrdiff_t event_length,
                      const char *properties, ptrdiff_t properties_length, const char *options,
                      ptrdiff_t options_length, personalize_error_t **error);

/* Sends what waits without regard to back-off; a pause that a server asked
 * for is kept. */
int personalize_flush(personalize_t *engine, personalize_error_t **error);

/* Says that there is no network (1): nothing is sent, what is under way is
 * given up and repeated later. Or that there is one again (0). */
int personalize_offline(personalize_t *engine, int offline, personalize_error_t **error);

/* ------------------------------------------------------------- Content */

/* Fetches anew what a vendor (NULL for all) could show. Answered by the
 * updates "content.refreshed" and "content.failed" with `key`, which may be
 * NULL. Errors: NOT_FOUND. */
int personalize_refresh(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                        const char *key, ptrdiff_t key_length, personalize_error_t **error);

/* Takes a payload the host obtained by itself, as the vendor sends it. Kinds:
 * "definitions", "personalization", "inbox". A record that cannot be used is left
 * out, with an update "diagnostic"; the others count. Errors: NOT_FOUND,
 * ARGUMENT for a kind unknown, JSON, LIMIT. */
int personalize_ingest(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                       const char *kind, ptrdiff_t kind_length, const char *payload,
                       ptrdiff_t payload_length, personalize_error_t **error);

/* Asks ahead for what the placements named in a JSON array of strings could
 * show, so that opening them needs no network. Answered by the update
 * "content.prefetched" with `key`, which may be NULL. Errors: JSON, ARGUMENT. */
int personalize_prefetch(personalize_t *engine, const char *placements, ptrdiff_t length,
                         const char *key, ptrdiff_t key_length, personalize_error_t **error);

/* ---------------------------------------------------------- Placements */

/* Opens a placement: {"placement": "home_top", "kind": "static",
 * "vendor": "shop", "deferred": false, "attached": true, "key": "..."}; only
 * "placement" is required. It loads at once unless deferred; before the start,
 * or before anything is known, it loads as soon as that can be. Answered by
 * "placement.shown", "placement.empty" or "placement.failed", then
 * "placement.ready".
 * The kind "cell" is one of many rows and has a "slot" that tells it apart; the
 * same slot gives the same placement. The kind "carousel" shows its campaigns
 * in turn and loads only by personalize_placement_reload(). The options of
 * personalize_placement_configure() may be given here as well
 * (docs/placements.md). Several vendors may fill a static placement, of which
 * one is shown: "vendors": [...] in order, "policy": "order", "priority" or
 * "first_ready", and "timeout_ms" (docs/several-vendors.md). Errors: JSON,
 * ARGUMENT, NOT_FOUND, LIMIT. */
int personalize_placement_open(personalize_t *engine, const char *specification, ptrdiff_t length,
                               uint64_t *placement, personalize_error_t **error);

/* Loads a placement (again). `options` is a JSON object or NULL: {"force":
 * true} asks the vendor even for what is still fresh; "key" comes back with
 * the updates. What is shown stays until the load is answered. */
int personalize_placement_reload(personalize_t *engine, uint64_t placement, const char *options,
                                 ptrdiff_t length, personalize_error_t **error);

/* What the placement shows, as JSON: {"placement", "vendor", "campaign",
 * "has_content", "content", "actions"} (docs/reference.md, Content). Nothing is
 * parsed or built. The text is borrowed until the next call on this engine,
 * from any thread, other than this one. `length` may be NULL. PERSONALIZE_NONE
 * and NULL when it shows nothing. */
int personalize_placement_content(personalize_t *engine, uint64_t placement, const char **json,
                                  size_t *length, personalize_error_t **error);

/* The same, copied into `buffer` with its NUL; safe whatever other threads do.
 * *needed is the size wanted, NUL included. When `capacity` is less, nothing is
 * copied and LIMIT is returned, with *needed written. */
int personalize_placement_content_copy(personalize_t *engine, uint64_t placement, char *buffer,
                                       size_t capacity, size_t *needed,
                                       personalize_error_t **error);

/* Says that the customer followed a link of the content. The action it stands
 * for is tracked, answered by "placement.clicked" and "url.open_wanted" or by
 * "placement.closed", and the placement loads again. A URL that is no action of
 * the content gives "placement.failed". */
int personalize_placement_click(personalize_t *engine, uint64_t placement, const char *url,
                                ptrdiff_t length, personalize_error_t **error);

/* The same for a host that draws its own buttons; the log says so. */
int personalize_placement_invoke(personalize_t *engine, uint64_t placement, const char *url,
                                 ptrdiff_t length, personalize_error_t **error);

/* Says that the customer closed the content by a control of the host's: the
 * same as a close action of the content. STATE when nothing is shown. */
int personalize_placement_dismiss(personalize_t *engine, uint64_t placement,
                                  personalize_error_t **error);

/* Tells about the drawing, as one JSON object: {"attached": false} while the
 * host cannot show anything, when loads after an interaction wait;
 * {"height": 120, "width": 320} once drawn, answered by "placement.resized";
 * {"failed": "message"} when it cannot be drawn, tracked as an error. */
int personalize_placement_report(personalize_t *engine, uint64_t placement, const char *report,
                                 ptrdiff_t length, personalize_error_t **error);

/* Tracks by hand what the engine tracks by itself, for a host that keeps it
 * from doing so (hook "behaviour_override"): {"event": "show"}, {"event":
 * "click", "url": "..."} or with an "action": {"name", "url", "type"},
 * {"event": "close"}, {"event": "error", "message": "..."}. Of what is on show
 * or was last; "campaign" names another. "without_consent": true tracks even
 * what the content does not allow. Nothing else happens. Errors: JSON,
 * ARGUMENT, NOT_FOUND, STATE when nothing was shown yet. */
int personalize_placement_track(personalize_t *engine, uint64_t placement, const char *event,
                                ptrdiff_t length, personalize_error_t **error);

/* Changes options, all or some: {"track_actions": true,
 * "override_default_behavior": false} and for a carousel {"maximum_count": 0,
 * "scroll_delay_ms": 3000, "custom_height": null}; these are the defaults.
 * They are looked at when they are needed. Errors: JSON, ARGUMENT. */
int personalize_placement_configure(personalize_t *engine, uint64_t placement, const char *options,
                                    ptrdiff_t length, personalize_error_t **error);

/* What there is to know about the placement, as a JSON object: the campaign
 * on show, its size, the options, the last problem, and of a carousel index,
 * count and timer (docs/placements.md). */
int personalize_placement_state(personalize_t *engine, uint64_t placement, char **json,
                                personalize_error_t **error);

/* Closes a placement. Its id is invalid from then on. */
int personalize_placement_close(personalize_t *engine, uint64_t placement,
                                personalize_error_t **error);

/* Says that the host is about to draw a cell. PERSONALIZE_OK: it shows
 * something, have its content; it counts as shown from the first time on.
 * PERSONALIZE_NONE: leave the row empty; the update "placement.refresh_wanted"
 * says when to draw it anew. Errors: STATE for another kind. */
int personalize_cell_prepare(personalize_t *engine, uint64_t placement,
                             personalize_error_t **error);

/* Turn a carousel by hand, round the ends. The timer begins a full period. With
 * a single campaign nothing happens. Errors here and below: STATE for another
 * kind. */
int personalize_carousel_next(personalize_t *engine, uint64_t placement,
                              personalize_error_t **error);
int personalize_carousel_previous(personalize_t *engine, uint64_t placement,
                                  personalize_error_t **error);

/* Stop a carousel's timer while the customer holds on to it, and let it go on
 * with what was left of its period. After a click it waits for resume, or for
 * personalize_foreground(), by itself. In the background, and detached, it
 * pauses in any case. */
int personalize_carousel_pause(personalize_t *engine, uint64_t placement,
                               personalize_error_t **error);
int personalize_carousel_resume(personalize_t *engine, uint64_t placement,
                                personalize_error_t **error);

/* Lets go of everything a carousel shows. No update tells of it, and a second
 * time does nothing; a reload fills it again. */
int personalize_carousel_release(personalize_t *engine, uint64_t placement,
                                 personalize_error_t **error);

/* --------------------------------------------------------------- Inbox */

/* The customer's messages, kept here and fetched incrementally. `vendor` is an
 * instance that has an inbox; NULL for the first that has one. All of these
 * need the engine to be started. Errors of each: STATE before the start,
 * NOT_FOUND for a vendor that is unknown or has no inbox. docs/inbox.md tells
 * the whole. */

/* Fetches what is new. A fetch under way serves all who ask meanwhile.
 * Answered by the update "inbox.changed" or "inbox.failed" with `key`, which
 * may be NULL. */
int personalize_inbox_fetch(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                            const char *key, ptrdiff_t key_length, personalize_error_t **error);

/* The messages kept, newest first and without the expired, as JSON: {"known",
 * "fetching", "failure", "total", "unread", "offset", "messages"}. `query` is
 * a JSON object or NULL: {"offset": 0, "limit": 50, "content": false}; with
 * "content" each message has its content. Free the text with
 * personalize_free(). Errors: JSON, ARGUMENT. */
int personalize_inbox_list(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                           const char *query, ptrdiff_t query_length, char **json,
                           personalize_error_t **error);

/* One message with its content, as JSON. When it is not here PERSONALIZE_NONE
 * and NULL: the inbox is fetched, answered by the update "inbox.message" with
 * `key`, which may be NULL. Free the text with personalize_free(). */
int personalize_inbox_message(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                              const char *message, ptrdiff_t message_length, const char *key,
                              ptrdiff_t key_length, char **json, personalize_error_t **error);

/* Marks a message as read, at the vendor and then here; nothing is tracked.
 * Answered by exactly one update "inbox.read". `options` is a JSON object or
 * NULL: {"optimistic": true} marks it here at once and whatever comes of it;
 * "key" comes back with the updates. Errors: JSON, ARGUMENT. */
int personalize_inbox_mark_read(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                                const char *message, ptrdiff_t message_length, const char *options,
                                ptrdiff_t options_length, personalize_error_t **error);

/* Tracks that a message was opened. `options` is a JSON object or NULL:
 * {"without_consent": true} tracks it although the message does not allow it;
 * consent denied with personalize_consent() is kept to all the same. Errors:
 * JSON, ARGUMENT, NOT_FOUND for a message that is not here. */
int personalize_inbox_opened(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                             const char *message, ptrdiff_t message_length, const char *options,
                             ptrdiff_t options_length, personalize_error_t **error);

/* Tracks that an action of a message was chosen: {"url": "...", "title":
 * "..."}, both may be left out. A link that forces tracking is tracked without
 * consent as well. Options and errors as above. */
int personalize_inbox_clicked(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                              const char *message, ptrdiff_t message_length, const char *action,
                              ptrdiff_t action_length, const char *options,
                              ptrdiff_t options_length, personalize_error_t **error);

/* Says that the customer chose a row of the list. By default the message is
 * marked as read, its opening tracked, and the update "inbox.detail_wanted"
 * sent; the hook "inbox_item_click" may do something else instead. `key` may
 * be NULL. Errors: NOT_FOUND for a message that is not here. */
int personalize_inbox_item_click(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                                 const char *message, ptrdiff_t message_length, const char *key,
                                 ptrdiff_t key_length, personalize_error_t **error);

/* Says that the customer chose an action of the message, known by its URL as a
 * button or a web view has it. By default the click is tracked and the update
 * "url.open_wanted" sent; the hook "inbox_action_click" may do something else
 * instead. A URL that is no action gives "inbox.action_failed". Key and errors
 * as above. */
int personalize_inbox_action_click(personalize_t *engine, const char *vendor,
                                   ptrdiff_t vendor_length, const char *message,
                                   ptrdiff_t message_length, const char *url, ptrdiff_t url_length,
                                   const char *key, ptrdiff_t key_length,
                                   personalize_error_t **error);

/* What to draw, as JSON, by the rules of the vendor's own views. `view` is one
 * of {"view": "button"}, {"view": "list", "offset": 0, "limit": 50, "images":
 * false, "fetch": false} and {"view": "detail", "message": "..."}, each with
 * "labels" and "relative_time" for texts that win over the configured. The
 * hooks "inbox_button", "inbox_list" and "inbox_detail" are asked, if
 * registered, and may put members over it. Free the text with
 * personalize_free(). Errors: JSON, ARGUMENT, NOT_FOUND for a message that is
 * not here. */
int personalize_inbox_view(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                           const char *view, ptrdiff_t view_length, char **json,
                           personalize_error_t **error);

/* ------------------------------------------------------------- Screens */

/* Says that the host came to a screen. Where a vendor's campaigns belong to
 * screens its placements become empty, and are filled anew at the end of the
 * host's turn: the next personalize_process() or personalize_wait(). Several
 * calls in one turn are one visit to the last screen. `data` is a JSON object
 * of the host's that campaigns may look at, or NULL. Of no effect for vendors
 * without screens. Errors: JSON. */
int personalize_screen(personalize_t *engine, const char *name, ptrdiff_t name_length,
                       const char *data, ptrdiff_t data_length, personalize_error_t **error);

/* Replaces the data of the screen the host is on. It counts from the next
 * evaluation on. Errors: JSON. */
int personalize_screen_data(personalize_t *engine, const char *data, ptrdiff_t length,
                            personalize_error_t **error);

/* Says that the customer used a part of content that is drawn from its parts:
 * {"part": "button", "index": 1}. Parts are "container", "image", "title",
 * "description" and "button"; `index` tells several of a kind apart, from 0. A
 * part that is not there is nothing. By default the click is tracked and the
 * update "url.open_wanted" sent; the hook "click_override" may do something
 * else instead. Errors: JSON, HANDLE, STATE for content of another kind. */
int personalize_placement_select(personalize_t *engine, uint64_t placement, const char *part,
                                 ptrdiff_t length, personalize_error_t **error);

/* Tells a vendor of a campaign that the host has from a hook or an update,
 * without a placement: `event` is as for personalize_placement_track(), and
 * "placement" in it tells several places of one campaign apart. Each call is
 * one event while a place of the present screen has the campaign's data, and
 * nothing otherwise. Errors: JSON, ARGUMENT. */
int personalize_campaign_track(personalize_t *engine, const char *campaign,
                               ptrdiff_t campaign_length, const char *event, ptrdiff_t event_length,
                               personalize_error_t **error);

/* --------------------------------------------------------------- Hooks */

/* Asked a question. `question` is a JSON object and lives during the call.
 * Answer with personalize_hook_answer() before returning; not answering leaves
 * the default. */
typedef void (*personalize_hook_fn)(void *user, int64_t token, const char *question, size_t length);

/* Registers for a question: "click_override", "campaign_prepared",
 * "behaviour_override", "carousel_filter", "carousel_sort",
 * "inbox_item_click", "inbox_action_click", "inbox_button", "inbox_list",
 * "inbox_detail", "authorization_wanted", "overlay_review" or
 * "system_function" (docs/reference.md, Hooks). NULL leaves it. `drop` may be NULL. Errors: NOT_FOUND. */
int personalize_hook_set(personalize_t *engine, const char *name, ptrdiff_t length,
                         personalize_hook_fn hook, void *user, personalize_drop_fn drop,
                         personalize_error_t **error);

/* Registers for a question besides others. Whoever registered is asked in the
 * order of registration, each with what those before have made of the
 * question's subject. `registration` names this one: registering again under
 * that name replaces the function and keeps its place. Several answers count
 * as one: handled by one is handled, turned down by one is turned down, and of
 * other members the last counts. Errors: NOT_FOUND, ARGUMENT for an empty name
 * or a hook that is NULL. */
int personalize_hook_add(personalize_t *engine, const char *name, ptrdiff_t length,
                         const char *registration, ptrdiff_t registration_length,
                         personalize_hook_fn hook, void *user, personalize_drop_fn drop,
                         personalize_error_t **error);

/* Leaves a question that was registered for with personalize_hook_add(), also
 * from inside the hook. PERSONALIZE_NONE when nobody has registered under the
 * name. Errors: NOT_FOUND for the question. */
int personalize_hook_remove(personalize_t *engine, const char *name, ptrdiff_t length,
                            const char *registration, ptrdiff_t registration_length,
                            personalize_error_t **error);

/* Answers the question with this token, from inside the hook. Errors:
 * NOT_FOUND when nothing with the token is being asked, JSON. */
int personalize_hook_answer(personalize_t *engine, int64_t token, const char *answer,
                            ptrdiff_t length, personalize_error_t **error);

/* ------------------------------------------------------------ Segments */

/* What is known of the customer's segments with a vendor instance (NULL for the
 * first that has any). `options` is a JSON object: {"category": "discovery"};
 * "force" true asks the vendor even when the last answer is fresh, and "key"
 * comes back with the update. *json becomes {"vendor", "category", "segments",
 * "fresh"}, with null for segments that are not known. Unless it is fresh the
 * vendor is asked, and "segments.fetched" or "segments.failed" answers
 * (docs/segments.md). Errors: JSON, NOT_FOUND, STATE when no vendor has
 * segments. */
int personalize_segments(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                         const char *options, ptrdiff_t options_length, char **json,
                         personalize_error_t **error);

/* -------------------------------------------------- Profiles and batches */

/* Some vendors keep a profile of the customer and are told in batches, every
 * second or so (docs/profiles.md). These calls are for them: unless they say
 * otherwise they answer STATE when there is none among those meant, and
 * NOT_FOUND for one that is unknown. `options` may be NULL, or a JSON object:
 * {"vendors": ["ct"]} names vendor instances, otherwise all are meant; `vendor`
 * is an instance, NULL for all. */

/* Tells of a purchase: `details` is a JSON object or NULL, `items` an array of
 * objects. Errors: JSON. */
int personalize_charge(personalize_t *engine, const char *details, ptrdiff_t details_length,
                       const char *items, ptrdiff_t items_length, const char *options,
                       ptrdiff_t options_length, personalize_error_t **error);

/* Changes the profile. `operations` is a JSON object, carried out in its order:
 * {"set": {"Plan": "gold"}, "unset": ["Old"], "increment": {"Visits": 1},
 * "decrement": {...}, "add": {"Tags": ["beta"]}, "remove": {...}, "set_list":
 * {...}}. What the vendor cannot take is left out, with an update "diagnostic".
 * Errors: JSON, ARGUMENT. */
int personalize_profile(personalize_t *engine, const char *operations, ptrdiff_t operations_length,
                        const char *options, ptrdiff_t options_length, personalize_error_t **error);

/* Says where the customer is, {"latitude": 48.2, "longitude": 16.4} in degrees;
 * NULL for no longer known. Kept in the memory only. No vendor needs to keep
 * profiles. Errors: JSON, ARGUMENT. */
int personalize_locate(personalize_t *engine, const char *location, ptrdiff_t length,
                       personalize_error_t **error);

/* Says whether the customer wants to be told of (`opted_out` 0) or not (1).
 * With `allow_system` 1 what the library tells by itself, and changes of the
 * profile, still go. It is kept with the customer's profile, and the vendor is
 * told. What waits already still goes: see personalize_clear_queue(). Consent
 * comes first: without it nothing is told at all. Errors: ARGUMENT. */
int personalize_opt_out(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                        int opted_out, int allow_system, personalize_error_t **error);

/* Ends a silence that the vendor asked for; without one nothing happens. */
int personalize_unmute(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                       personalize_error_t **error);

/* Drops the events that wait for a vendor of any kind; they are counted as
 * "cleared". Errors: NOT_FOUND alone. */
int personalize_clear_queue(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                            personalize_error_t **error);

/* Asks for overlays now, not when the vendor sends them by itself. Answered by
 * one "overlays.fetched" or "overlays.failed" for each call. Errors: STATE
 * before the start as well. */
int personalize_overlays_fetch(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                               const char *key, ptrdiff_t key_length, personalize_error_t **error);

/* Sends the definitions of templates to the vendor's dashboard, which the
 * configuration has to allow. Answered by "templates.synced" or
 * "templates.failed". Errors: STATE before the start as well. */
int personalize_templates_sync(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                               const char *key, ptrdiff_t key_length, personalize_error_t **error);

/* ----------------------------------------------------------- Templates */

/* Content that needs the whole screen is drawn by the host, which says before
 * the start what it can present and what that takes: templates, and functions.
 * docs/templates.md has the rules; the reason of an error is the rule's id. */

/* Puts a definition together. A builder belongs to no engine. */
typedef struct personalize_template_builder personalize_template_builder_t;

/* Begins one: `kind` is "template" or "function", `visual` (0 or 1) whether a
 * function needs the display slot; a template always does. Errors: ARGUMENT. */
int personalize_template_builder_new(const char *kind, ptrdiff_t length, int visual,
                                     personalize_template_builder_t **builder,
                                     personalize_error_t **error);

/* Names the definition, once. Errors here and below: HANDLE, ARGUMENT. */
int personalize_template_builder_set_name(personalize_template_builder_t *builder, const char *name,
                                          ptrdiff_t length, personalize_error_t **error);

/* Declares that the host presents it: it will look at "presentation.wanted".
 * A definition without that cannot be built. */
int personalize_template_builder_set_presenter(personalize_template_builder_t *builder,
                                               personalize_error_t **error);

/* Adds an argument. `type` is "string", "boolean", "number", "map", "file" or
 * "action"; `value` the default as JSON, NULL for files and actions, which have
 * none. A map, {"color": "#fff", "border": {"width": 1}}, adds what is within
 * it; dots in a name do the same one by one. What is refused was not added, and
 * the builder goes on. Errors: JSON as well. */
int personalize_template_builder_add(personalize_template_builder_t *builder, const char *name,
                                     ptrdiff_t name_length, const char *type, ptrdiff_t type_length,
                                     const char *value, ptrdiff_t value_length,
                                     personalize_error_t **error);

/* The definition as JSON, for personalize_templates_define(): {"name", "kind",
 * "visual", "arguments": [{"name", "type", "value"}]}, in the order they are
 * shown to an author. Free the text with personalize_free(). The builder stays
 * until it is freed. */
int personalize_template_builder_build(personalize_template_builder_t *builder, char **json,
                                       personalize_error_t **error);

/* Frees a builder. One that is NULL or was freed is fine. */
void personalize_template_builder_free(personalize_template_builder_t *builder);

/* Registers definitions: {"definitions": ..., "presenters": ["template",
 * "function"], "vendor": "shop"}. "definitions" is a document as the vendors'
 * cross-platform SDKs have it, as an object or as text, or a list of documents
 * and of what builders gave; "presenters" are the kinds that the host presents,
 * needed for documents; without "vendor" it is for all instances that present
 * templates. All or nothing. May be called several times; names are unique over
 * all. *json becomes {"defined": [...], "vendors": [...], "unaffected": 0}: once
 * an instance has started, its definitions stay as they are, and it is counted
 * as unaffected. Free the text with personalize_free(). Errors: JSON, ARGUMENT,
 * LIMIT, NOT_FOUND, STATE when no instance presents templates. */
int personalize_templates_define(personalize_t *engine, const char *request, ptrdiff_t length,
                                 char **json, personalize_error_t **error);

/* What the dashboard of a vendor instance (NULL for the first that presents
 * templates) is to know of the definitions, as JSON in the vendor's own form.
 * Nothing is sent. Free the text with personalize_free(). Errors: NOT_FOUND,
 * STATE. */
int personalize_templates_payload(personalize_t *engine, const char *vendor,
                                  ptrdiff_t vendor_length, char **json,
                                  personalize_error_t **error);

/* ------------------------------------------------------- Presentations */

/* Overlays are presented one at a time, whoever's they are (docs/display.md).
 * "presentation.wanted" has the id of a presentation: draw it, say that it was
 * presented, and at the end that it was dismissed.
 *
 * Errors of all calls with a presentation: HANDLE for an id that is not one, was
 * released, or was dismissed long ago. */

/* The customer sees it: tells the vendor, counts it, and never presents it
 * again. PERSONALIZE_NONE when that was said before or it was dismissed. */
int personalize_presentation_presented(personalize_t *engine, uint64_t presentation,
                                       personalize_error_t **error);

/* It is gone: the next one comes. Allowed without having been presented. Its
 * arguments can still be read, of the last 64. PERSONALIZE_NONE when that was
 * said before. */
int personalize_presentation_dismissed(personalize_t *engine, uint64_t presentation,
                                       personalize_error_t **error);

/* The customer chose the action of an argument, given by its whole name:
 * tells the vendor and carries it out. PERSONALIZE_NONE when the argument is no
 * action, or it was dismissed. */
int personalize_presentation_trigger(personalize_t *engine, uint64_t presentation,
                                     const char *argument, ptrdiff_t length,
                                     personalize_error_t **error);

/* The host cannot present it; `message`, which may be NULL, comes back in
 * "presentation.failed". The next one comes. */
int personalize_presentation_failed(personalize_t *engine, uint64_t presentation,
                                    const char *message, ptrdiff_t length,
                                    personalize_error_t **error);

/* The host reads it no more, and the id becomes invalid. One that was not
 * dismissed is. */
int personalize_presentation_release(personalize_t *engine, uint64_t presentation,
                                     personalize_error_t **error);

/* The values of arguments, by whole name. PERSONALIZE_NONE when there is no
 * argument of this name and type, or it is a file or action that was not given;
 * the output is then NULL or 0. Free texts with personalize_free(). */
int personalize_presentation_string(personalize_t *engine, uint64_t presentation, const char *name,
                                    ptrdiff_t length, char **value, personalize_error_t **error);

/* *value becomes 0 or 1. */
int personalize_presentation_boolean(personalize_t *engine, uint64_t presentation, const char *name,
                                     ptrdiff_t length, int *value, personalize_error_t **error);

/* A number without its fraction; one that is too large or too small becomes the
 * largest or the smallest. */
int personalize_presentation_integer(personalize_t *engine, uint64_t presentation, const char *name,
                                     ptrdiff_t length, int64_t *value, personalize_error_t **error);

int personalize_presentation_number(personalize_t *engine, uint64_t presentation, const char *name,
                                    ptrdiff_t length, double *value, personalize_error_t **error);

/* The absolute path of a file. */
int personalize_presentation_file(personalize_t *engine, uint64_t presentation, const char *name,
                                  ptrdiff_t length, char **path, personalize_error_t **error);

/* Everything whose name begins with `name` and a dot, as nested JSON objects:
 * files as paths, actions as the function's name or the action's type. */
int personalize_presentation_map(personalize_t *engine, uint64_t presentation, const char *name,
                                 ptrdiff_t length, char **json, personalize_error_t **error);

/* All arguments as one JSON object by whole names; null for what has no value.
 * Free the text with personalize_free(). */
int personalize_presentation_arguments(personalize_t *engine, uint64_t presentation, char **json,
                                       personalize_error_t **error);

/* The whole as a text for a log. Free it with personalize_free(). */
int personalize_presentation_describe(personalize_t *engine, uint64_t presentation, char **text,
                                      personalize_error_t **error);

/* The newest presentation of a template that is not dismissed, of a vendor
 * instance or, with NULL, of any. PERSONALIZE_NONE and 0 when there is none. */
int personalize_presentation_find(personalize_t *engine, const char *vendor,
                                  ptrdiff_t vendor_length, const char *template_name,
                                  ptrdiff_t template_length, uint64_t *presentation,
                                  personalize_error_t **error);

/* Steers the place for overlays: {"command": "suspend"}, {"command": "discard",
 * "dismiss": true}, {"command": "resume"} or {"command": "state"}. *json becomes
 * its state: what is on show, what waits, and for what (docs/display.md). Free
 * the text with personalize_free(). Errors: JSON, ARGUMENT. */
int personalize_display(personalize_t *engine, const char *command, ptrdiff_t length, char **json,
                        personalize_error_t **error);

/* Removes the files of overlays, of a vendor instance or, with NULL, of all;
 * with `expired_only` (0 or 1) those that nobody has asked for in 14 days. Those
 * of a presentation that is not dismissed stay. *removed becomes how many went.
 * Errors: NOT_FOUND, ARGUMENT. */
int personalize_clear_files(personalize_t *engine, const char *vendor, ptrdiff_t vendor_length,
                            int expired_only, int64_t *removed, personalize_error_t **error);

/* ------------------------------------------------------------- Insight */

/* Why a placement shows what it shows, as JSON. `subject` is a JSON object:
 * {"placement": "home_top", "vendor": "shop"}; without a vendor, the first.
 * For each candidate the answer has the first rule that rejected it with the
 * values compared, and as a whole what to do when nothing is shown
 * (docs/reference.md, Explanations).
 *
 * With {"overlay": "1790000001", "event": "Added To Cart", "properties": {}} the
 * question is whether that event would show the campaign now, and which
 * trigger, condition, limit or cap decides; "overlay" true asks for all there
 * are, and without an event the triggers are left out. "vendor" and "items" may
 * be there. Nothing is counted. Errors: JSON, ARGUMENT, NOT_FOUND, STATE. */
int personalize_explain(personalize_t *engine, const char *subject, ptrdiff_t length, char **json,
                        personalize_error_t **error);

/* Runs a journal (configuration: "journal") again, without storage, network or
 * clock, and compares. The report is a JSON object {"identical", "commands",
 * "updates", "first_difference"}. Errors: JSON, ARGUMENT, CONFIG. */
int personalize_replay(const char *journal, ptrdiff_t length, char **report,
                       personalize_error_t **error);

#ifdef __cplusplus
}
#endif

#endif
