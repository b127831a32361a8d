#ifndef PERSONALIZE_SQLITE_SHIM_H
#define PERSONALIZE_SQLITE_SHIM_H

#include <sqlite3.h>

/* What Swift cannot import: a variadic function and a macro that casts an
 * integer to a function pointer. */

static inline int personalize_sqlite_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

static inline int personalize_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
    return sqlite3_bind_text64(statement, index, text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int personalize_sqlite_bind_bytes(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
    return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

#endif
