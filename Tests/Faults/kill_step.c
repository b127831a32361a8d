/*
 * Kills the process it is loaded into right before the n-th call that changes
 * a file, so that a sweep over n stops at every step.
 *
 *     KILL_STEP=n        before the n-th call
 *     KILL_TORN=1        after half of it, where it writes
 *     KILL_COUNT=path    writes there how many calls there were, at the end
 *
 * What goes to the terminal and to pipes changes no file.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long step;
static long target;
static int is_torn;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("KILL_STEP");
    target = number != NULL ? strtol(number, NULL, 10) : 0;
    is_torn = getenv("KILL_TORN") != NULL;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("KILL_COUNT");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fprintf(file, "%ld\n", step);
        fclose(file);
    }
}

static void stop(void) {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* Whether this is the call to stop at, and it is one that can be torn. */
static int is_due(void) {
    step++;
    if (step != target)
        return 0;
    if (!is_torn)
        stop();
    return 1;
}

static int is_file(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/* The system's own function, which this one stands before. */
#define FIND(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (real == NULL)                                                                              \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

ssize_t write(int descriptor, const void *bytes, size_t count) {
    FIND(write);
    if (is_file(descriptor) && is_due()) {
        (void)!real(descriptor, bytes, count / 2);
        stop();
    }
    return real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    FIND(pwrite);
    if (is_due()) {
        (void)!real(descriptor, bytes, count / 2, offset);
        stop();
    }
    return real(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    FIND(pwrite64);
    if (is_due()) {
        (void)!real(descriptor, bytes, count / 2, offset);
        stop();
    }
    return real(descriptor, bytes, count, offset);
}

int rename(const char *from, const char *to) {
    FIND(rename);
    if (is_due())
        stop();
    return real(from, to);
}

int unlink(const char *path) {
    FIND(unlink);
    if (is_due())
        stop();
    return real(path);
}

int mkdir(const char *path, mode_t mode) {
    FIND(mkdir);
    if (is_due())
        stop();
    return real(path, mode);
}

int ftruncate(int descriptor, off_t length) {
    FIND(ftruncate);
    if (is_due())
        stop();
    return real(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    FIND(ftruncate64);
    if (is_due())
        stop();
    return real(descriptor, length);
}
