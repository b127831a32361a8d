/* A gumbo parse that cannot take more than it was given.
 *
 * gumbo 0.10.1 does not check an allocation, has no limit of depth and frees
 * its tree by recursion, so a hostile document can exhaust memory, time or the
 * stack of the host. All its memory comes from the arena below instead. When a
 * limit is passed the arena leaves the parser with longjmp; gumbo owns nothing
 * but memory, so dropping the arena releases everything, without recursion.
 */
#ifndef PERSONALIZE_BOUNDED_PARSE_H
#define PERSONALIZE_BOUNDED_PARSE_H

#include <gumbo.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOUNDED_PARSE_OK = 0,
    BOUNDED_PARSE_MEMORY = 1,
    BOUNDED_PARSE_DEPTH = 2,
    BOUNDED_PARSE_WORK = 3
};

enum {
    BOUNDED_PARSE_HEADER = 16,
    BOUNDED_PARSE_CLASSES = 40,
    BOUNDED_PARSE_CHUNKS = 64,
    BOUNDED_PARSE_SAMPLE = 8
};

struct bounded_parse {
    GumboOutput *output;
    int status;

    /* Chunks double in size, so that their number stays small. */
    char *chunks[BOUNDED_PARSE_CHUNKS];
    size_t sizes[BOUNDED_PARSE_CHUNKS];
    int chunk_count;
    char *next;
    char *end;
    size_t taken;
    size_t memory_limit;
    /* Freed blocks by power of two; the block's first word links the list. */
    void *recycled[BOUNDED_PARSE_CLASSES];

    GumboNode *latest;
    unsigned nodes;
    unsigned depth_limit;
    uint64_t work;
    uint64_t work_limit;
    jmp_buf out;
};

static inline void bounded_parse_leave(struct bounded_parse *parse, int status) {
    parse->status = status;
    longjmp(parse->out, 1);
}

static inline int bounded_parse_owns(const struct bounded_parse *parse, const void *pointer) {
    const char *at = (const char *)pointer;
    for (int i = parse->chunk_count - 1; i >= 0; i--) {
        const char *start = parse->chunks[i];
        if (at >= start && at + sizeof(GumboNode) <= start + parse->sizes[i]) return 1;
    }
    return 0;
}

/* The depth of the node that was made before this one. A block of a node's size
 * may be something else, so every step is checked before it is taken. */
static inline void bounded_parse_measure(struct bounded_parse *parse) {
    const GumboNode *node = parse->latest;
    unsigned depth = 0;
    while (node && bounded_parse_owns(parse, node) && (unsigned)node->type <= 6u) {
        if (++depth > parse->depth_limit) bounded_parse_leave(parse, BOUNDED_PARSE_DEPTH);
        node = node->parent;
    }
    parse->work += (uint64_t)depth * BOUNDED_PARSE_SAMPLE;
    if (parse->work > parse->work_limit) bounded_parse_leave(parse, BOUNDED_PARSE_WORK);
}

static inline void *bounded_parse_allocate(void *context, size_t size) {
    struct bounded_parse *parse = (struct bounded_parse *)context;
    if (size > parse->memory_limit) bounded_parse_leave(parse, BOUNDED_PARSE_MEMORY);
    unsigned power = 4;
    while (((size_t)1 << power) < size) power++;
    char *block = (char *)parse->recycled[power];
    if (block) {
        memcpy(&parse->recycled[power], block, sizeof(void *));
    } else {
        size_t need = ((size_t)1 << power) + BOUNDED_PARSE_HEADER;
        if ((size_t)(parse->end - parse->next) < need) {
            size_t chunk = (size_t)65536 << (parse->chunk_count < 7 ? parse->chunk_count : 7);
            if (chunk < need) chunk = need;
            if (parse->chunk_count == BOUNDED_PARSE_CHUNKS
                || chunk > parse->memory_limit - parse->taken) {
                bounded_parse_leave(parse, BOUNDED_PARSE_MEMORY);
            }
            char *memory = (char *)malloc(chunk);
            if (!memory) bounded_parse_leave(parse, BOUNDED_PARSE_MEMORY);
            parse->chunks[parse->chunk_count] = memory;
            parse->sizes[parse->chunk_count] = chunk;
            parse->chunk_count++;
            parse->taken += chunk;
            parse->next = memory;
            parse->end = memory + chunk;
        }
        uint64_t tag = power;
        memcpy(parse->next, &tag, sizeof tag);
        block = parse->next + BOUNDED_PARSE_HEADER;
        parse->next += need;
    }
    if (size == sizeof(GumboNode)) {
        if (++parse->nodes % BOUNDED_PARSE_SAMPLE == 0) bounded_parse_measure(parse);
        /* The walk of the next sample starts here; gumbo fills it in first. */
        memset(block, 0xff, sizeof(GumboNode));
        parse->latest = (GumboNode *)block;
    }
    return block;
}

static inline void bounded_parse_recycle(void *context, void *pointer) {
    struct bounded_parse *parse = (struct bounded_parse *)context;
    if (!pointer) return;
    uint64_t power;
    memcpy(&power, (char *)pointer - BOUNDED_PARSE_HEADER, sizeof power);
    if (power >= BOUNDED_PARSE_CLASSES) return;
    if ((void *)parse->latest == pointer) parse->latest = NULL;
    memcpy(pointer, &parse->recycled[power], sizeof(void *));
    parse->recycled[power] = pointer;
}

/* NULL only when the first allocation fails. The text must outlive the parse. */
static inline struct bounded_parse *bounded_parse_start(
    const char *text, size_t length, size_t memory_limit, unsigned depth_limit,
    uint64_t work_limit
) {
    struct bounded_parse *parse = (struct bounded_parse *)calloc(1, sizeof *parse);
    if (!parse) return NULL;
    parse->memory_limit = memory_limit;
    parse->depth_limit = depth_limit;
    parse->work_limit = work_limit;
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = bounded_parse_allocate;
    options.deallocator = bounded_parse_recycle;
    options.userdata = parse;
    options.max_errors = 0;
    if (setjmp(parse->out) == 0) {
        parse->output = gumbo_parse_with_options(&options, text, length);
    } else {
        parse->output = NULL;
    }
    return parse;
}

static inline void bounded_parse_end(struct bounded_parse *parse) {
    if (!parse) return;
    for (int i = 0; i < parse->chunk_count; i++) free(parse->chunks[i]);
    free(parse);
}

#endif
