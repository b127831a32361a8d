#include "canonical.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_string(const char *text, size_t length, FILE *stream) {
    putc('"', stream);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        switch (byte) {
        case '"':
            fputs("\\\"", stream);
            break;
        case '\\':
            fputs("\\\\", stream);
            break;
        case '\b':
            fputs("\\b", stream);
            break;
        case '\f':
            fputs("\\f", stream);
            break;
        case '\n':
            fputs("\\n", stream);
            break;
        case '\r':
            fputs("\\r", stream);
            break;
        case '\t':
            fputs("\\t", stream);
            break;
        default:
            if (byte < 0x20)
                fprintf(stream, "\\u%04x", byte);
            else
                putc(byte, stream);
        }
    }
    putc('"', stream);
}

/* The fewest digits that read back as the same number, laid out as Python
 * does: plain from 1e-4 up to 1e16, otherwise with an exponent. */
static void write_real(double value, FILE *stream) {
    char scientific[40];
    for (int precision = 0; precision <= 16; precision++) {
        snprintf(scientific, sizeof scientific, "%.*e", precision, value);
        if (strtod(scientific, NULL) == value)
            break;
    }
    char *mark = strchr(scientific, 'e');
    int exponent = mark == NULL ? 0 : atoi(mark + 1);
    int digits = 0;
    for (const char *c = scientific; c != mark && *c != '\0'; c++)
        digits += *c >= '0' && *c <= '9';
    if (exponent >= -4 && exponent < 16) {
        int fraction = digits - 1 - exponent;
        fprintf(stream, "%.*f", fraction < 1 ? 1 : fraction, value);
    } else if (mark != NULL) {
        *mark = '\0';
        fprintf(stream, "%se%c%02d", scientific, exponent < 0 ? '-' : '+', abs(exponent));
    }
}

static int compare_keys(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void write_object(const json_t *object, FILE *stream) {
    size_t count = json_object_size(object);
    const char **keys = calloc(count + 1, sizeof *keys);
    if (keys == NULL)
        abort();
    size_t filled = 0;
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)object, key, value)
        keys[filled++] = key;
    qsort(keys, count, sizeof *keys, compare_keys);
    putc('{', stream);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            putc(',', stream);
        write_string(keys[i], strlen(keys[i]), stream);
        putc(':', stream);
        canonical_write(json_object_get(object, keys[i]), stream);
    }
    putc('}', stream);
    free(keys);
}

void canonical_write(const json_t *value, FILE *stream) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        write_object(value, stream);
        break;
    case JSON_ARRAY:
        putc('[', stream);
        for (size_t i = 0; i < json_array_size(value); i++) {
            if (i > 0)
                putc(',', stream);
            canonical_write(json_array_get(value, i), stream);
        }
        putc(']', stream);
        break;
    case JSON_STRING:
        write_string(json_string_value(value), json_string_length(value), stream);
        break;
    case JSON_INTEGER:
        fprintf(stream, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        break;
    case JSON_REAL:
        write_real(json_real_value(value), stream);
        break;
    case JSON_TRUE:
        fputs("true", stream);
        break;
    case JSON_FALSE:
        fputs("false", stream);
        break;
    case JSON_NULL:
        fputs("null", stream);
        break;
    }
}
