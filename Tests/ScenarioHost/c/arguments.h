/* What a step gives to a call. */
#ifndef SCENARIO_ARGUMENTS_H
#define SCENARIO_ARGUMENTS_H

#include "host.h"

#include <stddef.h>

/* A text and its length; NULL and 0 when the step leaves it out. */
struct text {
    char *bytes;
    ptrdiff_t length;
};

/* A string as it is, anything else as JSON. {"$text": ...} is text whatever it
 * is used for, {"$hex": ...} any bytes. Free with argument_free(). */
struct text argument_text(const json_t *with, const char *name);
/* Likewise, but a string is JSON as well. */
struct text argument_json(const json_t *with, const char *name);
void argument_free(struct text *text);

/* A number, or "$name" for an earlier result; 0 when it is missing. */
json_int_t argument_number(const struct host *host, const json_t *with, const char *name);

#endif
