#include "arguments.h"

#include <stdlib.h>
#include <string.h>

static char *copy(const char *bytes, size_t length) {
    char *memory = malloc(length + 1);
    if (memory == NULL)
        abort();
    memcpy(memory, bytes, length);
    memory[length] = '\0';
    return memory;
}

static int digit(char character) {
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    host_refuse("not a hexadecimal digit", "$hex");
}

static struct text bytes_of_hex(const json_t *value) {
    const char *digits = json_string_value(value);
    size_t length = json_string_length(value) / 2;
    struct text text = {copy(digits, length), (ptrdiff_t)length};
    for (size_t i = 0; i < length; i++)
        text.bytes[i] = (char)(digit(digits[2 * i]) * 16 + digit(digits[2 * i + 1]));
    return text;
}

static struct text argument(const json_t *with, const char *name, bool is_json) {
    const json_t *value = json_object_get(with, name);
    if (value == NULL || json_is_null(value))
        return (struct text){NULL, 0};
    const json_t *raw = json_object_get(value, "$text");
    if (raw == NULL && json_is_string(value) && !is_json)
        raw = value;
    if (raw != NULL) {
        size_t length = json_string_length(raw);
        return (struct text){copy(json_string_value(raw), length), (ptrdiff_t)length};
    }
    const json_t *hex = json_object_get(value, "$hex");
    if (json_is_string(hex))
        return bytes_of_hex(hex);
    char *encoded = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
    if (encoded == NULL)
        host_refuse("cannot be encoded", name);
    return (struct text){encoded, (ptrdiff_t)strlen(encoded)};
}

struct text argument_text(const json_t *with, const char *name) {
    return argument(with, name, false);
}

struct text argument_json(const json_t *with, const char *name) {
    return argument(with, name, true);
}

void argument_free(struct text *text) {
    free(text->bytes);
    text->bytes = NULL;
}

json_int_t argument_number(const struct host *host, const json_t *with, const char *name) {
    const json_t *value = json_object_get(with, name);
    const char *reference = json_string_value(value);
    if (reference != NULL && reference[0] == '$')
        value = json_object_get(host->names, reference + 1);
    return json_integer_value(value);
}
